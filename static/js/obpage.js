/** The OB of a scenario's page: each line of words gets the counter that the table would draw. */

import { picture } from "./counters.js";

const faces = JSON.parse(document.getElementById("ob-faces")?.textContent ?? "{}");

for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-counter]"))) {
  const face = faces[line.dataset.counter ?? ""];
  if (face) line.prepend(picture(face, "ob-counter"));
}
