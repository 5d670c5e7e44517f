/** Offers made of slots: what may fill each, the rows that fill all of them at a stroke, and the command they come to.
 * Everything here goes by the kinds of slots; nothing knows a verb. */

import { counterOf, facesOf } from "./store.js";

/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").Slot} Slot */
/** @typedef {import("./types.js").Filler} Filler */
/** @typedef {import("./types.js").Filled} Filled */
/** @typedef {import("./store.js").State} State */
/** @typedef {import("./selection.js").Selection} Selection */
/** @typedef {{offer: Offer, filled: Filled, filler: Filler, at: string, key: string, index: number}} Row */

/** Forms that need a place or counters as target, so that only one of them can be in hand at a time. */
export const AIMED = new Set(["units_to", "fire", "cc"]);

const COUNTERS = new Set(["unit", "units"]);
const SEVERAL = new Set(["units", "pieces"]);
const PLACES = new Set(["hex", "place"]);
/** What is chosen from a list that keys may number. */
const NUMBERED = new Set(["vertex", "option", "number"]);
/** What one row of a list may stand for: one of these, or a counter and one thing more. */
const FIRST = new Set(["unit", "option", "hex", "place"]);
const SECOND = new Set(["unit", "option"]);
/** Places beyond these are chosen on the board alone, instead of from a list. */
const MOST_PLACES = 9;

/**
 * What may fill a slot after the slots before it; null leaves it empty.
 * @param {Slot} slot
 * @param {Filled} filled
 * @returns {any[]}
 */
export function mayFill(slot, filled) {
  const isFlag = slot.kind === "flag";
  /** @type {any[]} */
  const all = isFlag ? [null, true] : (slot.of ?? []).map((one) => one.value);
  if (slot.empty) all.push(null);
  if (!slot.by) return all;
  const before = filled[slot.by];
  const lists = (Array.isArray(before) && before.length ? before : [before]).map((value) => slot.allows?.[String(value ?? "")] ?? []);
  return all.filter((value) => lists.every((list) => (isFlag && value === null) || list.includes(value)));
}

/**
 * What is said of a value, and where it is.
 * @param {Slot} slot
 * @param {any} value
 * @returns {Filler}
 */
export function fillerOf(slot, value) {
  return (slot.of ?? []).find((one) => one.value === value) ?? { value, label: value === null ? slot.empty : "" };
}

/**
 * The slot that counters chosen on the board fill.
 * @param {Offer} offer
 * @returns {Slot | undefined}
 */
export function counterSlot(offer) {
  return slotsOf(offer).find((slot) => COUNTERS.has(slot.kind));
}

/**
 * @param {Offer} offer
 * @returns {Slot[]}
 */
export function slotsOf(offer) {
  return offer.slots ?? [];
}

/**
 * Whether an offer is for counters of the tray alone, and so is drawn there.
 * @param {Offer} offer
 */
export function isOfTray(offer) {
  const [slot, ...others] = slotsOf(offer);
  return slot?.kind === "pieces" && !others.length;
}

/**
 * Whether an offer is about one's own records alone, and so is drawn beside them.
 * @param {State} state
 * @param {Offer} offer
 */
export function isOfRecords(state, offer) {
  const [slot, ...others] = slotsOf(offer);
  if (slot?.kind !== "hex" || others.length) return false;
  const recorded = new Set(facesOf(state, "mine_record").map((face) => face.at));
  return mayFill(slot, {}).every((hex) => recorded.has(hex));
}

/** @param {Offer} offer */
function isList(offer) {
  const [first, second, ...others] = slotsOf(offer);
  if (!first || others.length || !FIRST.has(first.kind)) return false;
  if (PLACES.has(first.kind) && mayFill(first, {}).length > MOST_PLACES) return false;
  return !second || (first.kind === "unit" && SECOND.has(second.kind));
}

