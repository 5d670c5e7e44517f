/** What the board is to show, worked out from the state and the choices made: data only, drawn by board.js. */

import { aimedOffer, actors, areaFor, destinations, fireTargets, firersOf, inHex, leadersOf, offerOfForm, placeInHand } from "./offers.js";
import { clockOf, counterOf, facesOf } from "./store.js";
import { filledOf, pickedForm, placeOfFilled, rowsOnBoard, stacksInHand, vertexInHand } from "./slots.js";
import { hexOf, standOf } from "./places.js";
import { secretCounters } from "./secrets.js";
import { stacks } from "./stacks.js";

/** @typedef {import("./types.js").Face} Face */
/**
 * @typedef {{
 *   stacks: Map<string, Face[]>, chosen: Set<string>, attacked: Set<string>, able: Set<string>, changed: Set<string>,
 *   lit: Map<string, string>, darken: boolean, manner: "go" | "fire" | "place" | "pick" | "mines",
 *   focus: Set<string>, target: string | null, threads: [string, string][], threadLabel: string,
 *   secrets: Map<string, Face[]>, notes: Map<string, string>, control: Map<string, string>, objectives: string[],
 *   currents: {at: string, sides: number[], strength: string}[],
 *   ropes: {key: string, along: string[], name: string}[],
 *   fan: string | null, cursor: string | null, picked: string | null, labels: boolean, tools: Tools,
 *   vertex: ReturnType<typeof vertexInHand>,
 * }} Scene
 * @typedef {{thread: import("./thread.js").ThreadState, route: import("./route.js").RouteState,
 *   reach: import("./route.js").ReachState}} Tools
 */

/**
 * @param {import("./store.js").State} state
 * @param {import("./selection.js").Selection} choice
 * @param {{objectives: string[], asOpponent: boolean, labels: boolean, cursor: string | null,
 *   notes: Map<string, string>, changed: Set<string>, threadLabel: string, tools: Tools}} extras
 * @returns {Scene}
 */
export function sceneOf(state, choice, extras) {
  const { lit, darken, manner } = litFor(state, choice);
  return {
    stacks: stacks(state, extras.asOpponent),
    chosen: chosenKeys(state, choice),
    attacked: new Set([...choice.enemies].map((id) => `unit:${id}`)),
    able: ableKeys(state),
    changed: extras.changed,
    lit, darken, manner,
    focus: new Set((state.now?.focus ?? []).map(hexOf)),
    target: choice.target,
    threads: threadsOf(state, choice),
    threadLabel: extras.threadLabel,
    secrets: extras.asOpponent ? new Map() : recordsByHex(state),
    notes: extras.notes,
    control: new Map(facesOf(state, "control").map((face) => [hexOf(face.at), face.side])),
    objectives: clockOf(state)?.stage === "setup" ? [] : extras.objectives,
    currents: facesOf(state, "waters").flatMap(currentsOf),
    ropes: facesOf(state, "marker").filter((face) => face.along?.length).map((face) => ({ key: `marker:${face.id}`, along: face.along, name: face.name })),
    fan: choice.fan,
    cursor: extras.cursor,
    picked: choice.mineHex ?? pickedHex(state, choice),
    labels: extras.labels,
    tools: extras.tools,
    vertex: vertexInHand(state, choice),
  };
}

/**
 * Where the Current of a scenario's water goes, hex by hex.
 * @param {Face} waters
 */
function currentsOf(waters) {
  return Object.entries(waters.flows).map(([at, sides]) => ({ at, sides, strength: waters.current }));
}

/**
 * What a side has recorded and nobody else knows.
 * @param {import("./store.js").State} state
 * @returns {Map<string, Face[]>}
 */
function recordsByHex(state) {
  /** @type {Map<string, Face[]>} */
  const byHex = new Map();
  const mines = facesOf(state, "mine_record").filter((record) => record.known !== "strength");
  for (const face of [...mines, ...secretCounters(state)]) byHex.set(hexOf(face.at), [...(byHex.get(hexOf(face.at)) ?? []), face]);
  return byHex;
}

/**
 * The hexes offered to the choices made so far, each with what is said of it.
 * @param {import("./store.js").State} state
 * @param {import("./selection.js").Selection} choice
 * @returns {Pick<Scene, "lit" | "darken" | "manner">}
 */
export function litFor(state, choice) {
  const place = offerOfForm(state, "place");
  const mines = offerOfForm(state, "mines");
  if (mines && choice.layingMines) {
    const hexes = mines.hexes.map((/** @type {string} */ hex) => /** @type {[string, string]} */ ([hex, ""]));
    return { lit: new Map(hexes), darken: true, manner: "mines" };
  }
  if (place && choice.pieces.size) {
    return { lit: byHex(areaFor(place, [...choice.pieces])), darken: true, manner: "place" };
  }
  const darken = state.now?.kind === "setup";
  const rows = rowsOnBoard(state, choice);
  if (rows.length) return { lit: byHex(rows.map((row) => row.at)), darken, manner: "pick" };
  const stacks = stacksInHand(state, choice);
  if (stacks.length) return { lit: byHex(stacks.map((one) => one.at)), darken, manner: "pick" };
  const slot = placeInHand(state, choice);
  if (slot) return { lit: byHex(slot.places), darken, manner: "pick" };
  return litForAim(state, choice);
}

