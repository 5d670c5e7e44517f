/** What was told earlier: a document comes with the end of its log, and the pages before it are read when they are wanted. */

import { withEarlier } from "./store.js";

/** @typedef {import("./store.js").State} State */

export class Earlier {
  #reading = false;

  /** @param {{state: () => State, take: (state: State) => void}} table  `take` is given the state with a longer log */
  constructor(table) {
    this.table = table;
  }

  /**
   * Reads back to that line of the log, or all of it. What cannot be read now is asked for again the next time.
   * @param {number} [line]
   */
  async back(line = 1) {
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#lacks(line) && await this.#page());
    } finally {
      this.#reading = false;
    }
  }

  /** Reads one page more. */
  async more() {
    const [first] = this.table.state().log;
    await this.back(first ? first.n - 1 : 1);
  }

  /** @param {number} line */
  #lacks(line) {
    const { log, earlier } = this.table.state();
    return earlier > 0 && (!log.length || log[0].n > line);
  }

  /** @returns {Promise<boolean>} false if there is none, or it came too late to fit */
  async #page() {
    const { earlier, you } = this.table.state();
    const address = new URLSearchParams(location.search);
    address.set("until", String(earlier));
    try {
      const answer = await fetch(`log?${address}`, { cache: "no-store" });
      const page = answer.ok ? await answer.json() : null;
      const now = this.table.state();
      if (!page || now.earlier !== earlier || now.you !== you) return false;
      this.table.take(withEarlier(now, page));
      return true;
    } catch {
      return false;
    }
  }
}
