/**
 * Dice and seals checked by the reader's own browser, from the file that every finished game gives: nothing of it is taken
 * from the server's word. docs/dice.md says what each check rules out; `manage.py verifydice` makes the same.
 */

import { gettext } from "./gettext.js";
import { hex, opens, rootOf, sha256, unhex, utf8 } from "./leaves.js";

/** @typedef {import("./leaves.js").Leaf} Leaf */
/** @typedef {import("./leaves.js").Opening} Opening */
/** @typedef {{audience: string, n: number, dice: number[], purpose: string}} Roll */
/** @typedef {{commitment: string, line: string, declined: boolean}} Share */
/** @typedef {{commitment: string, shares: Record<"a" | "b", Share>}} DiceFace */
/** @typedef {{what: string, faults: string[]}} Check */

const AUDIENCES = ["public", "a", "b"];
const SIDES = /** @type {("a" | "b")[]} */ (["a", "b"]);
const FACES = 6;
/** The greatest multiple of six in a byte: higher ones are passed over, or some faces would come more often. */
const FAIR = 252;
const GENESIS = "0".repeat(64);

/**
 * Roll `n` of the sequence of a seed.
 * @param {string} seed  in hex digits
 * @param {number} n
 * @param {number} count
 * @param {string} lines  of both players, with a bar between
 * @returns {Promise<number[]>}
 */
export async function rollOf(seed, n, count, lines) {
  const key = await crypto.subtle.importKey("raw", unhex(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  /** @type {number[]} */
  const dice = [];
  for (let block = 0; dice.length < count; block += 1) {
    const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(`${n}:${block}:${lines}`)));
    dice.push(...[...bytes].filter((byte) => byte < FAIR).map((byte) => (byte % FACES) + 1));
  }
  return dice.slice(0, count);
}

/**
 * The values of a JSON object or list exactly as they are written: hashes go over bytes, not over what they mean.
 * @param {string} text
 * @returns {string[]}
 */
export function rawParts(text) {
  const parts = [];
  let [depth, start, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at += 1;
      else if (sign === "\"") quoted = false;
      continue;
    }
    if (sign === "\"") quoted = true;
    const begins = sign === "{" || sign === "[";
    const closes = sign === "}" || sign === "]";
    if (begins && (depth += 1) === 1) start = at + 1;
    if ((closes && depth === 1) || (sign === "," && depth === 1)) {
      if (at > start) parts.push(text.slice(start, at));
      start = at + 1;
    }
    if (closes) depth -= 1;
  }
  return parts;
}

/**
 * The raw value of a member of an object.
 * @param {string} text
 * @param {string} name
 */
function rawMember(text, name) {
  const begin = `"${name}":`;
  return rawParts(text).find((part) => part.startsWith(begin))?.slice(begin.length) ?? "";
}

/**
 * Every check of a finished game's file, and if one is given of what was saved during the game.
 * @param {string} text  of dice.json
 * @param {string} [seen]  of seen.jsonl
 * @returns {Promise<{rolls: number, matching: number, checks: Check[]}>} Throws for what is no such file.
 */
export async function check(text, seen = "") {
  const game = JSON.parse(text);
  const bulletins = rawParts(rawMember(text, "bulletins"));
  const shown = read(game.beginning, game.bulletins);
  const lines = SIDES.map((side) => game.shares[side].line).join("|");
  const matches = await Promise.all(game.rolls.map(async (/** @type {Roll} */ roll) =>
    roll.dice.join() === (await rollOf(game.seeds[roll.audience], roll.n, roll.dice.length, lines)).join()));
  const wrong = game.rolls.filter((/** @type {Roll} */ _, /** @type {number} */ index) => !matches[index]);
  const checks = [
    { what: gettext("The seeds are those committed to before the game"), faults: await seedFaults(game, shown) },
    { what: gettext("The players’ lines were chosen blindly, and opened in turn"), faults: [...await lineFaults(shown), ...shareFaults(game, shown)] },
    { what: gettext("Every roll follows from seeds, lines and its number"), faults: wrong.map((/** @type {Roll} */ roll) => `roll ${roll.n} of ${roll.audience} does not follow`) },
    { what: gettext("No roll is missing, and the log told the same dice"), faults: rollFaults(game, shown) },
    { what: gettext("What everybody was shown is complete and unchanged"), faults: await chainFaults(game, rawMember(text, "beginning"), bulletins, shown) },
    { what: gettext("The sealed setups say what was sealed"), faults: await sealFaults(game, shown) },
  ];
  if (seen) checks.push({ what: gettext("What you saved during the game is what is told now"), faults: seenFaults(seen.trim().split("\n"), game, bulletins, shown) });
  return { rolls: matches.length, matching: matches.filter(Boolean).length, checks };
}

