/** What this browser remembers of its reader's habits: nothing of any game's content, and never sent. */

/**
 * @param {string} name
 * @param {any} fallback  where nothing is kept, or where nothing may be
 */
export function kept(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`table:${name}`) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * @param {string} name
 * @param {any} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(`table:${name}`, JSON.stringify(value));
  } catch {
    return; // a browser that keeps nothing plays as well
  }
}
