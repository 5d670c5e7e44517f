/** Reading offers: which counters they name, where those may go, and the command a choice makes. Nothing here
 * knows a rule; whatever is not offered does not exist. */

import { counterOf, facesOf } from "./store.js";
import { hexOf } from "./places.js";

/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").Command} Command */
/** @typedef {import("./store.js").State} State */

/** Forms that need a place or counters as target, so that only one of them can be in hand at a time. */
const AIMED = new Set(["units_to", "fire", "cc"]);

/**
 * @param {State} state
 * @param {string} form
 * @returns {Offer | undefined}
 */
export function offerOfForm(state, form) {
  return state.offers.find((offer) => offer.form === form);
}

/**
 * @param {State} state
 * @param {string} verb
 * @returns {Offer | undefined}
 */
export function offerOfVerb(state, verb) {
  return state.offers.find((offer) => offer.verb === verb);
}

/**
 * Ids of the counters an offer lets act.
 * @param {Offer} offer
 * @returns {string[]}
 */
export function actorsOf(offer) {
  if (offer.form === "cc") return [...(offer.units ?? []), ...(offer.leaders ?? [])];
  if (offer.form === "choice") return [];
  const units = offer.units && !Array.isArray(offer.units) ? Object.keys(offer.units) : [];
  return offer.directors ? [...new Set([...units, ...Object.keys(offer.directors)])] : units;
}

/**
 * Every counter that may act now.
 * @param {State} state
 * @returns {Set<string>}
 */
export function actors(state) {
  return new Set(state.offers.flatMap(actorsOf));
}

/**
 * Offers for exactly these counters together.
 * @param {State} state
 * @param {string[]} units
 * @returns {Offer[]}
 */
export function offersFor(state, units) {
  if (!units.length) return [];
  return state.offers.filter((offer) => {
    const named = new Set(actorsOf(offer));
    return named.size > 0 && units.every((unit) => named.has(unit));
  });
}

/**
 * The aimed offer in hand: the one asked for by `mode` if it suits, or else the first that suits.
 * @param {State} state
 * @param {string[]} units
 * @param {string | null} mode
 * @returns {Offer | null}
 */
export function aimedOffer(state, units, mode) {
  const aimed = state.offers.filter((offer) => AIMED.has(offer.form));
  const fitting = units.length ? offersFor(state, units).filter((offer) => AIMED.has(offer.form)) : aimed;
  return fitting.find((offer) => offer.verb === mode) ?? fitting[0] ?? null;
}

/**
 * Where these units may go together, with what is said of each place. A flag narrows it to where it applies.
 * @param {Offer} offer  of form `units_to`
 * @param {string[]} units
 * @param {Set<string>} flags
 * @returns {Map<string, string>}
 */
export function destinations(offer, units, flags) {
  /** @type {Map<string, string>} */
  const places = new Map();
  const [first, ...others] = units;
  for (const [place, note] of Object.entries(offer.units[first] ?? {})) {
    const notes = others.map((unit) => offer.units[unit]?.[place]);
    if (notes.some((other) => other === undefined) || !flagsAllow(offer, units, place, flags)) continue;
    places.set(place, [...new Set([note, ...notes])].join(", "));
  }
  return places;
}

/**
 * @param {Offer} offer
 * @param {string[]} units
 * @param {string} place
 * @param {Set<string>} flags
 */
function flagsAllow(offer, units, place, flags) {
  return (offer.flags ?? [])
    .filter((/** @type {any} */ flag) => flags.has(flag.name))
    .every((/** @type {any} */ flag) => units.every((unit) => flag.units[unit]?.includes(place)));
}

/**
 * Flags that some place offers to all of these units.
 * @param {Offer} offer
 * @param {string[]} units
 * @returns {{name: string, label: string, rule: string}[]}
 */
export function flagsFor(offer, units) {
  return (offer.flags ?? []).filter((/** @type {any} */ flag) =>
    units.length > 0 && units.every((unit) => flag.units[unit]?.length));
}

/**
 * Who of the chosen fires; a chosen leader that only directs is not one of them.
 * @param {Offer} offer  of form `fire`
 * @param {string[]} units
 */
export function firersOf(offer, units) {
  return units.filter((unit) => offer.units[unit]);
}

