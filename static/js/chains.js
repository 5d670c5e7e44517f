/** Lines of the log that belong together: the steps of one move, and a run of checks. */

/** @typedef {import("./types.js").LogLine} LogLine */
/** @typedef {import("./places.js").Places} Places */

const GOING = new Set(["move", "rout", "advance"]);

/**
 * Whether a line goes on where the one before it ended.
 * @param {LogLine} last
 * @param {LogLine} line
 */
export function goesOn(last, line) {
  if (last.kind !== line.kind || last.turn !== line.turn || last.phase !== line.phase || last.secret !== line.secret) return false;
  if (line.kind === "check") return true;
  return GOING.has(line.kind) && last.side === line.side && isStep(last) && isStep(line) && line.at[1] === last.at[0] && who(line) === who(last);
}

/**
 * What a run of lines comes to, in a few words.
 * @param {LogLine[]} lines
 * @param {Places} places
 */
export function summed(lines, places) {
  if (lines[0].kind === "check") return lines.map(outcome).join("; ");
  const way = [lines[0].at[1], ...lines.map((line) => line.at[0])].map((place) => places.name(place));
  return `${who(lines[0])} ${way.join(" → ")}`;
}

/**
 * A check without its arithmetic: what it was, of whom, and its result.
 * @param {LogLine} line
 */
function outcome(line) {
  const [what] = line.text.split(": ");
  return line.result && line.dice ? `${what} ${line.result}` : line.text;
}

/** @param {LogLine} line */
function isStep(line) {
  return line.at?.length === 2 && line.text.includes(" → ");
}

/**
 * Who goes: the text before the hex that is left.
 * @param {LogLine} line
 */
function who(line) {
  return line.text.slice(0, line.text.indexOf(" → ")).replace(/ \S+$/, "");
}
