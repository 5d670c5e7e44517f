/** Offers made of slots, as they are drawn: lists whose rows act at once, and forms that are filled slot by slot. */

import { ENGLISH, gettext, ngettext } from "./gettext.js";
import { allRows, counterSlot, errandKey, errands, errandsInHand, filledOf, fillerOf, hasButton, mayFill, numberedSlot, slotCommand, slotsOf, stacksInHand, unfolded } from "./slots.js";
import { cite, kbd, offerButton, pick } from "./parts.js";
import { placeInHand } from "./offers.js";
import { counterOf } from "./store.js";
import { emphasised, h } from "./dom.js";
import { nameOf as nameOfFace } from "./counters.js";
import { vertexIcon } from "./glyphs.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").Slot} Slot */
/** @typedef {import("./types.js").Filled} Filled */
/** @typedef {import("./slots.js").Row} Row */

/**
 * Everything that is offered as slots to the one at this page.
 * @param {Model} model
 */
export function slotParts(model) {
  const { choice, state } = model;
  const rows = allRows(state, choice);
  const numbers = new Map(rows.slice(0, 9).map((row, index) => [row.key, String(index + 1)]));
  const drawn = unfolded(state, choice);
  const stacks = stacksInHand(state, choice);
  if (stacks.length) return [whereFrom(model, stacks)];
  return [...drawn.lists.map((offer) => list(model, offer, rows.filter((row) => row.offer === offer), numbers)),
    ...drawn.forms.map((offer) => form(model, offer))];
}

/**
 * A line of what may be done besides; the one pressed is drawn, and pressed again is folded.
 * @param {Model} model
 */
export function errandsPart(model) {
  const choices = errandChoices(model);
  return choices.length ? h("div", { class: "errands", role: "group", "aria-label": gettext("More") }, h("span", { class: "label" }, gettext("More")), choices) : null;
}

/**
 * A button for each errand; those that share what they are taken in hand by share it.
 * @param {Model} model
 */
export function errandChoices({ choice, state }) {
  const inHand = errandsInHand(state, choice).map((offer) => errandKey(state, offer));
  const byKey = new Map(errands(state, choice).map((offer) => [`${errandKey(state, offer)} ${shortly(offer)}`, offer]));
  return [...byKey.values()].map((offer) => {
    const key = errandKey(state, offer);
    return h("button", { type: "button", "data-errand": key, "aria-expanded": String(inHand.includes(key)), title: offer.label }, shortly(offer));
  });
}

/** @param {Offer} offer */
function shortly(offer) {
  return offer.label.split(", ")[0];
}

/**
 * @param {Model} model
 * @param {Offer} offer
 * @param {Row[]} drawn  those of its rows that are
 * @param {Map<string, string>} numbers
 */
function list(model, offer, drawn, numbers) {
  const rows = drawn.map((row) => {
    const attrs = { type: "button", class: isChosen(model, row) ? "row chosen" : "row", "data-verb": offer.verb, "data-offer": offer.n, "data-row": row.index, "data-looked": offer.odds ? row.key : null };
    return h("li", {}, h("button", attrs, words(model, row), kbd(numbers.get(row.key) ?? "")));
  });
  const isErrand = errandsInHand(model.state, model.choice).includes(offer);
  if (slotsOf(offer)[0].kind !== "unit" && !isErrand) return h("ol", { class: "options", "aria-label": offer.label, "data-key": offer.verb }, rows);
  return h("section", { class: "unit-verbs", "data-key": offer.verb },
    h("p", { class: "label", lang: ENGLISH }, offer.label, cite(offer.rule)), h("ul", {}, rows));
}

/**
 * @param {Model} model
 * @param {Row} row
 */
function isChosen(model, row) {
  const { choice } = model;
  return choice.row === row.key || (slotsOf(row.offer)[0].kind === "unit" && choice.units.has(String(row.filler.value)));
}

/**
 * @param {Model} model
 * @param {Row} row
 */
function words(model, row) {
  const [first, second] = slotsOf(row.offer);
  if (first.kind !== "unit") return [h("span", {}, emphasised(row.filler.label || model.places.name(row.at)))];
  const note = second ? said(model, second, row.filled[second.name]) : row.filler.label ?? "";
  return [h("b", {}, nameOf(model, row.filler.value)), h("span", { class: "quiet" }, ` ${model.places.name(row.at)}`), h("span", { class: "row-note" }, note)];
}

/**
 * What a slot is filled with, in words.
 * @param {Model} model
 * @param {Slot} slot
 * @param {any} value
 */
function said(model, slot, value) {
  if (value === null) return slot.empty;
  const { label } = fillerOf(slot, value);
  const words = label || (slot.kind === "unit" ? nameOf(model, value) : String(value));
  return slot.label ? `${slot.label} ${words}` : words;
}

/**
 * An errand that is offered in several places, as they are lit on the board.
 * @param {Model} model
 * @param {ReturnType<typeof stacksInHand>} stacks
 */
function whereFrom({ places }, stacks) {
  const [{ offer }] = stacks;
  const isSaidOfAll = stacks.every((one) => one.offer.hint === offer.hint);
  return h("section", { class: "slots", "data-key": offer.verb },
    h("p", { class: "label", lang: ENGLISH }, offer.label, cite(offer.rule)),
    offer.hint && isSaidOfAll ? h("p", { class: "hint", lang: ENGLISH }, offer.hint) : null,
    h("p", { class: "hint" }, ngettext("Choose the place lit on the board.", "Choose one of the %(n)s places lit on the board.", stacks.length)),
    h("div", { class: "segmented", role: "group", "aria-label": gettext("From where") }, stacks.map((one) =>
      h("button", { type: "button", "data-stack": one.at }, places.name(one.at)))));
}

