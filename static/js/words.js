/** The board in words: for the card above it, and for those who hear it. */

import { facesOf } from "./store.js";
import { h } from "./dom.js";
import { levelOf } from "./places.js";
import { signed } from "./parts.js";
import { spoken } from "./counters.js";
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
  return [model.places.name(id), ...terrain(hex), ...hex.notes, counters(model, id)].filter(Boolean).join(" · ");
}

/**
 * The same as a card: the terrain, what else stands on the map, who stands there.
 * @param {Model} model
 * @param {string} id
 * @returns {Node[]}
 */
export function hexCard(model, id) {
  const hex = model.places.byId.get(id);
  if (!hex) return [];
  const here = counters(model, id);
  return [h("span", { "data-role": "hex-terrain" }, h("b", {}, model.places.name(id)), ` · ${terrain(hex).join(" · ")}`),
    ...(hex.notes.length ? [h("span", { class: "quiet", "data-role": "hex-notes" }, hex.notes.join(" · "))] : []),
    ...(here ? [h("span", { "data-role": "hex-counters" }, here)] : [])];
}

/** @param {import("./types.js").HexData} hex */
function terrain(hex) {
  return [hex.terrain, `TEM ${signed(hex.tem)}`, `${hex.mf} MF`];
}

/**
 * @param {Model} model
 * @param {string} id
 */
function counters(model, id) {
  const faces = stacks(model.state, model.asOpponent).get(id) ?? [];
  const mines = model.asOpponent ? [] : facesOf(model.state, "mine_record").filter((face) => face.at === id);
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
