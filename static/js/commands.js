/** Every command that leaves this page: built from an offer and the choices made, sent, and its answer told. */

import { attackOf, mineInHand, offerOfForm, offerOfVerb } from "./offers.js";
import { byId, h } from "./dom.js";
import { cite } from "./parts.js";

/** @typedef {import("./types.js").Command} Command */
/** @typedef {import("./types.js").Offer} Offer */

/** Verbs that are asked about once more before they go. */
const SURE = new Set(["resign", "seal_setup"]);

export class Commands {
  /** @type {import("./socket.js").Link | null} the stream, null in a replay */
  link = null;

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
    if (!this.link || this.model.pending) return false;
    this.model.pending = cmd.verb;
    this.model.refusal = null;
    this.desk.draw();
    const reply = await this.link.command(cmd);
    this.model.pending = null;
    if (reply.t === "no") this.refused(wordsOf(reply), place);
    this.desk.draw();
    return reply.t === "ok";
  }

  /**
   * @param {{rule: string, why: string, halted?: boolean}} no
   * @param {string | null} place
   */
  refused(no, place) {
    this.model.refusal = no;
    if (place) this.desk.board.say(place, h("p", { class: "refusal", "data-role": "refusal-at" }, no.why, " ", cite(no.rule)));
    this.desk.announce(`Refused. ${no.why} ${no.rule}`, true);
    this.desk.draw();
  }

  /**
   * Does what a button says.
   * @param {string} verb
   * @param {{unit?: string, helper?: string, option?: string}} [nouns]
   */
  async act(verb, nouns = {}) {
    const offer = offerOfVerb(this.model.state, verb);
    if (!offer || (SURE.has(verb) && !(await this.#sure(offer)))) return;
    const cmd = commandFor(offer, this.model.choice, nouns);
    if (cmd) await this.send(cmd, this.model.choice.target);
  }

  /** @param {Offer} offer */
  #sure(offer) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("sure"));
    const left = document.querySelector("[data-role=\"left-in-tray\"]")?.textContent ?? "";
    byId("sure-text").textContent = offer.verb === "resign"
      ? "Resign the game? This ends it at once." : `Seal your setup? Nothing can be moved or recorded afterwards. ${left}`;
    byId("sure-yes").textContent = offer.verb === "resign" ? "Resign" : "Seal it";
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
   * Sends a line of text, the entropy of a player for one.
   * @param {string} verb
   * @param {string} line
   */
  sendLine(verb, line) {
    return line.trim() ? this.send({ verb, line: line.trim() }) : Promise.resolve(false);
  }

  /** @param {string} hex */
  erase(hex) {
    const offer = offerOfForm(this.model.state, "erase_mines");
    if (offer) this.send({ verb: offer.verb, hex }, hex);
  }

  unplace() {
    const { choice, state } = this.model;
    const offer = offerOfForm(state, "unplace");
    const pieces = offer ? [...choice.pieces].filter((piece) => offer.pieces.includes(piece)) : [];
    if (!offer || !pieces.length) return false;
    this.send({ verb: offer.verb, pieces });
    choice.pieces.clear();
    return true;
  }

  /**
   * @param {number} index
   * @returns {boolean}
   */
  optionAt(index) {
    const offer = offerOfForm(this.model.state, "choice");
    const option = offer?.options[index];
    if (!offer || !option) return false;
    this.act(offer.verb, { option: option.id });
    return true;
  }
}

/**
 * The command that an offer and the choices made so far amount to, null if something is still to be chosen.
 * @param {Offer} offer
 * @param {import("./selection.js").Selection} choice
 * @param {{unit?: string, helper?: string, option?: string}} nouns
 * @returns {Command | null}
 */
function commandFor(offer, choice, nouns) {
  const { verb } = offer;
  const units = [...choice.units];
  if (offer.form === "button") return { verb };
  if (offer.form === "unit") return nouns.unit ? { verb, unit: nouns.unit } : null;
  if (offer.form === "unit_with") return nouns.unit ? { verb, unit: nouns.unit, leader: nouns.helper || null } : null;
  if (offer.form === "choice") {
    const option = nouns.option ?? choice.option;
    return option ? { verb, option } : null;
  }
  if (offer.form === "fire") return attackOf(offer, choice);
  if (offer.form === "cc") {
    const attackers = units.filter((id) => offer.units.includes(id));
    return { verb, units: attackers, targets: [...choice.enemies], leader: offer.leaders?.includes(choice.director) ? choice.director : null };
  }
  return null;
}

/**
 * A refusal in words for a player.
 * @param {import("./types.js").Reply} reply
 * @returns {{rule: string, why: string, halted?: boolean}}
 */
export function wordsOf(reply) {
  if (reply.code === "stale") return { rule: "", why: "Something changed while you chose. Look again; nothing was done." };
  return { rule: reply.rule ?? "", why: reply.why || "That is not possible now.", halted: reply.code === "closed" };
}