/**
 * @typedef {{dice: DiceFace[], roots: Map<string, string>, opened: [string, Opening][], rolls: Roll[], faults: string[], over: boolean}} Shown
 * @param {any} beginning
 * @param {any[]} frames
 * @returns {Shown}
 */
function read(beginning, frames) {
  /** @type {Shown} */
  const shown = { dice: [], roots: new Map(), opened: [], rolls: [], faults: [], over: false };
  [beginning, ...frames].forEach((frame, number) => {
    if (number && frame.n !== number) shown.faults.push(`bulletin ${number} is missing`);
    for (const face of [...(frame.faces ?? []), ...(frame.put ?? [])]) take(face, shown);
    const rolls = frame.rolls ?? [];
    const open = shown.dice.length > 0 && SIDES.every((side) => !isAwaited(shown.dice[shown.dice.length - 1].shares[side]));
    if (rolls.length && !open) shown.faults.push(`bulletin ${number}: dice were rolled before all lines were open`);
    const told = (frame.log ?? []).filter((/** @type {any} */ line) => line.dice?.length);
    if (number && sorted(rolls) !== sorted(told)) shown.faults.push(`bulletin ${number}: the log has other dice than its rolls`);
    shown.rolls.push(...rolls);
    if (frame.now) shown.over = frame.now.kind === "over";
  });
  return shown;
}

/**
 * @param {any} face
 * @param {Shown} shown
 */
function take(face, shown) {
  if (face.k === "dice") shown.dice.push({ commitment: face.commitment, shares: face.shares });
  if (face.k !== "seal") return;
  const root = shown.roots.get(face.side) ?? face.root;
  if (root !== face.root) shown.faults.push(`the seal of side ${face.side} was changed`);
  shown.roots.set(face.side, root);
  shown.opened.push(...face.opened.map((/** @type {Opening} */ one) => /** @type {[string, Opening]} */ ([face.side, one])));
}

/** @param {Share} share */
function isAwaited(share) {
  return Boolean(share.commitment) && !share.declined && !share.line;
}

/** @param {{dice: number[]}[]} all */
function sorted(all) {
  return all.map((one) => one.dice.join("-")).sort().join(" ");
}

/**
 * @param {any} game
 * @param {Shown} shown
 */
async function seedFaults(game, shown) {
  const committed = game.commitment.split(":");
  const faults = [];
  for (const [index, audience] of AUDIENCES.entries()) {
    if (hex(await sha256(unhex(game.seeds[audience] ?? ""))) !== committed[index]) faults.push(`the seed of ${audience} is not the one committed to`);
  }
  if (!shown.dice.length) faults.push("no commitment was shown at the table");
  if (shown.dice.some((face) => face.commitment !== game.commitment)) faults.push("the commitment is not the one shown at the table");
  return faults;
}

/** @param {Shown} shown */
async function lineFaults(shown) {
  const faults = [];
  /** @type {Record<"a" | "b", Share>} */
  let before = { a: { commitment: "", line: "", declined: false }, b: { commitment: "", line: "", declined: false } };
  for (const { shares } of shown.dice) {
    for (const side of SIDES) {
      const [share, old, other] = [shares[side], before[side], before[side === "a" ? "b" : "a"]];
      if (share.line && hex(await sha256(utf8.encode(share.line))) !== share.commitment) faults.push(`the line of side ${side} is not the one committed to`);
      if (share.line && !old.line && !((other.declined || other.commitment) && old.commitment)) faults.push(`side ${side} opened its line while the other could still choose`);
      if (share.commitment !== old.commitment && (old.line || other.line)) faults.push(`side ${side} chose its line after one was open`);
    }
    before = shares;
  }
  return faults;
}

/**
 * @param {any} game
 * @param {Shown} shown
 */
