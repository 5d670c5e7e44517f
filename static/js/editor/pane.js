/** The source beside the board: its text, the numbers of its lines, and what is wrong with it. */

import { gettext } from "../gettext.js";
import { h, patch } from "../dom.js";

/** @typedef {import("./server.js").Trouble} Trouble */

export class Pane {
  /**
   * @param {HTMLTextAreaElement} field
   * @param {HTMLElement} lines
   * @param {HTMLElement} box  for what is wrong
   * @param {(source: string) => void} typed
   */
  constructor(field, lines, box, typed) {
    this.field = field;
    this.lines = lines;
    this.box = box;
    /** @type {Trouble | null} */
    this.trouble = null;
    field.addEventListener("input", () => {
      typed(field.value);
      this.#number();
    });
    box.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest("button")) this.#jump();
    });
    field.addEventListener("scroll", () => this.#scroll());
  }

  /** @param {string} source */
  show(source) {
    if (this.field.value !== source) {
      const [start, top] = [this.field.selectionStart, this.field.scrollTop];
      this.field.value = source;
      this.field.setSelectionRange(start, start);
      this.field.scrollTop = top;
    }
    this.#number();
  }

  /** @param {Trouble | null} trouble */
  tell(trouble) {
    this.trouble = trouble;
    this.box.hidden = !trouble;
    patch(this.box, trouble ? [
      trouble.line ? h("button", { type: "button", class: "link-button", "data-role": "trouble-line", title: gettext("Show it") }, gettext("Line %(n)s", { n: trouble.line })) : null,
      trouble.place ? h("b", { "data-role": "trouble-place" }, trouble.place) : null,
      h("span", {}, trouble.message)].filter((part) => part !== null) : []);
    this.#number();
  }

  /** To the line that is wrong. */
  #jump() {
    const lines = this.field.value.split("\n");
    const before = lines.slice(0, (this.trouble?.line ?? 1) - 1).join("\n").length;
    this.field.focus();
    this.field.setSelectionRange(before ? before + 1 : 0, before + 1 + (lines[(this.trouble?.line ?? 1) - 1]?.length ?? 0));
    this.field.scrollTop = ((this.trouble?.line ?? 1) - 4) * (this.field.scrollHeight / lines.length);
  }

  #number() {
    const bad = this.trouble?.line;
    patch(this.lines, this.field.value.split("\n").map((_, index) => h("span", bad === index + 1 ? { class: "bad" } : {}, `${index + 1}\n`)));
    this.#scroll();
  }

  #scroll() {
    this.lines.style.transform = `translateY(${-this.field.scrollTop}px)`;
  }
}
