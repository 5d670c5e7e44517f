/** Questions to the server that change nothing: few at a time, the latest wins, and what was told is kept a while. */

/** @typedef {import("./types.js").Reply} Reply */
/** @typedef {{key: string, sent: string, take: (reply: Reply) => void}} Slot */

/** Milliseconds between two questions of one kind, and before one is put again that came too fast. */
const PAUSE = 70;
const LATER = 600;
/** Answers kept. */
const KEPT = 400;

export class Questions {
  /** @type {Map<string, Reply>} */
  #told = new Map();
  /** @type {Map<string, Slot>} */
  #slots = new Map();
  /** @type {number | null} the bulletin up to which the answers hold */
  #n = null;

  /** @param {import("./commands.js").Commands} commands */
  constructor(commands) {
    this.commands = commands;
  }

  /**
   * Asks, unless that very thing is being asked or was told already. `take` hears the last question's answer only.
   * @param {string} name  what is asked about, as `los`: a later question takes the place of an earlier one
   * @param {Record<string, any> | null} frame  null asks nothing any more
   * @param {(reply: Reply) => void} take
   */
  ask(name, frame, take) {
    const { state, link } = this.commands.model;
    if (state.n !== this.#n) this.#told.clear();
    this.#n = state.n;
    const key = frame ? JSON.stringify([state.n, link, frame]) : "";
    const slot = this.#slots.get(name) ?? { key: "", sent: "", take };
    this.#slots.set(name, slot);
    if (key === slot.key) return;
    Object.assign(slot, { key, take });
    const told = this.#told.get(key);
    if (told) take(told);
    else if (frame && !slot.sent) this.#send(slot, frame);
  }

  /**
   * @param {Slot} slot
   * @param {Record<string, any>} frame
   */
  async #send(slot, frame) {
    const { link } = this.commands;
    if (!link) return;
    slot.sent = slot.key;
    const { sent } = slot;
    const reply = await link.question(frame);
    if (reply.code !== "busy") this.#keep(sent, reply);
    if (sent === slot.key && reply.code !== "busy") slot.take(reply);
    await new Promise((resolve) => setTimeout(resolve, reply.code === "busy" ? LATER : PAUSE));
    slot.sent = "";
    if (slot.key && (sent !== slot.key || reply.code === "busy")) this.#again(slot);
  }

  /**
   * What has been asked meanwhile.
   * @param {Slot} slot
   */
  #again(slot) {
    const told = this.#told.get(slot.key);
    if (told) slot.take(told);
    else this.#send(slot, JSON.parse(slot.key)[2]);
  }

  /**
   * @param {string} key
   * @param {Reply} reply
   */
  #keep(key, reply) {
    if (reply.code === "offline" || JSON.parse(key)[0] !== this.#n) return;
    this.#told.set(key, reply);
    if (this.#told.size > KEPT) this.#told.delete(this.#told.keys().next().value ?? "");
  }
}
