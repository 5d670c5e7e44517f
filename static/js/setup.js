/** The setup: the OB tray, the form for minefields, the list of what is hidden, and the seal at the end. */

import { ENGLISH, gettext, ngettext, woven } from "./gettext.js";
import { clockOf, facesOf, mySide } from "./store.js";
import { h, patch, s } from "./dom.js";
import { kindOf, nameOf, picture } from "./counters.js";
import { cite, offerButton } from "./parts.js";
import { errandButtons, errandChoices, slotParts } from "./slotparts.js";
import { filledOf, isOfRecords, isOfTray, rowsOf } from "./slots.js";
import { secretCounters, trapsWords } from "./secrets.js";
import { isPlacing, mineInHand, offerOfForm } from "./offers.js";
import { sealIcon } from "./glyphs.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {{piece: string, as: Record<string, any>}} TrayPiece */

/**
 * Whether the one at this page is setting up now; whoever reads a game again never is.
 * @param {Model} model
 */
export function settingUp(model) {
  const side = mySide(model.state);
  return model.link !== "replay" && side !== null && clockOf(model.state)?.stage === "setup" && clockOf(model.state)?.setting_up === side;
}

/**
 * Pieces of one's own OB that are not on the map yet.
 * @param {Model} model
 * @returns {Set<string>}
 */
function unplaced(model) {
  const place = offerOfForm(model.state, "place");
  const placed = new Set([...Object.keys(place?.placed ?? {}), ...facesOf(model.state, "placement").map((face) => face.piece)]);
  return new Set(myGroups(model).flatMap((group) => group.pieces.map((one) => one.piece)).filter((piece) => !placed.has(piece)));
}

/**
 * @param {Model} model
 * @returns {{name: string, area_text: string, mines?: number, pieces: TrayPiece[]}[]}  those that are set up before play
 */
function myGroups(model) {
  const side = mySide(model.state);
  return facesOf(model.state, "tray").filter((tray) => tray.side === side).flatMap((tray) => tray.groups.filter((/** @type {any} */ group) => !group.turn));
}

/**
 * @param {Element} panel
 * @param {Model} model
 */
export function drawTray(panel, model) {
  panel.toggleAttribute("hidden", !settingUp(model));
  if (!settingUp(model)) return;
  const left = unplaced(model);
  const groups = myGroups(model);
  const all = groups.reduce((sum, group) => sum + group.pieces.length, 0);
  patch(panel, h("div", { class: "tray-scroll" }, groups.map((group) => trayGroup(model, group, left)), mineTool(model), otherTools(model)),
    h("footer", { class: "tray-foot" },
      h("p", {}, woven(gettext("%(count)s counters placed"), { count: h("b", { "data-role": "placed-count" }, gettext("%(n)s of %(all)s", { n: all - left.size, all })) })),
      meter(all ? (all - left.size) / all : 0, 0), withPieces(model)));
}

/**
 * @param {Model} model
 * @param {{name: string, area_text: string, pieces: TrayPiece[]}} group
 * @param {Set<string>} left
 */
function trayGroup(model, group, left) {
  /** @type {Map<string, TrayPiece[]>} */
  const kinds = new Map();
  for (const one of group.pieces) kinds.set(one.as.type, [...(kinds.get(one.as.type) ?? []), one]);
  const here = group.pieces.filter((one) => left.has(one.piece)).length;
  return h("section", { class: "tray-group", "data-key": group.name },
    h("header", {}, h("h2", {}, group.name), group.pieces.length ? h("span", { class: "quiet" }, gettext("%(n)s of %(all)s placed", { n: group.pieces.length - here, all: group.pieces.length })) : null),
    h("p", { class: "quiet", lang: ENGLISH }, group.area_text),
    h("div", { class: "tray-pieces" }, [...kinds.values()].map((pieces) => trayKind(model, pieces, left))));
}

/**
 * One kind of counter; the button takes the first that is left.
 * @param {Model} model
 * @param {TrayPiece[]} pieces
 * @param {Set<string>} left
 */
function trayKind(model, pieces, left) {
  const free = pieces.filter((one) => left.has(one.piece));
  const held = free.filter((one) => model.choice.pieces.has(one.piece)).length;
  const first = free.find((one) => !model.choice.pieces.has(one.piece)) ?? free[0];
  const as = pieces[0].as;
  const count = held > 1 ? gettext("%(n)s in hand", { n: held }) : free.length ? `× ${free.length}` : gettext("placed");
  return h("button", { type: "button", class: "tray-piece", "data-piece": first?.piece ?? pieces[0].piece, "data-type": as.type,
    "aria-pressed": String(held > 0), disabled: !free.length, title: gettext("Click to take one, Shift-click for more, or drag to the board") },
  picture({ ...as, k: kindOf(as), id: pieces[0].piece }), h("b", {}, count), h("span", { class: "quiet" }, kindName(as)));
}

