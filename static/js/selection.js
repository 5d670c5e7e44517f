/** The choices of the one at this page: they are made and drawn here alone and leave only as a command. */

import { actors, choosable, firersAt, firersOf, offerOfForm, teamsFor } from "./offers.js";
import { counterOf } from "./store.js";
import { errandsInHand } from "./slots.js";

/** @typedef {import("./store.js").State} State */

/**
 * @param {Set<string>} set
 * @param {string} value
 */
export function flip(set, value) {
  if (!set.delete(value)) set.add(value);
}

export class Selection {
  /** @type {Set<string>} chosen counters of one's own */
  units = new Set();
  /** @type {Set<string>} chosen targets in CC */
  enemies = new Set();
  /** @type {Set<string>} pieces picked during setup */
  pieces = new Set();
  /** @type {Set<string>} options of a move that are switched on */
  flags = new Set();
  /** @type {string | null} Location fired at */
  target = null;
  /** @type {string | null} second Location of Spraying Fire */
  also = null;
  /** @type {string | null} Location of the counter of a Fire Lane */
  lane = null;
  /** @type {string | null} leader that directs, or one for each Location, joined by spaces */
  director = null;
  /** @type {Set<string> | null} support weapons that fire; null: all that the rules allow */
  weapons = null;
  /** Whether the firers use their weapons and not themselves. */
  weaponsOnly = false;
  /** @type {string | null} verb in hand where the chosen counters have several */
  mode = null;
  /** @type {string | null} row of a list that is marked, not yet sent */
  row = null;
  /** @type {Map<string, any>} what was picked for the slots of offers */
  picks = new Map();
  /** @type {string | null} hex looked at */
  inspect = null;
  /** The row whose odds are looked at, by its key. */
  looked = "";
  /** @type {string | null} hex whose stack is fanned out */
  fan = null;
  layingMines = false;
  /** @type {string | null} */
  mineHex = null;
  /** @type {number | null} */
  mineStrength = null;
  /** @type {string | null} verb of a button that ends a phase early, pressed once: the next press is meant */
  sure = null;
  /** Whether the firers were proposed by the page rather than picked. */
  proposed = false;

  clear() {
    Object.assign(this, new Selection());
  }

  /** Takes back the last thing chosen, one layer a call: a press to be confirmed, fan, mines, target, then everything. */
  back() {
    if (this.sure) this.sure = null;
    else if (this.fan) this.fan = null;
    else if (this.mineHex) this.mineHex = null;
    else if (this.row) this.row = null;
    else if (this.picks.size) this.picks.clear();
    else if (this.target) this.target = null;
    else this.clear();
  }

  /**
   * Adds or removes a counter; without `add` it becomes the only one.
   * @param {string} id
   * @param {boolean} add
   */
  toggleUnit(id, add) {
    this.proposed = false;
    if (add && this.units.has(id)) this.units.delete(id);
    else if (add) this.units.add(id);
    else this.units = new Set([id]);
    if (!add) this.flags.clear();
  }

  /**
   * Chooses a flag or takes it back; of several with one name (`name=value`) one stands.
   * @param {string} key
   */
  toggleFlag(key) {
    const chosen = this.flags.has(key);
    const rivals = [...this.flags].filter((other) => other.split("=")[0] === key.split("=")[0]);
    rivals.forEach((other) => this.flags.delete(other));
    if (!chosen) this.flags.add(key);
  }

  /**
   * Takes an errand in hand in the place of all else that could be put on the board, or lays it down.
   * @param {string} errand
   */
  toggleErrand(errand) {
    this.mode = this.mode === errand ? null : errand;
    this.target = null;
    this.pieces.clear();
    this.layingMines = false;
    this.mineHex = null;
  }

  /**
   * Adds or removes a piece of the setup.
   * @param {string} piece
   * @param {boolean} add
   */
  togglePiece(piece, add) {
    this.layingMines = false;
    this.mineHex = null;
    this.mode = null;
    if (this.pieces.has(piece)) this.pieces.delete(piece);
    else if (add) this.pieces.add(piece);
    else this.pieces = new Set([piece]);
  }