/**
 * Places all chosen firers may attack; with none chosen, every place any of them may.
 * @param {Offer} offer  of form `fire`
 * @param {string[]} units
 * @returns {Set<string>}
 */
export function fireTargets(offer, units) {
  const firers = firersOf(offer, units);
  const lists = (firers.length ? firers : Object.keys(offer.units)).map((unit) => offer.units[unit]);
  if (!firers.length) return new Set(lists.flat());
  return new Set(lists[0].filter((/** @type {string} */ place) => lists.every((list) => list.includes(place))));
}

/**
 * Everybody offered to fire at a place.
 * @param {Offer} offer  of form `fire`
 * @param {string} place
 * @returns {string[]}
 */
export function firersAt(offer, place) {
  return Object.keys(offer.units).filter((unit) => offer.units[unit].includes(place));
}

/**
 * Leaders offered to direct all of these firers.
 * @param {Offer} offer  of form `fire`
 * @param {string[]} firers
 * @returns {string[]}
 */
export function directorsFor(offer, firers) {
  const directors = Object.entries(offer.directors ?? {});
  return directors.filter(([, led]) => firers.every((unit) => led.includes(unit))).map(([leader]) => leader);
}

/**
 * The largest group of these firers that stands in one Location, for when all of them together are refused.
 * @param {State} state
 * @param {string[]} firers
 * @returns {string[]}
 */
export function largestGroup(state, firers) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const unit of firers) {
    const counter = counterOf(state, unit);
    const holder = counter?.holder ? counterOf(state, counter.holder) : undefined;
    const at = String(counter?.at ?? holder?.at ?? "");
    groups.set(at, [...(groups.get(at) ?? []), unit]);
  }
  return [...groups.values()].sort((p, q) => q.length - p.length)[0] ?? [];
}

/**
 * The command for units that go somewhere.
 * @param {Offer} offer
 * @param {string[]} units
 * @param {string} to
 * @param {Set<string>} flags
 * @returns {Command}
 */
export function goCommand(offer, units, to, flags) {
  const offered = flagsFor(offer, units).filter((flag) => flags.has(flag.name));
  return { verb: offer.verb, units, to, ...Object.fromEntries(offered.map((flag) => [flag.name, true])) };
}

/**
 * The attack that has been chosen, null while firers or target are still to be named.
 * @param {Offer} offer  of form `fire`
 * @param {import("./selection.js").Selection} choice
 * @returns {Command | null}
 */
export function attackOf(offer, choice) {
  const units = firersOf(offer, [...choice.units]);
  if (!choice.target || !units.length) return null;
  return { verb: offer.verb, units, director: choice.director, at: choice.target };
}

/**
 * The strength in hand for a minefield in a hex, undefined if the factors that are free do not reach for any.
 * @param {State} state
 * @param {Offer} offer  of form `mines`
 * @param {string} hex
 * @param {number | null} chosen
 * @returns {{strength: number | undefined, recorded: number, free: number}}
 */
export function mineInHand(state, offer, hex, chosen) {
  const recorded = facesOf(state, "mine_record").find((record) => record.at === hex)?.strength ?? 0;
  const free = offer.left + recorded;
  const least = offer.strengths.find((/** @type {number} */ one) => one <= free);
  const wanted = chosen !== null && chosen <= free ? chosen : recorded || least;
  return { strength: wanted, recorded, free };
}

/**
 * The part of a `place` offer that a piece belongs to.
 * @param {Offer} offer
 * @param {string} piece
 * @returns {{pieces: string[], area: string[]} | undefined}
 */
export function groupOf(offer, piece) {
  return offer.groups.find((/** @type {{pieces: string[]}} */ group) => group.pieces.includes(piece));
}

/**
 * Locations where all of these pieces may be placed.
 * @param {Offer} offer  of form `place`
 * @param {string[]} pieces
 * @returns {Set<string>}
 */
export function areaFor(offer, pieces) {
  const areas = pieces.map((piece) => groupOf(offer, piece)?.area ?? []);
  if (!areas.length) return new Set();
  return new Set(areas[0].filter((place) => areas.every((area) => area.includes(place))));
}

/**
 * The Locations among `places` that lie in a hex, lowest level first as offered.
 * @param {Iterable<string>} places
 * @param {string} hex
 * @returns {string[]}
 */
export function inHex(places, hex) {
  return [...places].filter((place) => hexOf(place) === hex);
}
