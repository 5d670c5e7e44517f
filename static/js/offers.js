/** Reading offers: which counters they name, where those may go, and the command a choice makes. Nothing here
 * knows a rule; whatever is not offered does not exist. */

import { counterOf, facesOf } from "./store.js";
import { AIMED, counterSlot, errandKey, formsInHand, mayFill, placeSlot } from "./slots.js";
import { hexOf } from "./places.js";

/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").Command} Command */
/** @typedef {import("./store.js").State} State */

/**
 * @param {State} state
 * @param {string} form
 * @returns {Offer | undefined}
 */
export function offerOfForm(state, form) {
  return state.offers.find((offer) => offer.form === form);
}

/**
 * What is asked, in a sentence: what the offers say is left to do, or else the question's own.
 * @param {State} state
 * @returns {string}
 */
export function askedOf(state) {
  return state.offers.find((offer) => offer.asks)?.asks ?? state.now?.text ?? "";
}

/**
 * Whether counters are being put on the board before play.
 * @param {State} state
 */
export function isPlacing(state) {
  return Boolean(offerOfForm(state, "place") || offerOfForm(state, "mines"));
}

/**
 * What a planned path is walked by.
 * @param {State} state
 * @returns {Offer | undefined}
 */
export function plannedOffer(state) {
  return state.offers.find((offer) => offer.planned);
}

/**
 * Ids of the counters an offer lets act.
 * @param {Offer} offer
 * @returns {string[]}
 */
export function actorsOf(offer) {
  if (offer.form === "cc") return [...(offer.units ?? []), ...(offer.leaders ?? [])];
  const slot = counterSlot(offer);
  if (slot) return mayFill(slot, {}).filter((id) => id !== null);
  const units = offer.units && !Array.isArray(offer.units) ? Object.keys(offer.units) : [];
  return offer.directors ? [...new Set([...units, ...Object.keys(offer.directors)])] : units;
}

/**
 * Every counter that may act now; what is always offered, aside, is no act.
 * @param {State} state
 * @returns {Set<string>}
 */
export function actors(state) {
  return new Set(state.offers.filter((offer) => offer.stands !== "aside").flatMap(actorsOf));
}

/**
 * Every counter that something is offered to.
 * @param {State} state
 * @returns {Set<string>}
 */
export function choosable(state) {
  return new Set(state.offers.flatMap(actorsOf));
}

/**
 * Units of one's own that could still act if a phase were ended now.
 * @param {State} state
 * @returns {number}
 */
export function leftBehind(state) {
  const ids = [...actors(state)];
  return ids.filter((id) => state.faces.get(`unit:${id}`)?.side === state.you).length;
}

/**
 * Whether an offer ends a phase, in which others are still offered to act.
 * @param {State} state
 * @param {Offer} offer
 */
