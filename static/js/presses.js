/** What buttons and keys of the page do: choices, tabs, the view, and Enter and Escape on the board. */

import { gettext } from "./gettext.js";
import { allRows, pickedForm, rowsOf, slotsOf, stacksInHand } from "./slots.js";
import { byId } from "./dom.js";
import { flip } from "./selection.js";
import { keep } from "./kept.js";
import { hexOf } from "./places.js";
import { mySide } from "./store.js";
import { showMore } from "./now.js";
import { offerOfForm, sameAgain } from "./offers.js";
import { stacks } from "./stacks.js";

export class Presses {
  /**
   * @param {import("./table.js").Desk} desk
   * @param {{commands: import("./commands.js").Commands, attack: import("./attack.js").Attack,
   *   taps: import("./taps.js").Taps, cursor: import("./cursor.js").Cursor}} parts
   */
  constructor(desk, parts) {
    this.desk = desk;
    this.model = desk.model;
    this.commands = parts.commands;
    this.attack = parts.attack;
    this.taps = parts.taps;
    this.cursor = parts.cursor;
  }

  /**
   * A click somewhere in the panels: what it means is written on the element.
   * @param {DOMStringMap} data
   * @param {boolean} add
   */
  press(data, add) {
    const { choice, state } = this.model;
    if (data.offer) this.#offer(state.offers[Number(data.offer)], data);
    else if (data.piece) this.#take(data.piece, add);
    else if (data.firer) choice.toggleUnit(data.firer, true);
    else if (data.enemy) flip(choice.enemies, data.enemy);
    else if (data.director !== undefined) choice.lead(state, data.director || null);
    else if (data.also !== undefined) choice.also = data.also || null;
    else if (data.lane !== undefined) choice.lane = data.lane || null;
    else if (data.weapon) choice.toggleWeapon(data.weapon);
    else if (data.arms) [choice.weapons, choice.weaponsOnly] = [data.arms === "none" ? new Set() : null, data.arms === "only"];
    else if (data.attack) choice.take(offerOfForm(state, "fire")?.ranked?.[Number(data.attack)] ?? { units: [], at: "" });
    else if (data.again) this.#fireAgain();
    else if (data.mode) [choice.mode, choice.target] = [data.mode, null];
    else if (data.errand) choice.toggleErrand(data.errand);
    else if (data.stack) choice.units = new Set(stacksInHand(state, choice).find((one) => one.at === data.stack)?.units);
    else if (data.flag) choice.toggleFlag(data.flag);
    else if (data.strength) choice.mineStrength = Number(data.strength);
    else if (data.show) this.#show(data.show, data.noteAt);
    else if (data.tab) this.model.tab = data.tab;
    else if (data.sheetTab) this.#sheet(data.sheetTab);
    else if (data.sit) location.replace(data.sit);
    else if (data.house) void this.model.house?.act(JSON.parse(data.house));
    else if (data.do) this.do(data.do);
    else if (data.level && data.location) this.desk.thread.level(data.level, data.location);
    else if (data.instead && data.location) this.desk.route.instead(Number(data.instead), data.location);
    else if (data.go) this.taps.goTo(data.go);
    else if (data.turn) this.desk.route.turn(Number(data.turn));
    else return;
    if (data.firer) choice.direct(state);
    this.desk.draw();
  }

