/** Notes that a player pins to hexes for himself. They go to the server under his seat, and come back to him alone. */

import { gettext } from "./gettext.js";

/** As long as a note may be, in characters. */
export const LONGEST = 200;

export class Notes {
  /** @type {Map<string, string>} by hex */
  all = new Map();
  /** @type {string | null} the hex that was looked at last: a new note goes there */
  at = null;
  why = "";
  #token = "";

  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
  }

  /** Reads one's own notes. */
  async load() {
    await this.#take(fetch(this.#address(), { cache: "no-store" }));
  }

  /**
   * Pins a note to a hex; an empty one takes it off.
   * @param {string} hex
   * @param {string} text
   */
  async pin(hex, text) {
    const body = new URLSearchParams({ hex, text: text.trim() });
    await this.#take(fetch(this.#address(), { method: "POST", headers: { "X-CSRFToken": this.#token }, body }));
  }

  #address() {
    return `notes${location.search}`;
  }

  /** @param {Promise<Response>} asked */
  async #take(asked) {
    try {
      const answer = await asked;
      const given = answer.headers.get("content-type")?.includes("json") ? await answer.json() : {};
      this.why = answer.ok ? "" : given.why ?? gettext("The note could not be kept. Load the page again.");
      if (answer.ok) [this.all, this.#token] = [new Map(Object.entries(given.notes)), given.token];
    } catch {
      this.why = gettext("The server does not answer: the note is not kept.");
    }
    this.draw();
  }
}
