/** The way in: reads the page's data block, makes the editor, and listens to buttons and keys. */

import { byId } from "../dom.js";
import { Desk } from "./desk.js";

const desk = new Desk(JSON.parse(byId("editor-data").textContent ?? ""));
const field = /** @type {HTMLInputElement} */ (byId("file"));

/** @type {Record<string, () => void>} */
const DEEDS = {
  undo: () => desk.work.undo(),
  redo: () => desk.work.redo(),
  save: () => desk.save(),
  export: () => desk.export(),
  import: () => field.click(),
  los: () => {
    desk.look.toggle();
    if (desk.box.tool.id === "los") desk.box.take("hand");
  },
  "los-swap": () => desk.look.swap(),
  "zoom-in": () => desk.sheet.view.zoom(1.3),
  "zoom-out": () => desk.sheet.view.zoom(1 / 1.3),
  "zoom-all": () => desk.sheet.view.whole(),
};
/** @type {Record<string, "up" | "down" | "left" | "right">} */
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
/** @type {Record<string, string>} */
const WITH_CONTROL = { z: "undo", y: "redo", s: "save" };

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-do], [data-level]") : null;
  if (!(button instanceof HTMLElement)) return;
  if (button.dataset.do) DEEDS[button.dataset.do]?.();
  else desk.look.level(button.dataset.level, button.dataset.location);
});

document.addEventListener("keydown", (event) => {
  const control = event.ctrlKey || event.metaKey;
  const deed = control ? (event.shiftKey && event.key.toLowerCase() === "z" ? "redo" : WITH_CONTROL[event.key.toLowerCase()]) : undefined;
  if (deed) DEEDS[deed]();
  else if (control || event.altKey || !pressed(event)) return;
  event.preventDefault();
});

/**
 * A key without Ctrl; whether it meant anything.
 * @param {KeyboardEvent} event
 */
function pressed(event) {
  const at = event.target instanceof HTMLElement ? event.target : document.body;
  if (at.matches("input, select, textarea, summary")) return false;
  if (event.key === "Escape") desk.escape();
  else if (at.matches("button, a")) return false;
  else if (ARROWS[event.key]) desk.move(ARROWS[event.key]);
  else if (event.key === "Enter" || event.key === " ") desk.enter();
  else if (/^[0-5]$/.test(event.key)) desk.enter(Number(event.key));
  else if (event.key === "[" || event.key === "]") desk.look.climb(event.key === "]" ? 1 : -1);
  else return tool(event.key.toLowerCase());
  return true;
}

/** @param {string} key */
function tool(key) {
  const found = desk.box.byKey(key);
  if (found) desk.box.take(found.id);
  return Boolean(found);
}

field.addEventListener("change", () => {
  const [file] = field.files ?? [];
  if (file) desk.import(file);
  field.value = "";
});

byId("month").addEventListener("change", () => desk.redraw());

addEventListener("beforeunload", (event) => {
  if (desk.work.dirty) event.preventDefault();
});
