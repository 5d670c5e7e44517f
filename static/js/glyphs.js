/** The small drawings: figures, weapons, national marks, the wax seal, dice. All on a field of 100 by 100. */

import { gettext } from "./gettext.js";
import { s } from "./dom.js";

/** @typedef {{field: string, broken: string, edge: string, mark: string}} Livery */

/** Colours form a ladder of lightness, so that no two nationalities share a grey. */
/** @type {Record<string, Livery>} */
const LIVERIES = {
  german: { field: "#A9BDC9", broken: "#D6E0E6", edge: "#5B7280", mark: "cross" },
  russian: { field: "#C8955A", broken: "#EAD7BB", edge: "#7C5425", mark: "star" },
  american: { field: "#669072", broken: "#B9CFBF", edge: "#34563F", mark: "shield" },
  british: { field: "#E8DAAE", broken: "#F5EFDA", edge: "#9C8845", mark: "ring" },
};
const PLAIN = { field: "#D8D4CB", broken: "#EEECE6", edge: "#77736A", mark: "bar" };

export const INK = "#1C1D1F";
export const BLUE = "#1F4E79";
export const WAX = "#A8321E";
export const RED = "#B23A1E";

/**
 * @param {string} nation
 * @returns {Livery}
 */
export function livery(nation) {
  return LIVERIES[nation] ?? PLAIN;
}

/** @type {Record<string, string>} */
const MARKS = {
  cross: "M-2.6 -8.5H2.6V-2.6H8.5V2.6H2.6V8.5H-2.6V2.6H-8.5V-2.6H-2.6Z",
  star: "M0 -9L2.2 -2.9L8.6 -2.8L3.5 1.2L5.3 7.3L0 3.7L-5.3 7.3L-3.5 1.2L-8.6 -2.8L-2.2 -2.9Z",
  shield: "M-7.5 -8H7.5V-2C7.5 4 3 7 0 8.8C-3 7 -7.5 4 -7.5 -2ZM-4.6 -2.6V3.4H-2.6V-2.6ZM-1 -2.6V5H1V-2.6ZM2.6 -2.6V3.4H4.6V-2.6Z",
  ring: "M0 -8.4A8.4 8.4 0 1 1 0 8.4A8.4 8.4 0 1 1 0 -8.4ZM0 -5.4A5.4 5.4 0 1 0 0 5.4A5.4 5.4 0 1 0 0 -5.4ZM0 -2.4A2.4 2.4 0 1 1 0 2.4A2.4 2.4 0 1 1 0 -2.4Z",
  bar: "M-8 -3.4H8V3.4H-8Z",
};

/**
 * A nationality's mark, 17 wide, centred on x, y.
 * @param {string} nation
 * @param {number} x
 * @param {number} y
 * @param {number} [scale]
 */
export function mark(nation, x, y, scale = 1) {
  const path = MARKS[livery(nation).mark];
  return s("path", { d: path, transform: `translate(${x} ${y}) scale(${scale})`, fill: INK, "fill-rule": "evenodd" });
}

/** @type {Record<string, string>} */
const HELMETS = {
  german: "M-6.6 -39.2C-6.6 -46 6.2 -46.4 6.6 -39.4L8.2 -36.6L5.2 -36.4L4.6 -38.2H-4.4L-5.6 -35L-8 -36Z",
  russian: "M-6.4 -38.2C-6.6 -46.6 6.8 -46.8 6.9 -38.6L8.3 -37.5H-7Z",
  american: "M-6.6 -38.4C-6.6 -47 7 -47 7 -38.4L7.4 -36.8H-7.2Z",
  british: "M-10.6 -38C-7.4 -38.6 -6.4 -44.6 0 -44.8C6.4 -44.6 7.4 -38.6 10.6 -38L9 -36.4H-9Z",
};

