/** The clocks of both sides, in the bar: always of one width, so that nothing moves as time runs. */

import { gettext, ngettext } from "./gettext.js";
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
  const words = house.now.held ? gettext("stopped by a director") : house.rests ? gettext("a break") : runs ? gettext("%(name)s: time runs", { name }) : gettext("%(name)s: time stands", { name });
  return `${words}. ${house.now.clock ? termsWords(house.now.clock) : ""}`;
}

/**
 * What was agreed of the clock, in words.
 * @param {import("./house.js").ClockData} clock
 */
export function termsWords({ timing, flag, terms: { minutes, days, more } }) {
  const given = timing === "days" ? ngettext("%(n)s day for each decision", "%(n)s days for each decision", days)
    : timing === "session" ? ngettext("%(n)s minute a side for each session", "%(n)s minutes a side for each session", minutes)
      : ngettext("%(n)s minute a side", "%(n)s minutes a side", minutes);
  const increment = more ? gettext(", %(n)s more for both at each Player Turn", { n: more }) : "";
  return `${given}${increment}; ${flag === "loss" ? gettext("whose time is out has lost") : gettext("then the game may be claimed")}`;
}

/**
 * A time as on a clock: days and hours, or hours, minutes and seconds.
 * @param {number | null} left  in milliseconds
 */
export function shown(left) {
  if (left === null) return "–:––";
  const all = Math.max(0, left);
  if (all >= DAY) return gettext("%(days)s d %(hours)s h", { days: Math.floor(all / DAY), hours: Math.floor((all % DAY) / HOUR) });
  const seconds = Math.ceil(all / SECOND);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