/**
 * @param {import("./store.js").State} state
 * @param {import("./selection.js").Selection} choice
 * @returns {Pick<Scene, "lit" | "darken" | "manner">}
 */
function litForAim(state, choice) {
  const units = [...choice.units];
  const offer = aimedOffer(state, units, choice.mode);
  if (offer?.form === "units_to" && units.length) {
    return { lit: notesByHex(destinations(offer, units, choice.flags)), darken: false, manner: "go" };
  }
  if (offer?.form === "fire") return { lit: byHex(fireTargets(offer, units)), darken: false, manner: "fire" };
  return { lit: new Map(), darken: false, manner: "go" };
}

/**
 * The hex of the row or the place that is picked, and not sent yet.
 * @param {import("./store.js").State} state
 * @param {import("./selection.js").Selection} choice
 */
function pickedHex(state, choice) {
  const row = rowsOnBoard(state, choice).find((one) => one.key === choice.row);
  const form = pickedForm(state, choice);
  const at = row?.at ?? (form && placeOfFilled(form, filledOf(form, choice)));
  return at ? hexOf(at) : null;
}

/** @param {Iterable<string>} places */
function byHex(places) {
  return new Map([...places].map((place) => /** @type {[string, string]} */ ([hexOf(place), ""])));
}

/**
 * Several Locations of one hex share a note: the least said is the first offered.
 * @param {Map<string, string>} places
 */
function notesByHex(places) {
  const hexes = new Set([...places.keys()].map(hexOf));
  return new Map([...hexes].map((hex) => {
    const notes = inHex(places.keys(), hex).map((place) => places.get(place) ?? "");
    return /** @type {[string, string]} */ ([hex, [...new Set(notes)].join(" / ")]);
  }));
}

/**
 * @param {import("./store.js").State} state
 * @param {import("./selection.js").Selection} choice
 */
function chosenKeys(state, choice) {
  const ids = [...choice.units, ...leadersOf(choice.director)];
  const keys = ids.map((id) => (state.faces.has(`weapon:${id}`) ? `weapon:${id}` : `unit:${id}`));
  const pieces = facesOf(state, "placement").filter((face) => choice.pieces.has(face.piece));
  return new Set([...keys, ...pieces.map((face) => `placement:${face.id}`)]);
}

/** @param {import("./store.js").State} state */
function ableKeys(state) {
  const ids = [...actors(state)];
  return new Set(ids.flatMap((id) => [`unit:${id}`, `weapon:${id}`]));
}

/**
 * Lines from every firing Location to the target.
 * @param {import("./store.js").State} state
 * @param {import("./selection.js").Selection} choice
 * @returns {[string, string][]}
 */
function threadsOf(state, choice) {
  const target = choice.target;
  const offer = aimedOffer(state, [...choice.units], choice.mode);
  if (!target || offer?.form !== "fire") return [];
  const places = firersOf(offer, [...choice.units]).map((id) => placeOf(state, id)).filter((place) => place !== "");
  return [...new Set(places.map(hexOf))].map((from) => [from, hexOf(target)]);
}

/**
 * The hex of a face on the board or the place beside it, "" if it is not there; of what is strung over several hexes the one that was pointed at.
 * @param {import("./store.js").State} state
 * @param {string} key
 * @param {string} [pointed]
 * @returns {string} hex id
 */
export function placeOfKey(state, key, pointed) {
  const face = state.faces.get(key);
  if (!face) return "";
  if (pointed && face.along?.includes(pointed)) return pointed;
  return hexOf(face.k === "unit" || face.k === "weapon" ? standsAt(state, face.id) : standOf(face));
}

/**
 * Where a counter is; a weapon is where its holder is.
 * @param {import("./store.js").State} state
 * @param {string} id
 * @returns {string}
 */
export function placeOf(state, id) {
  const counter = counterOf(state, id);
  const holder = counter?.holder ? counterOf(state, counter.holder) : undefined;
  return String(holder?.at ?? counter?.at ?? "");
}

/**
 * The same, or the place off the map where it has been set up.
 * @param {import("./store.js").State} state
 * @param {string} id
 * @returns {string}
 */
export function standsAt(state, id) {
  const counter = counterOf(state, id);
  const holder = counter?.holder ? counterOf(state, counter.holder) : undefined;
  return (holder && standOf(holder)) || (counter && standOf(counter)) || "";
}