/** @param {Record<string, any>} as */
function kindName(as) {
  if (as.cls === "leader" || !as.cls) return as.name;
  return `${as.strength}${as.grade === "C" ? " Conscript" : ""}`;
}

/** @param {Model} model */
function mineTool(model) {
  const mines = offerOfForm(model.state, "mines");
  if (!mines) return null;
  return h("section", { class: "tray-group", "data-key": "mines" },
    h("header", {}, h("h2", {}, gettext("Minefields")), h("span", { class: "quiet" }, gettext("%(n)s of %(all)s factors laid", { n: mines.total - mines.left, all: mines.total }))),
    h("button", { type: "button", class: "tray-piece wide", "data-do": "mines", "aria-pressed": String(model.choice.layingMines), disabled: mines.left < Math.min(...mines.strengths) && !facesOf(model.state, "mine_record").length },
      picture({ k: "minefield", id: "tray", strength: mines.strengths[0] }), h("b", {}, gettext("%(n)s left", { n: mines.left })), h("span", { class: "quiet" }, gettext("A-P mine factors"))));
}

/**
 * Whatever else may be set up, as "?" or mines of other kinds: taken in hand, and then asked for in the panel.
 * @param {Model} model
 */
function otherTools(model) {
  const choices = errandChoices(model);
  if (!choices.length) return null;
  return h("section", { class: "tray-group", "data-key": "others" }, h("header", {}, h("h2", {}, gettext("Besides"))), h("div", { class: "errands" }, choices));
}

/**
 * How far along, as a bar; `next` is the part about to be added. While offers are on their way `done` may be below 0.
 * @param {number} done
 * @param {number} next
 */
function meter(done, next) {
  const shown = Math.max(0, done);
  return s("svg", { class: "meter", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "meter-ground", width: 100, height: 6 }), s("rect", { class: "meter-done", width: shown * 100, height: 6 }),
    s("rect", { class: "meter-next", x: shown * 100, width: next * 100, height: 6 }));
}

/**
 * What may be done with counters of the tray, as to put them back.
 * @param {Model} model
 */
function withPieces(model) {
  return h("div", { class: "buttons" }, model.state.offers.filter(isOfTray).map((offer) => {
    const held = filledOf(offer, model.choice)[offer.slots?.[0].name ?? ""];
    return offerButton(offer, { label: held.length > 1 ? `${offer.label} (${held.length})` : offer.label, disabled: !held.length });
  }));
}

/**
 * The right-hand side of the setup: the minefield in hand, what is hidden, the seal.
 * @param {Element} panel
 * @param {Model} model
 */
export function drawSetup(panel, model) {
  panel.toggleAttribute("hidden", !settingUp(model));
  if (!settingUp(model)) return;
  patch(panel, mineForm(model), errandForm(model), hidden(model), sealing(model));
}

/**
 * What is asked about the tool in hand, and the button by which it is done.
 * @param {Model} model
 */
function errandForm(model) {
  const parts = isPlacing(model.state) ? slotParts(model) : [];
  return parts.length ? h("div", { class: "mine-form", "data-key": "errand" }, parts, h("div", { class: "buttons" }, errandButtons(model))) : null;
}

