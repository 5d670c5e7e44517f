/** Pieces of panel that several panels use. */

import { ENGLISH, gettext } from "./gettext.js";
import { counterOf } from "./store.js";
import { keep, kept } from "./kept.js";
import { h } from "./dom.js";
import { nameOf, picture } from "./counters.js";
import { beforeOf, standOf } from "./places.js";

/** @typedef {import("./types.js").Offer} Offer */

/** What stands on a key that has a long name. */
/** @type {Record<string, string>} */
const SHORT = { DELETE: "Del" };

/**
 * @param {Offer} offer
 * @returns {string}
 */
export function keyFor(offer) {
  return (offer.key ?? "").toUpperCase();
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
  if (!rule) return null;
  const cited = h("cite", { class: "rule", title: gettext("Rule %(rule)s", { rule }) }, rule);
  return rulebook ? h("a", { class: "cited", href: rulebook.replace("{rule}", encodeURIComponent(rule)), target: "_blank", rel: "noreferrer" }, cited) : cited;
}

/** The address of this reader's own rulebook, with {rule} where the number goes; "" without. */
let rulebook = asRulebook(kept("rulebook", ""));

/**
 * Takes another rulebook from now on.
 * @param {string} address
 * @returns {boolean} whether it is an address with a place for the number, or none
 */
export function useRulebook(address) {
  const found = asRulebook(address);
  if (found !== address.trim()) return false;
  rulebook = found;
  keep("rulebook", found);
  return true;
}

/** @param {string} address */
function asRulebook(address) {
  const trimmed = address.trim();
  return /^https?:\/\/\S+$/.test(trimmed) && trimmed.includes("{rule}") ? trimmed : "";
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
  const attrs = { type: "button", class: look, "data-verb": offer.verb, "data-offer": offer.n, title: offer.hint, disabled: how.disabled, ...how.data };
  return h("button", attrs, h("span", { lang: how.label ? null : ENGLISH }, how.label ?? offer.label), kbd(SHORT[keyFor(offer)] ?? keyFor(offer)));
}

/**
 * A counter to be chosen in a row.
 * @param {import("./types.js").Model} model
 * @param {string} id
 * @param {boolean} on
 * @param {Record<string, string | number>} hook  what a click on it means
 * @param {boolean} [together]  all of the row are in one hex, which need not be told
 */
export function pick(model, id, on, hook, together = false) {
  const face = counterOf(model.state, id);
  const stand = face ? standOf(face) : "";
  const label = !face ? id : beforeOf(stand) ? `${nameOf(face)}, ${model.places.name(stand)}` : face.at ? gettext("%(counter)s in %(place)s", { counter: nameOf(face), place: model.places.name(face.at) }) : gettext("%(counter)s off the map", { counter: nameOf(face) });
  return h("button", { type: "button", class: "pick", ...hook, "aria-pressed": String(on), title: label }, h("span", { class: "sr" }, label),
    face ? [h("span", { "aria-hidden": "true" }, picture(face, "piece-small")), h("span", { class: "which", "aria-hidden": "true" }, which(face, model, together))] : null);
}

/**
 * What tells a counter from those that look like it: its letter, and the hex it is in.
 * @param {import("./types.js").Face} face
 * @param {import("./types.js").Model} model
 * @param {boolean} together
 */
function which(face, model, together) {
  const letter = / ([A-Z]{1,2}[a-z]?)$/.exec(nameOf(face))?.[1] ?? "";
  const at = together ? "" : standOf(face);
  return [letter, at && model.places.name(beforeOf(at) ?? at)].filter(Boolean).join(" ");
}

/** @type {Record<string, string>} */
export const PHASES = {
  RPh: "Rally Phase", PFPh: "Prep Fire Phase", MPh: "Movement Phase", DFPh: "Defensive Fire Phase",
  AFPh: "Advancing Fire Phase", RtPh: "Rout Phase", APh: "Advance Phase", CCPh: "Close Combat Phase",
};
