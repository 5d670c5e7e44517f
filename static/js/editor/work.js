/** The source that is being worked on: what it was before, and whether it is saved. */

const MOST = 200;
/** Milliseconds without a key after which what is typed is a step of its own. */
const PAUSE = 1200;

export class Work {
  /** @type {string[]} */
  #before = [];
  /** @type {string[]} */
  #after = [];
  #typed = 0;

  /**
   * @param {string} source
   * @param {number} version
   * @param {(by: "edit" | "typing" | "undo") => void} changed
   */
  constructor(source, version, changed) {
    this.source = source;
    this.saved = source;
    this.version = version;
    this.changed = changed;
  }

  get dirty() {
    return this.source !== this.saved;
  }

  get mayUndo() {
    return this.#before.length > 0;
  }

  get mayRedo() {
    return this.#after.length > 0;
  }

  /**
   * Another source; what is typed in one go is one step.
   * @param {string} source
   * @param {"edit" | "typing"} by
   */
  put(source, by) {
    if (source === this.source) return;
    const now = performance.now();
    if (by === "edit" || now - this.#typed > PAUSE) this.#before.push(this.source);
    this.#typed = by === "typing" ? now : 0;
    this.#before.splice(0, this.#before.length - MOST);
    this.#after = [];
    this.source = source;
    this.changed(by);
  }

  undo() {
    this.#go(this.#before, this.#after);
  }

  redo() {
    this.#go(this.#after, this.#before);
  }

  /**
   * @param {string[]} from
   * @param {string[]} to
   */
  #go(from, to) {
    const source = from.pop();
    if (source === undefined) return;
    to.push(this.source);
    this.#typed = 0;
    this.source = source;
    this.changed("undo");
  }
}
