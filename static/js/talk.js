/** The Talk tab: what both agreed on beside the game, and what one side asks of the other. */

import { ENGLISH, gettext, woven } from "./gettext.js";
import { clockOf, mySide, otherSide } from "./store.js";
import { h, patch } from "./dom.js";
import { LONGEST } from "./chat.js";
import { badge } from "./glyphs.js";
import { termsWords } from "./clocks.js";

/** @typedef {import("./types.js").Model & {house: import("./house.js").House, chat: import("./chat.js").Chat}} Model */
/** @typedef {import("./house.js").Asked} Asked */
/** @typedef {import("./chat.js").Room} Room */

/** Breaks that are asked for most, in minutes. */
const BREAKS = { 5: gettext("5 minutes"), 15: gettext("15 minutes"), 60: gettext("1 hour"), 0: gettext("until …") };

/**
 * @param {Element} panel
 * @param {Model} model
 */
export function drawTalk(panel, model) {
  if (model.link === "replay") {
    patch(panel, h("p", { class: "empty" }, gettext("What is said at the table is no part of a replay.")));
    return;
  }
  const rooms = roomsOf(model);
  if (model.data.together) {
    patch(panel, h("p", { class: "empty" }, gettext("Both sides sit at this screen.")));
    return;
  }
  patch(panel, rooms.map((room) => roomPart(model, room)), breakPart(model));
  for (const room of rooms) settleRoom(panel, model, room);
}

/**
 * The rooms that the reader may be in: the players their own; those who watch, and after the end everybody, the gallery.
 * @param {Model} model
 * @returns {Room[]}
 */
export function roomsOf(model) {
  if (model.data.together) return [];
  const over = clockOf(model.state)?.stage === "over";
  if (!mySide(model.state)) return ["gallery"];
  return over ? ["players", "gallery"] : ["players"];
}

/** @type {Record<Room, string>} */
const TITLES = { players: gettext("Between the players"), gallery: gettext("Among those who watch") };
/** @type {Record<Room, string>} */
const NOBODY = { players: gettext("Nothing has been said. Only the two of you read this."), gallery: gettext("Nothing has been said. The players read this when the game is over.") };

/**
 * @param {Model} model
 * @param {Room} room
 */
function roomPart(model, room) {
  const talk = model.chat.rooms[room];
  if (!talk.open) {
    return h("section", { class: "chat", "data-room": room }, h("h2", {}, TITLES[room]),
      h("p", { class: "quiet" }, room === "gallery" ? gettext("Log in, without a seat at this table, to talk with others who watch.") : gettext("Reading what was said…")));
  }
  return h("section", { class: "chat", "data-room": room }, h("h2", {}, TITLES[room]),
    h("div", { class: "chat-lines", role: "log", tabindex: "0", "aria-label": TITLES[room] },
      talk.lines.length ? h("ol", {}, talk.lines.map((line) => lineOf(model, line))) : h("p", { class: "quiet" }, NOBODY[room])),
    talk.writes ? form(talk, room) : null, h("p", { class: "wrong", role: "status", "data-role": "chat-why" }, talk.why));
}

/**
 * @param {Model} model
 * @param {import("./chat.js").Line} line
 */
function lineOf({ data }, line) {
  const side = line.side ? data.scenario.sides[/** @type {"a" | "b"} */ (line.side)] : null;
  const at = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" }).format(new Date(line.at));
  return h("li", { "data-line": line.n }, side ? badge(side.nation) : null,
    h("p", {}, h("b", {}, side?.name ?? (line.name || gettext("Somebody"))), " ", h("time", { class: "quiet", datetime: line.at }, at), h("span", { class: "said" }, line.text)));
}

/**
 * @param {import("./chat.js").Talk} talk
 * @param {Room} room
 */
function form(talk, room) {
  return h("form", { class: "chat-form", "data-chat": room, "data-key": `chat ${room}` },
    h("input", { type: "text", name: "said", maxlength: LONGEST, autocomplete: "off", "aria-label": `${gettext("Say something")}: ${TITLES[room]}`, placeholder: gettext("Say something"), readonly: talk.sending }),
    h("button", { class: "button", "data-role": "say", disabled: talk.sending }, gettext("Send")));
}

/** Fields in which what was typed before has been put back. */
/** @type {WeakSet<Element>} */
const restored = new WeakSet();
/** How many lines each list showed when it was last scrolled to its end. */
/** @type {WeakMap<Element, number>} */
const scrolled = new WeakMap();

/**
 * Puts a draft back into its field, once, and shows the last line when there is a new one.
 * @param {Element} panel
 * @param {Model} model
 * @param {Room} room
 */
