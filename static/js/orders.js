/** Standing orders: what stands, and forms to give more. Drawn beside one's secrets, since nobody else hears of them. */

import { gettext } from "./gettext.js";
import { cite } from "./parts.js";
import { h } from "./dom.js";
import { mayFill, fillerOf, rowsOf, slotCommand, slotsOf } from "./slots.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").Slot} Slot */

/**
 * @param {Model} model
 */
export function ordersPart(model) {
  const offers = model.link === "replay" ? [] : model.state.offers.filter((offer) => offer.stands === "orders");
  if (!offers.length) return null;
  return h("section", { class: "orders", "data-role": "orders" }, h("h2", {}, gettext("Standing orders")),
    h("p", { class: "quiet" }, gettext("Carried out for you after as long as a player may take; nobody is told that you have given any.")),
    offers.map((offer) => (slotsOf(offer).length > 1 ? form(model, offer) : rows(model, offer))));
}

/**
 * One choice: a button for each.
 * @param {Model} model
 * @param {Offer} offer
 */
function rows({ state }, offer) {
  return h("section", { class: "order", "data-key": offer.verb, "data-order": offer.verb },
    h("p", { class: "label" }, offer.label, cite(offer.rule)),
    h("ul", {}, rowsOf(state, offer).map((row) => h("li", {},
      h("button", { type: "button", class: "row", "data-offer": offer.n, "data-row": row.index }, h("span", {}, row.filler.label))))));
}

/**
 * Several choices, of which each may be left open.
 * @param {Model} model
 * @param {Offer} offer
 */
function form(model, offer) {
  const fields = slotsOf(offer).map((slot) => h("label", {}, h("span", {}, slot.label ?? slot.name),
    h("select", { name: slot.name }, [null, ...mayFill(slot, {}).filter((value) => value !== null)].map((value) =>
      h("option", { value: JSON.stringify(value) }, fillerOf(slot, value).label || String(value))))));
  return h("form", { class: "order", "data-key": offer.verb, "data-order-form": offer.verb },
    h("p", { class: "label" }, offer.label, cite(offer.rule)), offer.hint ? h("p", { class: "hint" }, offer.hint) : null,
    fields, h("button", { class: "button" }, gettext("Give this order")));
}

/**
 * The command that a form has been filled with.
 * @param {Model} model
 * @param {HTMLFormElement} form
 * @returns {import("./types.js").Command | null}
 */
export function orderOf({ state }, form) {
  const offer = state.offers.find((one) => one.stands === "orders" && one.verb === form.dataset.orderForm);
  const said = [...new FormData(form)].map(([name, value]) => [name, JSON.parse(String(value))]);
  return offer ? slotCommand(offer, Object.fromEntries(said)) : null;
}
