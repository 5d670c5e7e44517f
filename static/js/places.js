/** Locations, hexes and where they lie on the picture. Units are those of the board's picture. */

import { gettext, ngettext } from "./gettext.js";

/** @typedef {import("./types.js").HexData} HexData */
/** @typedef {import("./types.js").BoardData} BoardData */

/**
 * `so1:E5` of `so1:E5/0`.
 * @param {string} location
 */
export function hexOf(location) {
  const cut = location.indexOf("/");
  return cut < 0 ? location : location.slice(0, cut);
}

/**
 * The level of a Location, 0 if it names none; inside a pillbox half a level below its ground.
 * @param {string} location
 */
export function levelOf(location) {
  const cut = location.indexOf("/");
  return cut < 0 ? 0 : Number.parseInt(location.slice(cut + 1), 10) - (location.endsWith("p") ? 0.5 : 0);
}

/** Between the map's edge and the middle of the nearest place off it, and from one such place to the next. */
const OFF = 30;
const FARTHER = 48;
/** From the middle of a stack to its outermost corner. */
export const REACH = 28;
/** How far beyond a vertex a point still means it, as a part of a hex's height. */
const HANDLE = 0.3;
const BEFORE = /^(.+)~(\d+)$/;

/**
 * Where a counter is drawn: its Location, or for who has been set up off the map (A2.51) a place beside the edge, before
 * a hex and so many hexes off: `so1:A5~0`. "" for who is nowhere.
 * @param {import("./types.js").Face} face
 * @returns {string}
 */
export function standOf(face) {
  return face.at ?? (face.before ? `${face.before}~${face.back}` : "");
}

/**
 * The hex before which a place off the map lies, null of one on it.
 * @param {string} place
 * @returns {string | null}
 */
export function beforeOf(place) {
  return BEFORE.exec(place)?.[1] ?? null;
}

