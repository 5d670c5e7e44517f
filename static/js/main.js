/** The way in: reads the page's data block, makes the table, and listens to panels, forms, keys and the tray. */

import { gettext } from "./gettext.js";
import { HELP, listen } from "./keys.js";
import { byId, h } from "./dom.js";
import { kept } from "./kept.js";
import { orderOf } from "./orders.js";
import { Table } from "./table.js";
import { useRulebook } from "./parts.js";

const HOOKS = "button[data-offer], [data-piece], [data-firer], [data-enemy], [data-director], [data-also], [data-lane], [data-weapon], [data-arms], [data-attack], [data-again], [data-mode], [data-errand], [data-stack], [data-strength], [data-show], [data-tab], [data-sheet-tab], [data-do], [data-level], [data-turn], [data-instead], [data-go], [data-house], [data-sit]";
const SLOP = 6;

const data = JSON.parse(byId("table-data").textContent ?? "");
const table = new Table(data);

document.addEventListener("click", (event) => {
  const hook = event.target instanceof Element ? event.target.closest(HOOKS) : null;
  if (hook instanceof HTMLElement && !hook.closest("#board .map")) table.presses.press(hook.dataset, event.shiftKey);
});

/** The odds of a row are shown while the pointer or the focus is on it. */
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const row = event.target instanceof Element ? event.target.closest("[data-looked]") : null;
    const looked = row?.getAttribute("data-looked") ?? "";
    if (looked && looked !== table.model.choice.looked) {
      table.model.choice.looked = looked;
      table.draw();
    }
  });
}

document.addEventListener("change", (event) => {
  const { target } = event;
  if (target instanceof HTMLInputElement && (target.dataset.flag || target.dataset.offer)) table.presses.press({ ...target.dataset }, false);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "get") return; // a dialog's, or one for the server
  event.preventDefault();
  if (form.dataset.mineForm) table.commands.layMines();
  const order = form.dataset.orderForm ? orderOf(table.model, form) : null;
  if (order) void table.commands.send(order);
  const said = form.elements.namedItem("said");
  if (form.dataset.chat && said instanceof HTMLInputElement && said.value.trim()) void say(/** @type {any} */ (form.dataset.chat), said);
  if (form.dataset.viewForm) void table.model.house?.act({ act: "propose", kind: "view", delay: String(new FormData(form).get("delay")) });
  if (form.dataset.resultForm) void table.model.house?.act({ act: "propose", kind: "award", winner: String(new FormData(form).get("winner")) });
  if (form.dataset.breakForm) void table.model.house?.act({ act: "propose", kind: "break", until: table.model.beside?.endOfBreak(form) ?? "" });
  const note = form.elements.namedItem("text");
  if (form.dataset.noteForm && note instanceof HTMLInputElement) void table.model.notes.pin(form.dataset.noteForm, note.value);
});

/** What is typed is kept at once, and gone only when it was said. */
document.addEventListener("input", (event) => {
  const field = event.target instanceof HTMLInputElement ? event.target : null;
  const room = /** @type {import("./chat.js").Room | undefined} */ (field?.form?.dataset.chat);
  if (field && room) table.model.chat?.keepDraft(room, field.value);
});

/**
 * @param {import("./chat.js").Room} room
 * @param {HTMLInputElement} field
 */
async function say(room, field) {
  const sent = table.model.chat?.say(room, field.value.trim());
  table.draw();
  if (await sent) field.value = "";
  field.focus();
}

/** Dragging a counter from the tray to the board. */
byId("tray").addEventListener("pointerdown", (down) => {
  const button = down.target instanceof Element ? down.target.closest("[data-piece]:not([disabled])") : null;
  if (!(button instanceof HTMLElement) || !button.dataset.piece) return;
  const { piece } = button.dataset;
  /** @type {HTMLElement | null} */
  let ghost = null;
  const move = (/** @type {PointerEvent} */ event) => {
    if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLOP) return;
    if (!ghost) {
      ghost = h("div", { class: "ghost" }, button.querySelector("svg")?.cloneNode(true));
      document.body.append(ghost);
    }
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  };
  const end = (/** @type {PointerEvent} */ event) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    ghost?.remove();
    const over = document.elementFromPoint(event.clientX, event.clientY);
    if (ghost && event.type === "pointerup" && over?.closest("#board")) table.taps.dropPiece(piece, event.clientX, event.clientY);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
});

byId("help-keys").append(...HELP.map(([keys, meaning]) => h("div", {}, h("dt", {}, h("kbd", {}, keys)), h("dd", {}, meaning))));
const rulebook = /** @type {HTMLInputElement} */ (byId("rulebook"));
rulebook.value = kept("rulebook", "");
rulebook.addEventListener("change", () => {
  const taken = useRulebook(rulebook.value);
  rulebook.setAttribute("aria-invalid", String(!taken));
  byId("rulebook-wrong").textContent = taken ? "" : gettext("This is no address beginning with http and with {rule} in it.");
  table.draw();
});
listen(table);
table.start();
