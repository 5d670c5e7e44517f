/** A finished or running game read again from its stored bulletins: by steps, actions, phases or turns. No stream. */

import { gettext } from "./gettext.js";
import { changeOf, clockOf, emptyState, reduce } from "./store.js";
import { h, s } from "./dom.js";
import { keep, kept } from "./kept.js";

/** @typedef {import("./store.js").State} State */
/** @typedef {"step" | "action" | "phase" | "turn"} Unit */

/** Milliseconds from one stop to the next, at the plain speed; a phase or a turn is looked at longer. */
const PACE = 1100;
const LONGER = { step: 1, action: 1.4, phase: 2, turn: 2.5 };
const SPEEDS = [0.5, 1, 2, 4];
/** @type {Record<Unit, string>} */
const UNITS = { step: gettext("by step"), action: gettext("by action"), phase: gettext("by phase"), turn: gettext("by turn") };
/** What is asked between one action and the next. */
const AT_REST = new Set(["phase", "setup", "over"]);

export class Replay {
  /** @type {State[]} */
  #states = [];
  /** @type {Record<string, any>[]} */
  #frames = [];
  /** @type {Record<Unit, number[]>} where each unit ends */
  #stops = { step: [], action: [], phase: [], turn: [] };
  #at = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #playing = undefined;

