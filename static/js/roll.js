/** A roll shown large for a moment over the board. Any click sends it away, and goes through it. */

import { diceOf } from "./glyphs.js";
import { emphasised, h } from "./dom.js";

const STAY = 2600;

export class Roll {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #going = undefined;

  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    addEventListener("pointerdown", () => this.hide());
  }

  /**
   * Shows the last roll among new lines, if any.
   * @param {import("./types.js").LogLine[]} lines
   */
  show(lines) {
    const line = lines.filter((one) => one.dice).at(-1);
    if (!line?.dice) return;
    clearTimeout(this.#going);
    this.box.replaceChildren(h("div", { class: "roll-card", "data-roll": line.n }, diceOf(line.dice),
      h("p", {}, emphasised(line.text)), line.result ? h("b", {}, line.result) : ""));
    this.box.hidden = false;
    this.#going = setTimeout(() => this.hide(), STAY);
  }

  get shown() {
    return !this.box.hidden;
  }

  hide() {
    clearTimeout(this.#going);
    this.box.hidden = true;
  }
}
