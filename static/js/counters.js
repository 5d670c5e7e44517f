/** Counters, drawn from faces on a field of 100 by 100. Three drawings by size on the screen, and below them a block. */

import { BLUE, INK, RED, WAX, figures, hatching, livery, mark, seal, weapon } from "./glyphs.js";
import { s } from "./dom.js";
import { drawing } from "./pictures.js";

/** @typedef {import("./types.js").Face} Face */
/** @typedef {"near" | "mid" | "small" | "block"} Detail */

const FONT = '"Barlow Condensed", "Barlow Semi Condensed", "Arial Narrow", sans-serif';

/**
 * The drawing that suits a counter of so many pixels.
 * @param {number} pixels
 * @returns {Detail}
 */
export function detailFor(pixels) {
  if (pixels >= 76) return "near";
  if (pixels >= 42) return "mid";
  return pixels >= 23 ? "small" : "block";
}

/**
 * Any face that is a thing on the map, as an SVG group of side 100 with its corner at 0, 0.
 * @param {Face} face
 * @param {Detail} detail
 * @returns {SVGElement}
 */
export function counter(face, detail) {
  if (face.k === "placement") return counter({ ...face.as, k: kindOf(face.as), id: face.piece }, detail);
  if (face.k === "minefield" || face.k === "mine_record") return mines(face, detail);
  if (face.k === "marker") return marker(face, detail);
  if (detail === "block") return block(face);
  if (isMark(face)) return cover(face, detail);
  return face.k === "weapon" ? supportWeapon(face, detail) : unit(face, detail);
}

/**
 * Whether a tray's description is of a weapon or a unit.
 * @param {Record<string, any>} description
 */
export function kindOf(description) {
  return description.cls ? "unit" : "weapon";
}

/**
 * What a screen reader says of a counter.
 * @param {Face} face
 * @returns {string}
 */
export function spoken(face) {
  if (face.k === "minefield") return `minefield ${face.strength ?? "of unknown strength"}`;
  if (face.k === "mine_record") return `your secret minefield ${face.strength}`;
  return [nameOf(face), veilWord(face), ...statusOf(face)].filter(Boolean).join(", ");
}

/**
 * What players call a counter.
 * @param {Face} face
 * @returns {string}
 */
export function nameOf(face) {
  if (face.k === "minefield" || face.k === "mine_record") return face.strength ? `${face.strength} A-P mines` : "A-P mines";
  return isMark(face) ? "?" : String((face.as ?? face).name ?? "");
}

/**
 * Whether it is a "?", on the map or off it.
 * @param {Face} face
 */
function isMark(face) {
  return face.k === "cover" || face.k === "stack_off_map";
}

/**
 * Whether a counter is under a "?", which its owner alone can see.
 * @param {Face} face
 */
export function isConcealed(face) {
  return Boolean(face.cover || face.stack);
}

/**
 * Whether a counter is on nobody's map but its owner's.
 * @param {Face} face
 */
function isHidden(face) {
  return face.cover === "" && !isBelowTop(face);
}

/**
 * Whether a counter lies beneath the top of its stack, and the other side has not looked into that.
 * @param {Face} face
 */
export function isBelowTop(face) {
  return (face.status ?? []).includes("below top");
}

/**
 * What ails a counter, in words.
 * @param {Face} face
 * @returns {string[]}
 */
export function statusOf(face) {
  const body = face.as ?? face;
  const words = (body.status ?? []).map((/** @type {string} */ word) => STATUS[word]?.word ?? word);
  return [...(body.broken ? ["broken"] : []), ...(face.moving ? ["moving"] : []), ...words];
}

/**
 * How a counter is kept from the enemy's eyes, "" if it is not.
 * @param {Face} face
 */
export function veilWord(face) {
  return isConcealed(face) ? "concealed" : isHidden(face) ? "hidden" : "";
}

/**
 * @param {string} field
 * @param {string} edge
 */
function blank(field, edge) {
  return [
    s("rect", { x: 2.4, y: 3.6, width: 98, height: 98, rx: 7, fill: "#000", opacity: 0.22 }),
    s("rect", { x: 0.8, y: 0.8, width: 98.4, height: 98.4, rx: 7, fill: field, stroke: edge, "stroke-width": 1.6 }),
    s("path", { d: "M3 94V9A6 6 0 0 1 9 3H94", fill: "none", stroke: "#fff", "stroke-opacity": 0.5, "stroke-width": 1.8 }),
    s("path", { d: "M97 6V91A6 6 0 0 1 91 97H6", fill: "none", stroke: "#000", "stroke-opacity": 0.16, "stroke-width": 1.8 }),
  ];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} anchor
 * @param {...(string | Node)} parts
 */
