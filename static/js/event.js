/** The page of an event: hears that there is more to read, and has htmx read it. Open sums stay open. */

const AGAIN = 4000; // milliseconds before a lost stream is tried again
const SOON = 300; // in which several changes are read once
const SPREAD = 2000; // in which all who are told of a change read it, so that they do not come at once

const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-event]"));
let waiting = 0;

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(() => document.body.dispatchEvent(new Event("event-changed")), SOON + SPREAD * Math.random());
}

/** @param {string} id @param {boolean} again */
function listen(id, again) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/e/${id}/`);
  socket.addEventListener("open", () => { if (again) changed(); });
  socket.addEventListener("message", (message) => {
    if (JSON.parse(String(message.data)).t === "event") changed();
  });
  socket.addEventListener("close", () => setTimeout(() => listen(id, true), AGAIN));
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

if (page?.dataset.event) listen(page.dataset.event, false);
