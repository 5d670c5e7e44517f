/** The card of the LOS thread: the answer in words, each Hindrance with its rule, and the levels of both ends. */

import { gettext, ngettext } from "./gettext.js";
import { cite, signed } from "./parts.js";
import { emphasised, h, patch } from "./dom.js";

/** @typedef {import("./types.js").Model} Model */

/**
 * @param {Element} box
 * @param {Model} model
 */
export function drawThread(box, model) {
  const { thread } = model;
  box.toggleAttribute("hidden", !thread.on);
  if (!thread.on) return;
  patch(box, h("div", { class: thread.asking ? "odds-card stale" : "odds-card", "data-key": "thread", "data-los": state(model) },
    h("header", {}, h("span", { class: "label" }, "LOS"), h("p", { class: "odds-head" }, headline(model)),
      h("button", { type: "button", class: "link-button close", "data-do": "los", title: gettext("Put the thread away") }, gettext("Close"), " ", h("kbd", {}, "L"))),
    ends(model), answer(model)));
}

/** @param {Model} model */
function state({ thread }) {
  if (thread.asking) return "asking";
  return thread.card ? (thread.card.blocked ? "blocked" : "clear") : "";
}

/** @param {Model} model */
function headline({ thread }) {
  const { card } = thread;
  if (!card) return h("span", { class: "quiet" }, thread.from ? gettext("Choose the other end") : gettext("Choose two places"));
  const verdict = card.blocked ? gettext("blocked") : card.total ? gettext("clear, Hindrance %(n)s", { n: signed(card.total) }) : gettext("clear");
  return h("span", { "data-role": "los" }, h("b", { class: card.blocked ? "bad" : "good" }, verdict), `, ${gettext("range %(range)s", { range: card.range })}`, height(card.rise));
}

/** @param {number} rise */
function height(rise) {
  if (!rise) return "";
  const n = Math.abs(rise);
  return `, ${rise > 0 ? ngettext("%(n)s level up", "%(n)s levels up", n) : ngettext("%(n)s level down", "%(n)s levels down", n)}`;
}

/** @param {Model} model */
function ends(model) {
  const { from, to } = model.thread;
  return h("div", { class: "thread-ends" }, end(model, "from", from), h("button", { type: "button", class: "swap", "data-do": "los-swap", disabled: !to, "aria-label": gettext("Exchange the ends") }, "⇄"), end(model, "to", to));
}

/**
 * One end, with its levels to choose from if its hex has several.
 * @param {Model} model
 * @param {"from" | "to"} name
 * @param {string | null} place
 */
function end(model, name, place) {
  const hex = place ? model.places.hex(place) : undefined;
  if (!place || !hex) return h("span", { class: "quiet thread-end" }, name === "from" ? gettext("from …") : gettext("to …"));
  if (hex.locations.length < 2) return h("b", { class: "thread-end", "data-end": name }, model.places.name(place));
  return h("span", { class: "thread-end", "data-end": name }, h("b", {}, hex.name), h("span", { class: "segmented", role: "group", "aria-label": gettext("Level at %(place)s", { place: hex.name }) },
    hex.locations.map((one) => h("button", { type: "button", "data-level": name, "data-location": one.id, "aria-pressed": String(one.id === place), title: one.name }, one.mark || gettext("Ground")))));
}

/** @param {Model} model */
function answer({ thread, places }) {
  const { card, why } = thread;
  if (why) return h("p", { class: "odds-why" }, why);
  if (!card) return h("p", { class: "quiet" }, gettext("Drag or click from place to place. Levels:"), " ", h("kbd", {}, "["), " ", h("kbd", {}, "]"));
  const beads = card.hindrances.map((one) => h("tr", {}, h("td", { class: "figure" }, signed(one.value)), h("td", {}, gettext("%(counter)s in %(place)s", { counter: one.terrain, place: places.name(one.hex) })), h("td", {}, cite(one.rule))));
  return h("div", { class: "thread-answer" }, h("p", { "data-role": "los-words" }, emphasised(card.words)),
    beads.length ? h("table", { class: "ledger" }, h("tbody", {}, beads)) : null);
}
