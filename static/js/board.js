/** The board: the map's picture, and above it layers of what is live. Draws a scene; decides nothing. */

import { gettext } from "./gettext.js";
import { livery, seal } from "./glyphs.js";
import { cornerTab, counter, detailFor, nameOf, outline, picture, statusOf, veilWord } from "./counters.js";
import { SIZE, fan, layStack } from "./stacks.js";
import { h, patch, s, set } from "./dom.js";
import { Pointer } from "./pointer.js";
import { Later } from "./later.js";
import { View } from "./view.js";
import { keyOf } from "./store.js";
import { reachNodes, routeNodes, threadNodes, vertexNodes } from "./overlays.js";
import { Paper } from "./paper.js";
import { clamp, round } from "./places.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./stacks.js").Placed} Placed */
/** @typedef {{face: import("./types.js").Face, detail: import("./counters.js").Detail, how: "attacked" | "chosen" | "able" | null,
 *   covers: boolean}} Drawn  what the drawing of a counter depends on */

const LAYERS = ["reach", "lit", "marks", "secrets", "threads", "counters", "beads", "route", "sight", "cursor", "vertex", "fan"];
/** From one record of a hex to the next. */
const PILL = 13;
/** How many barbs the arrow of a Current has. */
const BARBS = /** @type {Record<string, number>} */ ({ slow: 1, moderate: 2, heavy: 3 });
const STEP = { duration: 180, easing: "ease-out" };
/** The scale at which labels are drawn as they are, and how much they grow below it. */
const READABLE = 1.35;
const MOST = 1.5;

export class Board {
  /** @type {Record<string, SVGElement>} */
  #layers = {};
  /** @type {Map<string, {x: number, y: number}>} */
  #stood = new Map();
  /** @type {Map<string, SVGElement>} */
  #nodes = new Map();
  /** @type {Scene | null} */
  #scene = null;
  #detail = "";
  /** How wide the bubble is. */
  #wide = 0;
  /** @type {Map<string, Drawn>} how each counter's body is drawn now */
  #drawn = new Map();
  /** Counters that are to be drawn with another detail, in a while. */
  #later = new Later(() => this.#tellBusy());

