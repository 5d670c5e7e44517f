/**
 * What stands beside the stream: the clock, a break, what one side asks of the other. It comes as `house` frames, is read
 * anew whenever the stream begins, and is changed by requests under one's seat.
 */

import { gettext } from "./gettext.js";
import { otherSide } from "./store.js";

/** @typedef {import("./types.js").Side} Side */
/**
 * @typedef {{timing: string, flag: string, left: Record<Side, number>, runs: Side | null, elapsed: number, free: number,
 *   fallen: Side[], terms: {minutes: number, days: number, more: number}}} ClockData
 * @typedef {{kind: string, by: Side, asked: string, delay: string | null, said: string, winner: Side | null, until: string | null}} Asked
 * @typedef {{clock: ClockData | null, held: boolean, rest: string | null, view: string | null, asked: Asked[]}} HouseData
 */

export class House {
  /** @type {HouseData} */
  now = { clock: null, held: false, rest: null, view: null, asked: [] };
  why = "";
  #token = "";
  #since = 0;

  /**
   * @param {import("./types.js").TableData} data
   * @param {() => void} draw
   */
  constructor(data, draw) {
    this.address = data.house;
    this.draw = draw;
  }

  /**
   * Takes what the server says now.
   * @param {HouseData} told
   */
  take(told) {
    this.now = { clock: told.clock, held: told.held, rest: told.rest, view: told.view, asked: told.asked };
    this.#since = performance.now();
    this.draw();
  }

  /** Reads it. */
  async load() {
    await this.#ask(fetch(this.address, { cache: "no-store" }));
  }

  /**
   * Does something: asks, answers, withdraws, claims.
   * @param {Record<string, string>} what
   */
  async act(what) {
    await this.#ask(fetch(this.address, { method: "POST", headers: { "X-CSRFToken": this.#token }, body: new URLSearchParams(what) }));
  }

  /**
   * How many milliseconds a side has left at this moment; null where no time is kept.
   * @param {Side} side
   */
  left(side) {
    const { clock } = this.now;
    if (!clock) return null;
    if (clock.runs !== side || this.rests) return clock.left[side];
    return clock.left[side] - Math.max(0, clock.elapsed + performance.now() - this.#since - clock.free);
  }

  /** Whether both have agreed to rest. */
  get rests() {
    return this.now.rest !== null && new Date(this.now.rest) > new Date();
  }

  /**
   * Whether a side may claim the game as the other's time is out.
   * @param {Side | null} side
   */
  mayClaim(side) {
    if (!side || this.now.clock?.flag !== "claim") return false;
    return (this.left(otherSide(side)) ?? 1) <= 0 && (this.left(side) ?? 0) > 0;
  }

  /** @param {Promise<Response>} asked */
  async #ask(asked) {
    try {
      const answer = await asked;
      const given = answer.headers.get("content-type")?.includes("json") ? await answer.json() : {};
      this.why = answer.ok ? "" : given.why ?? gettext("That could not be done. Load the page again.");
      if (answer.ok) {
        this.#token = given.token;
        this.take(given);
      }
    } catch {
      this.why = gettext("The server does not answer: nothing was done.");
    }
    this.draw();
  }
}
