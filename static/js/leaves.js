/** Sealed records: their leaves, the way from a leaf to the root, and the hashes all of it is made of (docs/dice.md). */

/** @typedef {{label: string, value: string, salt: string}} Leaf */
/** @typedef {{leaf: Leaf, index: number, path: string[]}} Opening */

const [LEAF, NODE] = [new Uint8Array([0]), new Uint8Array([1])];
export const utf8 = new TextEncoder();

/** @param {...Uint8Array} parts */
export async function sha256(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} digits */
export function unhex(digits) {
  return new Uint8Array((digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

/** @param {Leaf} leaf */
function leafHash({ label, value, salt }) {
  return sha256(LEAF, utf8.encode(JSON.stringify({ label, value, salt })));
}

/**
 * The root over leaves; an odd one out goes up as it is.
 * @param {Leaf[]} leaves
 */
export async function rootOf(leaves) {
  let level = leaves.length ? await Promise.all(leaves.map(leafHash)) : [await sha256(new Uint8Array())];
  while (level.length > 1) {
    const pairs = level.filter((_, index) => index % 2 === 0).map((left, pair) => [left, level[pair * 2 + 1]]);
    level = await Promise.all(pairs.map(([left, right]) => (right ? sha256(NODE, left, right) : left)));
  }
  return hex(level[0]);
}

/**
 * Whether a leaf that was opened in play leads to the root that its side published.
 * @param {Opening} opening
 * @param {string} root
 */
export async function opens({ leaf, index, path }, root) {
  let [node, at] = [await leafHash(leaf), index];
  for (const sibling of path) {
    if (sibling) node = at % 2 ? await sha256(NODE, unhex(sibling), node) : await sha256(NODE, node, unhex(sibling));
    at = Math.floor(at / 2);
  }
  return hex(node) === root;
}
