/** The page of an event: hears that there is more to read, and has htmx read it. Open sums stay open. */

import { Heart } from "./heart.js";

const AGAIN = 4000; // milliseconds before a lost stream is tried again
const SOON = 300; // in which several changes are read once
const SPREAD = 2000; // in which all who are told of a change read it, so that they do not come at once

const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-event]"));
let waiting = 0;

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(() => document.body.dispatchEvent(new Event("event-changed")), SOON + SPREAD * Math.random());
}

/** @type {WebSocket | null} */
let socket = null;
const heart = new Heart(() => { if (socket?.readyState === WebSocket.OPEN) socket.send('{"t":"beat"}'); }, () => lost(socket));

/** @param {WebSocket | null} which */
function lost(which) {
  if (which === null || which !== socket) return;
  socket = null;
  heart.stop();
  which.close();
  setTimeout(() => listen(which.url, true), AGAIN);
}

/** @param {string} address @param {boolean} again */
function listen(address, again) {
  const opened = new WebSocket(address);
  socket = opened;
  heart.start();
  opened.addEventListener("open", () => { if (again) changed(); });
  opened.addEventListener("message", (message) => {
    if (opened !== socket) return;
    heart.heard();
    if (JSON.parse(String(message.data)).t === "event") changed();
  });
  opened.addEventListener("close", () => lost(opened));
}

/** @param {Element} one */
const nameOf = (one) => {
  const row = one.closest("[data-player]");
  return `${row?.getAttribute("data-player")}:${[...(row?.querySelectorAll("td") ?? [])].findIndex((cell) => cell.contains(one))}`;
};
/** @type {Set<string>} */
let open = new Set();
document.body.addEventListener("htmx:beforeSwap", () => {
  open = new Set([...document.querySelectorAll("details.sum[open]")].map(nameOf));
});
document.body.addEventListener("htmx:afterSettle", () => {
  for (const one of document.querySelectorAll("details.sum")) if (open.has(nameOf(one))) one.setAttribute("open", "");
});

if (page?.dataset.event) listen(new URL(`/ws/e/${page.dataset.event}/`, location.href.replace(/^http/, "ws")).href, false);