/**
 * Whether an offer has a button of its own, which its key stands for; rows of lists have numbers.
 * @param {Offer} offer
 */
export function hasButton(offer) {
  return offer.form === "button" || offer.form === "cc" || (slotsOf(offer).length > 0 && !isList(offer));
}

/**
 * What is offered to be done, standing orders apart.
 * @param {State} state
 */
function inPlay(state) {
  return state.offers.filter((offer) => offer.stands !== "orders");
}

/**
 * Offers that are drawn as a list: every row is a whole command.
 * @param {State} state
 * @returns {Offer[]}
 */
export function lists(state) {
  return inPlay(state).filter((offer) => isList(offer) && !isOfRecords(state, offer));
}

/**
 * Offers that are filled slot by slot.
 * @param {State} state
 * @returns {Offer[]}
 */
export function forms(state) {
  return inPlay(state).filter((offer) => slotsOf(offer).length && !isList(offer) && !isOfTray(offer) && !isOfRecords(state, offer));
}

/**
 * The rows of a list, in the order in which they are offered.
 * @param {State} state
 * @param {Offer} offer
 * @returns {Row[]}
 */
export function rowsOf(state, offer) {
  const [first, second] = slotsOf(offer);
  return mayFill(first, {}).flatMap((value) => {
    const one = { [first.name]: value };
    const filled = second ? mayFill(second, one).map((other) => ({ ...one, [second.name]: other })) : [one];
    const filler = fillerOf(first, value);
    return filled.map((all) => ({ offer, filled: all, filler, at: placeOfFiller(state, first, filler), key: JSON.stringify([offer.verb, all]) }));
  }).map((row, index) => ({ ...row, index }));
}

/**
 * What may be done besides the main thing, folded until it is taken in hand. During setup, and while counters may be sent
 * anywhere or fire, that is every list and form; where a form comes first, all else; or else the forms, unless there is nothing
 * but one, and what stands aside.
 * @param {State} state
 * @returns {Offer[]}
 */
function folded(state) {
  const [rows, filled] = [lists(state), forms(state)];
  if (state.now?.kind === "setup" || hasAimed(state)) return [...rows, ...filled];
  const first = filled.find((offer) => offer.primary);
  if (first) return [...rows, ...filled].filter((offer) => offer !== first);
  const main = filled.filter((offer) => offer.stands !== "aside");
  return rows.length + main.length > 1 ? filled : filled.filter((offer) => !main.includes(offer));
}

/**
 * What an errand is taken in hand by: its verb, or its label too, but for the number left and the cost, where offers that are called
 * otherwise share that.
 * @param {State} state
 * @param {Offer} offer
 */
export function errandKey(state, offer) {
  const isShared = state.offers.some((other) => other.verb === offer.verb && called(other) !== called(offer));
  return isShared ? `${offer.verb} ${called(offer)}` : offer.verb;
}