function text(x, y, size, anchor, ...parts) {
  const look = { "font-family": FONT, "font-weight": 700, "font-size": size, "text-anchor": anchor, fill: INK };
  return s("text", { x, y, ...look }, ...parts);
}

/**
 * @param {Face} face
 * @param {Detail} detail
 */
function unit(face, detail) {
  const { field, broken, edge } = livery(face.nation);
  const body = s("g", { class: "counter" }, blank(face.broken ? broken : field, edge), veilOf(face, edge));
  body.append(mark(face.nation, 14, 15), ...drawn(face, figures(face.cls, face.nation)));
  if (face.grade && detail !== "small") body.append(text(91, 21, 18, "end", String(face.grade)));
  body.append(...(face.broken ? brokenSide(face, detail) : [strength(face, detail)]));
  const letter = /(?: |^)([A-Z])$/.exec(face.name ?? "");
  if (letter && detail === "near") body.append(text(5.5, 94, 13, "start", letter[1]));
  body.append(...badges(face.status ?? [], detail));
  return body;
}

/** Size of the strength figures by detail; three characters get more. */
const SIZES = { near: 31, mid: 36, small: 42, block: 42 };
/** How far the smoke exponent stands above the line, as a part of the figures' size. */
const RISE = 0.36;

/**
 * @param {Face} face
 * @param {Detail} detail
 */
function strength(face, detail) {
  const figure = String(face.strength ?? "");
  const size = face.cls === "dummy" ? 29 : SIZES[detail] + (figure.length <= 3 ? 4 : 0);
  const raised = Boolean(face.smoke) && detail !== "small" && face.cls !== "leader";
  const spans = face.cls === "leader" ? [figure] : figure.split("-").flatMap((part, index) => {
    const line = (face.under ?? []).includes(index) ? { "text-decoration": "underline" } : {};
    const lowered = raised && index === 1 ? { dy: size * RISE } : {};
    return [index ? s("tspan", lowered, "-") : null, s("tspan", line, part),
      raised && index === 0 ? s("tspan", { "font-size": size * 0.52, dy: -size * RISE }, String(face.smoke)) : null]
      .filter((span) => span !== null);
  });
  const width = figure.length > 5 ? { textLength: 92, lengthAdjust: "spacingAndGlyphs" } : {};
  const node = text(50, 92, size, "middle", ...spans);
  for (const [name, value] of Object.entries(width)) node.setAttribute(name, String(value));
  return node;
}

/**
 * @param {Face} face
 * @param {Detail} detail
 */
function brokenSide(face, detail) {
  const morale = face.self_rally
    ? s("g", {}, s("rect", { x: 34, y: 66, width: 32, height: 29, fill: "none", stroke: INK, "stroke-width": 2.4 }),
      text(50, 91, SIZES[detail] * 0.85, "middle", String(face.broken_ml)))
    : text(50, 92, SIZES[detail] + 2, "middle", `[${face.broken_ml}]`);
  return [
    s("path", { d: "M13 62L87 24", stroke: "#FFFDF6", "stroke-width": 8.4, opacity: 0.85 }),
    s("path", { d: "M13 62L87 24", stroke: INK, "stroke-width": 5.4 }),
    s("path", { d: "M13 62L87 24", stroke: "#FFFDF6", "stroke-width": 1.4 }),
    morale,
  ];
}

/**
 * @param {Face} face
 * @param {Detail} detail
 */
function supportWeapon(face, detail) {
  const { field, edge } = livery(face.nation);
  const body = s("g", { class: "counter" }, blank(field, edge), veilOf(face, edge));
  const picture = weapon(face.name ?? "");
  picture.setAttribute("transform", "translate(0 3)");
  body.append(mark(face.nation, 14, 15), ...drawn(face, picture));
  if (face.b && detail !== "small") body.append(text(92, 20, 16, "end", String(face.b)));
  const boxed = Boolean(face.rof);
  body.append(text(boxed ? 56 : 50, 92, SIZES[detail] - (boxed ? 1 : 0), "middle", String(face.strength ?? face.name)));
  if (boxed && detail !== "small") {
    body.append(s("rect", { x: 6, y: 72, width: 19, height: 22, rx: 1.5, fill: "#FFFDF6", stroke: INK, "stroke-width": 2 }),
      text(15.5, 89.6, 20, "middle", String(face.rof)));
  }
  if (face.pp && detail === "near") body.append(text(95, 93, 13, "end", `${face.pp}PP`));
  body.append(...badges(face.status ?? [], detail));
  return body;
}