/**
 * @param {Model} model
 * @param {Offer} offer
 */
function form(model, offer) {
  const filled = filledOf(offer, model.choice);
  const numbered = numberedSlot(model.state, model.choice);
  return h("section", { class: "slots", "data-key": offer.verb },
    h("p", { class: "label", lang: ENGLISH }, offer.label, cite(offer.rule)),
    offer.hint ? h("p", { class: "hint", lang: ENGLISH }, offer.hint) : null,
    slotsOf(offer).map((slot, at) => isOpen(slot, filled) && h("div", { class: "slot", "data-slot": slot.name },
      slot.label && slot.kind !== "flag" ? h("p", { class: "quiet" }, slot.label) : null, field(model, offer, at, filled, slot === numbered?.slot))),
    errandsInHand(model.state, model.choice).includes(offer) ? null : h("div", { class: "buttons" }, formButton(model, offer)));
}

/**
 * @param {Model} model
 * @param {Offer} offer
 */
function formButton(model, offer) {
  return offerButton(offer, { disabled: !slotCommand(offer, filledOf(offer, model.choice)) });
}

/**
 * The button of the errand in hand, where it has one: it stands with those that do something.
 * @param {Model} model
 */
export function errandButtons(model) {
  const [stack] = stacksInHand(model.state, model.choice);
  if (stack) return [offerButton(stack.offer, { disabled: true })];
  return errandsInHand(model.state, model.choice).filter(hasButton).map((offer) => formButton(model, offer));
}

/**
 * Whether it can be said yet what may fill a slot: nothing is asked that depends on a choice still to be made.
 * @param {Slot} slot
 * @param {Filled} filled
 */
function isOpen(slot, filled) {
  if (!slot.by) return true;
  const before = filled[slot.by];
  return before !== undefined && !(Array.isArray(before) && !before.length);
}

/**
 * @param {Model} model
 * @param {Offer} offer
 * @param {number} at  the slot's place among the others
 * @param {Filled} filled
 * @param {boolean} numbered
 */
function field(model, offer, at, filled, numbered) {
  const slot = slotsOf(offer)[at];
  const values = mayFill(slot, filled);
  const hook = (/** @type {any} */ value) => ({ "data-offer": offer.n, "data-slot-at": at, "data-fill": JSON.stringify(value) });
  const on = (/** @type {any} */ value) => (Array.isArray(filled[slot.name]) ? filled[slot.name].includes(value) : filled[slot.name] === value);
  switch (slot.kind) {
    case "unit":
    case "units": return h("div", { class: "firers" }, values.map((value) => (value === null
      ? h("button", { type: "button", class: "button", ...hook(null), "aria-pressed": String(on(null)) }, slot.empty)
      : pick(model, value, on(value), hook(value)))), !values.length && slot !== counterSlot(offer) ? h("p", { class: "hint" }, gettext("Nobody.")) : null);
    case "flag": return h("label", { class: "toggle" }, h("input", { type: "checkbox", ...hook(true), checked: on(true), disabled: !values.includes(true) }), h("span", {}, slot.label));
    case "vertex": return h("div", { class: "segmented vertices", role: "group", "aria-label": slot.label ?? slot.name }, values.map((value, index) =>
      h("button", { type: "button", ...hook(value), "aria-pressed": String(on(value)), title: fillerOf(slot, value).label, "aria-label": fillerOf(slot, value).label }, vertexIcon(value), numbered ? kbd(String(index + 1)) : null)));
    case "number": return h("div", { class: "segmented", role: "group", "aria-label": slot.label ?? slot.name }, values.map((value, index) =>
      h("button", { type: "button", ...hook(value), "aria-pressed": String(on(value)) }, value === null ? slot.empty : fillerOf(slot, value).label || String(value), numbered && index < 9 ? kbd(String(index + 1)) : null)));
    case "option": return h("ol", { class: "options", "aria-label": slot.label ?? slot.name }, values.map((value, index) =>
      h("li", {}, h("button", { type: "button", class: on(value) ? "row chosen" : "row", ...hook(value), "aria-pressed": String(on(value)) },
        h("span", {}, emphasised(said(model, { ...slot, label: "" }, value) ?? "")), numbered && index < 9 ? kbd(String(index + 1)) : null))));
    case "pieces": return h("p", { class: "hint" }, filled[slot.name].length ? gettext("%(n)s in hand", { n: filled[slot.name].length }) : gettext("Choose counters in the tray."));
    default: return placeField(model, offer, slot, filled[slot.name]);
  }
}

/**
 * @param {Model} model
 * @param {Offer} offer
 * @param {Slot} slot
 * @param {string | null | undefined} at
 */
function placeField(model, offer, slot, at) {
  const asking = placeInHand(model.state, model.choice);
  const isAsked = asking?.offer === offer && asking.slot === slot;
  const count = isAsked ? asking.places.length : 0;
  const words = at ? h("b", {}, model.places.name(at)) : isAsked ? ngettext("Choose the place lit on the board.", "Choose one of the %(n)s places lit on the board.", count) : null;
  return [words ? h("p", { class: "hint" }, words) : null,
    asking?.offer === offer ? null : h("button", { type: "button", class: "link-button", "data-mode": errandKey(model.state, offer) }, gettext("Choose on the board"))];
}

/**
 * @param {Model} model
 * @param {any} id
 * @returns {string}
 */
function nameOf(model, id) {
  const face = counterOf(model.state, String(id));
  return face ? nameOfFace(face) : String(id);
}
