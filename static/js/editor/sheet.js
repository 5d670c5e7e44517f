/** The board in the editor: its picture, the hexes on it, and strokes over it. Decides nothing. */

import { Places, clamp } from "../places.js";
import { Pointer } from "../pointer.js";
import { View } from "../view.js";
import { h, patch, s } from "../dom.js";
import { print } from "../paper.js";
import { threadNodes } from "../overlays.js";

/** @typedef {import("../types.js").HexData} HexData */
/**
 * What lies over the picture: hexes by id, hexsides as `id/side`.
 * @typedef {{hover: string | null, cursor: string | null, stroke: string[], line: string[], pending: string[],
 *   wrong: string | null, thread: import("../thread.js").ThreadState}} Over
 * @typedef {{used: (places: string[], done: boolean) => void, over: (place: string | null) => void, kind: () => string}} Hand
 */

/** Pixels of the bitmap to a unit of the picture, and the most a side of it may have. */
const SHARP = 2;
const MOST = 8000;
/** Picture units between two points of a stroke that are looked at. */
const STEP = 12;
const READABLE = 1.35;
/** What a small board leaves free around it. */
const MARGIN = 0.94;

export class Sheet {
  /** @type {string[]} */
  #stroke = [];
  /** @type {[number, number] | null} */
  #last = null;
  #drawn = 0;