  /**
   * @param {string} place
   * @param {string | undefined} noted  the hex whose note may be changed now
   */
  #show(place, noted) {
    if (noted) this.model.notes.at = noted;
    this.desk.board.show(place);
  }

  /**
   * A counter of the tray taken in hand, or laid down again.
   * @param {string} piece
   * @param {boolean} add
   */
  #take(piece, add) {
    const { choice } = this.model;
    choice.togglePiece(piece, add);
    this.desk.announce(choice.pieces.size ? gettext("%(n)s in hand. N goes to the places where it may stand.", { n: choice.pieces.size }) : gettext("Nothing in hand."), false);
  }

  /**
   * A button of an offer: what fills one of its slots, a row that fills all, or the act itself.
   * @param {import("./types.js").Offer | undefined} offer
   * @param {DOMStringMap} data
   */
  #offer(offer, data) {
    const { state } = this.model;
    if (!offer) return;
    if (data.fill !== undefined) this.commands.fill(offer, slotsOf(offer)[Number(data.slotAt)], JSON.parse(data.fill));
    else if (data.row) this.commands.act(offer, rowsOf(state, offer)[Number(data.row)]?.filled);
    else this.commands.act(offer);
  }

  /** @param {string} sheet */
  #sheet(sheet) {
    this.model.sheet = this.model.sheet === sheet ? "closed" : sheet;
    if (["log", "secrets", "forces", "card", "talk"].includes(sheet)) this.model.tab = sheet;
  }

  /**
   * @param {string} what
   * @returns {boolean} so that a key that does it is done with
   */
  do(what) {
    const { choice } = this.model;
    if (this.#tool(what)) this.desk.draw();
    else if (what === "mines") {
      choice.pieces.clear();
      choice.mode = null;
      choice.layingMines = !choice.layingMines;
      choice.mineHex = null;
    } else if (what === "cancel-mines") choice.mineHex = null;
    else if (what === "more-below") showMore(byId("now"));
    else if (what === "help") this.help();
    else if (what === "opponent") this.toggleOpponent();
    else if (what === "labels") this.toggleLabels();
    else if (what === "zoom-in") this.zoom(1.3);
    else if (what === "zoom-out") this.zoom(1 / 1.3);
    else if (what === "zoom-all") this.zoom(0);
    return true;
  }

  /**
   * The tools that lie over the board.
   * @param {string} what
   * @returns {boolean} whether it is one of theirs
   */
  #tool(what) {
    const { thread, route } = this.desk;
    /** @type {Record<string, () => void>} */
    const tools = {
      los: () => thread.toggle(), "los-swap": () => thread.swap(), route: () => route.toggle(), "route-go": () => void route.go(true), "route-on": () => void route.go(false), "route-step": () => void route.step(),
      "route-back": () => route.back(), reach: () => route.toggleReach(), odds: () => this.#foldOdds(),
    };
    tools[what]?.();
    return what in tools;
  }

  /** Takes the last attack in hand once more; it is not sent. */
  #fireAgain() {
    const offer = offerOfForm(this.model.state, "fire");
    const again = offer && sameAgain(offer, this.model.fired);
    if (again) this.model.choice.take(again);
  }

  /** The odds small or in full, as this player likes them from now on. */
  #foldOdds() {
    this.model.oddsSmall = !this.model.oddsSmall;
    keep("odds-small", this.model.oddsSmall);
  }

  /** Enter at the cursor: an act if one is offered there, or else the top counter that can act, or a look. */
  enter() {
    const { choice, state } = this.model;
    const row = allRows(state, choice).find((one) => one.key === choice.row);
    if (row) return this.commands.act(row.offer, row.filled);
    const form = pickedForm(state, choice);
    if (form && this.commands.act(form)) return true;
    if (choice.mineHex) {
      this.commands.layMines();
      return true;
    }
    const at = this.cursor.at;
    if (!at) return false;
    if (this.model.thread.on) return this.desk.thread.enter();
    if (this.model.route.on) {
      this.desk.route.extend(at);
      return true;
    }
    if (choice.target && hexOf(choice.target) === at && this.attack.fire()) return true;
    const top = [...(stacks(state, this.model.asOpponent).get(at) ?? [])].reverse().map((face) => `${face.k}:${face.id}`);
    const busy = choice.units.size > 0 || choice.pieces.size > 0 || choice.layingMines;
    if (busy || !top.some((key) => this.taps.tapCounter(key, at, false))) this.taps.tapHex(at);
    this.desk.draw();
    return true;
  }

  /** Closes or takes back one thing, the topmost. An open dialog is closed by the browser. */
  escape() {
    const { board, roll } = this.desk;
    if (board.said) board.say(null);
    else if (roll.shown) roll.hide();
    else if (this.model.refusal) this.model.refusal = null;
    else if (this.model.thread.on) this.desk.thread.back();
    else if (this.model.route.on) this.desk.route.back();
    else this.model.choice.back();
    this.desk.draw();
    return true;
  }

  fanAtCursor() {
    this.model.choice.fan = this.model.choice.fan ? null : this.cursor.at;
    this.desk.draw();
    return true;
  }

  /** @param {number} factor  0 shows the whole board */
  zoom(factor) {
    if (factor) this.desk.board.view.zoom(factor);
    else this.desk.board.view.whole();
    return true;
  }

  toggleLabels() {
    this.model.labels = !this.model.labels;
    this.desk.draw();
    return true;
  }

  /** Hides on this page what the opponent cannot see; changes nothing else. */
  toggleOpponent() {
    if (!mySide(this.model.state)) return false;
    this.model.asOpponent = !this.model.asOpponent;
    this.desk.draw();
    return true;
  }

  help() {
    /** @type {HTMLDialogElement} */ (byId("help")).showModal();
    return true;
  }
}