/**
 * A "?", which says whose it is and nothing of what is under it.
 * @param {Face} face
 * @param {Detail} detail
 */
function cover(face, detail) {
  const { field, edge } = livery(face.nation);
  return s("g", { class: "counter" }, blank(field, edge), hatching(edge), mark(face.nation, 14, 15),
    text(50, 80, detail === "small" ? 92 : 86, "middle", "?"), badges(face.status ?? [], detail));
}

/**
 * What lies over the field of a counter that only its owner sees.
 * @param {Face} face
 * @param {string} edge
 */
function veilOf(face, edge) {
  return [isConcealed(face) || isHidden(face) ? hatching(edge) : null, isHidden(face) ? seal(84, 60, 1.3) : null];
}

/**
 * The drawing on a counter: faint behind the bar of one that is broken, and behind the "?" of one that is concealed; a Dummy
 * has none.
 * @param {Face} face
 * @param {SVGElement} picture
 * @returns {SVGElement[]}
 */
function drawn(face, picture) {
  if (face.broken) picture.setAttribute("opacity", "0.42");
  if (!isConcealed(face)) return [picture];
  picture.setAttribute("opacity", "0.3");
  const sign = text(50, 62, 62, "middle", "?");
  return face.cls === "dummy" ? [sign] : [picture, sign];
}

/** @param {Face} face */
function block(face) {
  const { field, broken, edge } = livery(face.nation);
  const body = s("g", { class: "counter" },
    s("rect", { x: 3, y: 3, width: 94, height: 94, rx: 10, fill: face.broken ? broken : field, stroke: edge, "stroke-width": 6 }));
  if (isMark(face) || isConcealed(face)) body.append(text(50, 82, 90, "middle", "?"));
  else if (face.broken) body.append(s("path", { d: "M24 76L76 24", stroke: INK, "stroke-width": 12 }));
  else if (face.k === "weapon") body.append(s("path", { d: "M22 50H78", stroke: INK, "stroke-width": 12 }));
  else if (face.cls === "leader" || face.cls === "hero") body.append(s("path", { d: "M50 22L74 76H26Z", fill: INK }));
  else body.append(s("path", { d: "M26 38H74M26 62H74", stroke: INK, "stroke-width": 11 }));
  return body;
}

/** Where mines lie on their counter, by strength. */
/** @type {Record<string, [number, number][]>} */
const LAID = {
  6: [[36, 36], [64, 36]],
  8: [[28, 34], [50, 40], [72, 34]],
  12: [[22, 32], [41, 40], [60, 32], [79, 40]],
};

/**
 * @param {Face} face
 * @param {Detail} detail
 */
function mines(face, detail) {
  const body = s("g", { class: "counter" }, blank("#E9DDB0", "#97884F"));
  const corners = "M4 18V4H18M82 4H96V18M96 82V96H82M18 96H4V82";
  body.append(s("path", { d: corners, fill: "none", stroke: WAX, "stroke-width": 6 }));
  for (const [x, y] of LAID[face.strength] ?? [[50, 34]]) {
    body.append(s("circle", { cx: x, cy: y, r: 7.6, fill: INK }),
      s("path", { d: `M${x - 3} ${y - 7}L${x - 6} ${y - 14}M${x + 3} ${y - 7}L${x + 6} ${y - 14}`, stroke: INK, "stroke-width": 2.4 }));
  }
  body.append(text(50, 88, detail === "near" ? 40 : 46, "middle", face.strength ? String(face.strength) : (face.type ?? "?")));
  if (face.k === "mine_record") body.append(seal(88, 88, 1.5));
  return body;
}

/**
 * A counter that is neither unit nor weapon, by the letters on it and in its nation's colours, if it has any.
 * @param {Face} face
 * @param {Detail} detail
 */
