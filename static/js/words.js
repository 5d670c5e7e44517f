/** The board in words: for the line above it, and for those who hear it. */

import { facesOf } from "./store.js";
import { spoken } from "./counters.js";
import { stacks } from "./stacks.js";

/**
 * What is to be said of a hex, as this viewer may know it.
 * @param {import("./types.js").Model} model
 * @param {string} id
 */
export function describe(model, id) {
  const hex = model.places.byId.get(id);
  if (!hex) return "";
  const faces = stacks(model.state, model.asOpponent).get(id) ?? [];
  const mines = model.asOpponent ? [] : facesOf(model.state, "mine_record").filter((face) => face.at === id);
  const counters = [...faces, ...mines].reverse().map(spoken).join("; ");
  const terrain = `${model.places.name(id)} · ${hex.terrain} · TEM ${hex.tem > 0 ? "+" : ""}${hex.tem} · ${hex.mf} MF`;
  return counters ? `${terrain} · ${counters}` : terrain;
}
