/**
 * Knows whether a connection still lives. One that dies on the way (a network that was changed, a computer that slept)
 * is never closed, so that nobody is told: it is asked every ten seconds and whenever the page comes back, and all that
 * comes in counts as an answer.
 */

const BEAT = 10_000; // milliseconds
const MISSED = 2; // beats without an answer after which it is dead
const PROMPT = 5_000; // milliseconds within which who has just come back is answered

export class Heart {
  #missed = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #beats = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #prompt = undefined;

  /**
   * @param {() => void} ask  asks the server, if there is a connection to ask by
   * @param {() => void} dead  nobody is there any more
   */
  constructor(ask, dead) {
    this.ask = ask;
    this.dead = dead;
    addEventListener("online", () => this.#look());
    addEventListener("pageshow", (event) => event.persisted && this.#look());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#look());
  }

  /** A connection begins. */
  start() {
    this.stop();
    this.#beats = setInterval(() => this.#beat(), BEAT);
  }

  /** It has ended: there is nothing to ask about. */
  stop() {
    clearInterval(this.#beats);
    this.#beats = undefined;
    this.heard();
  }

  /** Something has come in. */
  heard() {
    this.#missed = 0;
    clearTimeout(this.#prompt);
    this.#prompt = undefined;
  }

  #beat() {
    if (this.#missed >= MISSED) {
      this.dead();
      return;
    }
    this.#missed += 1;
    this.ask();
  }

  /** The page is back: the answer must come soon. */
  #look() {
    if (this.#beats === undefined || this.#prompt !== undefined) return;
    this.#prompt = setTimeout(() => this.dead(), PROMPT);
    this.ask();
  }
}