  /**
   * @param {HTMLElement} frame
   * @param {Hand} hand
   */
  constructor(frame, hand) {
    this.frame = frame;
    this.hand = hand;
    this.world = h("div", { class: "world" });
    this.canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "paper" }));
    this.map = s("svg", { class: "map" });
    this.world.append(this.canvas, this.map);
    frame.append(this.world);
    this.places = new Places({ svg: "", width: 1, height: 1, hex: { w: 57, h: 66 }, hexes: [] });
    this.view = new View(frame, this.world, { width: 1, height: 1 }, () => undefined);
    new Pointer(frame, this.view, this.#gestures());
    new ResizeObserver(() => this.view.resized()).observe(frame);
  }

  /**
   * Another picture; the sight of it stays where it was unless the board has another size.
   * @param {import("../types.js").BoardData} board
   * @param {string} svg
   */
  async show(board, svg) {
    const number = (this.#drawn += 1);
    const other = board.width !== this.places.board.width || board.height !== this.places.board.height;
    this.places = new Places(board);
    const scale = Math.min(SHARP, MOST / Math.max(board.width, board.height));
    const canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "paper", width: Math.round(board.width * scale), height: Math.round(board.height * scale) }));
    canvas.style.width = `${board.width}px`;
    canvas.style.height = `${board.height}px`;
    await print(canvas, svg);
    if (number !== this.#drawn) return;
    this.canvas.replaceWith(canvas);
    this.canvas = canvas;
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${board.width} ${board.height}`, width: board.width, height: board.height })) this.map.setAttribute(name, String(value));
    this.view.size = { width: board.width, height: board.height };
    if (other) this.#fill();
  }

  /** The whole board, as large as the frame and the bitmap allow. */
  #fill() {
    const { width, height } = this.frame.getBoundingClientRect();
    this.view.whole();
    const fits = Math.min(width / this.view.size.width, height / this.view.size.height) * MARGIN;
    if (fits > this.view.scale) this.view.zoom(Math.min(fits, SHARP) / this.view.scale);
  }

  /** @param {Over} over */
  draw(over) {
    const larger = clamp(READABLE / this.view.scale, 1, 2);
    const hexes = (/** @type {string[]} */ ids, /** @type {string} */ cls) => ids.map((id) => this.#mark(id, cls));
    patch(this.map,
      s("rect", { class: "dusk", width: this.places.board.width, height: this.places.board.height }),
      s("g", { class: "layer-hexes" }, hexes(over.pending, "pending"), hexes(over.stroke, "brushed"), over.hover ? this.#mark(over.hover, "brush") : null, over.wrong ? this.#mark(over.wrong, "wrong") : null),
      s("g", { class: "layer-route" }, this.#line(over.line)),
      s("g", { class: "layer-sight" }, threadNodes(over.thread, this.places, larger).filter((node) => node !== null)),
      s("g", { class: "layer-cursor" }, over.cursor ? [this.#mark(over.cursor, "cursor-casing"), this.#mark(over.cursor, "cursor")] : []));
  }

  /**
   * A hex outlined, or one hexside.
   * @param {string} place
   * @param {string} cls
   */
  #mark(place, cls) {
    const hex = this.places.hex(place);
    if (!hex) return null;
    const [, side] = place.split("/");
    const name = hex.id.slice(hex.id.indexOf(":") + 1);
    if (side === undefined) return s("path", { class: cls, "data-hex": name, d: this.places.outline(hex, 1) });
    const corners = around(hex, this.places.board.hex);
    const [[x1, y1], [x2, y2]] = [corners[Number(side)], corners[(Number(side) + 1) % 6]];
    return s("line", { class: `${cls} hexside`, "data-hex": `${name}/${side}`, x1, y1, x2, y2 });
  }

  /** @param {string[]} ids */
  #line(ids) {
    const stops = ids.map((id) => this.places.hex(id)).filter((hex) => hex !== undefined);
    if (!stops.length) return [];
    const d = `M${stops.map((hex) => `${hex.x} ${hex.y}`).join("L")}`;
    return [s("path", { class: "route-casing", d }), s("path", { class: "route", d }), ...stops.map((hex) => s("circle", { class: "sight-pin", cx: hex.x, cy: hex.y, r: 4 }))];
  }

  /** @returns {import("../pointer.js").Gestures} */
  #gestures() {
    const none = () => undefined;
    return {
      tap: (tap) => tap.long || this.#used([this.#under(tap.x, tap.y)]),
      twice: none,
      draws: () => this.hand.kind() !== "look",
      stroke: (from, to, pen) => this.#draws(from, to, pen),
      mayDrag: () => false,
      drag: none,
      drop: none,
      box: none,
      hover: (tap) => this.hand.over(this.#under(tap.x, tap.y)),
      leave: () => this.hand.over(null),
    };
  }

  /**
   * @param {import("../pointer.js").Tap} from
   * @param {import("../pointer.js").Tap} to
   * @param {import("../pointer.js").Pen} pen
   */
  #draws(from, to, pen) {
    const start = this.#last ?? [from.x, from.y];
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - start[0], to.y - start[1]) / STEP));
    for (let step = 0; step <= steps; step += 1) {
      const part = step / steps;
      const place = this.#under(start[0] + (to.x - start[0]) * part, start[1] + (to.y - start[1]) * part);
      if (place && this.#stroke.at(-1) !== place) this.#stroke.push(place);
    }
    this.#last = [to.x, to.y];
    if (pen !== "on") this.#last = null;
    const stroke = this.#stroke;
    if (pen !== "on") this.#stroke = [];
    this.hand.used(pen === "off" ? [] : stroke, pen === "done");
  }

  /** @param {(string | null)[]} places */
  #used(places) {
    const own = places.filter((place) => place !== null);
    if (own.length) this.hand.used(own, true);
  }

  /**
   * The hex under a point, or the hexside nearest to it if the tool is used on those.
   * @param {number} x
   * @param {number} y
   */
  #under(x, y) {
    const hex = this.places.at(x, y);
    if (!hex) return null;
    return this.hand.kind() === "sides" ? `${hex.id}/${nearestSide(hex, x, y, this.places.board.hex)}` : hex.id;
  }
}

/**
 * The corners of a hex, that where hexside 0 begins first.
 * @param {HexData} hex
 * @param {{w: number, h: number}} size
 * @returns {[number, number][]}
 */
function around(hex, size) {
  const [wide, half] = [(size.w * 2) / 3, size.h / 2];
  return [[hex.x - wide / 2, hex.y - half], [hex.x + wide / 2, hex.y - half], [hex.x + wide, hex.y], [hex.x + wide / 2, hex.y + half], [hex.x - wide / 2, hex.y + half], [hex.x - wide, hex.y]];
}

/**
 * @param {HexData} hex
 * @param {number} x
 * @param {number} y
 * @param {{w: number, h: number}} size
 */
function nearestSide(hex, x, y, size) {
  const corners = around(hex, size);
  const away = corners.map(([x1, y1], side) => {
    const [x2, y2] = corners[(side + 1) % 6];
    return Math.hypot((x1 + x2) / 2 - x, (y1 + y2) / 2 - y);
  });
  return away.indexOf(Math.min(...away));
}
