/** The board in words: for the card above it, and for those who hear it. */

import { gettext } from "./gettext.js";
import { facesOf } from "./store.js";
import { h } from "./dom.js";
import { beforeOf, hexOf, levelOf } from "./places.js";
import { signed } from "./parts.js";
import { spoken } from "./counters.js";
import { secretCounters } from "./secrets.js";
import { stacks } from "./stacks.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Face} Face */

/**
 * What is to be said of a hex, as this viewer may know it.
 * @param {Model} model
 * @param {string} id
 */
export function describe(model, id) {
  const hex = model.places.byId.get(id);
  if (!hex) return "";
  return [model.places.name(id), ...terrain(model, hex), ...notes(model, hex), counters(model, id)].filter(Boolean).join(" · ");
}

/**
 * The same as a card: the terrain, what else stands on the map, who stands there.
 * @param {Model} model
 * @param {string} id
 * @returns {Node[]}
 */
export function hexCard(model, id) {
  if (beforeOf(id)) return [h("b", {}, model.places.name(id)), h("span", { "data-role": "hex-counters" }, counters(model, id))];
  const hex = model.places.byId.get(id);
  if (!hex) return [];
  const here = counters(model, id);
  const said = notes(model, hex);
  return [h("span", { "data-role": "hex-terrain" }, h("b", {}, model.places.name(id)), ` · ${terrain(model, hex).join(" · ")}`),
    ...(said.length ? [h("span", { class: "quiet", "data-role": "hex-notes" }, said.join(" · "))] : []),
    ...(here ? [h("span", { "data-role": "hex-counters" }, here)] : [])];
}

/**
 * The terrain of a hex as it is now: the map does not show what has come to be rubble.
 * @param {Model} model
 * @param {import("./types.js").HexData} hex
 */
function terrain(model, hex) {
  const rubble = rubbleIn(model, hex.id);
  return rubble ? [rubble.name ?? ""] : [hex.terrain, `TEM ${signed(hex.tem)}`, `${hex.mf} MF`];
}

/**
 * What else is to be said of it; of rubble, what the map has there.
 * @param {Model} model
 * @param {import("./types.js").HexData} hex
 */
function notes(model, hex) {
  const own = model.asOpponent ? undefined : model.notes.all.get(hex.id);
  const map = rubbleIn(model, hex.id) ? [gettext("on the map: %(terrain)s", { terrain: [hex.terrain, ...hex.notes].join(", ") })] : hex.notes;
  const strung = strungOver(model, hex.id).map((face) => `${face.name}`);
  return [...map, ...strung, ...beside(model, hex.id), ...(own ? [gettext("your note: %(note)s", { note: own })] : [])];
}

/**
 * Who has been set up off the map before a hex.
 * @param {Model} model
 * @param {string} id
 * @returns {string[]}
 */
function beside(model, id) {
  const off = [...stacks(model.state, model.asOpponent).keys()].filter((place) => beforeOf(place) === id);
  return off.sort().map((place) => `${model.places.name(place)}: ${counters(model, place)}`);
}

/**
 * The markers that lie from hex to hex over this one.
 * @param {Model} model
 * @param {string} id
 * @returns {Face[]}
 */
export function strungOver(model, id) {
  return facesOf(model.state, "marker").filter((face) => face.along?.includes(id));
}

/**
 * @param {Model} model
 * @param {string} id
 */
function rubbleIn(model, id) {
  return facesOf(model.state, "marker").find((face) => face.at === id && face.picture?.endsWith("-rubble"));
}

/**
 * @param {Model} model
 * @param {string} id
 */
function counters(model, id) {
  const faces = stacks(model.state, model.asOpponent).get(id) ?? [];
  const mines = model.asOpponent ? [] : [...facesOf(model.state, "mine_record"), ...secretCounters(model.state)].filter((face) => hexOf(face.at) === id);
  const several = new Set(faces.map((face) => levelOf(face.at ?? ""))).size > 1;
  return [...faces, ...mines].reverse().map((face) => `${spoken(face)}${where(model, face, several)}`).join("; ");
}

/**
 * Where in its hex a counter is, if that is not plain.
 * @param {Model} model
 * @param {Face} face
 * @param {boolean} several  the hex has counters on several levels
 */
function where(model, face, several) {
  const location = model.places.location(face.at ?? "");
  if (!location?.mark) return several && location ? ", ground level" : "";
  return `, ${location.kind === "upper level" ? `level ${location.level}` : location.kind}`;
}