export function endsEarly(state, offer) {
  return state.now?.kind === "phase" && offer.form === "button" && !offer.stands && leftBehind(state) > 0;
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
 * The place that a form in hand asks for: of the one asked for by the mode, or of the first while nothing is aimed.
 * @param {State} state
 * @param {import("./selection.js").Selection} choice
 * @returns {ReturnType<typeof placeSlot>}
 */
export function placeInHand(state, choice) {
  const asking = formsInHand(state, choice).map((offer) => placeSlot(offer, choice)).filter((one) => one !== null);
  const meant = asking.find((one) => errandKey(state, one.offer) === choice.mode);
  return meant ?? (aimedOffer(state, [...choice.units], choice.mode) ? null : asking[0] ?? null);
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
    if (!allAccompanied(offer, units, place)) continue;
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
    .filter((/** @type {any} */ flag) => flags.has(flagKey(flag)))
    .every((/** @type {any} */ flag) => units.every((unit) => flag.units[unit]?.includes(place)));
}

/**
 * Whether nobody goes there without one of those that he needs for it.
 * @param {Offer} offer
 * @param {string[]} units
 * @param {string} place
 */
function allAccompanied(offer, units, place) {
  return units.every((unit) => {
    const needed = offer.needs?.[unit]?.[place];
    return !needed || needed.some((/** @type {string} */ other) => units.includes(other));
  });
}

/**
 * A flag among those chosen; of several with one name one alone can be.
 * @param {{name: string, value?: string}} flag
 */
export function flagKey(flag) {
  return flag.value === undefined ? flag.name : `${flag.name}=${flag.value}`;
}

/**
 * Flags that some place offers to all of these units.
 * @param {Offer} offer
 * @param {string[]} units
 * @returns {{name: string, value?: string, label: string, rule: string}[]}
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
 * Everybody offered to fire at a place; a leader with a weapon only if nobody is there whom he could direct.
 * @param {Offer} offer  of form `fire`
 * @param {string} place
 * @returns {string[]}
 */
export function firersAt(offer, place) {
  const able = Object.keys(offer.units).filter((unit) => offer.units[unit].includes(place));
  const leads = (/** @type {string} */ unit) => offer.directors?.[unit]?.some((/** @type {string} */ one) => one !== unit && able.includes(one));
  return able.filter((unit) => !leads(unit));
}

/**
 * Leaders offered to direct all of these firers.
 * @param {Offer} offer  of form `fire`
 * @param {string[]} firers
 * @returns {string[]}
 */
export function directorsFor(offer, firers) {
  const directors = Object.entries(offer.directors ?? {});
  const able = directors.filter(([leader, led]) => !firers.includes(leader) && firers.every((unit) => led.includes(unit)));
  return able.map(([leader]) => leader);
}

/**
 * Who may direct an attack of these firers: one leader, or one for each Location that they fire from, as a list
 * of ids joined by spaces.
 * @param {Offer} offer  of form `fire`
 * @param {string[]} firers
 * @returns {string[]}
 */
export function teamsFor(offer, firers) {
  const alone = directorsFor(offer, firers);
  if (alone.length || !firers.length) return alone;
  const ledBy = (/** @type {string} */ unit) => directorsFor(offer, [unit]).filter((leader) => !firers.includes(leader));
  const groups = new Map(firers.map((unit) => [ledBy(unit).join(" "), ledBy(unit)]));
  /** @type {string[][]} */
  let teams = [[]];
  for (const leaders of groups.values()) teams = teams.flatMap((team) => leaders.map((one) => [...team, one]));
  return teams.map((team) => team.join(" "));
}

/**
 * The leaders of a team.
 * @param {string | null} team
 * @returns {string[]}
 */
export function leadersOf(team) {
  return team ? team.split(" ") : [];
}

/**
 * The second Locations at which all of these firers may use Spraying Fire.
 * @param {Offer} offer  of form `fire`
 * @param {string[]} firers
 * @param {string | null} target
 * @returns {string[]}
 */
export function spraysFor(offer, firers, target) {
  const lists = firers.map((unit) => offer.sprays?.[unit] ?? []);
  return (lists[0] ?? []).filter((/** @type {string} */ place) => place !== target && lists.every((list) => list.includes(place)));
}

/**
 * Where the counter of a Fire Lane may go that one of these firers lays.
 * @param {Offer} offer  of form `fire`
 * @param {string[]} firers
 * @returns {string[]}
 */
export function lanesFor(offer, firers) {
  return [...new Set(firers.flatMap((unit) => offer.lanes?.[unit] ?? []))];
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
  const offered = flagsFor(offer, units).filter((flag) => flags.has(flagKey(flag)));
  return { verb: offer.verb, units, to, ...Object.fromEntries(offered.map((flag) => [flag.name, flag.value ?? true])) };
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
  const weapons = weaponsOf(offer, units).filter((weapon) => choice.weapons?.has(weapon));
  return {
    verb: offer.verb, units, at: choice.target, directors: leadersOf(choice.director),
    ...(choice.weapons ? { weapons } : {}), ...(choice.weaponsOnly ? { weapons_only: true } : {}),
    ...(spraysFor(offer, units, choice.target).includes(choice.also ?? "") ? { also: choice.also } : {}),
    ...(lanesFor(offer, units).includes(choice.lane ?? "") ? { lane: choice.lane } : {}),
  };
}

/**
 * The last attack once more, by those of its firers who may fire again: at the same place, or at the only one there is now.
 * @param {Offer} offer  of form `fire`
 * @param {Command | null} last
 * @returns {import("./types.js").Proposal | null}
 */
export function sameAgain(offer, last) {
  const units = last ? firersOf(offer, last.units) : [];
  if (!last || !units.length) return null;
  const places = fireTargets(offer, units);
  const at = places.has(last.at) ? last.at : places.size === 1 ? [...places][0] : null;
  const directors = teamsFor(offer, units).includes(last.directors.join(" ")) ? last.directors : [];
  return at ? { units, at, directors, weapons: last.weapons, weaponsOnly: last.weapons_only } : null;
}

/**
 * The support weapons that these firers may use.
 * @param {Offer} offer  of form `fire`
 * @param {string[]} units
 * @returns {string[]}
 */
export function weaponsOf(offer, units) {
  return units.flatMap((unit) => offer.weapons?.[unit] ?? []);
}

/**
 * The CC attack that has been chosen, null while attackers or targets are still to be named.
 * @param {Offer} offer  of form `cc`
 * @param {import("./selection.js").Selection} choice
 * @returns {Command | null}
 */
export function closeAttackOf(offer, choice) {
  const units = [...choice.units].filter((id) => offer.units.includes(id));
  const targets = [...choice.enemies].filter((id) => offer.targets.includes(id));
  if (!units.length || !targets.length) return null;
  const leader = offer.leaders?.includes(choice.director) ? choice.director : null;
  return { verb: offer.verb, units, targets, leader };
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
