/** The card of a planned path: each step with its cost and rules, what is left, and what is known to threaten it. */

import { gettext, langOf } from "./gettext.js";
import { cite } from "./parts.js";
import { emphasised, h, patch } from "./dom.js";
import { firstMove, otherWay } from "./route.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").PathStep} PathStep */

/**
 * @param {Element} box
 * @param {Model} model
 */
export function drawRoute(box, model) {
  const { route } = model;
  box.toggleAttribute("hidden", !route.on || model.thread.on);
  if (!route.on) return;
  patch(box, h("div", { class: route.asking ? "odds-card stale" : "odds-card", "data-key": "route", "data-path": route.asking ? "asking" : String(route.card?.steps.length ?? "") },
    h("header", {}, h("span", { class: "label" }, gettext("Path")), h("p", { class: "odds-head", "data-role": "path" }, headline(model)),
      h("button", { type: "button", class: "link-button close", "data-do": "route", title: gettext("Put the path away") }, gettext("Close"), " ", h("kbd", {}, "T"))),
    route.card ? h("ol", { class: "route-steps" }, route.card.steps.map((step, index) => item(model, step, index))) : null,
    barred(model), footer(model)));
}

/** @param {Model} model */
function headline({ route }) {
  const { card } = route;
  const last = card?.steps.at(-1);
  if (!route.units.length) return h("span", { class: "quiet" }, gettext("Choose a counter of yours"));
  if (!card || !last) return h("span", { class: "quiet" }, card?.barred ? gettext("Not a step") : gettext("Choose hex by hex"));
  return h("span", {}, h("b", {}, gettext("%(n)s of %(all)s %(points)s", { n: last.total, all: card.allowed, points: card.measure })), ", ", gettext("%(left)s left, range %(range)s", { left: last.left, range: last.range }));
}

/**
 * @param {Model} model
 * @param {PathStep} step
 * @param {number} index
 */
function item({ places, route }, step, index) {
  const points = route.card?.measure;
  const parts = step.cost.map((one) => h("span", {}, `${one.points} ${one.label} `, cite(one.rule)));
  const other = otherWay(step);
  return h("li", { "data-path-step": step.to },
    h("b", {}, places.name(step.to)), h("span", { class: "route-cost" }, parts), h("b", { class: "figure" }, `${step.points} ${points}`),
    other ? h("button", { type: "button", class: "link-button", "data-turn": String(index) }, gettext("Rather %(way)s", { way: `${other.label}: ${other.points} ${points}` })) : null,
    step.others.map((to) => h("button", { type: "button", class: "link-button", "data-instead": String(index), "data-location": to }, gettext("Rather %(way)s", { way: place(places, to) }))),
    step.threats.map((one) => h("span", { class: "threat" }, emphasised(one.text), " ", cite(one.rule))),
    step.seen_from.length ? h("span", { class: "quiet seen" }, gettext("seen from"), " ", emphasised(step.seen_from.map((at) => places.name(at)).join(", "))) : null);
}

/**
 * @param {import("./places.js").Places} places
 * @param {string} to
 */
function place(places, to) {
  return places.location(to)?.mark ? places.name(to) : gettext("%(place)s ground", { place: places.name(to) });
}

/** @param {Model} model */
function barred({ route, places }) {
  const no = route.card?.barred ?? (route.why ? { to: "", why: route.why, rule: route.rule } : null);
  if (!no) return null;
  return h("p", { class: "odds-why", "data-role": "barred" }, no.to ? gettext("Not to %(place)s:", { place: places.name(no.to) }) : "", " ", h("span", { lang: langOf(no.why) }, no.why), " ", cite(no.rule));
}

/** @param {Model} model */
function footer(model) {
  const cmd = firstMove(model);
  const steps = model.route.card?.steps ?? [];
  const [first] = steps;
  const last = model.route.card?.barred ? undefined : steps.slice(1).at(-1);
  if (!first) return null;
  const off = !cmd || Boolean(model.pending);
  if (last) return h("div", { class: "buttons" }, h("button", { type: "button", class: "button primary", "data-do": "route-go", disabled: off, title: gettext("Step by step, until somebody reacts, something is found, or you halt it") },
    h("span", {}, gettext("Go to %(place)s and stop", { place: model.places.name(last.to) })), h("kbd", {}, "G")),
  h("button", { type: "button", class: "button", "data-do": "route-on", disabled: off }, gettext("Go, then ask me")),
  h("button", { type: "button", class: "button", "data-do": "route-step", disabled: off }, gettext("Only to %(place)s", { place: model.places.name(first.to) })),
  h("button", { type: "button", class: "button", "data-do": "route-back" }, gettext("One step back")),
  cmd ? null : h("span", { class: "quiet" }, gettext("Only a plan now.")));
  return h("div", { class: "buttons" }, h("button", { type: "button", class: "button primary", "data-do": "route-go", disabled: off },
    h("span", {}, gettext("Move to %(place)s", { place: model.places.name(first.to) })), h("kbd", {}, "G")),
  h("button", { type: "button", class: "button", "data-do": "route-back" }, gettext("One step back")),
  cmd ? null : h("span", { class: "quiet" }, gettext("Only a plan now.")));
}
