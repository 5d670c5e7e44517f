/** Which counters stand where, in which order, and how a stack is laid out flat or in a fan. */

import { facesOf, keyOf } from "./store.js";
import { hexOf, levelOf, round, standOf } from "./places.js";

/** @typedef {import("./types.js").Face} Face */
/** @typedef {import("./store.js").State} State */
/** @typedef {{key: string, face: Face, hex: string, x: number, y: number, size: number, covers: boolean}} Placed  `covers`: a "?"
 * with something else above it */
/** @typedef {{id: string, x: number, y: number}} Spot */

/** Side of a counter and shift from one counter of a stack to the next, in picture units. */
export const SIZE = 36;
const SHIFT = 2.3;
/** The same from one level of a hex to the next. */
const FLOOR = 9;
const APART = 16.5;
/** The same from one "?" of a pile to the next, and what all of them may come to. */
const COVERED = 8;
const MOST_COVERED = 20;
const SHOWN = 5;
/** Where a known minefield and those who stand in it are drawn, from the middle of the hex. */
/** @type {[number, number]} */
const MINES_LOW = [-6, 9];
/** @type {[number, number]} */
const ABOVE_MINES = [4, -9];

/**
 * Every counter on the map, and set up beside it, by hex, bottom of the stack first. A weapon lies under its holder. Secret records are no counters.
 * @param {State} state
 * @param {boolean} asOpponent  leave out what only this side knows
 * @returns {Map<string, Face[]>}
 */
export function stacks(state, asOpponent) {
  /** @type {Map<string, Face[]>} */
  const byHex = new Map();
  const put = (/** @type {string} */ at, /** @type {Face} */ face) => {
    const hex = hexOf(at);
    byHex.set(hex, [...(byHex.get(hex) ?? []), face]);
  };
  const known = (/** @type {string} */ kind) => facesOf(state, kind).filter((face) => !asOpponent || !isOwn(face));
  for (const kind of ["minefield", "marker", "placement"]) for (const face of known(kind)) if (!face.secret) put(face.at, face);
  const weapons = known("weapon");
  const pieces = [...known("unit"), ...weapons.filter((face) => !face.holder)];
  const opened = new Set(pieces.map((face) => face.cover ?? face.stack));
  const covers = [...facesOf(state, "cover"), ...facesOf(state, "stack_off_map")].filter((face) => !opened.has(face.id));
  for (const face of [...pieces, ...covers].filter(standOf).sort(lowerFirst)) {
    for (const held of weapons) if (held.holder === face.id) put(standOf(face), held);
    put(standOf(face), face);
  }
  return byHex;
}

/**
 * Whether only its owner sees a counter: one of the setup, or one that is concealed or hidden.
 * @param {Face} face
 */
function isOwn(face) {
  return face.k === "placement" || face.cover !== undefined || Boolean(face.stack);
}

/** Upper levels above lower ones, in the open above what is under a "?", leaders on top, Dummies and weapons that nobody has below. */
/**
 * @param {Face} p
 * @param {Face} q
 */
function lowerFirst(p, q) {
  return levelOf(p.at ?? "") - levelOf(q.at ?? "") || order(coverOf(p), coverOf(q)) || rank(p) - rank(q);
}

/**
 * @param {string} p
 * @param {string} q
 */
function order(p, q) {
  if (!p || !q) return Number(!p) - Number(!q);
  return p === q ? 0 : p < q ? -1 : 1;
}

/**
 * The "?" that a counter is, or that it is under; "" if it is in the open.
 * @param {Face} face
 * @returns {string}
 */
function coverOf(face) {
  return face.k === "cover" || face.k === "stack_off_map" ? face.id : face.cover ?? face.stack ?? "";
}

/** @param {Face} face */
function rank(face) {
  if (face.k === "weapon") return -2;
  if (face.cls === "dummy") return -1;
  return face.cls === "leader" || face.cls === "hero" ? 1 : 0;
}

/**
 * The side a counter belongs to, null for things that are nobody's.
 * @param {Face} face
 * @returns {string | null}
 */