function settleRoom(panel, model, room) {
  const field = panel.querySelector(`[data-chat="${room}"] input`);
  if (field instanceof HTMLInputElement && !restored.has(field)) {
    restored.add(field);
    field.value = model.chat.draft(room).text;
  }
  const list = panel.querySelector(`[data-room="${room}"] .chat-lines`);
  const { lines } = model.chat.rooms[room];
  if (!list || !list.getClientRects().length) return;
  model.chat.look(room);
  if (scrolled.get(list) === lines.length) return;
  scrolled.set(list, lines.length);
  list.scrollTop = list.scrollHeight;
}

/**
 * The break that is, or a form to ask for one.
 * @param {Model} model
 */
function breakPart(model) {
  const { house } = model;
  const over = clockOf(model.state)?.stage === "over";
  const words = house.now.clock ? h("p", { class: "quiet", "data-role": "terms" }, gettext("By the clock: %(terms)s.", { terms: termsWords(house.now.clock) })) : null;
  return h("section", { class: "talk-break", "data-key": "break" }, words, over ? null : [viewPart(model), resultPart(model), changePart(model)], over || !mySide(model.state) ? null : house.rests ? null : askForm(model),
    h("p", { class: "wrong", role: "status" }, house.why));
}

/**
 * A result that both agree on, without playing to the end.
 * @param {Model} model
 */
function resultPart({ house, data, state }) {
  if (!mySide(state) || clockOf(state)?.stage !== "play" || house.now.asked.some((one) => one.kind === "award")) return null;
  return h("form", { class: "break-form view-form", "data-result-form": "on", "data-key": "result-form" },
    h("label", {}, h("span", {}, gettext("Agree on a result")), h("select", { name: "winner" }, /** @type {("a" | "b")[]} */ (["a", "b"]).map((side) => h("option", { value: side }, gettext("%(side)s victory", { side: data.scenario.sides[side].name }))))),
    h("button", { class: "button", "data-role": "ask-result" }, gettext("Ask")));
}

/**
 * The way to the page on which a change of the position is written down.
 * @param {Model} model
 */
function changePart({ house, state }) {
  if (!mySide(state) || clockOf(state)?.stage !== "play" || house.now.asked.some((one) => one.kind === "change")) return null;
  return h("p", { "data-key": "change" }, h("a", { href: `change/${location.search}`, "data-role": "change" }, gettext("Change the position by agreement")));
}

/** How much later both sides may be shown, as the server names it. */
/** @type {Record<string, string>} */
const DELAYS = { m30: gettext("30 minutes"), m60: gettext("1 hour"), m1440: gettext("1 day"), t1: gettext("1 Game Turn"), t2: gettext("2 Game Turns") };

/**
 * What both sides saw some time ago, for those who watch; for the players, to agree on it.
 * @param {Model} model
 */
function viewPart(model) {
  const { house, data } = model;
  const { view, asked } = house.now;
  const me = mySide(model.state);
  if (!me) {
    const query = new URLSearchParams(location.search);
    query.set("delayed", "1");
    const links = /** @type {("a" | "b")[]} */ (["a", "b"]).map((side) => {
      query.set("as", side);
      return h("a", { href: `replay/?${query}`, "data-delayed": side }, gettext("As the %(side)s saw it", { side: data.scenario.sides[side].name }));
    });
    return view ? h("p", { class: "delayed", "data-role": "delayed" }, h("b", {}, gettext("Both sides, after %(delay)s:", { delay: DELAYS[view] ?? view })), " ", links[0], " · ", links[1], h("span", { class: "quiet" }, ` ${gettext("(logged in)")}`)) : null;
  }
  if (asked.some((one) => one.kind === "view")) return null;
  if (view) return h("div", { class: "view-now" }, h("p", {}, gettext("Those who watch see what both sides saw, after %(delay)s.", { delay: DELAYS[view] ?? view })), button(gettext("Ask to end that"), { act: "propose", kind: "view", delay: "" }));
  return h("form", { class: "break-form view-form", "data-view-form": "on", "data-key": "view-form" },
    h("label", {}, h("span", {}, gettext("Let those who watch see both sides, after")), h("select", { name: "delay" }, Object.entries(DELAYS).map(([value, label]) => h("option", { value }, label)))),
    h("button", { class: "button", "data-role": "ask-view" }, gettext("Ask")));
}

/** @param {Model} model */
function askForm(model) {
  if (model.house.now.asked.some((one) => one.kind === "break")) return null;
  return h("form", { class: "break-form", "data-break-form": "on", "data-key": "break-form" },
    h("label", {}, h("span", {}, gettext("Ask for a break of")), h("select", { name: "minutes" }, Object.entries(BREAKS).sort(([a], [b]) => (Number(a) || 1e9) - (Number(b) || 1e9)).map(([minutes, label]) => h("option", { value: minutes }, label)))),
    h("label", { class: "break-until" }, h("span", {}, gettext("or until (your time)")), h("input", { type: "datetime-local", name: "until" })),
    h("button", { class: "button", "data-role": "ask-break" }, gettext("Ask")));
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
  if (model.data.together && link !== "replay") return [handOver(model)];
  if (link === "replay" || clockOf(state)?.stage === "over") return [];
  return [house.now.held ? stopped() : null, house.rests ? rest(model) : null, ...house.now.asked.map((one) => question(model, one)), house.mayClaim(mySide(state)) ? claim() : null];
}

