/** The LOS thread: its two ends, chosen by mouse, finger or keys, and what the server says of the line between. */

import { gettext } from "./gettext.js";
import { counterOf } from "./store.js";
import { placeOf } from "./scene.js";
import { wordsOf } from "./commands.js";

/** @typedef {import("./types.js").LosCard} LosCard */
/** @typedef {import("./pointer.js").Tap} Tap */
/**
 * `held`: the target has been chosen, and follows pointer and cursor no more.
 * @typedef {{on: boolean, from: string | null, to: string | null, held: boolean, card: LosCard | null, why: string,
 *   asking: boolean}} ThreadState
 */

/** @returns {ThreadState} */
export function noThread() {
  return { on: false, from: null, to: null, held: false, card: null, why: "", asking: false };
}

export class Thread {
  #said = "";

  /**
   * @param {import("./table.js").Desk} desk
   * @param {import("./questions.js").Questions} questions
   */
  constructor(desk, questions) {
    this.desk = desk;
    this.model = desk.model;
    this.questions = questions;
  }

  /** Takes the tool up, from the chosen counters or the cursor if there is one, or lays it down. */
  toggle() {
    const { choice, state, thread } = this.model;
    this.model.thread = noThread();
    this.model.thread.on = !thread.on && this.model.link !== "replay";
    if (this.model.thread.on) {
      const at = [...choice.units].map((id) => placeOf(state, id)).find(Boolean);
      this.model.thread.from = at ?? this.#ground(this.desk.cursor.seen ? this.desk.cursor.at : null);
      this.model.sheet = "now";
      this.desk.board.say(null);
    }
    this.desk.announce(this.model.thread.on ? gettext("LOS thread. Choose two places.") : gettext("LOS thread put away."), false);
    this.desk.draw();
    return true;
  }

  /** Takes back one end; without any the tool is laid down. */
  back() {
    const { thread } = this.model;
    if (thread.held) thread.held = false;
    else if (thread.from && !this.model.choice.units.size) Object.assign(thread, { from: null, to: null });
    else this.model.thread = noThread();
  }

  /** Exchanges the ends. */
  swap() {
    const { thread } = this.model;
    if (thread.to) [thread.from, thread.to] = [thread.to, thread.from];
  }

  /**
   * An end put at a Location: the first, or the second, or after both the first of a new thread.
   * @param {string} place
   */
  put(place) {
    const { thread } = this.model;
    if (!thread.from || thread.held) Object.assign(thread, { from: place, to: null, held: false });
    else if (place !== thread.from) Object.assign(thread, { to: place, held: true });
    this.desk.draw();
  }

  /**
   * The loose end over a Location.
   * @param {string | null} place
   */
  point(place) {
    const { thread } = this.model;
    if (!thread.from || thread.held || place === thread.to) return;
    thread.to = place === thread.from ? null : place;
    this.desk.draw();
  }

  /**
   * Another level at the end that was put last, or at a named one.
   * @param {number} by
   */
  climb(by) {
    const { thread, places } = this.model;
    const end = thread.to ? "to" : "from";
    const at = thread[end];
    const here = (places.hex(at ?? "")?.locations ?? []).map((one) => one.id);
    const next = here[here.indexOf(at ?? "") + by];
    if (!thread.on || !next) return thread.on;
    thread[end] = next;
    this.desk.announce(places.name(next), false);
    this.desk.draw();
    return true;
  }

  /**
   * @param {string} end
   * @param {string} place
   */
  level(end, place) {
    if (end === "from" || end === "to") this.model.thread[end] = place;
  }

  /**
   * The Location under a tap: that of the counter, or else the ground of the hex.
   * @param {Tap} tap
   */
  place(tap) {
    const { state, places } = this.model;
    const id = tap.key?.slice(tap.key.indexOf(":") + 1) ?? "";
    const of = tap.key && counterOf(state, id) ? placeOf(state, id) : "";
    return of || this.#ground(places.at(tap.x, tap.y)?.id ?? null);
  }

  /** @param {string | null} hex */
  #ground(hex) {
    return (hex && this.model.places.byId.get(hex)?.locations[0]?.id) || null;
  }

  /** Enter at the cursor. */
  enter() {
    const at = this.#ground(this.desk.cursor.at);
    if (at) this.put(this.model.thread.to && this.model.places.hex(this.model.thread.to)?.id === this.desk.cursor.at ? this.model.thread.to : at);
    return true;
  }

  /** @param {string} hex  under the keyboard's cursor */
  follow(hex) {
    if (this.model.thread.on) this.point(this.#ground(hex));
  }

  /**
   * What the pointer means while the thread is in hand; panning with two fingers and zooming stay as they are.
   * @param {import("./pointer.js").Gestures} others
   * @returns {import("./pointer.js").Gestures}
   */
  over(others) {
    const on = () => this.model.thread.on;
    return {
      ...others,
      tap: (tap) => (on() && !tap.long ? this.#tapped(tap) : others.tap(tap)),
      twice: (tap) => !on() && others.twice(tap),
      mayDrag: (key) => !on() && others.mayDrag(key),
      hover: (tap) => {
        others.hover(tap);
        if (on()) this.point(this.place(tap));
      },
      draws: (key) => on() || others.draws(key),
      stroke: (from, to, pen) => (on() ? this.#stroke(from, to, pen) : others.stroke(from, to, pen)),
    };
  }

  /** @param {Tap} tap */
  #tapped(tap) {
    const at = this.place(tap);
    if (!at) return;
    this.desk.cursor.put(this.model.places.hex(at)?.id ?? "");
    this.put(at);
  }

  /**
   * A thread drawn in one stroke.
   * @param {Tap} from
   * @param {Tap} to
   * @param {import("./pointer.js").Pen} pen
   */
  #stroke(from, to, pen) {
    const { thread } = this.model;
    const [start, end] = [this.place(from), this.place(to)];
    if (!start) return;
    if (thread.from !== start || thread.held) Object.assign(thread, { from: start, to: null, held: false });
    this.point(end);
    if (pen === "done" && thread.to) thread.held = true;
    this.desk.draw();
  }

  /** Asks whenever an end has moved. */
  ask() {
    const { thread } = this.model;
    const frame = thread.on && thread.from && thread.to ? { t: "los", source: thread.from, target: thread.to } : null;
    const { card } = thread;
    if (!frame) Object.assign(thread, { card: null, why: "" });
    thread.asking = Boolean(frame) && (card?.source !== thread.from || card?.target !== thread.to);
    this.questions.ask("los", frame, (reply) => this.#told(reply));
  }

  /** @param {import("./types.js").Reply} reply */
  #told(reply) {
    const { thread } = this.model;
    thread.asking = false;
    thread.card = reply.t === "los" ? reply.card : null;
    thread.why = reply.t === "los" ? "" : wordsOf(reply).why;
    this.#speak();
    this.desk.draw();
  }

  /** The answer for those who hear it: at once for the keyboard, for the pointer when the end is put. */
  #speak() {
    const { thread, places } = this.model;
    if (!thread.card || !(thread.held || this.desk.cursor.seen)) return;
    const words = `${gettext("LOS %(from)s to %(to)s, range %(range)s.", { from: places.name(thread.card.source), to: places.name(thread.card.target), range: thread.card.range })} ${thread.card.words}`;
    if (words !== this.#said) this.desk.announce(words, false);
    this.#said = words;
  }
}
