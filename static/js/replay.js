/** A finished or running game read again from its stored bulletins, step by step. No stream. */

import { changeOf, clockOf, emptyState, reduce } from "./store.js";
import { h, s } from "./dom.js";

/** @typedef {import("./store.js").State} State */

const PACE = 1100;

export class Replay {
  /** @type {State[]} */
  #states = [];
  /** @type {Record<string, any>[]} */
  #frames = [];
  #at = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #playing = undefined;

  /**
   * @param {HTMLElement} bar
   * @param {import("./types.js").TableData} data
   * @param {(state: State, change: import("./store.js").Change) => void} show
   */
  constructor(bar, data, show) {
    this.data = data;
    this.show = show;
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: 0, value: 0, "data-role": "replay-slider", "aria-label": "Step" }));
    this.phase = /** @type {HTMLSelectElement} */ (h("select", { "data-role": "replay-phase", "aria-label": "Go to a phase" }));
    this.count = h("span", { class: "figure", "data-role": "replay-count" });
    this.play = h("button", { type: "button", class: "button primary", "data-role": "replay-play" }, "Play");
    bar.append(button("replay-first", "First step", "M4 4V16M16 4L7 10L16 16Z"), button("replay-prev", "Step back", "M15 4L6 10L15 16Z"), this.play,
      button("replay-next", "Step forward", "M5 4L14 10L5 16Z"), button("replay-last", "Last step", "M16 4V16M4 4L13 10L4 16Z"), this.slider, this.count, this.phase);
    bar.hidden = false;
    bar.addEventListener("click", (event) => this.#press(event));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.phase.addEventListener("change", () => this.go(Number(this.phase.value)));
  }

  /** Fetches the bulletins of this audience and shows the first. Throws if they cannot be had. */
  async load() {
    const answer = await fetch(String(this.data.replay), { credentials: "same-origin" });
    if (!answer.ok) throw new Error(`The replay could not be read (${answer.status}).`);
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
    this.slider.setAttribute("max", String(Math.max(0, this.#states.length - 1)));
    this.phase.replaceChildren(...this.#phases());
    if (this.#states.length) this.go(0);
  }

  #phases() {
    let last = "";
    return this.#states.flatMap((state, index) => {
      const words = phaseWords(clockOf(state), this.data);
      if (words === last) return [];
      last = words;
      return [h("option", { value: index }, words)];
    });
  }

  /** @param {number} step */
  go(step) {
    const next = Math.min(Math.max(step, 0), this.#states.length - 1);
    const forward = next === this.#at + 1;
    this.#at = next;
    const state = this.#states[next];
    if (!state) return;
    this.slider.value = String(next);
    this.count.textContent = `${next + 1} of ${this.#states.length}`;
    const marks = [...this.phase.children].map((option) => Number(option.getAttribute("value")));
    this.phase.value = String(marks.filter((mark) => mark <= next).at(-1) ?? 0);
    this.show(state, changeOf(forward ? this.#frames[next] : { t: "doc" }));
    if (next === this.#states.length - 1) this.#stop();
  }

  /** @param {number} by */
  step(by) {
    this.#stop();
    this.go(this.#at + by);
  }

  toggle() {
    if (this.#playing) {
      this.#stop();
      return;
    }
    if (this.#at === this.#states.length - 1) this.go(0);
    this.play.textContent = "Pause";
    this.#playing = setInterval(() => this.go(this.#at + 1), PACE);
  }

  #stop() {
    clearInterval(this.#playing);
    this.#playing = undefined;
    this.play.textContent = "Play";
  }

  /** @param {Event} event */
  #press(event) {
    const role = event.target instanceof Element ? event.target.closest("[data-role]")?.getAttribute("data-role") : null;
    if (role === "replay-next") this.step(1);
    if (role === "replay-prev") this.step(-1);
    if (role === "replay-first") this.step(-Infinity);
    if (role === "replay-last") this.step(Infinity);
    if (role === "replay-play") this.toggle();
  }
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

/**
 * @param {import("./types.js").Face | undefined} clock
 * @param {import("./types.js").TableData} data
 */
function phaseWords(clock, data) {
  if (!clock || clock.stage === "setup") return "Setup";
  if (clock.stage === "over") return "The end";
  const side = data.scenario.sides[/** @type {import("./types.js").Side} */ (clock.phasing)]?.name ?? "";
  return `Turn ${clock.turn} · ${side} · ${clock.phase}`;
}
