/** Every command that leaves this page: built from an offer and the choices made, sent, and its answer told. */

import { gettext, ngettext } from "./gettext.js";
import { allRows, filledOf, isLastChoice, isOfTray, numberedSlot, pick, placeOfFilled, slotCommand, slotsOf } from "./slots.js";
import { attackOf, closeAttackOf, endsEarly, leftBehind, mineInHand, offerOfForm } from "./offers.js";
import { byId, h } from "./dom.js";
import { cite } from "./parts.js";
import { isOffered } from "./store.js";
import { litFor } from "./scene.js";

/** @typedef {import("./types.js").Command} Command */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").Filled} Filled */

export class Commands {
  /** @type {import("./socket.js").Link | null} the stream, null in a replay */
  link = null;
  /** What this page last did, and how much of the game it had seen then. */
  #last = { verb: "", n: 0 };

  /** @param {import("./table.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.model = desk.model;
  }

  /**
   * Sends a command and waits for its answer. A refusal is shown beside the question and at the place.
   * @param {Command} cmd
   * @param {string | null} [place]
   * @returns {Promise<boolean>} whether it was carried out
   */
  async send(cmd, place = null) {
    const { state } = this.model;
    const isOrder = state.offers.some((offer) => offer.verb === cmd.verb && offer.stands === "orders"); // good at any time
    if (!this.link || this.model.pending || !(isOffered(state) || isOrder)) return false;
    const isShot = offerOfForm(this.model.state, "fire")?.verb === cmd.verb;
    this.model.pending = cmd.verb;
    this.model.refusal = null;
    this.desk.draw();
    const { n } = this.model.state;
    const reply = await this.link.command(cmd);
    this.model.pending = null;
    this.#last = { verb: reply.t === "ok" ? cmd.verb : "", n };
    if (reply.t === "no") this.refused(wordsOf(reply), place);
    else if (isShot) this.model.fired = cmd;
    this.desk.draw();
    this.goOn();
    return reply.t === "ok";
  }

  /** Goes on with what this page has just done, where there is one way only. */
  goOn() {
    const { state } = this.model;
    const cmd = isOffered(state) ? onlyWayOn(state) : null;
    if (cmd && cmd.verb === this.#last.verb && state.n > this.#last.n) void this.send(cmd, cmd.to);
  }

  /**
   * @param {{rule: string, why: string, halted?: boolean, unknown?: boolean}} no
   * @param {string | null} place
   */
  refused(no, place) {
    const allowed = no.unknown || no.halted ? "" : allowedNow(this.model, place);
    this.model.refusal = { ...no, allowed };
    if (place) this.desk.board.say(place, h("p", { class: "refusal", "data-role": "refusal-at" }, no.why, " ", cite(no.rule), allowed ? h("span", { class: "quiet" }, allowed) : null));
    this.desk.announce(`${no.unknown ? "" : "Refused. "}${no.why} ${no.rule} ${allowed}`, true);
    this.desk.draw();
  }

  /**
   * Does what an offer says, with the choices made so far or those of a row.
   * @param {Offer} offer
   * @param {Filled} [filled]
   * @returns {boolean} whether all was chosen that it needs
   */
  act(offer, filled) {
    const cmd = commandFor(offer, this.model.choice, filled);
    if (cmd && !this.#asksFirst(offer)) this.#sendSure(offer, cmd);
    return cmd !== null;
  }

  /**
   * Fills a slot. During setup, where everything can be taken back, what leaves no choice any more is done at once.
   * @param {Offer} offer
   * @param {import("./types.js").Slot} slot
   * @param {any} value
   */
  fill(offer, slot, value) {
    const { choice, state } = this.model;
    pick(offer, slot, value, choice);
    choice.direct(state);
    if (state.now?.kind !== "setup" || !isLastChoice(offer, slot, choice)) return;
    this.desk.board.say(null);
    this.act(offer);
  }

  /**
   * Whoever ends a phase with units that could still act is told how many, once, in place.
   * @param {Offer} offer
   */
  #asksFirst(offer) {
    const { choice, state } = this.model;
    if (choice.sure === offer.verb || !endsEarly(state, offer)) return false;
    choice.sure = offer.verb;
    this.desk.guard.changed();
    this.desk.announce(stillAble(leftBehind(state)), true);
    this.desk.draw();
    return true;
  }

  /**
   * @param {Offer} offer
   * @param {Command} cmd
   */
  async #sendSure(offer, cmd) {
    if (offer.sure && !(await this.#sure(offer))) return;
    const { choice } = this.model;
    if (!(await this.send(cmd, placeOfFilled(offer, cmd) ?? choice.target))) return;
    choice.picks.clear();
    if (isOfTray(offer)) choice.pieces.clear();
    this.desk.draw();
  }

  /** @param {Offer} offer */
  #sure(offer) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("sure"));
    byId("sure-text").textContent = offer.sure ?? "";
    byId("sure-yes").textContent = offer.label;
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
    });
  }

  /** Lays the minefield of the form. */
  async layMines() {
    const { choice, state } = this.model;
    const offer = offerOfForm(state, "mines");
    if (!offer || !choice.mineHex) return;
    const { strength } = mineInHand(state, offer, choice.mineHex, choice.mineStrength);
    if (await this.send({ verb: offer.verb, hex: choice.mineHex, strength }, choice.mineHex)) choice.mineHex = null;
    this.desk.draw();
  }

  /**
   * A number key: a row of what is listed, or a value for the form in hand.
   * @param {number} index
   * @returns {boolean}
   */
  numberAt(index) {
    const { choice, state } = this.model;
    const rows = allRows(state, choice);
    if (rows.length) return index < rows.length && this.act(rows[index].offer, rows[index].filled);
    const next = numberedSlot(state, choice);
    if (!next || index >= next.values.length) return false;
    this.fill(next.offer, next.slot, next.values[index]);
    this.desk.draw();
    return true;
  }
}