/** @param {string} nation */
function head(nation) {
  return [
    s("circle", { cx: 0.6, cy: -36.2, r: 4.6 }),
    s("path", { d: HELMETS[nation] ?? HELMETS.american }),
  ];
}

/**
 * @param {string} d
 * @param {number} width
 */
function limb(d, width) {
  const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  return s("path", { d, fill: "none", stroke: INK, "stroke-width": width, ...round });
}

/** @param {string} nation */
function marching(nation) {
  return [
    ...head(nation),
    s("path", { d: "M-5.4 -32C-2 -33.6 3 -33.4 5.8 -31L5.6 -17.6L-5 -17Z" }),
    s("path", { d: "M-9.6 -30.5L-4.6 -31.5L-4.4 -22L-9 -21.6Z" }),
    limb("M-2.6 -18L-5 -9.6L-9.6 -2.2H-12", 4.7),
    limb("M2.6 -18L5.6 -9.8L6.4 -1.6H9.6", 4.7),
    limb("M4.4 -29.6L8.4 -23.4L2.4 -19.8", 3.6),
    limb("M-8.6 -15.6L12.6 -30.8", 2.5),
  ];
}

/** @param {string} nation */
function pointing(nation) {
  return [
    ...head(nation),
    s("path", { d: "M-5.8 -32C-2 -33.6 3 -33.4 6 -31.6L5.4 -15.6L-5.6 -15.6Z" }),
    limb("M-3 -16L-4 -8L-4.6 -1.8H-7", 4.8),
    limb("M3 -16L4.2 -8L5 -1.8H8", 4.8),
    limb("M4.6 -30.2L12 -30.4L19.6 -33.6", 3.5),
    limb("M-4.6 -30L-9.4 -24.4L-6.2 -18.6", 3.5),
  ];
}

/** @param {string} nation */
function charging(nation) {
  return [
    s("g", { transform: "translate(2 0)" }, ...head(nation)),
    s("path", { d: "M-2.8 -32.4C1 -33.8 5 -33 7.6 -30.6L4 -17L-5.4 -18.4Z" }),
    limb("M-3.4 -18.6L-10.2 -13.6L-16.4 -15.4", 4.8),
    limb("M2.4 -17.6L9.6 -12.4L9.2 -2.4H12.4", 4.8),
    limb("M5.6 -30L13.4 -27L17 -34.6", 3.6),
    limb("M-1.6 -30L-8.4 -26.4L-11.8 -30.8", 3.6),
    limb("M15.4 -41L18.4 -28", 2.4),
  ];
}

/** @param {string} nation */
function kneeling(nation) {
  return [
    s("g", { transform: "translate(2.5 7)" }, ...head(nation)),
    s("path", { d: "M-4.6 -25.4C-1 -27 5 -26.6 7.6 -24.4L5.2 -10.6L-6.6 -10.8Z" }),
    limb("M-3 -11.2L-8 -3.2L-13.4 -2", 4.8),
    limb("M3.2 -11.4L10.4 -10.6L11.4 -1.8H14.4", 4.8),
    limb("M5.8 -23.4L12.4 -20L18.4 -21.6", 3.5),
  ];
}

/** Where figures stand: x of each, for every class. */
/** @type {Record<string, [(nation: string) => SVGElement[], number[]]>} */
const POSES = {
  squad: [marching, [26, 50, 74]],
  hs: [marching, [36, 63]],
  crew: [kneeling, [32, 66]],
  leader: [pointing, [47]],
  hero: [charging, [50]],
};

/**
 * The figures of a unit, standing on y = 65.
 * @param {string} cls
 * @param {string} nation
 */
export function figures(cls, nation) {
  const [pose, xs] = POSES[cls] ?? POSES.squad;
  return s("g", { fill: INK }, xs.map((x) =>
    s("g", { transform: `translate(${x} ${65}) scale(1.02)` }, ...pose(nation))));
}