function marker(face, detail) {
  const { field, edge } = livery(face.nation ?? "");
  const behind = drawing(face.picture);
  const body = s("g", { class: "counter" }, blank(field, edge), face.picture === "concealment" ? hatching(edge) : null, ...behind);
  const size = 62 - 8 * face.letters.length;
  if (behind.length) body.append(text(50, 97, 24, "middle", face.letters));
  else body.append(text(50, 50 + size * 0.36, detail === "near" ? size : size + 4, "middle", face.letters));
  if (face.status?.length) body.append(s("path", { d: behind.length ? "M24 77H76" : "M12 88H88", stroke: RED, "stroke-width": 6 }));
  if (face.secret) body.append(seal(88, 88, 1.5));
  return body;
}

/**
 * Status words, gravest first within a place: where the badge sits, its letters, and the word for readers.
 * @type {Record<string, {spot: "arrow" | "disc" | "hexagon" | "shield", letters: string, word: string}>}
 */
export const STATUS = {
  dm: { spot: "disc", letters: "DM", word: "DM" },
  pin: { spot: "disc", letters: "PIN", word: "pinned" },
  malfunctioned: { spot: "disc", letters: "X", word: "malfunctioned" },
  laid: { spot: "disc", letters: "R", word: "laid across the road" },
  dismantled: { spot: "disc", letters: "dm", word: "dismantled" },
  moved: { spot: "arrow", letters: "MV", word: "has moved" },
  final: { spot: "hexagon", letters: "FF", word: "Final Fire" },
  first: { spot: "hexagon", letters: "1F", word: "First Fire" },
  prep: { spot: "hexagon", letters: "PF", word: "Prep Fire" },
  bounding: { spot: "hexagon", letters: "OF", word: "Opportunity Fire" },
  ti: { spot: "hexagon", letters: "TI", word: "TI" },
  cx: { spot: "hexagon", letters: "CX", word: "CX" },
  melee: { spot: "shield", letters: "CC", word: "in Melee" },
  prisoner: { spot: "shield", letters: "P", word: "prisoner" },
  mounted: { spot: "shield", letters: "CAV", word: "mounted" },
  unarmed: { spot: "shield", letters: "UN", word: "unarmed" },
  berserk: { spot: "shield", letters: "B", word: "berserk" },
  disrupted: { spot: "shield", letters: "DIS", word: "Disrupted" },
  wounded: { spot: "shield", letters: "W", word: "wounded" },
  heroic: { spot: "shield", letters: "H", word: "heroic" },
  fanatic: { spot: "shield", letters: "F", word: "Fanatic" },
  "below top": { spot: "shield", letters: "▾", word: "not looked into" },
  beneath: { spot: "shield", letters: "FOX", word: "beneath an entrenchment" },
  "on wire": { spot: "shield", letters: "WIR", word: "on top of Wire" },
  "along the north": { spot: "shield", letters: "↑", word: "along the north" },
  "along the northeast": { spot: "shield", letters: "↗", word: "along the northeast" },
  "along the southeast": { spot: "shield", letters: "↘", word: "along the southeast" },
  "along the south": { spot: "shield", letters: "↓", word: "along the south" },
  "along the southwest": { spot: "shield", letters: "↙", word: "along the southwest" },
  "along the northwest": { spot: "shield", letters: "↖", word: "along the northwest" },
  "along the north and northeast": { spot: "shield", letters: "↑↗", word: "along the north and northeast" },
  "along the northeast and southeast": { spot: "shield", letters: "↗↘", word: "along the northeast and southeast" },
  "along the southeast and south": { spot: "shield", letters: "↘↓", word: "along the southeast and south" },
  "along the south and southwest": { spot: "shield", letters: "↓↙", word: "along the south and southwest" },
  "along the southwest and northwest": { spot: "shield", letters: "↙↖", word: "along the southwest and northwest" },
  "along the northwest and north": { spot: "shield", letters: "↖↑", word: "along the northwest and north" },
  "facing the north": { spot: "shield", letters: "C↑", word: "facing the north" },
  "facing the northeast": { spot: "shield", letters: "C↗", word: "facing the northeast" },
  "facing the southeast": { spot: "shield", letters: "C↘", word: "facing the southeast" },
  "facing the south": { spot: "shield", letters: "C↓", word: "facing the south" },
  "facing the southwest": { spot: "shield", letters: "C↙", word: "facing the southwest" },
  "facing the northwest": { spot: "shield", letters: "C↖", word: "facing the northwest" },
  "at the crest": { spot: "shield", letters: "CR", word: "in Crest status" },
  swims: { spot: "shield", letters: "SWM", word: "swimming" },
  aboard: { spot: "shield", letters: "BOAT", word: "aboard a boat" },
  "on the water line": { spot: "shield", letters: "WL", word: "on the Water Line" },
  "on a fording line": { spot: "shield", letters: "FRD", word: "on a fording line" },
  climbing: { spot: "shield", letters: "CLB", word: "climbing a cliff" },
  bypass: { spot: "shield", letters: "BYP", word: "in Bypass" },
  wa: { spot: "shield", letters: "WA", word: "Wall Advantage" },
};

