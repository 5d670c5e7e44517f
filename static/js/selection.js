/** The choices of the one at this page: they are made and drawn here alone and leave only as a command. */

import { actors, directorsFor, firersAt, firersOf, offerOfForm } from "./offers.js";

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
  /** @type {string | null} leader that directs */
  director = null;
  /** @type {string | null} verb in hand where the chosen counters have several */
  mode = null;
  /** @type {string | null} option marked, not yet sent */
  option = null;
  /** @type {string | null} hex looked at */
  inspect = null;
  /** @type {string | null} hex whose stack is fanned out */
  fan = null;
  layingMines = false;
  /** @type {string | null} */
  mineHex = null;
  /** @type {number | null} */
  mineStrength = null;
  /** Whether the firers were proposed by the page rather than picked. */
  proposed = false;

  clear() {
    Object.assign(this, new Selection());
  }

  /** Takes back the last thing chosen, one layer a call: fan, mines, target, then everything. */
  back() {
    if (this.fan) this.fan = null;
    else if (this.mineHex) this.mineHex = null;
    else if (this.option) this.option = null;
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
   * Adds or removes a piece of the setup.
   * @param {string} piece
   * @param {boolean} add
   */
  togglePiece(piece, add) {
    this.layingMines = false;
    this.mineHex = null;
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
    const able = actors(state);
    this.units = new Set([...this.units].filter((id) => able.has(id)));
    const place = offerOfForm(state, "place");
    this.pieces = new Set(place ? [...this.pieces] : []);
    const mines = offerOfForm(state, "mines");
    if (!mines || mines.left < Math.min(...mines.strengths)) this.layingMines = false;
    if (!fresh) return;
    this.target = null;
    this.director = null;
    this.option = null;
    this.mode = null;
    this.fan = null;
    this.enemies.clear();
    this.flags.clear();
    this.#propose(state, able);
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
    else this.#routOne(state);
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
   * Takes an attack that the server proposes.
   * @param {import("./types.js").Proposal} proposal
   */
  take(proposal) {
    this.units = new Set(proposal.units);
    this.target = proposal.at;
    this.director = proposal.director ?? null;
  }

  /**
   * A rout that only one unit can make is in hand at once.
   * @param {State} state
   */
  #routOne(state) {
    const routs = state.offers.filter((offer) => offer.verb === "rout").flatMap((offer) => Object.keys(offer.units));
    if (routs.length === 1) this.units = new Set(routs);
  }

  /** @param {import("./types.js").Offer} cc */
  #close(cc) {
    this.units = new Set(cc.units);
    this.enemies = new Set(cc.targets);
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
    const leaders = directorsFor(fire, firersOf(fire, [...this.units]));
    if (!this.director || !leaders.includes(this.director)) this.director = leaders[0] ?? null;
  }
}
