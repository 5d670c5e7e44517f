/** Buttons beside a link: where a device has its own ways of sending, it is handed to them, elsewhere it is copied. */

import { gettext } from "./gettext.js";

const SAID = 1500; // milliseconds that gettext("Copied") stands

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-share]"))) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.share ?? ""));
  const sends = matchMedia("(pointer: coarse)").matches && "share" in navigator;
  const name = sends ? gettext("Send") : gettext("Copy");
  button.textContent = name;
  button.hidden = !sends && !navigator.clipboard;
  button.addEventListener("click", async () => {
    if (sends) {
      await navigator.share({ title: button.dataset.title, url: field.value }).catch(() => undefined); // closed again
      return;
    }
    await navigator.clipboard.writeText(field.value);
    button.textContent = gettext("Copied");
    setTimeout(() => { button.textContent = name; }, SAID);
  });
  field.addEventListener("focus", () => field.select());
}