/**
 * The shape, place and colours of each badge. The smaller the drawing, the taller its strength figures, and the higher
 * the badges, so that the strength stays whole.
 * @type {Record<string, {path: string, x: number, y: Record<Detail, number>, ground: string, ink: string, edge: string}>}
 */
const SPOTS = {
  arrow: { path: "M-13 -9H7L14 0L7 9H-13Z", x: 15, y: { near: 37, mid: 31, small: 26, block: 26 }, ground: "#FFFDF6", ink: INK, edge: INK },
  disc: { path: "M0 -13A13 13 0 1 1 0 13A13 13 0 1 1 0 -13Z", x: 85, y: { near: 37, mid: 33, small: 24, block: 24 }, ground: INK, ink: "#FFFDF6", edge: "#FFFDF6" },
  hexagon: { path: "M-13.4 0L-6.7 -11.6H6.7L13.4 0L6.7 11.6H-6.7Z", x: 85, y: { near: 58, mid: 53, small: 48, block: 48 }, ground: "#F2BE3A", ink: INK, edge: INK },
  shield: { path: "M-11 -11H11V1C11 8 4 11 0 13.6C-4 11 -11 8 -11 1Z", x: 15, y: { near: 57, mid: 50, small: 45, block: 45 }, ground: "#FFFDF6", ink: INK, edge: INK },
};

/** How large badges are drawn. */
const BADGE = { near: 1, mid: 1.12, small: 1.25, block: 1.25 };

/**
 * One badge to a place: the graver of two of a kind.
 * @param {string[]} status
 * @param {Detail} detail
 */
function badges(status, detail) {
  const taken = new Set();
  return Object.entries(STATUS).filter(([word, { spot }]) => {
    if (!status.includes(word) || taken.has(spot)) return false;
    taken.add(spot);
    return true;
  }).map(([, { spot, letters }]) => {
    const { path, x, y, ground, ink, edge } = SPOTS[spot];
    const label = text(spot === "arrow" ? -1.5 : 0, 5, letters.length > 2 ? 12 : 14.5, "middle", letters);
    label.setAttribute("fill", ink);
    return s("g", { transform: `translate(${x} ${y[detail]}) scale(${BADGE[detail]})` },
      s("path", { d: path, fill: ground, stroke: edge, "stroke-width": 1.4 }), label);
  });
}

/**
 * The tab on a counter that is not on plain ground, as `L1`, or on a "?" that others lie on; null without either. It hangs
 * at the corner that a stack leaves to be seen of each of its counters.
 * @param {string} mark
 */
export function cornerTab(mark) {
  if (!mark) return null;
  const label = text(6, 99.5, 20, "middle", mark);
  label.setAttribute("fill", "#FFFDF6");
  return s("g", { class: "level-tab", "data-level-mark": mark }, s("rect", { x: -12, y: 82, width: 36, height: 23, rx: 6, fill: "#5C3D12", stroke: "#FFFDF6", "stroke-width": 2.4 }), label);
}

/**
 * A counter as a picture of its own, for panels and trays.
 * @param {Face} face
 * @param {string} [cls]
 * @param {Detail} [detail]
 */
export function picture(face, cls = "piece", detail = cls === "piece-small" ? "small" : "near") {
  return s("svg", { class: cls, viewBox: "-2 -2 106 106", "aria-hidden": "true" }, counter(face, detail));
}

/**
 * The outline of a counter that is chosen, attacked, or merely able.
 * @param {"chosen" | "attacked" | "able"} how
 */
export function outline(how) {
  const frame = { x: -3, y: -3, width: 106, height: 106, rx: 10, fill: "none" };
  if (how === "able") return s("rect", { ...frame, class: "able", stroke: BLUE, "stroke-width": 4, "stroke-opacity": 0.75 });
  return s("g", { class: "outline" },
    s("rect", { ...frame, stroke: "#FFFDF6", "stroke-width": 13 }),
    s("rect", { ...frame, stroke: how === "attacked" ? RED : BLUE, "stroke-width": 7.5 }));
}
