/**
 * The interface's words in the reader's language. The page loads Django's catalogue before any module, and none for
 * English, in which they are written here. What rules, cards and players say stays as it is; `ENGLISH` marks it.
 */

/** @typedef {import("./dom.js").Child} Child */
/** @typedef {Record<string, string | number>} Named */

/** @type {{gettext?: (text: string) => string, ngettext?: (one: string, many: string, n: number) => string}} */
const catalogue = /** @type {any} */ (globalThis).django ?? {};

/** The `lang` of English words in a page of another language; none is needed in an English one. */
export const ENGLISH = document.documentElement.lang === "en" ? null : "en";

/**
 * @param {string} text  what is written here, with `%(name)s` for what stands in its places
 * @param {Named} [named]
 */
export function gettext(text, named) {
  return interpolate(catalogue.gettext?.(text) ?? text, named);
}

/**
 * One of two sentences by a number, which is `n` in them.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Named} [named]
 */
export function ngettext(one, many, n, named) {
  return interpolate(catalogue.ngettext?.(one, many, n) ?? (n === 1 ? one : many), { n, ...named });
}

/**
 * @param {string} text
 * @param {Named} [named]
 */
export function interpolate(text, named = {}) {
  return text.replace(/%\((\w+)\)s/g, (place, name) => String(named[name] ?? place));
}

/**
 * A sentence with elements in its places, as an element's children.
 * @param {string} text  as it comes from `gettext`
 * @param {Record<string, Child | Child[]>} nodes
 * @returns {Child[]}
 */
export function woven(text, nodes) {
  return text.split(/%\((\w+)\)s/).flatMap((part, index) => (index % 2 ? nodes[part] ?? null : part || null));
}

/**
 * The `lang` of a sentence that came from the server: English, unless the catalogue has it.
 * @param {string} text
 */
export function langOf(text) {
  return gettext(text) === text ? ENGLISH : null;
}