  /**
   * @param {HTMLElement} bar
   * @param {import("./types.js").TableData} data
   * @param {(state: State, change: import("./store.js").Change) => void} show
   * @param {(words: string) => void} announce
   */
  constructor(bar, data, show, announce) {
    this.data = data;
    this.show = show;
    this.announce = announce;
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: 0, value: 0, "data-role": "replay-slider", "aria-label": gettext("Step") }));
    this.phase = /** @type {HTMLSelectElement} */ (h("select", { "data-role": "replay-phase", "aria-label": gettext("Go to a phase") }));
    this.unit = select("replay-unit", gettext("How far a step forward or back goes"), Object.entries(UNITS), kept("replay-unit", "step"));
    this.speed = select("replay-speed", gettext("Speed"), SPEEDS.map((one) => [String(one), `${one === 0.5 ? "½" : one}×`]), kept("replay-speed", "1"));
    this.count = h("span", { class: "figure", "data-role": "replay-count" });
    this.play = h("button", { type: "button", class: "button primary", "data-role": "replay-play" }, gettext("Play"));
    this.link = h("button", { type: "button", class: "button", "data-role": "replay-link-here", title: gettext("An address that shows this moment, as everybody may see it") }, gettext("Link"));
    bar.append(button("replay-first", gettext("First step"), "M4 4V16M16 4L7 10L16 16Z"), button("replay-prev", gettext("Back"), "M15 4L6 10L15 16Z"), this.play,
      button("replay-next", gettext("Forward"), "M5 4L14 10L5 16Z"), button("replay-last", gettext("Last step"), "M16 4V16M4 4L13 10L4 16Z"), this.unit, this.speed,
      this.slider, this.count, this.phase, ...[viewed(data)].filter((one) => one !== null), ...(data.frames ? [] : [this.link, saving()]));
    bar.hidden = false;
    bar.addEventListener("click", (event) => this.#press(event));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.phase.addEventListener("change", () => this.go(Number(this.phase.value)));
    this.unit.addEventListener("change", () => keep("replay-unit", this.unit.value));
    this.speed.addEventListener("change", () => keep("replay-speed", this.speed.value));
    addEventListener("hashchange", () => this.#goToMoment());
  }

  /** Fetches the bulletins of this audience and shows the first. Throws if they cannot be had. */
  async load() {
    if (this.data.frames) {
      this.read(this.data.frames);
      return;
    }
    const answer = await fetch(String(this.data.replay), { credentials: "same-origin" });
    if (!answer.ok) throw new Error(gettext("The replay could not be read (%(status)s).", { status: answer.status }));
    this.read((await answer.json()).frames);
  }

  /**
   * @param {Record<string, any>[]} frames  the `doc`, then every `b`
   */
  read(frames) {
    let state = emptyState(this.data.you);
    for (const frame of frames) {
      const after = reduce(state, frame);
      if (typeof after === "string") continue;
      state = { ...after, offers: [] };
      this.#states.push(state);
      this.#frames.push(frame);
    }
    this.#findStops();
    this.slider.setAttribute("max", String(Math.max(0, this.#states.length - 1)));
    this.phase.replaceChildren(...this.#stops.phase.map((index) => h("option", { value: index }, phaseWords(clockOf(this.#states[index]), this.data))));
    if (this.#states.length && !this.#goToMoment()) this.go(0);
  }

  /** A phase and a turn stop where they begin, an action where the next one may be chosen. */
  #findStops() {
    const words = (/** @type {(state: State) => string} */ of) => this.#states.flatMap((state, index) => (index && of(state) === of(this.#states[index - 1]) ? [] : [index]));
    this.#stops = {
      step: this.#states.map((_, index) => index),
      action: this.#states.flatMap((state, index) => (AT_REST.has(state.now?.kind ?? "") || index === this.#states.length - 1 ? [index] : [])),
      phase: words((state) => phaseWords(clockOf(state), this.data)),
      turn: words((state) => turnWords(clockOf(state))),
    };
  }

  /** @param {number} step */
  go(step) {
    const next = Math.min(Math.max(step, 0), this.#states.length - 1);
    const forward = next === this.#at + 1;
    this.#at = next;
    const state = this.#states[next];
    if (!state) return;
    this.slider.value = String(next);
    this.count.textContent = gettext("%(n)s of %(all)s", { n: next + 1, all: this.#states.length });
    this.phase.value = String(this.#stops.phase.filter((mark) => mark <= next).at(-1) ?? 0);
    this.show(state, changeOf(forward ? this.#frames[next] : { t: "doc" }));
    if (next === this.#states.length - 1) this.#stop();
  }

  /**
   * To the next stop of the unit chosen, or the one before.
   * @param {number} by
   */
  step(by) {
    this.#stop();
    this.go(this.#next(by));
  }

  /** @param {number} by */
  #next(by) {
    const stops = this.#stops[/** @type {Unit} */ (this.unit.value)];
    if (by < 0) return by === -Infinity ? 0 : stops.filter((stop) => stop < this.#at).at(-1) ?? 0;
    const last = this.#states.length - 1;
    return by === Infinity ? last : stops.find((stop) => stop > this.#at) ?? last;
  }

  toggle() {
    if (this.#playing) {
      this.#stop();
      return;
    }
    if (this.#at === this.#states.length - 1) this.go(0);
    this.play.textContent = gettext("Pause");
    this.#wait();
  }

  #wait() {
    const unit = /** @type {Unit} */ (this.unit.value);
    this.#playing = setTimeout(() => {
      this.#wait();
      this.go(this.#next(1));
    }, (PACE * LONGER[unit]) / Number(this.speed.value));
  }

  #stop() {
    clearTimeout(this.#playing);
    this.#playing = undefined;
    this.play.textContent = gettext("Play");
  }

  /** Goes to the moment that the address names, if it names one. */
  #goToMoment() {
    const line = /^#line=(\d+)$/.exec(location.hash)?.[1];
    if (!line) return false;
    const at = this.#states.findIndex((state) => told(state) >= Number(line));
    this.go(at < 0 ? this.#states.length - 1 : at);
    return true;
  }

  /** The address of this moment, without the seat: whoever gets it sees what everybody may see. */
  async #share() {
    const address = new URL(location.pathname, location.href);
    address.hash = `line=${told(this.#states[this.#at])}`;
    history.replaceState(null, "", `${location.pathname}${location.search}${address.hash}`);
    await navigator.clipboard?.writeText(address.href).catch(() => undefined);
    this.link.textContent = gettext("Copied");
    this.announce(gettext("The address of this moment has been copied."));
    setTimeout(() => (this.link.textContent = gettext("Link")), PACE);
  }

  /** @param {Event} event */
  #press(event) {
    const role = event.target instanceof Element ? event.target.closest("[data-role]")?.getAttribute("data-role") : null;
    if (role === "replay-next") this.step(1);
    if (role === "replay-prev") this.step(-1);
    if (role === "replay-first") this.step(-Infinity);
    if (role === "replay-last") this.step(Infinity);
    if (role === "replay-play") this.toggle();
    if (role === "replay-link-here") this.#share();
  }
}

/**
 * How many lines of the log everybody has been told up to here: the same moment for every audience.
 * @param {State} state
 */
function told(state) {
  return state.log.filter((line) => !line.secret).length;
}

/**
 * @param {string} role
 * @param {string} label
 * @param {[string, string][]} options
 * @param {string} value
 */
function select(role, label, options, value) {
  const node = /** @type {HTMLSelectElement} */ (h("select", { "data-role": role, "aria-label": label }, options.map(([id, text]) => h("option", { value: id }, text))));
  node.value = options.some(([id]) => id === value) ? value : options[0][0];
  return node;
}

/**
 * @param {string} role
 * @param {string} label
 * @param {string} path  of its sign, on a field of 20 by 20
 */
function button(role, label, path) {
  return h("button", { type: "button", class: "button", "data-role": role, "aria-label": label, title: label },
    s("svg", { class: "sign", viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: path })));
}

/** @param {import("./types.js").Face | undefined} clock */
function turnWords(clock) {
  return `${clock?.stage} ${clock?.turn} ${clock?.phasing}`;
}

/**
 * @param {import("./types.js").Face | undefined} clock
 * @param {import("./types.js").TableData} data
 */
function phaseWords(clock, data) {
  if (!clock || clock.stage === "setup") return gettext("Setup");
  if (clock.stage === "over") return gettext("The end");
  const side = data.scenario.sides[/** @type {import("./types.js").Side} */ (clock.phasing)]?.name ?? "";
  return `${gettext("Turn %(turn)s", { turn: clock.turn })} · ${side} · ${clock.phase}`;
}

/** The game up to now as a file. */
function saving() {
  return h("a", { class: "button", href: `../game.jsonl${location.search}`, download: "", "data-role": "replay-save", title: gettext("The game as it was told here, as a file that can be opened again") }, gettext("Save"));
}

/**
 * Whose replay it is, once the game is over and all of them are open.
 * @param {import("./types.js").TableData} data
 */
function viewed(data) {
  const views = data.views ?? [];
  if (!views.length) return null;
  const chosen = h("select", { "data-role": "replay-as", "aria-label": gettext("As whom") }, views.map((one) =>
    h("option", { value: one, selected: one === data.you }, one === "public" ? gettext("as everybody saw it") : gettext("as the %(side)s saw it", { side: data.scenario.sides[one].name }))));
  chosen.addEventListener("change", () => {
    const query = new URLSearchParams(location.search);
    query.set("as", /** @type {HTMLSelectElement} */ (chosen).value);
    location.search = query.toString();
  });
  return chosen;
}