export class Places {
  /** @param {BoardData} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<string, HexData>} */
    this.byId = new Map(board.hexes.map((hex) => [hex.id, hex]));
  }

  /**
   * The hex or Location as players say it: `E5`, `E5 level 1`, `4E5` where the board has its number.
   * @param {string} place
   */
  name(place) {
    const [, before, back] = BEFORE.exec(place) ?? [];
    if (before && back === "0") return gettext("off the map before %(place)s", { place: this.name(before) });
    if (before) return ngettext("%(n)s hex off the map before %(place)s", "%(n)s hexes off the map before %(place)s", Number(back) + 1, { place: this.name(before) });
    return this.location(place)?.name ?? this.byId.get(hexOf(place))?.name ?? String(hexOf(place).split(":").at(-1));
  }

  /**
   * @param {string} place
   * @returns {import("./types.js").LocationData | undefined} undefined for a hex
   */
  location(place) {
    return place.includes("/") ? this.hex(place)?.locations.find((one) => one.id === place) : undefined;
  }

  /**
   * @param {string} place
   * @returns {HexData | undefined}
   */
  hex(place) {
    return this.byId.get(hexOf(place)) ?? this.#offMap(hexOf(place));
  }

  /**
   * A place off the map, beside the edge that its hex lies at.
   * @param {string} place
   * @returns {HexData | undefined}
   */
  #offMap(place) {
    const [, before, back] = BEFORE.exec(place) ?? [];
    const hex = before ? this.byId.get(before) : undefined;
    if (!hex) return undefined;
    const { width, height } = this.board;
    const out = OFF + FARTHER * Number(back);
    const [, x, y] = [
      /** @type {[number, number, number]} */ ([hex.x, -out, hex.y]), /** @type {[number, number, number]} */ ([width - hex.x, width + out, hex.y]),
      /** @type {[number, number, number]} */ ([hex.y, hex.x, -out]), /** @type {[number, number, number]} */ ([height - hex.y, hex.x, height + out]),
    ].reduce((least, one) => (one[0] < least[0] ? one : least));
    return { ...hex, id: place, name: `→ ${hex.name}`, x, y, terrain: "", notes: [], locations: [] };
  }

  /**
   * How far counters in these places reach beyond the edges of the picture: left, right, top and foot. Half of one stands out
   * even in a hex that is cut by the edge.
   * @param {Iterable<string>} places
   * @returns {{left: number, right: number, top: number, foot: number}}
   */
  beyond(places) {
    const { width, height } = this.board;
    const there = [...places].map((place) => this.hex(place)).filter((hex) => hex !== undefined);
    const most = (/** @type {(hex: HexData) => number} */ by) => Math.max(0, ...there.map((hex) => by(hex) + REACH));
    return { left: most((hex) => -hex.x), right: most((hex) => hex.x - width), top: most((hex) => -hex.y), foot: most((hex) => hex.y - height) };
  }

  /**
   * The hex that contains a point, or null off the board.
   * @param {number} x
   * @param {number} y
   * @returns {HexData | null}
   */
  at(x, y) {
    const { width, height } = this.board;
    if (x < 0 || y < 0 || x > width || y > height) return null;
    return this.nearest(x, y);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {HexData | null}
   */
  nearest(x, y) {
    let best = null;
    let least = Infinity;
    for (const hex of this.board.hexes) {
      const distance = (hex.x - x) ** 2 + (hex.y - y) ** 2;
      if (distance < least) [best, least] = [hex, distance];
    }
    return best;
  }

  /**
   * Corners clockwise from the left, cut at the edge of the board; `inset` shrinks the hex (picture units).
   * @param {HexData} hex
   * @param {number} [inset]
   * @returns {[number, number][]}
   */
  corners(hex, inset = 0) {
    const isOff = beforeOf(hex.id) !== null;
    const { width, height } = this.board;
    const across = (this.board.hex.w * 2) / 3 - inset * 1.155;
    const half = this.board.hex.h / 2 - inset;
    /** @type {[number, number][]} */
    const raw = [
      [hex.x - across, hex.y], [hex.x - across / 2, hex.y - half], [hex.x + across / 2, hex.y - half],
      [hex.x + across, hex.y], [hex.x + across / 2, hex.y + half], [hex.x - across / 2, hex.y + half],
    ];
    return isOff ? raw : raw.map(([x, y]) => [clamp(x, inset, width - inset), clamp(y, inset, height - inset)]);
  }

  /**
   * A vertex of a hex; they are numbered clockwise from the upper left one.
   * @param {HexData} hex
   * @param {number} vertex
   */
  vertex(hex, vertex) {
    const [x, y] = this.corners(hex)[(vertex + 1) % 6];
    return { x, y };
  }

  /**
   * The vertex of a hex that a point means: any in the hex, or not far beyond the vertex.
   * @param {HexData} hex
   * @param {number[]} vertices  those to choose from
   * @param {number} x
   * @param {number} y
   * @returns {number | null}
   */
  vertexNear(hex, vertices, x, y) {
    const near = vertices.map((one) => ({ one, ...this.vertex(hex, one) }))
      .map(({ one, x: atX, y: atY }) => ({ one, far: Math.hypot(atX - x, atY - y) }))
      .sort((a, b) => a.far - b.far)[0];
    const isMeant = near && (this.nearest(x, y)?.id === hex.id || near.far < this.board.hex.h * HANDLE);
    return isMeant ? near.one : null;
  }

  /**
   * A closed path round a hex.
   * @param {HexData} hex
   * @param {number} [inset]
   */
  outline(hex, inset = 0) {
    return `M${this.corners(hex, inset).map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
  }

  /**
   * The next hex from `hex` in a direction of the arrow keys. Sideways the row nearest to `line` is kept, so that
   * the cursor runs straight along the board rather than climbing the grain.
   * @param {HexData} hex
   * @param {"up" | "down" | "left" | "right"} way
   * @param {number} line  height at which a sideways run began
   * @returns {HexData}
   */
  step(hex, way, line) {
    const { w, h } = this.board.hex;
    if (way === "up" || way === "down") {
      const y = hex.y + (way === "up" ? -h : h);
      return this.#close(hex.x, y) ?? hex;
    }
    const x = hex.x + (way === "left" ? -w : w);
    const steps = [this.#close(x, hex.y - h / 2), this.#close(x, hex.y + h / 2)].filter((next) => next !== null);
    steps.sort((p, q) => Math.abs(p.y - line) - Math.abs(q.y - line));
    return steps[0] ?? hex;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #close(x, y) {
    const found = this.nearest(x, y);
    return found && Math.hypot(found.x - x, found.y - y) < this.board.hex.h / 3 ? found : null;
  }
}

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/** @param {number} value */
export function round(value) {
  return Math.round(value * 100) / 100;
}
