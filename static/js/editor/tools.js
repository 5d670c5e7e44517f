/** The tools: what each is called, its key, what it is used on, and the edit that comes of it. */

import { gettext } from "../gettext.js";

/**
 * `on`: `hexes` and `sides` take a stroke, `line` goes from hex to hex, `hex` takes one, `look` changes nothing.
 * @typedef {{id: string, label: string, key: string, group: string, on: "hexes" | "sides" | "line" | "hex" | "look",
 *   edit: (places: string[], options: Options) => Record<string, any> | null}} Tool
 * @typedef {{material: string, church: boolean, levels: number, name: string, level: number}} Options
 * @typedef {{terrain: string[], hexsides: string[], lines: string[], levels: [number, number]}} Palette
 */

/** Keys of the words that the server knows; what has none is chosen with the pointer or Tab. */
/** @type {Record<string, string>} */
const KEYS = {
  "open ground": "o", woods: "w", brush: "b", grain: "g", orchard: "r", vineyard: "v", marsh: "m", crag: "c", graveyard: "y",
  "rice paddy": "p", huts: "u", shellholes: "s", water: "q", "pontoon bridge": "", "underwater pontoon bridge": "", "wooden rubble": "", "stone rubble": "",
  wall: "a", hedge: "e", bocage: "", cliff: "f", "rowhouse wall": "j",
  "road paved": "d", "road dirt": "t", "elevated-road": "", path: "k", gully: "i", stream: "n", "sunken-road": "",
};
/** What players say for some of them. */
/** @type {Record<string, string>} */
const LABELS = { water: "river", "road paved": "paved road", "road dirt": "dirt road", "elevated-road": "elevated road", "sunken-road": "sunken road" };

/** @type {() => null} */
const nothing = () => null;

/**
 * @param {Palette} palette
 * @returns {Tool[]}
 */
export function toolsOf(palette) {
  return [
    { id: "hand", label: gettext("Look and move"), key: "h", group: "", on: "look", edit: nothing },
    { id: "los", label: gettext("LOS thread"), key: "l", group: "", on: "look", edit: nothing },
    ...palette.terrain.map((word) => tool(word, "Terrain", "hexes", (hexes) => ({ type: "paint", hexes, terrain: word }))),
    { id: "clear", label: gettext("clear all"), key: "x", group: "Terrain", on: "hexes", edit: (hexes) => ({ type: "clear", hexes }) },
    { id: "up", label: gettext("up"), key: "+", group: "Levels", on: "hexes", edit: (hexes) => ({ type: "raise", hexes, by: 1 }) },
    { id: "down", label: gettext("down"), key: "-", group: "Levels", on: "hexes", edit: (hexes) => ({ type: "raise", hexes, by: -1 }) },
    { id: "level", label: gettext("to level"), key: "=", group: "Levels", on: "hexes", edit: (hexes, { level }) => ({ type: "level", hexes, level }) },
    ...palette.hexsides.map((word) => tool(word, "Hexsides", "sides", (sides) => ({ type: "sides", sides, kind: word }))),
    { id: "no-hexside", label: gettext("nothing"), key: "z", group: "Hexsides", on: "sides", edit: (sides) => ({ type: "sides", sides, kind: null }) },
    ...palette.lines.map((word) => tool(word, "From hex to hex", "line", (hexes) => ({ type: "line", hexes, kind: word }))),
    { id: "ford", label: "ford", key: "", group: "Crossings", on: "hexes", edit: (hexes) => ({ type: "ford", hexes }) },
    { id: "bridge", label: "bridge", key: "", group: "Crossings", on: "hex", edit: ([hex], { material }) => ({ type: "bridge", hex, material }) },
    { id: "building", label: "building", key: ".", group: "Buildings", on: "hexes", edit: (hexes, { material, church, levels, name }) => ({ type: "build", hexes, material, church, levels, name }) },
    { id: "stairwell", label: "stairwell", key: "", group: "Buildings", on: "hex", edit: ([hex]) => ({ type: "stairwell", hex }) },
  ];
}

/**
 * @param {string} word
 * @param {string} group
 * @param {Tool["on"]} on
 * @param {Tool["edit"]} edit
 * @returns {Tool}
 */
function tool(word, group, on, edit) {
  return { id: word, label: LABELS[word] ?? word, key: KEYS[word] ?? "", group, on, edit };
}
