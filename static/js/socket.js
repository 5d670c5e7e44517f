/** The stream: says hello, keeps the numbers without gaps, comes back by itself, pairs answers with commands. */

import { gettext } from "./gettext.js";
import { Heart } from "./heart.js";

const ANSWER = 12_000;
/** Frames that answer one of ours, by its `ref`. */
const ANSWERS = new Set(["ok", "no", "odds", "los", "path", "reach"]);
const WAITS = [400, 1_000, 2_000, 4_000, 8_000];

/** @typedef {import("./types.js").Reply} Reply */
/** @typedef {import("./types.js").Command} Command */
/** @typedef {"connecting" | "live" | "offline" | "closed"} LinkState */

export class Link {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, (reply: Reply) => void>} */
  #waiting = new Map();
  #refs = 0;
  #tries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry = undefined;
  #ackDue = false;
  /** Whether the server has closed it for good. */
  #ended = false;

  /**
   * @param {string} path  address of the stream, with the seat in its query
   * @param {{have: () => number | null, frame: (frame: Record<string, any>) => boolean,
   *   state: (state: LinkState) => void, why: (why: string) => void}} hooks  `frame` answers false if frames are missing before this one; `why` is told why the server has closed it for good
   */
  constructor(path, hooks) {
    this.url = new URL(path, location.href.replace(/^http/, "ws")).href;
    this.hooks = hooks;
    this.heart = new Heart(() => this.#send({ t: "beat", n: this.hooks.have() }), () => this.#drop());
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
    addEventListener("pagehide", () => this.#socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.#hurry());
  }

  open() {
    clearTimeout(this.#retry);
    this.heart.start();
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#send({ t: "hello", have: this.hooks.have() }));
    socket.addEventListener("message", (event) => socket === this.#socket && this.#receive(event.data));
    socket.addEventListener("close", (event) => socket === this.#socket && this.#lost(event.code));
  }

  /**
   * Sends a command. The answer always comes: `ok`, `no`, or a `no` of our own with code `offline`.
   * @param {Command} cmd
   * @returns {Promise<Reply>}
   */
  command(cmd) {
    return this.#ask({ t: "do", seen: this.hooks.have(), cmd });
  }

  /**
   * Asks for the odds of an attack; changes nothing.
   * @param {Command} cmd
   * @returns {Promise<Reply>}
   */
  odds(cmd) {
    return this.#ask({ t: "odds", cmd });
  }

  /**
   * Asks what only this page is answered (`los`, `path`, `reach`); changes nothing.
   * @param {Record<string, any>} frame
   * @returns {Promise<Reply>}
   */
  question(frame) {
    return this.#ask(frame);
  }

  /**
   * @param {Record<string, any>} frame
   * @returns {Promise<Reply>}
   */
  #ask(frame) {
    this.#refs += 1;
    const ref = String(this.#refs);
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve(unsent(ref));
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#drop(), ANSWER);
      this.#waiting.set(ref, (reply) => {
        clearTimeout(late);
        resolve(reply);
      });
      this.#send({ ...frame, ref });
    });
  }

  /** @param {string} text */
  #receive(text) {
    const frame = JSON.parse(text);
    this.heart.heard();
    if (frame.t === "beat") return;
    if (typeof frame.ref === "string" && ANSWERS.has(frame.t)) {
      if (frame.code === "unknown") this.#send({ t: "hello", have: null });
      this.#waiting.get(frame.ref)?.(frame);
      this.#waiting.delete(frame.ref);
      return;
    }
    if (frame.t === "no") {
      if (frame.code === "seat" || frame.code === "closed") {
        this.#shut();
        this.hooks.why(String(frame.why));
      }
      return;
    }
    if (!this.hooks.frame(frame)) {
      this.#send({ t: "hello", have: this.hooks.have() });
      return;
    }
    this.#tries = 0;
    this.hooks.state("live");
    if (frame.t === "b" || frame.t === "doc") this.#ackSoon();
  }

  #ackSoon() {
    if (this.#ackDue) return;
    this.#ackDue = true;
    setTimeout(() => this.#ack(), 200);
  }

  #ack() {
    this.#ackDue = false;
    const n = this.hooks.have();
    if (n !== null) this.#send({ t: "ack", n });
  }

  /** @param {Record<string, any>} frame */
  #send(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /** Gives up a connection that is dead: its own end would be told only when somebody answers. */
  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.close();
    this.#lost(0);
  }

  /** @param {number} code */
  #lost(code) {
    this.heart.stop();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [ref, answer] of waiting) answer(unanswered(ref));
    if (code >= 4400 && code < 4500) {
      this.#ended = true;
      this.hooks.state("closed");
      return;
    }
    this.hooks.state("offline");
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)];
    this.#tries += 1;
    this.#retry = setTimeout(() => this.open(), wait * (0.8 + 0.4 * Math.random()));
  }

  #hurry() {
    if (this.#ended) return;
    const state = this.#socket?.readyState;
    if (state !== WebSocket.OPEN && state !== WebSocket.CONNECTING) this.open();
  }

  #shut() {
    this.#ended = true;
    this.heart.stop();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.hooks.state("closed");
  }
}

/**
 * @param {string} ref
 * @returns {Reply}
 */
function unsent(ref) {
  return { t: "no", ref, code: "offline", rule: "", why: gettext("There is no connection just now; nothing was sent.") };
}

/**
 * @param {string} ref
 * @returns {Reply}
 */
function unanswered(ref) {
  const why = gettext("The connection broke before the answer came. Look at the board before you try again.");
  return { t: "no", ref, code: "offline", rule: "", why };
}
