/** Leaves that were opened in play, each checked against its seal as soon as it is shown. */

import { gettext } from "./gettext.js";
import { facesOf } from "./store.js";
import { opens } from "./leaves.js";

export class Proofs {
  /** @type {Map<string, boolean | null>} null while one is being checked */
  #told = new Map();

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** @param {import("./store.js").State} state */
  look(state) {
    if (!globalThis.crypto?.subtle) return;
    for (const { root, opened } of facesOf(state, "seal")) for (const one of opened ?? []) this.#check(one, root);
  }

  /**
   * @param {import("./leaves.js").Opening} opening
   * @param {string} root
   */
  async #check(opening, root) {
    const key = keyOf(opening, root);
    if (this.#told.has(key)) return;
    this.#told.set(key, null);
    this.#told.set(key, await opens(opening, root));
    this.changed();
  }

  /**
   * What came of the leaves of a seal.
   * @param {import("./types.js").Face} seal
   */
  words(seal) {
    const opened = seal.opened ?? [];
    if (!opened.length) return gettext("nothing opened yet");
    const told = opened.map((/** @type {any} */ one) => this.#told.get(keyOf(one, seal.root)));
    if (told.includes(false)) return gettext("%(opened)s opened: %(wrong)s do not fit this seal!", { opened: opened.length, wrong: told.filter((/** @type {any} */ one) => one === false).length });
    const checked = told.every((/** @type {any} */ one) => one === true);
    return checked ? gettext("%(opened)s opened, checked here: all fit", { opened: opened.length }) : gettext("%(opened)s opened", { opened: opened.length });
  }
}

/**
 * @param {import("./leaves.js").Opening} opening
 * @param {string} root
 */
function keyOf(opening, root) {
  return JSON.stringify([root, opening]);
}
