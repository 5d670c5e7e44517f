/**
 * This player's line for the dice: drawn here by chance, committed to at once, and opened as soon as the server offers it,
 * which is when the other side can no longer choose. Lines are kept in this browser; nobody has to press anything.
 */

import { facesOf, isOffered, mySide } from "./store.js";

const AGAIN = 400;

export class Entropy {
  #busy = false;
  /** Whether a frame has come since the offers were last looked at. */
  #due = false;
  /** A page chooses a line once: two pages of one seat would else commit against each other for ever. */
  #chose = false;

  /**
   * @param {import("./table.js").Desk} desk
   * @param {import("./commands.js").Commands} commands
   */
  constructor(desk, commands) {
    this.model = desk.model;
    this.commands = commands;
  }

  /** Does what there is to do about the line, if anything. Where the page is not secure, or one browser
   * has both seats, there is no line. */
  async look() {
    this.#due = true;
    if (this.model.data.together || this.#busy || !globalThis.crypto?.subtle) return;
    this.#busy = true;
    while (this.#due) {
      this.#due = false;
      await this.#act();
    }
    this.#busy = false;
  }

  async #act() {
    const cmd = await this.#next();
    if (!cmd || !this.commands.link) return;
    const reply = await this.commands.link.command(cmd);
    if (reply.code === "stale") setTimeout(() => this.look(), AGAIN);
    if (reply.t === "ok" && "commitment" in cmd) this.#chose = true;
  }

  /** @returns {Promise<import("./types.js").Command | null>} */
  async #next() {
    if (!isOffered(this.model.state)) return null;
    const { offers } = this.model.state;
    const opening = offers.find((offer) => offer.form === "opening");
    if (opening) {
      const line = await this.#kept(opening.commitment);
      if (line) return { verb: opening.verb, line };
    }
    const offer = offers.find((one) => one.form === "commit");
    if (!offer || this.#chose) return null;
    const mine = this.#commitment();
    if (mine && await this.#kept(mine)) return null;
    return { verb: offer.verb, commitment: await digest(this.#drawn()) };
  }

  /** What this side has committed to, as everybody sees it. */
  #commitment() {
    const side = mySide(this.model.state);
    const [face] = facesOf(this.model.state, "dice");
    return side && face ? face.shares[side].commitment : "";
  }

  /** A line for this seat: the last one drawn here, or a new one, which is kept before anybody hears of it. */
  #drawn() {
    const kept = this.#lines();
    if (kept.length) return kept[kept.length - 1];
    const line = hex(crypto.getRandomValues(new Uint8Array(32)));
    localStorage.setItem(this.#key(), JSON.stringify([...kept, line]));
    return line;
  }

  /** @param {string} commitment */
  async #kept(commitment) {
    for (const line of this.#lines()) if (await digest(line) === commitment) return line;
    return null;
  }

  /** @returns {string[]} */
  #lines() {
    return JSON.parse(localStorage.getItem(this.#key()) ?? "[]");
  }

  #key() {
    return `dice-lines:${this.model.data.game}:${this.model.data.you}`;
  }
}

/** @param {string} line */
async function digest(line) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(line))));
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
