/** Pieces of panel that several panels use. */

import { h } from "./dom.js";

/** @typedef {import("./types.js").Offer} Offer */

/** The key a verb has when its offer names none. */
/** @type {Record<string, string>} */
const KEYS = { fire: "F", pass: "P", pass_unit: "U", pass_phase: "M", end_phase: "E", end_move: "E", ask_take_back: "Z" };

/**
 * @param {Offer} offer
 * @returns {string}
 */
export function keyFor(offer) {
  return (offer.key ?? KEYS[offer.verb] ?? "").toUpperCase();
}

/** @param {string} key */
export function kbd(key) {
  return key ? h("kbd", {}, key) : null;
}

/**
 * A rule number: quiet, at the right edge, to be read down or ignored.
 * @param {string | null | undefined} rule
 */
export function cite(rule) {
  return rule ? h("cite", { class: "rule", title: `Rule ${rule}` }, rule) : null;
}

/**
 * A signed modifier with a true minus.
 * @param {number} value
 */
export function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : "0";
}

/**
 * The button of an offer.
 * @param {Offer} offer
 * @param {{label?: string | Node, primary?: boolean, disabled?: boolean, quiet?: boolean,
 *   data?: Record<string, string>}} [how]
 */
export function offerButton(offer, how = {}) {
  const primary = how.primary ?? offer.primary ?? false;
  const look = how.quiet ? "link-button" : `button${primary ? " primary" : ""}`;
  const attrs = { type: "button", class: look, "data-verb": offer.verb, title: offer.hint, disabled: how.disabled, ...how.data };
  return h("button", attrs, h("span", {}, how.label ?? offer.label), kbd(keyFor(offer)));
}

/** @type {Record<string, string>} */
export const PHASES = {
  RPh: "Rally Phase", PFPh: "Prep Fire Phase", MPh: "Movement Phase", DFPh: "Defensive Fire Phase",
  AFPh: "Advancing Fire Phase", RtPh: "Rout Phase", APh: "Advance Phase", CCPh: "Close Combat Phase",
};
