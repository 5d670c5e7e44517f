/** What one side knows alone, besides its hidden minefields: records, Booby Traps, and who is concealed or hidden. */

import { facesOf } from "./store.js";
import { isBelowTop, nameOf } from "./counters.js";
import { standOf } from "./places.js";

/** @typedef {import("./types.js").Face} Face */
/** @typedef {import("./store.js").State} State */

/**
 * Counters that nobody sees but their owner, as records of mines and the "?" of a setup.
 * @param {State} state
 * @returns {Face[]}
 */
export function secretCounters(state) {
  return facesOf(state, "marker").filter((face) => face.secret);
}

/**
 * How many things the enemy does not know, or not wholly: records, Booby Traps, stacks under a "?" or hidden.
 * @param {State} state
 */
export function secretCount(state) {
  const mines = facesOf(state, "mine_record").filter((record) => record.known !== "strength");
  return mines.length + secretCounters(state).length + facesOf(state, "booby_traps").length + veiledStacks(state).length;
}

/** @param {Face} face */
export function trapsWords(face) {
  return `Booby Traps, level ${face.level}, on board ${face.board}`;
}

/**
 * The units and Dummies under each "?", those that are hidden, and those `below` the top of a stack, with what is said of them.
 * Those off the map that are still to be set up there are nowhere, and due on a `turn`.
 * @param {State} state
 * @returns {{key: string, at: string, turn: number | null, cover: Face | undefined, below: boolean, words: string}[]}
 */
export function veiledStacks(state) {
  /** @type {Map<string, Face[]>} */
  const stacks = new Map();
  const veiled = ["unit", "weapon"].flatMap((kind) => facesOf(state, kind)).filter((face) => (face.cover !== undefined && face.at) || face.stack);
  for (const face of veiled.filter((one) => !heldBelow(state, one))) {
    const key = face.stack ?? `${face.cover} ${face.at} ${isBelowTop(face)}`;
    stacks.set(key, [...(stacks.get(key) ?? []), face]);
  }
  return [...stacks].map(([key, faces]) => {
    const off = state.faces.get(`stack_off_map:${faces[0].stack}`);
    const cover = off ?? state.faces.get(`cover:${faces[0].cover}`);
    return { key, at: standOf(off ?? faces[0]), turn: off?.turn ?? null, cover, below: isBelowTop(faces[0]), words: faces.flatMap((face) => [face, ...weaponsBelow(state, face)]).map(nameOf).join(", ") };
  });
}

/**
 * The weapons of a unit that lies beneath the top of a stack: they are as secret as it is.
 * @param {State} state
 * @param {Face} unit
 */
function weaponsBelow(state, unit) {
  return isBelowTop(unit) ? facesOf(state, "weapon").filter((face) => face.holder === unit.id) : [];
}

/**
 * @param {State} state
 * @param {Face} face
 */
function heldBelow(state, face) {
  const holder = face.k === "weapon" && state.faces.get(`unit:${face.holder}`);
  return Boolean(holder) && isBelowTop(/** @type {Face} */ (holder));
}
