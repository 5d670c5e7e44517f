/** Locations, hexes and where they lie on the picture. Units are those of the board's picture. */

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
    return this.byId.get(hexOf(place));
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
    const { width, height } = this.board;
    const across = (this.board.hex.w * 2) / 3 - inset * 1.155;
    const half = this.board.hex.h / 2 - inset;
    /** @type {[number, number][]} */
    const raw = [
      [hex.x - across, hex.y], [hex.x - across / 2, hex.y - half], [hex.x + across / 2, hex.y - half],
      [hex.x + across, hex.y], [hex.x + across / 2, hex.y + half], [hex.x - across / 2, hex.y + half],
    ];
    return raw.map(([x, y]) => [clamp(x, inset, width - inset), clamp(y, inset, height - inset)]);
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