/** @param {Model} model */
function mineForm(model) {
  const offer = offerOfForm(model.state, "mines");
  const { layingMines, mineHex } = model.choice;
  if (!offer || !layingMines) return h("div", { class: "mine-form", "data-key": "none" });
  if (!mineHex) return h("div", { class: "mine-form", "data-key": "hint" }, h("p", { class: "hint" }, gettext("Choose a lit hex for the minefield.")), layNoMore());
  const { strength, recorded, free } = mineInHand(model.state, offer, mineHex, model.choice.mineStrength);
  if (strength === undefined) return h("div", { class: "mine-form", "data-key": "hint" }, h("p", { class: "hint" }, gettext("%(n)s factors are too few for another minefield. Choose one that is laid to change it.", { n: offer.left })), layNoMore());
  const rest = free - strength;
  return h("form", { class: "mine-form", "data-key": "form", "data-mine-form": mineHex },
    h("header", {}, h("h2", {}, gettext("Minefield in %(place)s", { place: model.places.name(mineHex) })), sealIcon()),
    h("div", { class: "segmented wide", role: "group", "aria-label": gettext("Strength") }, offer.strengths.map((/** @type {number} */ one) =>
      h("button", { type: "button", "data-strength": one, "aria-pressed": String(one === strength), disabled: one > free }, String(one)))),
    h("p", { class: "factors" }, h("span", {}, gettext("Factors left after this")), h("b", { "data-role": "factors-left" }, String(rest)), h("span", { class: "quiet" }, ` ${gettext("of %(all)s", { all: offer.total })}`)),
    meter((offer.total - free) / offer.total, strength / offer.total),
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "button primary", "data-verb": offer.verb },
      h("span", {}, recorded ? gettext("Change to %(n)s in %(place)s", { n: strength, place: model.places.name(mineHex) }) : gettext("Lay %(n)s in %(place)s", { n: strength, place: model.places.name(mineHex) })), h("kbd", {}, "↵")),
    h("button", { type: "button", class: "button", "data-do": "cancel-mines" }, gettext("Cancel")), cite(offer.rule)));
}

/** Puts the tool for minefields back; the one in the tray may be out of sight. */
function layNoMore() {
  return h("div", { class: "buttons" }, h("button", { type: "button", class: "button", "data-do": "mines" }, gettext("Done")));
}

/** @param {Model} model */
function hidden(model) {
  const records = facesOf(model.state, "mine_record");
  const offers = model.state.offers.filter((offer) => isOfRecords(model.state, offer));
  const others = secretCounters(model.state);
  const traps = facesOf(model.state, "booby_traps");
  const items = [...records.map((record) => h("li", { "data-mine-record": record.at }, picture(record, "piece-small"),
    h("span", {}, h("b", {}, model.places.name(record.at)), h("span", { class: "quiet" }, " A-P mines")), h("b", { class: "figure" }, String(record.strength)),
    offers.flatMap((offer) => recordButtons(model, offer, record.at)))),
  ...others.map((face) => h("li", { "data-secret": face.at }, picture(face, "piece-small"), h("span", {}, h("b", {}, model.places.name(face.at)), h("span", { class: "quiet" }, ` ${nameOf(face)}`)))),
  ...traps.map((face) => h("li", { "data-secret": face.board }, sealIcon(), h("span", {}, trapsWords(face))))];
  return h("section", { class: "hidden-list" }, h("header", { class: "kicker" }, h("span", { class: "label" }, gettext("Hidden from the opponent")),
    h("span", { class: "quiet" }, ngettext("%(n)s record", "%(n)s records", items.length))),
  items.length ? h("ul", {}, items) : h("p", { class: "quiet" }, gettext("Nothing recorded. Counters you place are seen only when both setups are done.")));
}

/**
 * What an offer does with the record in a hex.
 * @param {Model} model
 * @param {Offer} offer
 * @param {string} hex
 */
function recordButtons(model, offer, hex) {
  return rowsOf(model.state, offer).map((row, index) => (row.at !== hex ? null : h("button", { type: "button", class: "link-button",
    "data-verb": offer.verb, "data-offer": offer.n, "data-row": index, "aria-label": gettext("%(counter)s in %(place)s", { counter: offer.label, place: model.places.name(hex) }) }, row.filler.label || offer.label)));
}

/**
 * Whether another minefield may still be laid: then to seal is not the next thing to do.
 * @param {Model} model
 */
function factorsLeft(model) {
  const mines = offerOfForm(model.state, "mines");
  return mines && mines.left >= Math.min(...mines.strengths);
}

/** @param {Model} model */
function sealing(model) {
  const offer = model.state.offers.find((one) => one.stands === "last");
  const left = unplaced(model).size;
  if (!offer) {
    return h("section", { class: "sealing", "data-key": "wait" }, sealIcon(),
      h("div", {}, h("b", {}, gettext("Not yet ready to seal")), h("p", {}, left ? gettext("%(n)s still in the tray.", { n: left }) : gettext("Waiting for the server."))));
  }
  return h("section", { class: "sealing", "data-key": "seal" }, sealIcon(), h("div", {},
    offerButton(offer, { primary: !left && !factorsLeft(model) }),
    h("p", {}, gettext("The opponent gets a fingerprint, never the slip."), " ", h("b", { "data-role": "left-in-tray" }, left ? gettext("%(n)s still in the tray.", { n: left }) : gettext("The tray is empty.")))));
}