/** @param {Offer} offer */
function called(offer) {
  return offer.label.replace(/(, | \().*$/, "");
}

/**
 * What the counters chosen may do besides the main thing; what anybody may while none is chosen.
 * @param {State} state
 * @param {Selection} choice
 * @returns {Offer[]}
 */
export function errands(state, choice) {
  return folded(state).filter((offer) => concerns(offer, choice));
}

/** @param {State} state */
function hasAimed(state) {
  return state.offers.some((offer) => AIMED.has(offer.form));
}

/**
 * Whether an offer is for any of the counters chosen, or nobody is.
 * @param {Offer} offer
 * @param {Selection} choice
 */
function concerns(offer, choice) {
  const slot = counterSlot(offer);
  return !slot || !choice.units.size || mayFill(slot, {}).some((id) => choice.units.has(id));
}

/**
 * The errand in hand; several if they share their verb and what they are called.
 * @param {State} state
 * @param {Selection} choice
 * @returns {Offer[]}
 */
export function errandsInHand(state, choice) {
  const offered = errands(state, choice);
  const mode = choice.mode ?? impliedErrand(state, choice, offered);
  return offered.filter((offer) => errandKey(state, offer) === mode);
}

/**
 * The Locations that an errand in hand is offered in, each by an offer of its own, while it is not said yet which is meant.
 * @param {State} state
 * @param {Selection} choice
 * @returns {{offer: Offer, at: string, units: string[]}[]}
 */
export function stacksInHand(state, choice) {
  const offers = choice.units.size ? [] : errandsInHand(state, choice);
  if (offers.length < 2 || offers.some(isList)) return [];
  const stacks = offers.flatMap((offer) => {
    const slot = counterSlot(offer);
    const units = slot ? mayFill(slot, {}).filter((id) => id !== null).map(String) : [];
    const places = new Set(units.map((id) => String(counterOf(state, id)?.at ?? "")));
    const [at] = places;
    return at && places.size === 1 ? [{ offer, at, units: slot?.kind === "units" ? units : units.slice(0, 1) }] : [];
  });
  return stacks.length === offers.length ? stacks : [];
}

/**
 * Where counters chosen can be sent by one errand alone, as those who wait off the map can only enter it, that one is meant.
 * @param {State} state
 * @param {Selection} choice
 * @param {Offer[]} offered
 * @returns {string | null}
 */
function impliedErrand(state, choice, offered) {
  const units = [...choice.units];
  const isAimed = state.offers.some((offer) => AIMED.has(offer.form) && units.some((id) => (Array.isArray(offer.units) ? offer.units.includes(id) : offer.units?.[id])));
  if (!units.length || isAimed || state.now?.kind === "setup") return null;
  const able = offered.filter((offer) => {
    const counters = counterSlot(offer);
    const isMove = counters !== undefined && !offer.stands && slotsOf(offer).some((slot) => PLACES.has(slot.kind));
    return isMove && units.every((id) => mayFill(counters, {}).includes(id));
  });
  return able.length === 1 ? errandKey(state, able[0]) : null;
}

/**
 * Lists and forms that are drawn: the errand in hand, and what is never folded.
 * @param {State} state
 * @param {Selection} choice
 * @returns {{lists: Offer[], forms: Offer[]}}
 */
export function unfolded(state, choice) {
  const inHand = errandsInHand(state, choice);
  const away = folded(state).filter((offer) => !inHand.includes(offer));
  const isDrawn = (/** @type {Offer} */ offer) => !away.includes(offer);
  return { lists: lists(state).filter(isDrawn), forms: forms(state).filter(isDrawn) };
}

/**
 * Every row that is drawn; of an errand those of the counters chosen.
 * @param {State} state
 * @param {Selection} choice
 * @returns {Row[]}
 */
export function allRows(state, choice) {
  const inHand = errandsInHand(state, choice);
  return unfolded(state, choice).lists.flatMap((offer) => rowsOf(state, offer)
    .filter((row) => !inHand.includes(offer) || isOfChosen(row, choice)));
}

/**
 * The command of the row that is looked at, or of the first of the counter that is chosen, if its odds can be asked.
 * @param {State} state
 * @param {Selection} choice
 * @returns {import("./types.js").Command | null}
 */
export function rowWithOdds(state, choice) {
  const rows = allRows(state, choice).filter((row) => row.offer.odds);
  const found = rows.find((row) => row.key === choice.looked) ?? rows.find((row) => choice.units.has(row.filler.value));
  return found ? slotCommand(found.offer, found.filled) : null;
}

/**
 * @param {Row} row
 * @param {Selection} choice
 */
function isOfChosen(row, choice) {
  return slotsOf(row.offer)[0].kind !== "unit" || !choice.units.size || choice.units.has(row.filler.value);
}

/**
 * Rows that are chosen by their place on the board; a counter is chosen by itself. While counters may be sent anywhere or
 * fire, the board is theirs, and the rows are chosen in their list.
 * @param {State} state
 * @param {Selection} choice
 * @returns {Row[]}
 */
export function rowsOnBoard(state, choice) {
  if (hasAimed(state)) return [];
  return allRows(state, choice).filter((row) => row.at && slotsOf(row.offer)[0].kind !== "unit");
}

/**
 * @param {State} state
 * @param {Slot} slot
 * @param {Filler} filler
 * @returns {string} a hex or Location, "" if it is nowhere on the board
 */
function placeOfFiller(state, slot, filler) {
  if (filler.at) return filler.at;
  const unit = COUNTERS.has(slot.kind) ? String(filler.value) : filler.unit;
  if (unit) return String(counterOf(state, unit)?.at ?? "");
  return PLACES.has(slot.kind) ? String(filler.value ?? "") : "";
}

/**
 * Where the page keeps what was picked for a slot.
 * @param {Offer} offer
 * @param {Slot} slot
 */
export function pickKey(offer, slot) {
  return `${offer.n} ${offer.verb} ${slot.name}`;
}

/**
 * What fills each slot by the choices made so far: undefined if that is still to be chosen. What leaves no choice
 * need not be chosen.
 * @param {Offer} offer
 * @param {Selection} choice
 * @returns {Filled}
 */
export function filledOf(offer, choice) {
  /** @type {Filled} */
  const filled = {};
  for (const slot of slotsOf(offer)) {
    const values = mayFill(slot, filled);
    const picked = pickedFor(offer, slot, choice).filter((value) => values.includes(value));
    if (SEVERAL.has(slot.kind)) filled[slot.name] = picked.length || values.length !== 1 || slot.kind === "pieces" ? picked : values;
    else if (picked.length) filled[slot.name] = picked[picked.length - 1];
    else filled[slot.name] = values.includes(null) ? null : values.length === 1 ? values[0] : undefined;
  }
  return filled;
}

/**
 * @param {Offer} offer
 * @param {Slot} slot
 * @param {Selection} choice
 * @returns {any[]}
 */
function pickedFor(offer, slot, choice) {
  if (slot === counterSlot(offer)) return [...choice.units];
  if (slot.kind === "pieces") return [...choice.pieces];
  const pick = choice.picks.get(pickKey(offer, slot));
  return Array.isArray(pick) ? pick : pick === undefined ? [] : [pick];
}

/**
 * Picks a value for a slot, or takes it back where several or none may be chosen.
 * @param {Offer} offer
 * @param {Slot} slot
 * @param {any} value
 * @param {Selection} choice
 */
export function pick(offer, slot, value, choice) {
  const key = pickKey(offer, slot);
  if (slot === counterSlot(offer)) choice.toggleUnit(value, slot.kind === "units");
  else if (SEVERAL.has(slot.kind)) {
    const before = choice.picks.get(key) ?? [];
    choice.picks.set(key, before.includes(value) ? before.filter((/** @type {any} */ one) => one !== value) : [...before, value]);
  } else if (slot.kind === "flag" && choice.picks.get(key)) choice.picks.delete(key);
  else choice.picks.set(key, value);
}

/**
 * The command, null while something is still to be chosen. What is left empty is left out.
 * @param {Offer} offer
 * @param {Filled} filled
 * @returns {import("./types.js").Command | null}
 */
export function slotCommand(offer, filled) {
  const slots = slotsOf(offer);
  if (!slots.every((slot) => isFilled(slot, filled))) return null;
  const said = slots.filter((slot) => !isEmpty(filled[slot.name]));
  return { verb: offer.verb, ...Object.fromEntries(said.map((slot) => [slot.name, filled[slot.name]])) };
}

/** @param {any} value */
function isEmpty(value) {
  return value === null || (Array.isArray(value) && !value.length);
}

/**
 * @param {Slot} slot
 * @param {Filled} filled
 */
function isFilled(slot, filled) {
  const value = filled[slot.name];
  return value !== undefined && (!isEmpty(value) || mayFill(slot, filled).includes(null));
}

/**
 * The place a command is about, to tell a refusal there.
 * @param {Offer} offer
 * @param {Filled} filled
 * @returns {string | null}
 */
export function placeOfFilled(offer, filled) {
  const slot = slotsOf(offer).find((one) => PLACES.has(one.kind));
  return (slot && filled[slot.name]) || null;
}

/**
 * The offers that choices go to: filled slot by slot, and with their counters, if they need any.
 * @param {State} state
 * @param {Selection} choice
 * @returns {Offer[]}
 */
export function formsInHand(state, choice) {
  return unfolded(state, choice).forms.filter((offer) => {
    const slot = counterSlot(offer);
    return !slot || isFilled(slot, filledOf(offer, choice));
  });
}

/**
 * The offer for which something was picked, so that it is plainly this one that is meant.
 * @param {State} state
 * @param {Selection} choice
 * @returns {Offer | null}
 */
export function pickedForm(state, choice) {
  return formsInHand(state, choice).find((offer) => slotsOf(offer).some((slot) => choice.picks.has(pickKey(offer, slot)))) ?? null;
}

/**
 * The slot that number keys choose for: the first in hand that is numbered and not picked yet.
 * @param {State} state
 * @param {Selection} choice
 * @returns {{offer: Offer, slot: Slot, values: any[]} | null}
 */
export function numberedSlot(state, choice) {
  for (const offer of formsInHand(state, choice)) {
    const filled = filledOf(offer, choice);
    for (const slot of slotsOf(offer)) {
      const values = NUMBERED.has(slot.kind) && !choice.picks.has(pickKey(offer, slot)) ? mayFill(slot, filled) : [];
      if (values.length > 1) return { offer, slot, values };
    }
  }
  return null;
}

/**
 * The vertex that is to be chosen, once all before it is: of which hex, and which there are. It is one of the hex, or of the hex
 * of the place or the counter, that was chosen last.
 * @param {State} state
 * @param {Selection} choice
 * @returns {{offer: Offer, slot: Slot, at: string, values: number[], chosen: number | undefined} | null}
 */
export function vertexInHand(state, choice) {
  for (const offer of formsInHand(state, choice)) {
    const filled = filledOf(offer, choice);
    const slots = slotsOf(offer);
    const [index, slot] = [...slots.entries()].find(([, one]) => one.kind === "vertex") ?? [];
    const before = slots.slice(0, index);
    if (!slot || before.some((one) => filled[one.name] === undefined)) continue;
    const at = before.reverse().map((one) => placeOfFiller(state, one, fillerOf(one, filled[one.name]))).find((place) => place);
    if (at) return { offer, slot, at, values: mayFill(slot, filled), chosen: filled[slot.name] };
  }
  return null;
}

/**
 * Whether nothing is left to choose once a slot has been filled.
 * @param {Offer} offer
 * @param {Slot} slot
 * @param {Selection} choice
 */
export function isLastChoice(offer, slot, choice) {
  const slots = slotsOf(offer);
  const filled = filledOf(offer, choice);
  return slots.slice(slots.indexOf(slot) + 1).every((one) => mayFill(one, filled).length < 2);
}

/**
 * The slot of an offer that a hex of the board fills, and with what: the first that is still to be chosen, or the last.
 * @param {Offer} offer
 * @param {Selection} choice
 * @returns {{offer: Offer, slot: Slot, places: string[]} | null}
 */
export function placeSlot(offer, choice) {
  const filled = filledOf(offer, choice);
  const slots = slotsOf(offer).filter((one) => PLACES.has(one.kind));
  const slot = slots.find((one) => filled[one.name] === undefined) ?? slots.at(-1);
  return slot ? { offer, slot, places: mayFill(slot, filled).filter((one) => one !== null) } : null;
}
