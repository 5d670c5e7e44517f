/** The LOS thread over the board as it is being made: laid like the table's, and judged anew after every edit. */

import { gettext } from "../gettext.js";
import { noThread } from "../thread.js";
import { ask } from "./server.js";

export class Look {
  #asked = "";
  #busy = false;

  /**
   * @param {() => import("../places.js").Places} places
   * @param {(start: string, end: string) => {address: string, question: Record<string, any>} | null} question  none while the
   *   source is no board
   * @param {() => void} draw
   * @param {(words: string) => void} say
   */
  constructor(places, question, draw, say) {
    this.places = places;
    this.question = question;
    this.redraw = draw;
    this.say = say;
    this.thread = noThread();
  }

  /** Takes the thread up or lays it down. */
  toggle() {
    const on = !this.thread.on;
    this.thread = noThread();
    this.thread.on = on;
    this.#asked = "";
    this.redraw();
  }

  /** Takes back an end, or lays the thread down; whether there was anything to take back. */
  back() {
    const { thread } = this;
    if (!thread.on) return false;
    if (!thread.from) this.toggle();
    else Object.assign(thread, thread.held ? { held: false } : { from: null, to: null, card: null });
    this.redraw();
    return true;
  }

  /** @param {string} hex */
  put(hex) {
    const { thread } = this;
    const at = this.places().byId.get(hex)?.locations[0]?.id;
    if (!at) return;
    if (!thread.from || thread.held) Object.assign(thread, { from: at, to: null, held: false, card: null });
    else if (at !== thread.from) Object.assign(thread, { to: thread.to && this.#same(thread.to, at) ? thread.to : at, held: true });
    this.ask();
  }

  /** @param {string | null} hex */
  point(hex) {
    const { thread } = this;
    if (!thread.on || !thread.from || thread.held) return;
    const at = (hex && this.places().byId.get(hex)?.locations[0]?.id) || null;
    if (at && thread.to && this.#same(thread.to, at)) return;
    thread.to = at === thread.from ? null : at;
    this.ask();
  }

  /**
   * @param {string} a
   * @param {string} b
   */
  #same(a, b) {
    return this.places().hex(a) === this.places().hex(b);
  }

  /** @param {number} by */
  climb(by) {
    const { thread } = this;
    const end = thread.to ? "to" : "from";
    const here = (this.places().hex(thread[end] ?? "")?.locations ?? []).map((one) => one.id);
    const next = here[here.indexOf(thread[end] ?? "") + by];
    if (next) this.level(end, next);
  }

  /**
   * @param {string | undefined} end
   * @param {string | undefined} place
   */
  level(end, place) {
    if (place && (end === "from" || end === "to")) this.thread[end] = place;
    this.ask();
  }

  swap() {
    const { thread } = this;
    if (thread.to) [thread.from, thread.to] = [thread.to, thread.from];
    this.ask();
  }

  /** After an edit: the ends stay in their hexes if there are any such, and the answer is old. */
  renew() {
    const { thread } = this;
    for (const end of /** @type {const} */ (["from", "to"])) {
      const hex = this.places().hex(thread[end] ?? "");
      if (thread[end] && !hex?.locations.some((one) => one.id === thread[end])) thread[end] = hex?.locations[0]?.id ?? null;
    }
    this.#asked = "";
    this.ask();
  }

  /** Asks for the answer; of several questions the last one counts. */
  async ask() {
    const { thread } = this;
    const asked = thread.on && thread.from && thread.to ? this.question(thread.from, thread.to) : null;
    const key = asked ? JSON.stringify([thread.from, thread.to]) : "";
    if (!asked) Object.assign(thread, { card: thread.to ? thread.card : null, asking: false });
    else if (key !== this.#asked) thread.asking = true;
    this.redraw();
    if (!asked || key === this.#asked || this.#busy) return;
    [this.#asked, this.#busy] = [key, true];
    const answer = await ask(asked.address, asked.question);
    this.#busy = false;
    if (this.#asked === key && this.thread === thread) this.#told(answer);
    this.ask();
  }

  /** @param {import("./server.js").Answer} answer */
  #told(answer) {
    const { thread } = this;
    thread.asking = false;
    thread.card = answer.card ?? null;
    thread.why = answer.card ? "" : (answer.why ?? answer.error?.message ?? "");
    if (thread.held && thread.card) this.say(`${gettext("LOS %(from)s to %(to)s.", { from: this.places().name(thread.card.source), to: this.places().name(thread.card.target) })} ${thread.card.words}`);
  }
}