export function sideOf(face) {
  return face.side ?? face.as?.side ?? null;
}

/**
 * Lays out a stack in its hex. Two sides in one hex stand apart, so that neither hides the other, and the strength of
 * a known minefield is seen below whoever stands in it.
 * @param {Face[]} faces  bottom first
 * @param {Spot} hex
 * @returns {Placed[]}
 */
export function layStack(faces, hex) {
  const mines = faces.filter((face) => face.k === "minefield");
  const others = faces.filter((face) => face.k !== "minefield");
  if (mines.length && others.length) {
    return [...layPile(mines, moved(hex, MINES_LOW), 0), ...laySides(others, moved(hex, ABOVE_MINES))];
  }
  return laySides(faces, hex);
}

/**
 * @param {Face[]} faces
 * @param {Spot} hex
 */
function laySides(faces, hex) {
  const sides = [...new Set(faces.map(sideOf).filter((side) => side !== null))].sort();
  const mixed = sides.length > 1;
  return [...(mixed ? sides : [null])].flatMap((side, index) => {
    const pile = mixed ? faces.filter((face) => (sideOf(face) ?? sides[0]) === side) : faces;
    const aside = mixed ? (index ? APART : -APART) : 0;
    return layPile(pile, hex, aside);
  });
}

/**
 * @param {Spot} hex
 * @param {[number, number]} by
 * @returns {Spot}
 */
function moved(hex, [dx, dy]) {
  return { id: hex.id, x: hex.x + dx, y: hex.y + dy };
}

/**
 * @param {Face[]} pile
 * @param {Spot} hex
 * @param {number} aside
 * @returns {Placed[]}
 */
function layPile(pile, hex, aside) {
  const steps = stepsOf(pile);
  const lean = (steps.at(-1) ?? 0) / 2;
  return pile.map((face, index) => {
    const step = steps[index];
    const x = round(hex.x - SIZE / 2 + aside - lean + step);
    const y = round(hex.y - SIZE / 2 + 3 + aside * 0.22 + lean - step);
    const above = pile[index + 1];
    const covers = coverOf(face) !== "" && above !== undefined && coverOf(above) !== coverOf(face);
    return { key: keyOf(face), face, hex: hex.id, x, y, size: SIZE, covers };
  });
}

/**
 * How far each counter of a pile is shifted from the lowest: a little from one to the next, more where a "?" begins, and
 * most where a level does.
 * @param {Face[]} pile
 * @returns {number[]}
 */
function stepsOf(pile) {
  const hiddenBelow = Math.max(0, pile.length - SHOWN);
  const covered = Math.min(COVERED, MOST_COVERED / new Set(pile.map(coverOf)).size);
  let step = 0;
  return pile.map((face, index) => {
    const below = pile[index - 1];
    if (below && levelOf(below.at ?? "") !== levelOf(face.at ?? "")) step += FLOOR;
    else if (below && coverOf(below) !== coverOf(face)) step += covered;
    else if (index > hiddenBelow) step += SHIFT;
    return step;
  });
}

/**
 * A stack opened into a ring round its hex, each counter `size` wide.
 * @param {Face[]} faces
 * @param {{id: string, x: number, y: number}} hex
 * @param {number} size
 * @param {{width: number, height: number}} board
 * @returns {{placed: Placed[], x: number, y: number, radius: number}}
 */
export function fan(faces, hex, size, board) {
  const ring = Math.max(size * 1.12, (faces.length * size * 1.3) / (2 * Math.PI));
  const radius = ring + size * 0.84;
  const x = Math.min(Math.max(hex.x, radius), board.width - radius);
  const y = Math.min(Math.max(hex.y, radius), board.height - radius);
  const placed = faces.map((face, index) => {
    const turn = (index / faces.length) * 2 * Math.PI - Math.PI / 2;
    return {
      key: keyOf(face), face, hex: hex.id, size, covers: false,
      x: round(x + ring * Math.cos(turn) - size / 2),
      y: round(y + ring * Math.sin(turn) - size / 2 - size * 0.08),
    };
  });
  return { placed, x, y, radius };
}