/**
 * Where both seats are at this screen: the way to the other one, plain to see when that side is asked.
 * @param {Model} model
 */
function handOver({ data, state }) {
  const me = mySide(state);
  if (!me) return null;
  const other = otherSide(me);
  const { name } = data.scenario.sides[other];
  if (state.now?.side !== other) return null;
  const words = data.together === "solo" ? gettext("Go to the %(side)s’s side", { side: name }) : gettext("Hand the screen to the %(side)s", { side: name });
  return h("div", { class: "request", "data-role": "hand-over" },
    h("button", { type: "button", class: "button primary", "data-sit": `${data.sit}?side=${other}` }, words));
}

/** A director has stopped the game. */
function stopped() {
  return h("div", { class: "request", "data-role": "held" }, h("p", {}, h("b", {}, "A director has stopped the game."), " It goes on, or is decided, when he says so."));
}

/** @param {Model} model */
function rest({ house, state }) {
  const { rest: until, asked } = house.now;
  const may = mySide(state) && !asked.some((one) => one.kind === "go_on");
  return h("div", { class: "request", "data-role": "rest" }, h("p", {}, woven(gettext("%(what)s until %(moment)s."), { what: h("b", {}, gettext("A break")), moment: moment(until) }), " ", h("a", { href: `break.ics${location.search}`, "data-role": "calendar" }, gettext("Put it into my calendar"))),
    may ? h("div", { class: "buttons" }, button(gettext("Ask to go on now"), { act: "propose", kind: "go_on" })) : null);
}

/**
 * @param {Model} model
 * @param {Asked} one
 */
function question({ data, state }, one) {
  const mine = one.by === mySide(state);
  const words = mine ? iAsk(data, one) : sideAsks(data, one);
  const about = { kind: one.kind, asked: one.asked };
  const answers = mine ? [button(gettext("Withdraw"), { act: "withdraw", ...about })] : [button(gettext("Agree"), { act: "agree", ...about }), button(gettext("Decline"), { act: "decline", ...about })];
  return h("div", { class: "request", "data-role": `asked-${one.kind}` }, h("p", {}, words), mySide(state) ? h("div", { class: "buttons" }, answers) : null);
}

/**
 * What the reader asks himself.
 * @param {import("./types.js").TableData} data
 * @param {Asked} one
 */
function iAsk(data, one) {
  const named = namedIn(data, one);
  switch (one.kind) {
    case "break": return gettext("You ask for a break until %(moment)s.", named);
    case "go_on": return gettext("You ask to go on now.");
    case "award": return gettext("You ask to end the game with this result: %(winner)s victory.", named);
    case "change": return [gettext("You ask to change the position."), " ", saidOf(one)];
    default: return one.delay ? gettext("You ask that those who watch see what both sides saw, mines and hidden units too, after %(delay)s.", named)
      : gettext("You ask that those who watch see both sides no more before the end.");
  }
}

/**
 * What the other side asks.
 * @param {import("./types.js").TableData} data
 * @param {Asked} one
 */
function sideAsks(data, one) {
  const named = namedIn(data, one);
  switch (one.kind) {
    case "break": return gettext("The %(side)s asks for a break until %(moment)s.", named);
    case "go_on": return gettext("The %(side)s asks to go on now.", named);
    case "award": return gettext("The %(side)s asks to end the game with this result: %(winner)s victory.", named);
    case "change": return [gettext("The %(side)s asks to change the position.", named), " ", saidOf(one)];
    default: return one.delay ? gettext("The %(side)s asks that those who watch see what both sides saw, mines and hidden units too, after %(delay)s.", named)
      : gettext("The %(side)s asks that those who watch see both sides no more before the end.", named);
  }
}

/**
 * @param {import("./types.js").TableData} data
 * @param {Asked} one
 */
function namedIn(data, one) {
  const { sides } = data.scenario;
  return { side: sides[one.by].name, moment: moment(one.until), winner: one.winner ? sides[one.winner].name : "", delay: DELAYS[one.delay ?? ""] ?? "" };
}

/** @param {Asked} one */
function saidOf(one) {
  return h("span", { lang: ENGLISH }, `${one.said}.`);
}

function claim() {
  return h("div", { class: "request", "data-role": "claim" }, h("p", {}, gettext("The other side’s time is out.")),
    h("div", { class: "buttons" }, button(gettext("Claim the game"), { act: "claim" })));
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
  if (!iso) return "";
  const at = new Date(iso);
  const today = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(document.documentElement.lang, today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" }).format(at);
}
