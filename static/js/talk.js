/** The Talk tab: what both agreed on beside the game, and what one side asks of the other. */

import { clockOf, mySide } from "./store.js";
import { h, patch } from "./dom.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./house.js").Asked} Asked */

/** Breaks that are asked for most, in minutes. */
const BREAKS = { 5: "5 minutes", 15: "15 minutes", 60: "1 hour", 0: "until …" };

/**
 * @param {Element} panel
 * @param {Model} model
 */
export function drawTalk(panel, model) {
  patch(panel, breakPart(model));
}

/**
 * The break that is, or a form to ask for one.
 * @param {Model} model
 */
function breakPart(model) {
  const { house, link } = model;
  if (link === "replay") return h("p", { class: "empty" }, "What is said at the table is no part of a replay.");
  const over = clockOf(model.state)?.stage === "over";
  const words = house.now.clock ? h("p", { class: "quiet", "data-role": "terms" }, `By the clock: ${house.now.clock.words}.`) : null;
  return h("section", { class: "talk-break", "data-key": "break" }, words, over || !mySide(model.state) ? null : house.rests ? null : askForm(model),
    h("p", { class: "wrong", role: "status" }, house.why));
}

/** @param {Model} model */
function askForm(model) {
  if (model.house.now.asked.some((one) => one.kind === "break")) return null;
  return h("form", { class: "break-form", "data-break-form": "on", "data-key": "break-form" },
    h("label", {}, h("span", {}, "Ask for a break of"), h("select", { name: "minutes" }, Object.entries(BREAKS).sort(([a], [b]) => (Number(a) || 1e9) - (Number(b) || 1e9)).map(([minutes, label]) => h("option", { value: minutes }, label)))),
    h("label", { class: "break-until" }, h("span", {}, "or until (your time)"), h("input", { type: "datetime-local", name: "until" })),
    h("button", { class: "button", "data-role": "ask-break" }, "Ask"));
}

/**
 * The end of a break as the form has it, as a moment with its time zone; "" if it says none.
 * @param {HTMLFormElement} form
 */
export function endOfBreak(form) {
  const given = new FormData(form);
  const minutes = Number(given.get("minutes"));
  const until = minutes ? new Date(Date.now() + minutes * 60_000) : new Date(String(given.get("until")));
  return Number.isNaN(until.getTime()) ? "" : until.toISOString();
}

/**
 * What is asked and agreed beside the game, where the game's own requests stand: for each, what may be answered.
 * @param {Model} model
 */
export function houseAsked(model) {
  const { house, state, link } = model;
  if (link === "replay" || clockOf(state)?.stage === "over") return [];
  return [house.rests ? rest(model) : null, ...house.now.asked.map((one) => question(model, one)), house.mayClaim(mySide(state)) ? claim() : null];
}

/** @param {Model} model */
function rest({ house, state }) {
  const { rest: until, asked } = house.now;
  const may = mySide(state) && !asked.some((one) => one.kind === "go_on");
  return h("div", { class: "request", "data-role": "rest" }, h("p", {}, h("b", {}, "A break"), ` until ${moment(until)}. `, h("a", { href: `break.ics${location.search}`, "data-role": "calendar" }, "Put it into my calendar")),
    may ? h("div", { class: "buttons" }, button("Ask to go on now", { act: "propose", kind: "go_on" })) : null);
}

/**
 * @param {Model} model
 * @param {Asked} one
 */
function question({ data, state }, one) {
  const mine = one.by === mySide(state);
  const until = one.until ? ` until ${moment(one.until)}` : "";
  const words = mine ? `You ${one.text.replace(/^asks/, "ask")}${until}.` : `The ${data.scenario.sides[one.by].name} ${one.text}${until}.`;
  const about = { kind: one.kind, asked: one.asked };
  const answers = mine ? [button("Withdraw", { act: "withdraw", ...about })] : [button("Agree", { act: "agree", ...about }), button("Decline", { act: "decline", ...about })];
  return h("div", { class: "request", "data-role": `asked-${one.kind}` }, h("p", {}, words), mySide(state) ? h("div", { class: "buttons" }, answers) : null);
}

function claim() {
  return h("div", { class: "request", "data-role": "claim" }, h("p", {}, "The other side’s time is out."),
    h("div", { class: "buttons" }, button("Claim the game", { act: "claim" })));
}

/**
 * @param {string} label
 * @param {Record<string, string>} what
 */
function button(label, what) {
  return h("button", { type: "button", class: "button", "data-house": JSON.stringify(what) }, label);
}

/** @param {string | null} iso */
function moment(iso) {
  const at = new Date(iso ?? "");
  const today = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(undefined, today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" }).format(at);
}