/** @type {Record<string, () => SVGElement[]>} */
const WEAPONS = {
  light: () => [
    s("path", { d: "M12 38L26 36.4H52L54 34.6H70V36.4H88V39H70V41H53L50 43H44L41 52H36L37.6 43.6H28L14 49Z" }),
    limb("M74 40L68 56M74 40L80 56", 2.6),
    s("path", { d: "M52 42H62L60.6 50H53.4Z" }),
  ],
  heavy: () => [
    s("path", { d: "M20 35.6H42L44 33H82V35.4H88V39.4H82V41.8H44L42 44H28L25 50H20.6L22 42H20Z" }),
    limb("M46 43L30 62M46 43L60 62M46 43L47 58", 3),
    s("path", { d: "M46 42H58V49H46Z" }),
    limb("M64 33.4V30H68", 2.2),
  ],
  mortar: () => [limb("M34 58L62 28", 7), limb("M54 38L70 58", 3), s("path", { d: "M22 58H44V63H22Z" })],
  tube: () => [
    limb("M16 50L86 34", 5.4), limb("M42 46L38 58M56 42L54 53", 3.4), s("path", { d: "M12 46L22 44L23 53L13 55Z" }),
  ],
  satchel: () => [s("rect", { x: 32, y: 32, width: 36, height: 28, rx: 3 }), limb("M50 32C50 24 62 26 62 19", 2.4)],
  chain: () => [limb("M14 52H86", 2.4), ...[26, 50, 74].map((cx) => s("ellipse", { cx, cy: 52, rx: 10, ry: 7 }))],
};

/**
 * The drawing of a support weapon, by its name.
 * @param {string} name
 */
export function weapon(name) {
  const kind = /^(MMG|HMG|\.50)/.test(name) ? "heavy" : /MTR/.test(name) ? "mortar"
    : /LMG/.test(name) ? "light" : /^DC/.test(name) ? "satchel" : /^Daisy/.test(name) ? "chain" : "tube";
  return s("g", { fill: INK }, ...WEAPONS[kind]());
}

/** Slanting lines over a whole counter: it is concealed. */
const HATCHES = Array.from({ length: 20 }, (_, line) => {
  const sum = 12 + line * 9.4;
  const [low, high] = [Math.max(3, sum - 97), Math.min(97, sum - 3)];
  return `M${low.toFixed(1)} ${(sum - low).toFixed(1)}L${high.toFixed(1)} ${(sum - high).toFixed(1)}`;
}).join("");

/** @param {string} edge */
export function hatching(edge) {
  return s("path", { d: HATCHES, fill: "none", stroke: edge, "stroke-width": 1.7, "stroke-opacity": 0.5 });
}

/** The edge of a seal: sixteen shallow lobes, radius about 10. */
const SCALLOP = Array.from({ length: 16 }, (_, lobe) => {
  const [from, to] = [lobe, lobe + 1].map((n) => (n * Math.PI) / 8);
  const point = (/** @type {number} */ angle, /** @type {number} */ r) =>
    `${(r * Math.cos(angle)).toFixed(2)} ${(r * Math.sin(angle)).toFixed(2)}`;
  return `${lobe ? "" : `M${point(from, 9)}`}Q${point((from + to) / 2, 11.4)} ${point(to, 9)}`;
}).join("") + "Z";

/**
 * The wax sign: secret, yours alone. Radius 10 at scale 1.
 * @param {number} x
 * @param {number} y
 * @param {number} [scale]
 */
export function seal(x, y, scale = 1) {
  return s("g", { transform: `translate(${x} ${y}) scale(${scale})` },
    s("path", { d: SCALLOP, fill: "#7E2213", transform: "translate(.4 .7)" }),
    s("path", { d: SCALLOP, fill: "#B23A22" }),
    s("circle", { r: 6.9, fill: WAX, stroke: "#DD8A72", "stroke-width": 0.6 }),
    s("path", { d: "M-2.2 -.8V-2.4A2.2 2.2 0 0 1 2.2 -2.4V-.8", fill: "none", stroke: "#FBEFE6", "stroke-width": 1.3 }),
    s("rect", { x: -3.3, y: -1, width: 6.6, height: 4.9, rx: 0.9, fill: "#FBEFE6" }),
  );
}