  /**
   * @param {HTMLElement} frame
   * @param {import("./places.js").Places} places
   * @param {Record<import("./types.js").Side, import("./types.js").SideCard>} sides
   * @param {import("./pointer.js").Gestures} gestures
   */
  constructor(frame, places, sides, gestures) {
    this.frame = frame;
    this.places = places;
    this.sides = sides;
    const { width, height } = places.board;
    this.bubble = h("div", { class: "bubble", "data-over-board": true, hidden: true, role: "status" });
    this.root = s("svg", { class: "map", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
      s("rect", { class: "dusk", width, height }), this.#hexes());
    for (const name of LAYERS) this.root.append((this.#layers[name] = s("g", { class: `layer-${name}` })));
    this.paper = new Paper(places.board);
    const world = h("div", { class: "world" }, this.paper.canvas, this.root);
    this.stairs = h("div", { class: "stairs", "data-over-board": true, hidden: true, role: "group", "aria-label": gettext("Levels of this hex") });
    this.inside = h("div", { class: "peek", hidden: true, "aria-hidden": "true" });
    frame.append(world, this.bubble, this.stairs, this.inside);
    this.view = new View(frame, world, { width, height }, () => this.#viewed());
    this.pointer = new Pointer(frame, this.view, gestures);
    new ResizeObserver(() => this.view.resized()).observe(frame);
  }

  #hexes() {
    const shapes = this.places.board.hexes.map((hex) => s("path", { "data-hex": hex.id, d: this.places.outline(hex) }));
    return s("g", { class: "hexes" }, shapes);
  }

  /** What lies beside the board follows it; once it rests in another scale, the map, counters and labels may need another drawing. */
  #viewed() {
    if (!this.view.moves) this.paper.sharpen(this.view.scale);
    if (!this.inside.hidden) this.peek(null);
    this.#seatBubble();
    this.#seatStairs();
    if (!this.view.moves && this.#scene && this.#level() !== this.#detail) this.draw(this.#scene);
    this.#tellBusy();
  }

  /** Whether the board is moved, or not yet drawn with the detail that its scale allows. */
  #tellBusy() {
    set(this.frame, { "aria-busy": String(this.view.moves || this.#later.busy) });
  }

  /** What depends on the scale: the drawing of the counters and the size of the labels. */
  #level() {
    return `${detailFor(SIZE * this.view.scale)} ${this.#enlarged()}`;
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.#scene = scene;
    this.#detail = this.#level();
    this.#drawLit(scene);
    this.#drawMarks(scene);
    this.#drawSecrets(scene);
    this.#drawThreads(scene);
    this.#drawCounters(scene);
    this.#drawBeads(scene);
    this.#drawTools(scene.tools);
    this.#drawCursor(scene);
    patch(this.#layers.vertex, vertexNodes(scene.vertex, this.places, this.#enlarged()));
    this.#drawFan(scene);
    this.#tellBusy();
  }

  /** @param {import("./scene.js").Tools} tools */
  #drawTools({ thread, route, reach }) {
    const larger = this.#enlarged();
    patch(this.#layers.reach, reachNodes(reach, this.places, larger));
    patch(this.#layers.route, routeNodes(route, this.places, larger));
    patch(this.#layers.sight, threadNodes(thread, this.places, larger));
  }

  /**
   * @param {string} place
   * @param {number} inset
   */
  #outline(place, inset) {
    const hex = this.places.hex(place);
    return hex ? this.places.outline(hex, inset) : "";
  }

  /** @param {Scene} scene */
  #drawLit(scene) {
    const hexes = [...scene.lit.keys()];
    const { width, height } = this.places.board;
    const hole = hexes.map((hex) => this.#outline(hex, 0)).join("");
    const shade = scene.darken && hexes.length
      ? [s("path", { class: "shade", d: `M0 0H${width}V${height}H0Z${hole}`, "fill-rule": "evenodd" })] : [];
    const rings = hexes.map((hex) =>
      s("path", { class: `lit lit-${scene.manner}`, "data-lit": hex, d: this.#outline(hex, 1.6) }));
    patch(this.#layers.lit, shade, rings);
  }

  /**
   * Objectives and Control, the places a question is about, what is fired at.
   * @param {Scene} scene
   */
  #drawMarks(scene) {
    const flags = scene.objectives.map((at) => this.#flag(at, scene.control.get(at)));
    const taken = [...scene.control].filter(([at]) => !scene.objectives.includes(at));
    const focus = [...scene.focus].map((at) => s("path", { class: "focus", "data-focus": at, d: this.#outline(at, 2) }));
    const target = scene.target
      ? [s("path", { class: "aim-casing", d: this.#outline(scene.target, 1.4) }),
        s("path", { class: "aim", "data-target": scene.target, d: this.#outline(scene.target, 1.4) })] : [];
    const picked = scene.picked ? [s("path", { class: "picked", d: this.#outline(scene.picked, 1.6) })] : [];
    const currents = scene.currents.map((one) => this.#current(one));
    patch(this.#layers.marks, currents, scene.ropes.map((one) => this.#rope(one)), flags, taken.map(([at, side]) => this.#flag(at, side)), focus, picked, target);
  }

  /**
   * @param {string} at
   * @param {string | undefined} side
   */
  #flag(at, side) {
    const hex = this.places.hex(at);
    if (!hex) return null;
    const x = round(hex.x + this.places.board.hex.w * 0.3);
    const y = round(hex.y - this.places.board.hex.h * 0.36);
    const nation = side ? this.sides[/** @type {import("./types.js").Side} */ (side)]?.nation : "";
    const colour = nation ? livery(nation).field : "none";
    return s("g", { class: "flag", transform: `translate(${x} ${y})`, "data-control": at, "data-side": side ?? "" },
      s("path", { d: "M0 9V-6", class: "pole" }), s("path", { d: "M0 -6H12L9 -2L12 2H0Z", class: "cloth", fill: colour }));
  }

  /**
   * What is strung from hex to hex: to be clicked as the counter at its end is.
   * @param {Scene["ropes"][number]} rope
   */
  #rope({ key, along, name }) {
    const points = along.map((at) => this.places.hex(at)).filter((hex) => hex).map((hex) => `${round(hex.x)} ${round(hex.y)}`);
    const d = `M${points.join("L")}`;
    return s("g", { class: "rope", "data-face": key, "data-rope": along[0] }, s("title", {}, name),
      s("path", { class: "rope-reach", d }), s("path", { class: "rope-casing", d }), s("path", { class: "rope-line", d }));
  }

  /**
   * An arrow the way the water flows, with a barb for each class of its Current.
   * @param {Scene["currents"][number]} current
   */
  #current({ at, sides, strength }) {
    const hex = this.places.hex(at);
    if (!hex) return null;
    const [first, second = first] = sides;
    const turned = 60 * (second < first ? (first + second + 6) / 2 : (first + second) / 2);
    const barbs = [..."x".repeat(BARBS[strength] ?? 1)].map((_, i) => `M-4 ${-5 + 4 * i}L0 ${-9 + 4 * i}L4 ${-5 + 4 * i}`);
    return s("g", { class: "current", "data-current": at, transform: `translate(${round(hex.x)} ${round(hex.y)}) rotate(${turned})` },
      s("path", { d: `M0 9V-9${barbs.join("")}` }));
  }

  /** @param {Scene} scene */
  #drawSecrets(scene) {
    patch(this.#layers.secrets, [...scene.notes.keys()].map((id) => this.#note(id)), [...scene.secrets].flatMap(([id, records]) => {
      const hex = this.places.byId.get(id);
      if (!hex) return [];
      const here = scene.stacks.get(id) ?? [];
      const known = here.some((face) => face.k === "minefield");
      const down = known ? -0.42 : here.length ? 0.43 : 0.34;
      const low = Math.min(hex.y + this.places.board.hex.h * down, this.places.board.height - 6);
      return [s("path", { class: "secret-hex", d: this.places.outline(hex, 2) }),
        ...records.map((record, index) => this.#secret(record, hex.x, low - index * PILL * (known ? -1 : 1)))];
    }));
  }

  /**
   * A pin where one's own note hangs, in the corner where nothing else is drawn.
   * @param {string} id
   */
  #note(id) {
    const hex = this.places.byId.get(id);
    if (!hex) return null;
    const { w, h } = this.places.board.hex;
    return s("g", { class: "note-pin", "data-noted": id, transform: `translate(${round(hex.x - w * 0.5)} ${round(hex.y)})` },
      s("path", { d: "M0 0L7 7" }), s("circle", { cx: 0, cy: 0, r: Math.max(3.6, h * 0.07) }));
  }

  /**
   * What is recorded in a hex, as a pill with the seal.
   * @param {import("./types.js").Face} record
   * @param {number} x
   * @param {number} y
   */
  #secret(record, x, y) {
    const own = record.k === "mine_record" ? { "data-mine": record.at } : {};
    return s("g", { class: "secret", "data-face": keyOf(record), "data-recorded": record.at, ...own },
      s("rect", { class: "pill", x: x - 11, y: y - 6, width: 30, height: 12, rx: 6 }),
      s("text", { class: "pill-text", x: x + 6, y: y + 3.2 }, record.letters ?? `${record.strength} A-P`),
      seal(round(x - 13), round(y), 0.62));
  }

  /** @param {Scene} scene */
  #drawThreads(scene) {
    const lines = scene.threads.flatMap(([from, to]) => {
      const [p, q] = [this.places.hex(from), this.places.hex(to)];
      if (!p || !q) return [];
      const line = { x1: p.x, y1: p.y, x2: q.x, y2: q.y };
      return [s("line", { ...line, class: "thread-casing" }), s("line", { ...line, class: "thread" })];
    });
    patch(this.#layers.threads, lines);
  }

  /** @param {Scene} scene */
  #drawCounters(scene) {
    this.view.margin = this.places.beyond(scene.stacks.keys());
    const placed = [...scene.stacks].flatMap(([id, faces]) => {
      const hex = this.places.hex(id);
      return hex ? layStack(raised(faces, scene), hex) : [];
    });
    const layer = this.#layers.counters;
    this.#later.stop();
    const wanted = new Set(placed.map((one) => one.key));
    for (const [key, node] of this.#nodes) if (!wanted.has(key)) this.#forget(key, node);
    placed.forEach((one, index) => {
      const node = this.#nodeFor(one, scene);
      if (layer.childNodes[index] !== node) layer.insertBefore(node, layer.childNodes[index] ?? null);
    });
  }

  /**
   * @param {string} key
   * @param {SVGElement} node
   */
  #forget(key, node) {
    node.remove();
    this.#nodes.delete(key);
    this.#stood.delete(key);
    this.#drawn.delete(key);
  }

  /**
   * @param {Placed} one
   * @param {Scene} scene
   * @returns {SVGElement}
   */
  #nodeFor(one, scene) {
    const { key, x, y } = one;
    const node = this.#nodes.get(key) ?? s("g", { "data-face": key });
    this.#nodes.set(key, node);
    const from = this.#stood.get(key);
    this.#stood.set(key, { x, y });
    set(node, { transform: `translate(${x} ${y})`, "data-at": one.hex, "data-stack": one.hex });
    this.#mark(node, key, scene);
    this.#dress(node, one, scene);
    if (from && (from.x !== x || from.y !== y)) this.#slide(node, from.x - x, from.y - y);
    return node;
  }

  /**
   * Draws the counter, if anything is new on it; what is only to be drawn larger or smaller, a few at a time.
   * @param {SVGElement} node
   * @param {Placed} one
   * @param {Scene} scene
   */
  #dress(node, one, scene) {
    const [had, has] = [this.#drawn.get(one.key), this.#look(one, scene)];
    const same = had && had.face === has.face && had.how === has.how && had.covers === has.covers;
    if (same && had.detail === has.detail) return;
    const draw = () => {
      this.#drawn.set(one.key, has);
      patch(node, this.#body(one, has));
    };
    if (same) this.#later.do(draw);
    else draw();
  }

  /**
   * @param {Placed} one
   * @param {Scene} scene
   * @returns {Drawn}
   */
  #look({ key, face, size, covers }, scene) {
    const how = scene.attacked.has(key) ? "attacked" : scene.chosen.has(key) ? "chosen" : scene.able.has(key) ? "able" : null;
    return { face, detail: detailFor(size * this.view.scale), how, covers };
  }

  /**
   * @param {SVGElement} node
   * @param {string} key
   * @param {Scene} scene
   */
  #mark(node, key, scene) {
    set(node, { "data-chosen": String(scene.chosen.has(key) || scene.attacked.has(key)), "data-able": String(scene.able.has(key)) });
    node.classList.toggle("changed", scene.changed.has(key));
  }

  /**
   * @param {Placed} one
   * @param {Drawn} look
   */
  #body(one, { face, detail, how, covers }) {
    return s("g", { class: "body", transform: `scale(${round(one.size) / 100})` },
      how && how !== "able" ? outline(how) : null, counter(face, detail), how === "able" ? outline(how) : null,
      cornerTab(`${this.places.location(face.at ?? "")?.mark ?? ""}${covers ? "?" : ""}`));
  }

  /**
   * A step on the map; at once where motion is not wanted.
   * @param {SVGElement} node
   * @param {number} dx
   * @param {number} dy
   */
  #slide(node, dx, dy) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const home = node.getAttribute("transform")?.match(/-?[\d.]+/g)?.map(Number) ?? [0, 0];
    const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ transform: `translate(${x}px, ${y}px)` });
    node.animate([at(home[0] + dx, home[1] + dy), at(home[0], home[1])], STEP);
  }

  /**
   * What is written at a hex's lower edge, and the label of the threads.
   * @param {Scene} scene
   */
  #drawBeads(scene) {
    const secret = scene.secrets;
    const beads = scene.tools.reach.card || scene.tools.route.on ? [] : [...scene.lit].filter(([, note]) => note).map(([id, note]) => {
      const hex = this.places.hex(id);
      if (!hex) return null;
      const wide = Math.max(24, note.length * 5.1 + 10);
      const down = secret.has(id) ? (scene.stacks.has(id) ? -0.4 : 0.06) : scene.stacks.has(id) ? 0.45 : 0.36;
      const low = Math.min(hex.y + this.places.board.hex.h * down, this.places.board.height - 8);
      return s("g", { class: "bead", "data-note": note, transform: `translate(${hex.x} ${round(low)}) scale(${this.#enlarged()})` },
        s("rect", { x: -wide / 2, y: -7, width: wide, height: 14, rx: 7 }), s("text", { y: 3.6 }, note));
    });
    const names = scene.labels ? this.places.board.hexes.map((hex) =>
      s("text", { class: "coordinate", x: hex.x, y: round(Math.max(hex.y - this.places.board.hex.h * 0.34, 9)) }, hex.name)) : [];
    patch(this.#layers.beads, names, beads, this.#threadLabel(scene));
  }

  /** How much larger labels are drawn, so that they can be read on a board that is small. */
  #enlarged() {
    return round(clamp(READABLE / this.view.scale, 1, MOST));
  }

  /**
   * On a short thread it would hide who fires at whom; the odds card says the same.
   * @param {Scene} scene
   */
  #threadLabel(scene) {
    const [from, to] = (scene.threads[0] ?? []).map((place) => this.places.hex(place));
    if (!from || !to || !scene.threadLabel) return null;
    const wide = scene.threadLabel.length * 5 + 16;
    if (Math.hypot(to.x - from.x, to.y - from.y) < wide + SIZE) return null;
    return s("g", { class: "thread-label", transform: `translate(${round((from.x + to.x) / 2)} ${round((from.y + to.y) / 2)})` },
      s("rect", { x: -wide / 2, y: -8, width: wide, height: 16, rx: 8 }), s("text", { y: 3.8 }, scene.threadLabel));
  }

  /** @param {Scene} scene */
  #drawCursor(scene) {
    const path = scene.cursor ? this.#outline(scene.cursor, 3.4) : "";
    patch(this.#layers.cursor, path
      ? [s("path", { class: "cursor-casing", d: path }), s("path", { class: "cursor", "data-cursor": scene.cursor, d: path })] : []);
  }

  /** @param {Scene} scene */
  #drawFan(scene) {
    const faces = scene.fan ? (scene.stacks.get(scene.fan) ?? []) : [];
    const hex = scene.fan ? this.places.hex(scene.fan) : undefined;
    if (!hex || faces.length < 2) {
      patch(this.#layers.fan);
      return;
    }
    const size = Math.max(SIZE, 60 / this.view.scale);
    const { placed, x, y, radius } = fan([...faces].reverse(), hex, size, this.places.board);
    patch(this.#layers.fan, s("g", { class: "fan", "data-fan": hex.id },
      s("circle", { class: "fan-disc", cx: x, cy: y, r: round(radius) }),
      s("circle", { class: "fan-hub", cx: x, cy: y, r: round(size * 0.24) }),
      s("text", { class: "fan-hex", x, y: round(y + size * 0.09), "font-size": round(size * 0.23) }, hex.name),
      placed.map((one) => this.#fanned(one, scene))));
  }

  /**
   * @param {Placed} one
   * @param {Scene} scene
   */
  #fanned(one, scene) {
    const node = s("g", { "data-face": one.key, "data-fanned": true, transform: `translate(${one.x} ${one.y})` }, this.#body(one, this.#look(one, scene)),
      s("text", { class: "fan-name", x: one.size / 2, y: one.size * 1.22, "font-size": round(one.size * 0.19) }, shortName(one.face)));
    this.#mark(node, one.key, scene);
    return node;
  }

  /**
   * A rubber band for choosing by box, in picture units; without corners it goes.
   * @param {[number, number, number, number] | null} corners
   */
  band(corners) {
    this.root.querySelector(".band")?.remove();
    if (!corners) return;
    const [x1, y1, x2, y2] = corners;
    const box = { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
    this.root.append(s("rect", { class: "band", ...box }));
  }

  /**
   * The line under a counter that is being dragged, from hex to point.
   * @param {{from: string, x: number, y: number} | null} drag
   */
  lead(drag) {
    this.root.querySelector(".lead")?.remove();
    const hex = drag ? this.places.hex(drag.from) : undefined;
    if (!drag || !hex) return;
    this.root.append(s("line", { class: "lead", x1: hex.x, y1: hex.y, x2: round(drag.x), y2: round(drag.y) }));
  }

  /**
   * A few words or buttons at a hex; null takes them away.
   * @param {string | null} place
   * @param {...(Node | string)} content
   */
  say(place, ...content) {
    this.said = place;
    this.bubble.hidden = !place;
    this.bubble.replaceChildren(...content);
    this.#wide = place ? this.bubble.offsetWidth : 0;
    this.#seatBubble();
  }

  /**
   * Where the ends of the threads are on the screen.
   * @returns {[number, number][]}
   */
  ends() {
    return this.onScreen([...new Set(this.#scene?.threads.flat())]);
  }

  /**
   * Where places are on the screen.
   * @param {string[]} places
   * @returns {[number, number][]}
   */
  onScreen(places) {
    const { left, top } = this.view.frame.getBoundingClientRect();
    return places.map((place) => this.places.hex(place)).filter((hex) => hex !== undefined)
      .map((hex) => this.view.toFrame(hex.x, hex.y)).map(([x, y]) => [x + left, y + top]);
  }

  /** The hexes that are lit, in the order in which they are offered. */
  offered() {
    return [...(this.#scene?.lit.keys() ?? [])];
  }

  /**
   * What is said of a hex that is lit, undefined of any other.
   * @param {string} hex
   */
  lit(hex) {
    return this.#scene?.lit.get(hex);
  }

  /**
   * What a stack holds, from the top, above its hex or, where there is no room, below; null takes it away.
   * @param {string | null} place
   * @param {import("./types.js").Face[]} [faces]
   */
  peek(place, faces = []) {
    const hex = place ? this.places.hex(place) : undefined;
    this.inside.hidden = !hex;
    if (!hex) return;
    this.inside.replaceChildren(...faces.map((face) => h("figure", {}, picture(face, "piece-small", "near"),
      h("figcaption", {}, h("b", {}, nameOf(face)), this.#levelOf(face), h("span", { class: "quiet" }, veilWord(face)), statusOf(face).map((word) => h("span", {}, word))))));
    const { width } = this.view.frame.getBoundingClientRect();
    const half = this.places.board.hex.h * 0.56;
    const [x, top] = this.view.toFrame(hex.x, hex.y - half);
    const [, foot] = this.view.toFrame(hex.x, hex.y + half);
    const left = clamp(x - this.inside.offsetWidth / 2, 8, Math.max(8, width - this.inside.offsetWidth - 8));
    const high = top - this.inside.offsetHeight;
    this.inside.style.transform = `translate(${round(left)}px, ${round(high > 8 ? high : foot)}px)`;
  }

  /**
   * @param {import("./types.js").Face} face
   * @returns {Node | string}
   */
  #levelOf(face) {
    const mark = this.places.location(face.at ?? "")?.mark;
    return mark ? h("em", { class: "level" }, mark) : "";
  }

  #seatBubble() {
    const hex = this.said ? this.places.hex(this.said) : undefined;
    if (!hex) return;
    const [x, y] = this.view.toFrame(hex.x, hex.y + this.places.board.hex.h * 0.42);
    const { width } = this.view.box();
    const wide = this.#wide;
    const left = clamp(x - wide / 2, 8, Math.max(8, width - wide - 8));
    this.bubble.style.transform = `translate(${round(left)}px, ${round(y)}px)`;
  }

  /**
   * Buttons beside a hex, for ways that stay in it; null takes them away.
   * @param {string | null} place
   * @param {Node[]} buttons
   */
  offerStairs(place, buttons) {
    this.climbed = place;
    this.stairs.hidden = !place;
    patch(this.stairs, buttons);
    this.#seatStairs();
  }

  #seatStairs() {
    const hex = this.climbed ? this.places.hex(this.climbed) : undefined;
    if (!hex) return;
    const [x, y] = this.view.toFrame(hex.x + SIZE * 0.62, hex.y - SIZE * 0.5);
    this.stairs.style.transform = `translate(${round(x)}px, ${round(y)}px)`;
  }

  /**
   * Shows a place and draws the eye to it once.
   * @param {string} place
   */
  show(place) {
    const hex = this.places.hex(place);
    if (!hex) return;
    this.view.reveal(hex.x, hex.y);
    const flash = s("path", { class: "flash", d: this.places.outline(hex, 1) });
    this.root.append(flash);
    setTimeout(() => flash.remove(), 1200);
  }
}

/**
 * A stack with what is chosen on top.
 * @param {import("./types.js").Face[]} faces
 * @param {Scene} scene
 */
function raised(faces, scene) {
  const up = (/** @type {import("./types.js").Face} */ face) => scene.chosen.has(keyOf(face)) || scene.attacked.has(keyOf(face));
  return [...faces.filter((face) => !up(face)), ...faces.filter(up)];
}

/**
 * The name under a fanned counter: what the drawing does not say.
 * @param {import("./types.js").Face} face
 */
function shortName(face) {
  return nameOf(face).replace(/^\d+[-+]\d /, "");
}