function shareFaults(game, shown) {
  const last = shown.dice.at(-1)?.shares;
  const same = SIDES.every((side) => last && ["commitment", "line", "declined"].every((part) => last[side][/** @type {keyof Share} */ (part)] === game.shares[side][part]));
  return same ? [] : ["the players’ lines are not those shown at the table"];
}

/**
 * @param {any} game
 * @param {Shown} shown
 */
function rollFaults(game, shown) {
  const faults = AUDIENCES.filter((audience) => {
    const numbers = game.rolls.filter((/** @type {Roll} */ roll) => roll.audience === audience).map((/** @type {Roll} */ roll) => roll.n);
    return numbers.length !== game.counts[audience] || numbers.some((/** @type {number} */ n, /** @type {number} */ index) => n !== index + 1);
  }).map((audience) => `the rolls of ${audience} are not numbered without gaps`);
  const told = (/** @type {Roll[]} */ rolls) => rolls.map((roll) => `${roll.n}:${roll.dice}`).join();
  if (told(game.rolls.filter((/** @type {Roll} */ roll) => roll.audience === "public")) !== told(shown.rolls)) faults.push("the rolls are not those that everybody saw");
  return faults;
}

/**
 * @param {any} game
 * @param {string} beginning  as it is written
 * @param {string[]} bulletins  the same
 * @param {Shown} shown
 */
async function chainFaults(game, beginning, bulletins, shown) {
  let digest = GENESIS;
  for (const frame of [beginning, ...bulletins]) digest = hex(await sha256(utf8.encode(digest), utf8.encode(frame)));
  const faults = [...shown.faults];
  if (digest !== game.digest) faults.push("the chain of the bulletins does not lead to its last digest");
  if (!shown.over) faults.push("what everybody was shown does not reach the end of the game");
  return faults;
}

/**
 * @param {any} game
 * @param {Shown} shown
 */
async function sealFaults(game, shown) {
  const faults = [];
  for (const side of SIDES) {
    const leaves = /** @type {Leaf[]} */ (game.leaves[side] ?? []);
    if (!leaves.length && !shown.roots.has(side)) continue;
    if (await rootOf(leaves) !== shown.roots.get(side)) faults.push(`the leaves of side ${side} do not lead to the root shown at the table`);
    const values = new Map(leaves.map((leaf) => [leaf.label, leaf.value]));
    for (const [whose, opening] of shown.opened) {
      if (whose === side && values.get(opening.leaf.label) !== opening.leaf.value) faults.push(`${opening.leaf.label} of side ${side} said something else when it was opened`);
      if (whose === side && !(await opens(opening, shown.roots.get(side) ?? ""))) faults.push(`${opening.leaf.label} of side ${side} was opened with a proof that fails`);
    }
  }
  return [...new Set(faults)];
}

/**
 * @param {string[]} saved  frames, one a line
 * @param {any} game
 * @param {string[]} bulletins
 * @param {Shown} shown
 */
function seenFaults(saved, game, bulletins, shown) {
  const [beginning, ...frames] = saved.map((line) => JSON.parse(line));
  const mine = read(beginning, frames);
  const faults = mine.faults.filter((fault) => !shown.faults.includes(fault));
  if (beginning.you === "public" && saved.slice(1).some((frame, index) => frame !== bulletins[index])) faults.push("the public bulletins are others now");
  let from = 0;
  for (const face of mine.dice.map((one) => JSON.stringify(one))) {
    const at = shown.dice.findIndex((one, index) => index >= from && JSON.stringify(one) === face);
    if (at < 0) return [...faults, "the dice were bound to something else"];
    from = at + 1;
  }
  for (const [side, root] of mine.roots) if (shown.roots.get(side) !== root) faults.push(`the seal of side ${side} was another`);
  for (const [side, { leaf }] of mine.opened) {
    const now = game.leaves[side]?.find((/** @type {Leaf} */ one) => one.label === leaf.label);
    if (now?.value !== leaf.value) faults.push(`${leaf.label} of side ${side} said something else when it was opened`);
  }
  const rolls = new Map(game.rolls.map((/** @type {Roll} */ roll) => [`${roll.audience} ${roll.n}`, roll.dice.join()]));
  for (const roll of mine.rolls) if (rolls.get(`${roll.audience} ${roll.n}`) !== roll.dice.join()) faults.push(`roll ${roll.n} of ${roll.audience} was another`);
  return faults;
}