/**
 * The seal as a picture that stands in text.
 * @param {string} [title]
 */
export function sealIcon(title = gettext("Secret, yours alone")) {
  const box = { class: "seal-icon", viewBox: "-12 -12 24 24", role: "img", "aria-label": title };
  return s("svg", box, seal(0, 0));
}

/**
 * A side's colour and mark as a small square for text.
 * @param {string} nation
 * @param {string} [title]
 * @param {SVGElement} [sign]  instead of the mark
 */
export function badge(nation, title = "", sign = mark(nation, 12, 12, 0.78)) {
  const { field, edge } = livery(nation);
  const named = title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" };
  return s("svg", { class: "nation-badge", viewBox: "0 0 24 24", ...named },
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 3.5, fill: field, stroke: edge, "stroke-width": 1.6 }), sign);
}

/** What stands on a badge in the place of the mark: that something goes under a "?", or comes to light. */
/** @type {Record<string, () => SVGElement>} */
const SIGNS = {
  conceal: () => s("path", { d: "M7.6 9A4.5 4.4 0 1 1 14 12.8Q12 14 12 15.6", fill: "none", stroke: INK, "stroke-width": 2.6, class: "sign-conceal" }),
  reveal: () => s("path", {
    d: "M2.8 12Q12 3.4 21.2 12Q12 20.6 2.8 12ZM12 8.2A3.8 3.8 0 1 0 12 15.8A3.8 3.8 0 1 0 12 8.2Z", fill: INK, "fill-rule": "evenodd", class: "sign-reveal",
  }),
};

/**
 * The sign of a kind of event, if it has one.
 * @param {string} kind
 * @returns {SVGElement | undefined}
 */
export function signOf(kind) {
  return SIGNS[kind]?.();
}

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/**
 * One die. The coloured die of a DR is dark.
 * @param {number} value
 * @param {boolean} coloured
 */
function die(value, coloured) {
  const [ground, pip] = coloured ? ["#23303C", "#FDFBF4"] : ["#FFFDF6", "#23221D"];
  return s("svg", { class: "die", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 4, fill: ground, stroke: "#23221D", "stroke-width": 1.4 }),
    (PIPS[value] ?? []).map(([x, y]) => s("circle", { cx: 12 + x * 5.4, cy: 12 + y * 5.4, r: 2.1, fill: pip })));
}

/**
 * A roll as drawn dice: the coloured die first. The numbers are there for screen readers too.
 * @param {number[]} dice
 * @returns {HTMLElement}
 */
export function diceOf(dice) {
  const span = document.createElement("span");
  span.className = "dice";
  span.setAttribute("role", "img");
  span.setAttribute("aria-label", gettext("rolled %(dice)s", { dice: dice.join(` ${gettext("and")} `) }));
  span.append(...dice.map((value, index) => die(value, dice.length > 1 && index === 0)));
  return span;
}

/** The corners of a small hex, from the upper left one clockwise. */
const CORNERS = [[8, 5], [16, 5], [20, 12], [16, 19], [8, 19], [4, 12]];

/**
 * A hex with one vertex marked.
 * @param {number} vertex
 */
export function vertexIcon(vertex) {
  const [x, y] = CORNERS[vertex];
  return s("svg", { class: "vertex-icon", viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true" },
    s("path", { d: `M${CORNERS.map((corner) => corner.join(" ")).join("L")}Z`, fill: "none", stroke: "currentcolor", "stroke-width": 1.6, "stroke-opacity": 0.7 }),
    s("circle", { cx: x, cy: y, r: 3.6, fill: "currentcolor" }));
}
