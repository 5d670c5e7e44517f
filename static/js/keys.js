/** The keyboard. Letters belong to offers first, then to the page; typing in a field is left alone. */

import { gettext } from "./gettext.js";
import { hasButton } from "./slots.js";
import { keyFor } from "./parts.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {Record<string, "up" | "down" | "left" | "right">} */
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

/** Keys of the page itself: what they do and how the help says it. */
/** @type {[string, string][]} */
export const HELP = [
  ["← ↑ ↓ →", gettext("move the hex cursor")], ["Enter", gettext("choose or act at the cursor")], ["Tab", gettext("next counter that can act (on the board)")],
  ["N  ⇧ N", gettext("next, last place that is offered")],
  ["Esc", gettext("close or take back what is on top")], [gettext("F or Space"), gettext("fire or make the attack shown")], ["P  U  M", gettext("pass · pass this unit · pass this phase")],
  ["E", gettext("end the phase")], ["Z", gettext("ask to take back")], ["1 … 9", gettext("choose from a list")], [gettext("Shift + click"), gettext("add to the choice")],
  [gettext("Double click"), gettext("the whole stack")], [gettext("Shift + drag"), gettext("choose by a box")], [gettext("Right click, long press"), gettext("fan out a stack")], ["S", gettext("stop the move or the rout")], ["K", gettext("fan out the stack at the cursor")],
  ["L", gettext("LOS thread, from place to place")], ["T", gettext("plan a path hex by hex")], ["G", gettext("go one step of the path")], ["D", gettext("how far the chosen could come: MF left, over the board")],
  ["[  ]", gettext("thread or path: level down, up")], ["X", gettext("thread: exchange its ends")], ["O", gettext("odds: small or in full")], ["C", gettext("coordinates large")], ["V", gettext("as the opponent sees it")], ["+  −  0", gettext("zoom in, out, whole board")], ["Del", gettext("back to the tray, during setup")], [",  .", gettext("replay: back and forward, as far as is chosen there")], ["?", gettext("this list")],
];

/** Page keys that may lead to a command: dead for a moment when the question has changed, as those of offers are. */
const ACTS = new Set(["Enter", "g"]);


/** @param {Table} table */
export function listen(table) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
    if (press(table, event)) event.preventDefault();
  });
}

/** @param {KeyboardEvent} event */
function typing(event) {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (event.key === "Escape") return false;
  if (target.matches("input[type=\"text\"], input[type=\"search\"], input[type=\"datetime-local\"], textarea, select")) return true;
  if (target.closest("dialog")) return true;
  return target.matches("button, a, summary, input") && (event.key === "Enter" || event.key === " ");
}

/**
 * @param {Table} table
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key was for us
 */
function press(table, event) {
  if (document.querySelector("dialog[open]")) return false;
  const arrow = ARROWS[event.key];
  if (arrow && !(event.target instanceof Element && event.target.matches("input[type=\"range\"], [role=\"log\"]"))) {
    table.cursor.move(arrow);
    return true;
  }
  const name = PAGE[event.key] ? event.key : event.key.toLowerCase();
  const dead = table.guard.asleep || event.repeat;
  if (event.key === "Tab") return onBoard(event) && table.cursor.nextAble(event.shiftKey);
  if (!dead && offered(table, event.key)) return true;
  return !(dead && ACTS.has(name)) && Boolean(PAGE[name]?.(table));
}

/** @param {KeyboardEvent} event */
function onBoard(event) {
  return event.target instanceof Element && Boolean(event.target.closest("#board"));
}

/** @type {Record<string, (table: Table) => boolean>} */
const PAGE = {
  Enter: (table) => table.presses.enter(),
  Escape: (table) => table.presses.escape(),
  Backspace: (table) => !table.guard.asleep && offered(table, "Delete"),
  "+": (table) => table.presses.zoom(1.25),
  "=": (table) => table.presses.zoom(1.25),
  "-": (table) => table.presses.zoom(0.8),
  0: (table) => table.presses.zoom(0),
  "?": (table) => table.presses.help(),
  l: (table) => table.thread.toggle(),
  x: (table) => table.presses.do("los-swap"),
  t: (table) => table.route.toggle(),
  g: (table) => table.presses.do("route-go"),
  d: (table) => table.route.toggleReach(),
  "[": (table) => table.thread.climb(-1) || table.route.climb(-1),
  "]": (table) => table.thread.climb(1) || table.route.climb(1),
  c: (table) => table.presses.toggleLabels(),
  v: (table) => table.presses.toggleOpponent(),
  k: (table) => table.presses.fanAtCursor(),
  n: (table) => table.cursor.nextOffered(false),
  N: (table) => table.cursor.nextOffered(true),
  o: (table) => table.presses.do("odds"),
  ",": (table) => table.replayStep(-1),
  ".": (table) => table.replayStep(1),
};

/**
 * A key of an offer: a button, the attack in hand, what is chosen by its number, or what has been filled.
 * @param {Table} table
 * @param {string} key
 * @returns {boolean}
 */
function offered(table, key) {
  if (/^[1-9]$/.test(key) && table.commands.numberAt(Number(key) - 1)) return true;
  const letter = key === " " ? "F" : key.toUpperCase();
  if (letter === "F" && table.attack.fire()) return true;
  const offers = table.model.state.offers.filter((one) => hasButton(one) && keyFor(one) === letter);
  return offers.some((offer) => table.commands.act(offer));
}