/**
 * The command that an offer and the choices made so far amount to, null if something is still to be chosen.
 * @param {Offer} offer
 * @param {import("./selection.js").Selection} choice
 * @param {Filled} [filled]  by a row
 * @returns {Command | null}
 */
function commandFor(offer, choice, filled) {
  const { verb } = offer;
  if (offer.form === "button") return { verb };
  if (slotsOf(offer).length) return slotCommand(offer, filled ?? filledOf(offer, choice));
  if (offer.form === "fire") return attackOf(offer, choice);
  return offer.form === "cc" ? closeAttackOf(offer, choice) : null;
}

/**
 * The one thing that can be done to go on: a single counter may go to a single place, and may not stop.
 * @param {import("./store.js").State} state
 * @returns {Command | null}
 */
function onlyWayOn(state) {
  const offers = state.offers.filter((offer) => !offer.stands);
  const [offer] = offers;
  if (state.now?.kind !== "continue" || offers.length !== 1 || offer.form !== "units_to" || !offer.alone) return null;
  const ways = Object.entries(offer.units).flatMap(([unit, places]) => Object.keys(places).map((to) => ({ verb: offer.verb, units: [unit], to })));
  return ways.length === 1 && !offer.flags?.length ? ways[0] : null;
}

/** More places than this are not named one by one. */
const NAMED = 8;

/**
 * What would be allowed instead, from what is offered: the places that are lit but the one that was refused, or else what can be done.
 * @param {import("./types.js").Model} model
 * @param {string | null} refused
 * @returns {string}
 */
export function allowedNow({ state, choice, places }, refused) {
  const not = refused ? places.name(refused) : null;
  const lit = [...litFor(state, choice).lit.keys()].map((hex) => places.name(hex)).filter((name) => name !== not);
  if (lit.length > NAMED) return gettext("The %(n)s places that are lit would be allowed.", { n: lit.length });
  if (lit.length) return gettext("Allowed: %(places)s.", { places: lit.join(", ") });
  const labels = [...new Set(state.offers.filter((offer) => !offer.stands).map((offer) => offer.label))];
  return labels.length ? gettext("Offered now: %(offers)s.", { offers: labels.join(", ") }) : "";
}

/** @param {number} units */
export function stillAble(units) {
  return ngettext("%(n)s unit could still act. Press once more to end the phase all the same.", "%(n)s units could still act. Press once more to end the phase all the same.", units);
}

/**
 * A refusal in words for a player.
 * @param {import("./types.js").Reply} reply
 * @returns {{rule: string, why: string, halted?: boolean, unknown?: boolean}}
 */
export function wordsOf(reply) {
  if (reply.code === "stale") return { rule: "", why: gettext("Something changed while you chose. Look again; nothing was done.") };
  const { code, rule = "" } = reply;
  return { rule, why: reply.why ? gettext(reply.why) : gettext("That is not possible now."), halted: code === "closed", unknown: code === "unknown" };
}
