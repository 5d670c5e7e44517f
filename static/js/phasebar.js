/** The bar on top: turn, whose, the eight phases or the steps of the setup, who is there, and the connection. */

import { gettext, ngettext } from "./gettext.js";
import { clockOf, mySide, otherSide } from "./store.js";
import { h, patch } from "./dom.js";
import { PHASES } from "./parts.js";
import { badge } from "./glyphs.js";
import { isComputer } from "./computer.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Side} Side */

/** @type {Record<string, string>} */
const LINK = {
  connecting: gettext("Connecting…"),
  offline: gettext("Reconnecting… nothing is lost"),
  closed: gettext("This link has ended"),
};

/**
 * @param {Element} bar
 * @param {Model} model
 */
export function drawPhaseBar(bar, model) {
  const clock = clockOf(model.state);
  const stage = clock?.stage ?? "setup";
  patch(bar, turn(model, clock), whose(model, clock), stage === "setup" ? setupSteps(model, clock) : phases(model, clock),
    h("span", { class: "bar-space" }), connection(model), presence(model), menuButton());
}

/**
 * @param {Model} model
 * @param {import("./types.js").Face | undefined} clock
 */
function turn(model, clock) {
  const setup = !clock || clock.stage === "setup";
  const figure = setup
    ? h("b", { class: "turn-word" }, gettext("Setup"))
    : h("span", { class: "turn-figure" }, h("b", {}, String(clock.turn)), h("span", {}, ` ${gettext("of %(turns)s", { turns: clock.turns ?? model.data.scenario.turns })}`));
  return h("div", { class: "turn", "data-role": "turn" }, h("span", { class: "label" }, setup ? gettext("Before play") : gettext("Turn")), figure);
}

/**
 * @param {Model} model
 * @param {import("./types.js").Face | undefined} clock
 */
function whose(model, clock) {
  const side = /** @type {Side | null} */ (clock?.stage === "setup" ? clock?.setting_up : clock?.phasing);
  if (clock?.stage === "over" || !side) {
    return h("div", { class: "whose", "data-role": "whose" }, clock?.stage === "over" ? gettext("Game over") : model.data.scenario.title);
  }
  const card = model.data.scenario.sides[side];
  const word = clock?.stage === "setup" ? gettext("setup") : gettext("turn");
  return h("div", { class: `whose side-${card.nation}`, "data-role": "whose", "data-side": side },
    badge(card.nation), h("span", {}, h("b", {}, card.name), h("span", { class: "whose-word" }, ` ${word}`)));
}

/**
 * @param {Model} model
 * @param {import("./types.js").Face | undefined} clock
 */
function phases(model, clock) {
  const sub = model.state.now?.sub;
  const order = Object.keys(PHASES);
  const at = order.indexOf(clock?.phase);
  return h("ol", { class: "phases", "aria-label": gettext("Phases") }, order.map((phase, index) => {
    const lit = index === at && clock?.stage === "play";
    const cls = lit ? "lit" : index < at ? "past" : "";
    return h("li", { class: cls, "data-phase": phase, title: PHASES[phase], "aria-current": lit ? "step" : null },
      h("span", {}, phase), lit && sub ? h("span", { class: "sub" }, sub) : null);
  }));
}

/**
 * The defender, or whoever the clock says, sets up first and unseen.
 * @param {Model} model
 * @param {import("./types.js").Face | undefined} clock
 */
function setupSteps(model, clock) {
  const first = otherSide(model.data.scenario.first);
  const sides = [first, otherSide(first)];
  const steps = sides.map((side) => ({ id: side, text: gettext("%(side)s sets up", { side: model.data.scenario.sides[side].name }) }));
  const now = clock?.setting_up;
  return h("ol", { class: "phases steps", "aria-label": gettext("Steps of the setup") }, [...steps, { id: "turn", text: gettext("Turn %(turn)s", { turn: 1 }) }].map((step, index) => {
    const lit = step.id === now;
    const past = !lit && now === sides[1] && index === 0;
    return h("li", { class: lit ? "lit" : past ? "past" : "", "aria-current": lit ? "step" : null },
      h("span", {}, `${index + 1} ${step.text}`), lit ? h("span", { class: "sub" }, gettext("unseen")) : null);
  }));
}

/** @param {Model} model */
function connection(model) {
  const words = LINK[model.link];
  return h("span", { class: `connection ${model.link}`, "data-role": "connection", role: "status" }, words ?? "");
}

/** @param {Model} model */
function presence(model) {
  if (model.link === "replay") return h("span", { class: "presence" }, gettext("Replay"));
  const { online } = model.state;
  const me = mySide(model.state);
  if (me && model.data.together) return changeSides(model, otherSide(me));
  const sides = /** @type {Side[]} */ (me ? [otherSide(me)] : ["a", "b"]);
  return h("span", { class: "presence" }, sides.map((side) => {
    const card = model.data.scenario.sides[side];
    const computer = isComputer(model, side);
    const here = computer || online[side];
    return h("span", { class: here ? "person here" : "person away", "data-presence": side, "data-here": String(here) },
      badge(card.nation), h("span", { class: computer ? "" : "person-word" }, computer ? gettext("Computer") : here ? gettext("here") : gettext("away")));
  }), h("span", { class: "watching", "data-role": "watching", title: ngettext("%(n)s watching", "%(n)s watching", online.watching) },
    h("span", { class: "eye", "aria-hidden": "true" }), h("span", {}, String(online.watching)),
    h("span", { class: "sr" }, ` ${gettext("watching")}`)));
}

/**
 * Where both seats are at this screen, the way to the other side stands where else it says whether somebody is there.
 * @param {Model} model
 * @param {Side} other
 */
function changeSides({ data }, other) {
  const { name, nation } = data.scenario.sides[other];
  const words = data.together === "solo" ? gettext("Go to the %(side)s’s side", { side: name }) : gettext("Hand the screen to the %(side)s", { side: name });
  return h("span", { class: "presence" }, h("button", { type: "button", class: "button change-sides", "data-sit": `${data.sit}?side=${other}`, "data-role": "change-sides", title: words },
    h("span", { "aria-hidden": "true" }, "⇄"), badge(nation), h("span", { class: "person-word" }, name), h("span", { class: "sr" }, words)));
}

function menuButton() {
  return h("button", { type: "button", class: "icon-button", "data-do": "help", "aria-label": gettext("Keys and help") }, "?");
}
