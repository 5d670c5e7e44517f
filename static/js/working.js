/** A quiet sign over the board that the server is still at work, once it has been for longer than one is used to. */

import { gettext } from "./gettext.js";
import { byId } from "./dom.js";
import { isOffered } from "./store.js";

/** Milliseconds after which it is shown, and after which it says why it may last: LOS may have to be compiled. */
const SHOWN = 1_000;
const LONG = 4_000;

/**
 * Whether something has been asked of the server that it has not answered yet.
 * @param {import("./types.js").Model} model
 */
export function isWorking(model) {
  if (model.link !== "live") return false;
  return Boolean(model.pending) || !isOffered(model.state) || model.odds.asking || model.thread.asking || model.route.asking;
}

export class Working {
  #on = false;
  /** @type {ReturnType<typeof setTimeout>[]} */
  #timers = [];

  /** @param {import("./table.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** Looks whether it has begun or is over. It lies over the board and moves nothing; it is said once. */
  look() {
    const on = isWorking(this.desk.model);
    if (on === this.#on) return;
    this.#on = on;
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    if (!on) {
      byId("working").hidden = true;
      return;
    }
    this.#timers = [setTimeout(() => this.#show(gettext("Working…"), true), SHOWN), setTimeout(() => this.#show(gettext("Working… A board is prepared at its first use."), false), LONG)];
  }

  /**
   * @param {string} words
   * @param {boolean} aloud
   */
  #show(words, aloud) {
    byId("working").textContent = words;
    byId("working").hidden = false;
    if (aloud) this.desk.announce(words, false);
  }
}