  /**
   * Forgets what is offered no longer, and proposes what the question is plainly about: the units it names, or
   * everybody who may fire at its place.
   * @param {State} state
   * @param {boolean} fresh  the question is a new one
   */
  settle(state, fresh) {
    if (state.now?.kind === "setup" && !errandsInHand(state, this).length) this.mode = null;
    const able = this.mode ? choosable(state) : actors(state);
    this.units = new Set([...this.units].filter((id) => able.has(id)));
    const place = offerOfForm(state, "place");
    this.pieces = new Set(place ? [...this.pieces] : []);
    const mines = offerOfForm(state, "mines");
    if (!mines || mines.left < Math.min(...mines.strengths)) this.layingMines = false;
    if (!fresh) {
      this.#nextAttack(state);
      return;
    }
    this.target = null;
    this.also = null;
    this.lane = null;
    this.director = null;
    this.arm(null);
    this.row = null;
    this.sure = null;
    this.picks.clear();
    if (state.now?.kind !== "setup") this.mode = null;
    this.fan = null;
    this.enemies.clear();
    this.flags.clear();
    this.#propose(state, actors(state));
  }

  /**
   * Who is no longer there is in no hand.
   * @param {State} state
   */
  drop(state) {
    const there = (/** @type {string} */ id) => Boolean(counterOf(state, id));
    this.units = new Set([...this.units].filter(there));
    this.enemies = new Set([...this.enemies].filter(there));
  }

  /**
   * @param {State} state
   * @param {Set<string>} able
   */
  #propose(state, able) {
    const now = state.now;
    const fire = offerOfForm(state, "fire");
    const cc = offerOfForm(state, "cc");
    const named = (now?.units ?? []).filter((id) => able.has(id));
    if (fire && now?.kind === "window") this.#aim(state, now.focus);
    else if (cc) this.#close(cc);
    else if (named.length) this.units = new Set(named);
    else this.#onlyOne(state);
  }

  /**
   * In a window that stays open the next attack is proposed as soon as nobody in hand may fire any more.
   * @param {State} state
   */
  #nextAttack(state) {
    const fire = offerOfForm(state, "fire");
    if (state.now?.kind === "window" && fire && !firersOf(fire, [...this.units]).length) this.#aim(state, state.now.focus);
  }

  /**
   * @param {State} state
   * @param {string[]} focus
   */
  #aim(state, focus) {
    const fire = offerOfForm(state, "fire");
    const place = fire && focus.find((at) => firersAt(fire, at).length);
    if (!fire || !place) return;
    this.target = place;
    this.proposed = true;
    if (fire.ranked?.length) {
      this.take(fire.ranked[0]);
      return;
    }
    this.units = new Set(firersAt(fire, place));
    this.direct(state);
  }

  /**
   * Says which support weapons fire, or leaves it to the rules.
   * @param {string[] | null} weapons
   */
  arm(weapons) {
    this.weapons = weapons && new Set(weapons);
    this.weaponsOnly = false;
  }

  /**
   * Adds a support weapon to those that fire, or takes it away; those that are offered fire unless one is named.
   * @param {string} weapon
   */
  toggleWeapon(weapon) {
    if (this.weapons) flip(this.weapons, weapon);
    else this.weapons = new Set([weapon]);
  }

  /**
   * Takes an attack that is proposed.
   * @param {import("./types.js").Proposal} proposal
   */
  take(proposal) {
    this.units = new Set(proposal.units);
    this.target = proposal.at;
    this.also = null;
    this.lane = null;
    this.director = proposal.directors?.join(" ") || null;
    this.arm(proposal.weapons ?? null);
    this.weaponsOnly = proposal.weaponsOnly ?? false;
  }

  /**
   * Where each offer is for one unit alone, and there is one only, its unit is in hand at once.
   * @param {State} state
   */
  #onlyOne(state) {
    const units = state.offers.filter((offer) => offer.alone).flatMap((offer) => Object.keys(offer.units));
    if (units.length === 1) this.units = new Set(units);
  }

  /**
   * Everybody against everybody, under a leader who attacks with them.
   * @param {import("./types.js").Offer} cc
   */
  #close(cc) {
    this.units = new Set(cc.units);
    this.enemies = new Set(cc.targets);
    this.director = cc.leaders?.find((/** @type {string} */ id) => this.units.has(id)) ?? null;
  }

  /**
   * Names who directs. In CC he attacks with those he directs, and so is chosen too.
   * @param {State} state
   * @param {string | null} leader
   */
  lead(state, leader) {
    this.director = leader;
    if (leader && offerOfForm(state, "cc")) this.units.add(leader);
  }

  /**
   * Keeps a director only if he may direct everybody chosen, or in CC is chosen himself; proposes the first that
   * may direct fire.
   * @param {State} state
   */
  direct(state) {
    if (offerOfForm(state, "cc") && this.director && !this.units.has(this.director)) this.director = null;
    const fire = offerOfForm(state, "fire");
    if (!fire) return;
    const leaders = teamsFor(fire, firersOf(fire, [...this.units]));
    if (!this.director || !leaders.includes(this.director)) this.director = leaders[0] ?? null;
  }
}
