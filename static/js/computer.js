/** The computer as an opponent: whether it plays a side, and what is said once it has left. */

import { gettext } from "./gettext.js";
import { h } from "./dom.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Side} Side */

export const COMPUTER_LEFT = gettext("The computer cannot go on and has given its seat up.");

/**
 * Whether the computer plays a side.
 * @param {Model} model
 * @param {Side} side
 */
export function isComputer(model, side) {
  const { computer } = model.data;
  return computer?.side === side && computer.plays;
}

/**
 * That the computer has left, and where somebody may take its seat; null while it plays, or where people do.
 * @param {Model} model
 */
export function computerLeft(model) {
  const { computer, game } = model.data;
  if (!computer || computer.plays || model.link === "replay") return null;
  return h("p", { class: "notice", "data-role": "computer-left" }, COMPUTER_LEFT, " ",
    h("a", { href: `/games/${game}/` }, gettext("Somebody else may take it.")));
}
