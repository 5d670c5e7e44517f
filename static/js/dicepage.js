/** The dice page checks the game by itself: fetches the file, makes every check here, and says what came of each. */

import { gettext } from "./gettext.js";
import { byId, h, patch } from "./dom.js";
import { check } from "./verify.js";

const box = byId("checks");
const file = /** @type {HTMLInputElement} */ (byId("seen-file"));
let text = "";

/** @param {string} seen */
async function verify(seen) {
  if (!globalThis.crypto?.subtle) {
    patch(box, h("p", {}, gettext("This page is not served over HTTPS, so browsers do not lend it what checking needs. Check the file by manage.py verifydice.")));
    return;
  }
  try {
    text ||= await fetch(box.dataset.export ?? "", { credentials: "same-origin" }).then((answer) => answer.text());
    show(await check(text, seen));
  } catch (error) {
    patch(box, h("p", { class: "refusal" }, gettext("This could not be read: %(why)s", { why: error instanceof Error ? error.message : String(error) })));
  }
}

/** @param {Awaited<ReturnType<typeof check>>} verdict */
function show({ rolls, matching, checks, notes }) {
  const clean = rolls === matching && checks.every((one) => !one.faults.length);
  patch(box, h("p", { class: "notice", role: "status", "data-role": "own-verdict", "data-clean": String(clean) },
    [gettext("Checked in your browser: %(rolls)s rolls, %(matching)s match.", { rolls, matching }), " ", clean ? gettext("Everything fits.") : gettext("Something does not fit.")]),
  h("ul", { class: "checks" }, checks.map(({ what, faults }) => h("li", { "data-check": faults.length ? "bad" : "good" },
    h("span", { "aria-hidden": "true" }, faults.length ? "✗ " : "✓ "), h("span", {}, faults.length ? gettext("Not so: %(what)s", { what }) : what),
    faults.length ? h("ul", {}, faults.map((fault) => h("li", {}, fault))) : null))),
  notes.map((note) => h("p", { class: "quiet", "data-role": "age" }, note)));
}

file.addEventListener("change", async () => verify(await file.files?.[0]?.text() ?? ""));
verify("");
