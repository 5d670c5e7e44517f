/** The clocks of both sides, in the bar: always of one width, so that nothing moves as time runs. */

import { h, patch } from "./dom.js";
import { badge } from "./glyphs.js";

/** @typedef {import("./types.js").Model & {house: import("./house.js").House}} Model */
/** @typedef {import("./types.js").Side} Side */

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
/** Less than so much is shown as urgent. */
const SHORT = 60 * SECOND;

/**
 * @param {Element} box
 * @param {Model} model
 */
export function drawClocks(box, model) {
  const { house, data } = model;
  box.toggleAttribute("hidden", !data.timed);
  if (!data.timed) return;
  patch(box, /** @type {Side[]} */ (["a", "b"]).map((side) => {
    const { name, nation } = data.scenario.sides[side];
    const left = house.left(side);
    const runs = house.now.clock?.runs === side && !house.rests;
    const state = left !== null && left <= 0 ? " out" : runs && left !== null && left < SHORT ? " short" : "";
    return h("span", { class: `clock${runs ? " runs" : ""}${state}`, "data-clock": side, role: "timer", title: title(model, name, runs) },
      badge(nation), h("span", { class: "sr" }, `${name}: `), h("span", { class: "clock-figure" }, shown(left)));
  }));
}

/**
 * @param {Model} model
 * @param {string} name
 * @param {boolean} runs
 */
function title({ house }, name, runs) {
  const words = house.now.held ? "stopped by a director" : house.rests ? "a break" : runs ? `${name}: time runs` : `${name}: time stands`;
  return `${words}. ${house.now.clock?.words ?? ""}`;
}

/**
 * A time as on a clock: days and hours, or hours, minutes and seconds.
 * @param {number | null} left  in milliseconds
 */
export function shown(left) {
  if (left === null) return "–:––";
  const all = Math.max(0, left);
  if (all >= DAY) return `${Math.floor(all / DAY)} d ${Math.floor((all % DAY) / HOUR)} h`;
  const seconds = Math.ceil(all / SECOND);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
