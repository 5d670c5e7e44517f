/** What is drawn on counters that are neither units nor weapons, behind their letters. On a field of 100 by 100. */

import { s } from "./dom.js";
import { INK, RED } from "./glyphs.js";

/** @type {Record<string, () => SVGElement[]>} */
const PICTURES = {
  smoke: () => [
    s("path", {
      d: "M18 78C6 76 6 58 20 57C16 40 36 32 44 43C50 24 78 28 76 47C92 47 94 72 78 76C66 84 30 84 18 78Z",
      fill: "#F4F3EF", stroke: "#8B8B86", "stroke-width": 2.4,
    }),
    s("path", { d: "M30 60C38 50 50 52 50 62M56 58C62 48 76 52 74 62", fill: "none", stroke: "#B4B3AD", "stroke-width": 3 }),
  ],
  wp: () => [
    s("path", {
      d: "M18 78C6 76 6 58 20 57C16 40 36 32 44 43C50 24 78 28 76 47C92 47 94 72 78 76C66 84 30 84 18 78Z",
      fill: "#FFFFFF", stroke: "#C98A2B", "stroke-width": 3,
    }),
    s("path", { d: "M50 44L34 14M50 44L64 10M50 44L86 26M50 44L14 34", stroke: "#C98A2B", "stroke-width": 2.6 }),
  ],
  drift: () => [
    s("path", {
      d: "M8 40C26 28 40 50 58 40S86 34 92 42M8 58C26 46 40 68 58 58S86 52 92 60M8 76C26 64 40 86 58 76S86 70 92 78",
      fill: "none", stroke: "#A9A8A2", "stroke-width": 7, "stroke-linecap": "round",
    }),
  ],
  flame: () => [
    s("path", {
      d: "M50 82C30 82 26 62 36 48C40 56 44 56 45 50C46 38 42 30 52 16C54 32 72 42 70 64C69 76 62 82 50 82Z",
      fill: "#E8892B", stroke: "#8A3B12", "stroke-width": 2.4,
    }),
    s("path", { d: "M50 80C41 80 39 70 46 60C49 66 52 62 53 54C60 62 62 78 50 80Z", fill: "#F7D35A" }),
  ],
  blaze: () => [
    s("path", {
      d: "M10 84C4 62 18 58 20 40C28 48 30 56 32 52C36 34 34 22 48 8C50 26 62 30 64 46C70 40 70 32 78 28C78 46 96 58 90 84Z",
      fill: "#D9521E", stroke: "#7A2410", "stroke-width": 2.4,
    }),
    s("path", { d: "M24 84C22 66 34 62 38 50C46 58 48 64 50 60C56 50 62 56 70 62C76 70 78 78 76 84Z", fill: "#F2A33A" }),
    s("path", { d: "M40 84C40 74 48 72 50 66C58 72 62 76 60 84Z", fill: "#F9E38A" }),
  ],
  foxhole: () => [
    s("path", { d: "M12 70C18 40 40 30 52 31C74 32 88 52 90 70Z", fill: "#B08B5C", stroke: "#6B4E2B", "stroke-width": 2 }),
    s("path", { d: "M24 76C28 56 42 48 52 48C64 48 76 58 78 76Z", fill: "#4A3620" }),
    s("path", { d: "M10 78H90", stroke: "#6B4E2B", "stroke-width": 4 }),
  ],
  trench: () => [
    s("path", { d: "M8 34L34 50L52 36L92 54V78L54 58L34 74L8 58Z", fill: "#4A3620", stroke: "#B08B5C", "stroke-width": 5, "stroke-linejoin": "round" }),
  ],
  charge: () => [
    s("rect", { x: 26, y: 40, width: 48, height: 34, rx: 4, fill: "#8C7B5A", stroke: INK, "stroke-width": 2.4 }),
    s("path", { d: "M26 52H74M26 62H74M50 40V74", stroke: INK, "stroke-width": 2 }),
    s("path", { d: "M66 40C66 22 84 30 82 14", fill: "none", stroke: INK, "stroke-width": 2.6 }),
    s("path", { d: "M82 6L85 13L92 12L86 17L90 24L82 20L76 25L78 17L72 13L80 13Z", fill: RED }),
  ],
  chain: () => [
    s("path", { d: "M20 8V92M80 8V92", stroke: "#B08B5C", "stroke-width": 5 }),
    s("path", { d: "M4 50H96", stroke: INK, "stroke-width": 2.6 }),
    ...[24, 50, 76].map((cx) => s("ellipse", { cx, cy: 50, rx: 11, ry: 8, fill: "#5E6650", stroke: INK, "stroke-width": 2.4 })),
  ],
  "wooden-rubble": () => rubble("#8A6A3F", "#5A4224"),
  "stone-rubble": () => rubble("#A9A8A2", "#5E5D58"),
  roadblock: () => [
    s("path", { d: "M10 66L40 34L60 66L90 34", fill: "none", stroke: "#6B4E2B", "stroke-width": 9, "stroke-linejoin": "round" }),
    s("path", { d: "M10 34L40 66L60 34L90 66", fill: "none", stroke: "#8A6A3F", "stroke-width": 9, "stroke-linejoin": "round" }),
    s("path", { d: "M8 76H92", stroke: INK, "stroke-width": 4 }),
  ],
  ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((vertex) => [`pillbox-${vertex}`, () => pillbox(vertex)])),
  sniper: () => [sights(INK)],
  "sniper-pinned": () => [s("rect", { x: 5, y: 5, width: 90, height: 90, rx: 4, fill: "#FFFDF6" }), sights(RED)],
  wire: () => [
    s("path", { d: "M8 78L28 26L46 78M54 78L72 26L92 78", fill: "none", stroke: "#5A5148", "stroke-width": 5 }),
    s("path", {
      d: "M6 46C16 30 26 62 36 46S56 62 66 46S86 62 96 46M6 62C16 46 26 78 36 62S56 78 66 62S86 78 96 62",
      fill: "none", stroke: "#3B3F44", "stroke-width": 2.6,
    }),
    s("path", { d: "M20 40L26 48M26 40L20 48M48 48L54 56M54 48L48 56M76 40L82 48M82 40L76 48", stroke: "#3B3F44", "stroke-width": 2.6 }),
  ],
};

