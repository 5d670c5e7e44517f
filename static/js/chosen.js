/** The Selection panel: the chosen counters large, what ails them, and what is offered to each. */

import { ENGLISH, gettext, ngettext } from "./gettext.js";
import { nameOf, picture, statusOf, veilWord } from "./counters.js";
import { actors, actorsOf, leadersOf } from "./offers.js";
import { clockOf, counterOf, facesOf, mySide } from "./store.js";
import { counterSlot, fillerOf } from "./slots.js";
import { h, patch } from "./dom.js";
import { cite } from "./parts.js";
import { hexOf } from "./places.js";
import { sideOf, stacks } from "./stacks.js";
import { standsAt } from "./scene.js";
import { strungOver } from "./words.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Face} Face */

/** More counters than this are drawn smaller, so that all of them can be seen. */
const FEW = 4;

/**
 * @param {Element} panel
 * @param {Model} model
 */
export function drawChosen(panel, model) {
  const { director } = model.choice;
  const ids = [...new Set([...leadersOf(director), ...model.choice.units])];
  const faces = ids.length ? ids.map((id) => counterOf(model.state, id)).filter((face) => face !== undefined) : looked(model);
  const place = (ids.length && faces[0] && standsAt(model.state, faces[0].id)) || model.choice.inspect;
  const cards = place ? strungOver(model, hexOf(place)).map((face) => strung(model, face)) : [];
  const list = faces.length ? h("ul", { class: faces.length > FEW ? "chosen-list many" : "chosen-list" }, faces.map((face) => item(model, face)))
    : h("p", { class: "quiet" }, empty(model));
  patch(panel, h("header", { class: "kicker" }, h("span", { class: "label" }, place ? [`${gettext("Selection")} · `, h("span", { lang: ENGLISH }, where(model, place))] : gettext("Selection")),
    h("span", { class: "quiet" }, ids.length ? ngettext("%(n)s chosen", "%(n)s chosen", ids.length) : "")),
  ids.length ? [list, ...cards] : [...cards, list],
  place ? ofWater(model, hexOf(place)).map((text) => h("p", { class: "quiet", lang: ENGLISH, "data-role": "water" }, text)) : []);
}

/** The directions that hexsides lie in, from the north clockwise. */
const DIRECTIONS = ["north", "northeast", "southeast", "south", "southwest", "northwest"];

/**
 * What lies over several hexes, as a fording line does: whose it is, where it runs, and who is in which of its hexes.
 * @param {Model} model
 * @param {Face} face
 */
function strung(model, face) {
  const standing = stacks(model.state, model.asOpponent);
  const whose = face.side ? model.data.scenario.sides[/** @type {import("./types.js").Side} */ (face.side)].name : "";
  const along = /** @type {string[]} */ (face.along ?? []);
  const there = along.flatMap((hex) => inHex(model.state, standing.get(hex) ?? []).map((who) => gettext("%(counter)s in %(place)s", { counter: who, place: model.places.name(hex) })));
  return h("section", { class: "strung", "data-strung": face.id, "aria-label": face.name },
    h("header", {}, h("b", { lang: ENGLISH }, face.name), whose ? h("span", { class: "quiet" }, whose) : null),
    h("p", {}, along.map((hex) => h("button", { type: "button", class: "link-button", "data-show": hex, "aria-label": gettext("Show %(place)s on the board", { place: model.places.name(hex) }) }, model.places.name(hex)))),
    h("p", { class: "quiet" }, there.join("; ") || gettext("Nobody is on it.")));
}

/**
 * Who is in a hex, each with what ails him.
 * @param {import("./store.js").State} state
 * @param {Face[]} there
 */
function inHex(state, there) {
  const who = there.filter((face) => face.k === "unit" || face.k === "cover").reverse();
  return who.map((face) => [nameOf(face), ...statusWords(state, face)].join(", "));
}

/**
 * What is to be known of the water of a hex: its Current with what that does to swimmers.
 * @param {Model} model
 * @param {string} hex
 * @returns {string[]}
 */
function ofWater(model, hex) {
  return facesOf(model.state, "waters").filter((face) => face.flows[hex]).map((face) => {
    const to = face.flows[hex].map((/** @type {number} */ side) => DIRECTIONS[side]).join(" and ");
    return `A ${face.current} current to the ${to}: ${face.danger}.`;
  });
}

/**
 * What stands in the hex looked at.
 * @param {Model} model
 * @returns {Face[]}
 */
function looked(model) {
  const { inspect } = model.choice;
  return inspect ? [...(stacks(model.state, model.asOpponent).get(inspect) ?? [])].reverse() : [];
}

/**
 * @param {Model} model
 * @param {string} place
 */
function where(model, place) {
  const hex = model.places.hex(place);
  return hex?.terrain ? `${model.places.name(place)}, ${hex.terrain}` : model.places.name(place);
}

/** @param {Model} model */
function empty(model) {
  if (model.choice.inspect) return gettext("Nothing stands here that you can see.");
  return actors(model.state).size ? gettext("Click a counter, or press Tab for the next that can act.") : gettext("Click a hex or a counter to look at it.");
}

/**
 * @param {Model} model
 * @param {Face} face
 */
function item(model, face) {
  const words = statusWords(model.state, face);
  const may = face.k === "unit" || face.k === "weapon" ? offered(model, face) : [];
  const mine = sideOf(face) === mySide(model.state);
  const nothing = model.link !== "replay" && mine && !may.length && model.state.now?.side === mySide(model.state);
  const left = (face.as ?? face).mf_left ?? null;
  return h("li", { "data-chosen-unit": face.id }, picture(face), h("b", { lang: ENGLISH }, nameOf(face)),
    veilWord(face) ? h("span", { class: "sr" }, veilWord(face)) : null,
    words.length ? h("span", { class: "ails", lang: ENGLISH }, words.join(", ")) : null,
    left === null ? null : h("span", {}, gettext("%(left)s MF left", { left })),
    may.map((one) => h("span", { class: "may", lang: ENGLISH }, one.text, cite(one.rule))),
    nothing ? h("span", { class: "quiet" }, gettext("nothing offered now")) : null);
}

/**
 * What ails a counter. Before play nobody is shown who carries what.
 * @param {import("./store.js").State} state
 * @param {Face} face
 */
function statusWords(state, face) {
  const body = face.as ?? face;
  const words = statusOf(face);
  const isLeft = body.holder === null && body.k === "weapon";
  if (isLeft && clockOf(state)?.stage !== "setup") words.push("unpossessed");
  return words;
}

/**
 * @param {Model} model
 * @param {Face} face
 */
function offered(model, face) {
  return model.state.offers.filter((offer) => offer.stands !== "aside" && actorsOf(offer).includes(face.id)).map((offer) => {
    const slot = counterSlot(offer);
    const note = slot ? fillerOf(slot, face.id).label : "";
    return { text: note ? `${offer.label}: ${note}` : offer.label, rule: offer.rule };
  });
}
