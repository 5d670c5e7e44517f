/** The attack in hand, by fire or in CC: its odds as the server tells them, and the shot. */

import { attackOf, closeAttackOf, directorsFor, firersAt, firersOf, largestGroup, offerOfForm } from "./offers.js";
import { isOffered } from "./store.js";
import { rowWithOdds } from "./slots.js";
import { wordsOf } from "./commands.js";

/** @typedef {import("./types.js").Offer} Offer */

export class Attack {
  #asked = "";

  /**
   * @param {import("./table.js").Desk} desk
   * @param {import("./commands.js").Commands} commands
   */
  constructor(desk, commands) {
    this.desk = desk;
    this.model = desk.model;
    this.commands = commands;
  }

  /**
   * @param {Offer} offer
   * @param {string} at
   */
  aim(offer, at) {
    const { choice, state } = this.model;
    choice.target = at;
    if (!firersOf(offer, [...choice.units]).length) {
      choice.units = new Set(firersAt(offer, at));
      choice.proposed = true;
    }
    choice.direct(state);
    this.desk.draw();
  }

  /** Fires the attack in hand, if there is one. */
  fire() {
    const offer = offerOfForm(this.model.state, "fire");
    const cmd = offer ? attackOf(offer, this.model.choice) : null;
    if (!cmd || this.model.odds.why) return false;
    this.commands.send(cmd, cmd.at);
    return true;
  }

  /** Asks for the odds whenever the attack in hand has changed. */
  ask() {
    const { choice, state } = this.model;
    if (!isOffered(state)) return;
    const [fire, close] = [offerOfForm(state, "fire"), offerOfForm(state, "cc")];
    const cmd = fire ? attackOf(fire, choice) : close ? closeAttackOf(close, choice) : rowWithOdds(state, choice);
    const asked = cmd ? JSON.stringify([cmd, this.model.state.n]) : "";
    if (asked === this.#asked) return;
    this.#asked = asked;
    const { link } = this.commands;
    if (!cmd || !link) {
      this.model.odds = { card: null, why: "", rule: "", asking: false };
      return;
    }
    this.model.odds = { ...this.model.odds, why: "", rule: "", asking: true };
    link.odds(cmd).then((reply) => this.#told(asked, reply));
  }

  /**
   * @param {string} asked
   * @param {import("./types.js").Reply} reply
   */
  #told(asked, reply) {
    if (asked !== this.#asked) return;
    if (reply.t === "odds" && reply.card) this.model.odds = { card: reply.card, why: "", rule: "", asking: false };
    else if (!this.#smaller()) {
      const { rule, why } = wordsOf(reply);
      this.model.odds = { card: null, asking: false, rule, why };
    }
    this.desk.draw();
  }

  /** If everybody together was proposed and refused, the largest group in one Location is proposed instead. */
  #smaller() {
    const { state, choice } = this.model;
    const offer = offerOfForm(state, "fire");
    if (!choice.proposed || !offer) return false;
    choice.proposed = false;
    const firers = firersOf(offer, [...choice.units]);
    const group = largestGroup(state, firers);
    if (group.length === firers.length) return false;
    choice.units = new Set(group);
    choice.director = directorsFor(offer, group)[0] ?? null;
    return true;
  }
}
