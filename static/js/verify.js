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
/** @typedef {{n: number, dice?: number[], roll?: {audience: string, n: number}}} Line */

const AUDIENCES = ["public", "a", "b"];
const SIDES = /** @type {("a" | "b")[]} */ (["a", "b"]);
const FACES = 6;
/** The greatest multiple of six in a byte: higher ones are passed over, or some faces would come more often. */
const FAIR = 252;
const GENESIS = "0".repeat(64);
/** How the first line of a game file begins, before its frames (docs/gamefile.md). */
const HEAD = "{\"file\":";

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
 * @returns {Promise<{rolls: number, matching: number, checks: Check[], notes: string[]}>} Throws for what is no such file;
 *   `notes` say what could not be checked.
 */
export async function check(text, seen = "") {
  const game = JSON.parse(text);
  const bulletins = rawParts(rawMember(text, "bulletins"));
  const shown = read(game.beginning, game.bulletins);
  const digests = await chainOf([rawMember(text, "beginning"), ...bulletins]);
  const notes = ageOf(shown);
  const lines = SIDES.map((side) => game.shares[side].line).join("|");
  const matches = await Promise.all(game.rolls.map(async (/** @type {Roll} */ roll) =>
    roll.dice.join() === (await rollOf(game.seeds[roll.audience], roll.n, roll.dice.length, lines)).join()));
  const wrong = game.rolls.filter((/** @type {Roll} */ _, /** @type {number} */ index) => !matches[index]);
  const checks = [
    { what: gettext("The seeds are those committed to before the game"), faults: await seedFaults(game, shown) },
    { what: gettext("The players’ lines were chosen blindly, and opened in turn"), faults: [...await lineFaults(shown), ...shareFaults(game, shown)] },
    { what: gettext("Every roll follows from seeds, lines and its number"), faults: wrong.map((/** @type {Roll} */ roll) => `roll ${roll.n} of ${roll.audience} does not follow`) },
    { what: gettext("No roll is missing, and the log told the same dice"), faults: rollFaults(game, shown) },
    { what: gettext("What everybody was shown is complete and unchanged"), faults: chainFaults(game, digests, shown) },
    { what: gettext("The sealed setups say what was sealed"), faults: await sealFaults(game, shown) },
  ];
  if (seen) checks.push({ what: gettext("What you saved during the game is what is told now"), faults: await seenFaults(linesOf(seen), game, digests, shown, notes) });
  return { rolls: matches.length, matching: matches.filter(Boolean).length, checks, notes };
}

/**
 * The frames of what was saved, one a line.
 * @param {string} saved
 */
function linesOf(saved) {
  const lines = saved.trim().split("\n");
  return lines[0].startsWith(HEAD) ? lines.slice(1) : lines;
}

/**
 * Log lines of older games say nothing but dice (`older`), and bulletins still older than those do not number their rolls
 * (`unnumbered`).
 * @typedef {{you: string, dice: DiceFace[], roots: Map<string, string>, opened: [string, Opening][], rolls: Roll[],
 *   faults: string[], over: boolean, older: boolean, unnumbered: boolean, lines: number}} Shown
 * @param {any} beginning
 * @param {any[]} frames
 * @returns {Shown}
 */
function read(beginning, frames) {
  /** @type {Shown} */
  const shown = { you: beginning.you ?? "public", dice: [], roots: new Map(), opened: [], rolls: [], faults: [], over: false, older: false, unnumbered: false, lines: 0 };
  const reader = { made: /** @type {Map<string, string>} */ (new Map()), lines: 0, says: false, untold: /** @type {string[]} */ ([]) };
  [beginning, ...frames].forEach((frame, number) => {
    if (number && frame.n !== number) shown.faults.push(`bulletin ${number} is missing`);
    for (const face of [...(frame.faces ?? []), ...(frame.put ?? [])]) take(face, shown);
    const open = shown.dice.length > 0 && SIDES.every((side) => !isAwaited(shown.dice[shown.dice.length - 1].shares[side]));
    if (frame.rolls?.length && !open) shown.faults.push(`bulletin ${number}: dice were rolled before all lines were open`);
    if (number) takeRolls(frame, shown, reader);
    if (frame.now) shown.over = frame.now.kind === "over";
  });
  if (!shown.older && !shown.unnumbered) shown.faults.push(...reader.untold);
  shown.lines = reader.lines;
  return shown;
}

/**
 * Every roll is shown by a line for those who see it, and every line with dice shows one that was made. Lines are numbered
 * without gaps.
 * @param {{n: number, rolls?: Roll[], log?: Line[]}} frame
 * @param {Shown} shown
 * @param {{made: Map<string, string>, lines: number, says: boolean, untold: string[]}} reader  the dice of each roll, the last
 *   line, whether lines say by now which roll they show, and the rolls before that which no line shows
 */
