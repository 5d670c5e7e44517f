/** Keeps a key or a click that was meant for one question from answering the next. */

/** Milliseconds for which keys that act are dead after the question has changed, and buttons under the pointer. */
const KEYS = 700;
const BUTTONS = 300;

export class Guard {
  /** @type {ReturnType<typeof setTimeout>[]} */
  #waking = [];

  /** The question is another one now. The page says so to styles: keys and buttons look as they are. */
  changed() {
    const { dataset } = document.body;
    this.#waking.forEach(clearTimeout);
    [dataset.keys, dataset.buttons] = ["asleep", "asleep"];
    this.#waking = [setTimeout(() => delete dataset.keys, KEYS), setTimeout(() => delete dataset.buttons, BUTTONS)];
  }

  /** Whether keys that act do nothing just now. */
  get asleep() {
    return document.body.dataset.keys === "asleep";
  }
}