/**
 * A heap of beams or blocks.
 * @param {string} fill
 * @param {string} stroke
 */
function rubble(fill, stroke) {
  return [
    s("path", { d: "M6 80L20 54L36 62L48 34L64 56L78 46L94 80Z", fill, stroke, "stroke-width": 3, "stroke-linejoin": "round" }),
    s("path", { d: "M22 76L34 64M40 78L50 50M58 76L68 60M76 76L80 60", stroke, "stroke-width": 4 }),
  ];
}

/**
 * What one sees through the sights of a rifle.
 * @param {string} stroke
 */
function sights(stroke) {
  return s("path", { d: "M24 42A26 26 0 1 0 76 42A26 26 0 1 0 24 42M50 8V34M50 50V76M16 42H42M58 42H84", fill: "none", stroke, "stroke-width": 5 });
}

/**
 * A pillbox: eight sides, its slit to the vertex that its Covered Arc is around, and the arc.
 * @param {number} vertex  0-5, clockwise from the one between hexsides 5 and 0
 * @returns {SVGElement[]}
 */
function pillbox(vertex) {
  return [
    s("path", {
      d: "M50 42L29 5.6A42 42 0 0 1 71 5.6Z", fill: RED, "fill-opacity": 0.6, transform: `rotate(${60 * vertex - 30} 50 42)`,
    }),
    s("path", { d: "M38 14H62L78 30V54L62 70H38L22 54V30Z", fill: "#A7A196", stroke: INK, "stroke-width": 3 }),
    s("path", { d: "M40 26H60", stroke: INK, "stroke-width": 7, transform: `rotate(${60 * vertex - 30} 50 42)` }),
  ];
}

/**
 * The drawing of that name, if there is one.
 * @param {string | undefined} name
 * @returns {SVGElement[]}
 */
export function drawing(name) {
  return PICTURES[name ?? ""]?.() ?? [];
}