function takeRolls({ n, rolls = [], log = [] }, shown, reader) {
  const where = `bulletin ${n}`;
  for (const roll of rolls) {
    if (roll.audience !== "public" && roll.audience !== shown.you) shown.faults.push(`${where}: a roll of ${roll.audience} alone`);
    reader.made.set(keyOf(roll), roll.dice.join());
  }
  shown.rolls.push(...rolls);
  for (const line of log) {
    reader.lines += 1;
    if (line.n !== reader.lines) shown.faults.push(`${where}: line ${reader.lines} of the log is missing`);
    reader.lines = line.n;
    const fault = lineFault(line, rolls, shown, reader);
    if (fault) shown.faults.push(`${where}: line ${line.n} ${fault}`);
  }
  const told = new Set(log.map(({ roll }) => roll && keyOf(roll)));
  const untold = rolls.filter((roll) => !told.has(keyOf(roll))).map((roll) => `${where}: no line shows roll ${roll.n} of ${roll.audience}`);
  (reader.says ? shown.faults : reader.untold).push(...untold);
}

/**
 * What is wrong with the dice that a line shows, if anything is.
 * @param {Line} line
 * @param {Roll[]} rolls  of its bulletin
 * @param {Shown} shown
 * @param {{made: Map<string, string>, says: boolean}} reader
 */
function lineFault({ dice = [], roll }, rolls, shown, reader) {
  if (roll) {
    reader.says = true;
    const made = reader.made.get(keyOf(roll));
    if (made === undefined) return `shows roll ${roll.n} of ${roll.audience}, which was not made`;
    return made === dice.join() ? "" : `has other dice than roll ${roll.n} of ${roll.audience}`;
  }
  if (!dice.length) return "";
  if (reader.says) return "does not say which roll it shows";
  shown[rolls.length ? "older" : "unnumbered"] = true;
  return !rolls.length || [...reader.made.values()].includes(dice.join()) ? "" : "has other dice than any roll";
}

/** @param {{audience: string, n: number}} roll */
function keyOf({ audience, n }) {
  return `${audience} ${n}`;
}

/**
 * What older lines and bulletins do not tell.
 * @param {Shown} shown
 */
function ageOf({ older, unnumbered }) {
  const notes = [];
  if (unnumbered) notes.push(gettext("This game is older than numbered rolls: the dice in its first log lines were not compared."));
  if (older) notes.push(gettext("This game is older than log lines that say which roll they show: such lines were compared by their dice alone."));
  return notes;
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
  const made = game.rolls.filter((/** @type {Roll} */ roll) => roll.audience === "public");
  if (told(shown.unnumbered ? made.slice(made.length - shown.rolls.length) : made) !== told(shown.rolls)) faults.push("the rolls are not those that everybody saw");
  return faults;
}

/**
 * The digest of the beginning, and of everything up to each bulletin.
 * @param {string[]} frames  as they are written
 */
async function chainOf(frames) {
  const digests = [];
  for (const frame of frames) digests.push(await linked(digests.at(-1) ?? GENESIS, frame));
  return digests;
}

/**
 * @param {string} digest  of all before
 * @param {string} frame
 */
async function linked(digest, frame) {
  return hex(await sha256(utf8.encode(digest), utf8.encode(frame)));
}

/**
 * @param {any} game
 * @param {string[]} digests
 * @param {Shown} shown
 */
function chainFaults(game, digests, shown) {
  const faults = [...shown.faults];
  if (digests.at(-1) !== game.digest) faults.push("the chain of the bulletins does not lead to its last digest");
  if (game.lines && game.lines !== shown.lines) faults.push(`the log has ${shown.lines} lines, and not ${game.lines}`);
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
 * @param {string[]} saved  frames
 * @param {any} game
 * @param {string[]} digests  of what everybody was shown
 * @param {Shown} shown
 * @param {string[]} notes  more of which may come to light
 */
async function seenFaults(saved, game, digests, shown, notes) {
  const [beginning, ...frames] = saved.map((line) => JSON.parse(line));
  const mine = read(beginning, frames);
  const faults = [...mine.faults];
  const told = mine.you === "public" ? digests : game.chains?.[mine.you] ?? [];
  if (told.length) faults.push(...await unlike(saved, told));
  else notes.push(gettext("This game is older than the digests of sides: what you saved was not compared word by word."));
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
  const rolls = new Map(game.rolls.map((/** @type {Roll} */ roll) => [keyOf(roll), roll.dice.join()]));
  for (const roll of mine.rolls) if (rolls.get(keyOf(roll)) !== roll.dice.join()) faults.push(`roll ${roll.n} of ${roll.audience} was another`);
  return faults;
}

/**
 * The frames that are not those of a chain.
 * @param {string[]} saved
 * @param {string[]} digests
 */
async function unlike(saved, digests) {
  const faults = [];
  const beginning = `{"faces":${rawMember(saved[0], "faces")},"now":${rawMember(saved[0], "now")},"offers":[]}`;
  if (await linked(GENESIS, beginning) !== digests[0]) faults.push("the beginning is another now");
  if (saved.length > digests.length) faults.push(`there are no bulletins after ${digests.length - 1} now`);
  for (const [index, frame] of saved.slice(1, digests.length).entries()) {
    if (await linked(digests[index], frame) !== digests[index + 1]) faults.push(`bulletin ${index + 1} is another now`);
  }
  return faults;
}
