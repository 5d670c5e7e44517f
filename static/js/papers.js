/** The quieter tabs: one's secrets, the OB of both sides, and the scenario card. */

import { badge, sealIcon } from "./glyphs.js";
import { counterOf, facesOf, mySide } from "./store.js";
import { h, patch } from "./dom.js";
import { kindOf, picture } from "./counters.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Side} Side */

/** @type {Record<string, string>} */
const KNOWN = {
  secret: "The opponent knows nothing of it.",
  presence: "The opponent knows there are mines, not how many.",
  strength: "Known to everybody.",
};

/**
 * @param {Element} panel
 * @param {Model} model
 */
export function drawSecrets(panel, model) {
  const records = facesOf(model.state, "mine_record");
  const mine = mySide(model.state);
  patch(panel, mine ? ownSecrets(model, records) : h("p", { class: "empty" }, "You see what everybody may see. Each side's secrets stay with it."), seals(model), diceSeal(model));
}

/**
 * @param {Model} model
 * @param {import("./types.js").Face[]} records
 */
function ownSecrets(model, records) {
  if (!records.length) return h("p", { class: "empty" }, "You have nothing hidden.");
  return h("ul", { class: "secrets" }, records.map((record) => h("li", { "data-secret": record.at },
    h("button", { type: "button", class: "row", "data-show": record.at },
      record.known === "strength" ? picture({ ...record, k: "minefield" }, "seal-icon", "small") : sealIcon(),
      h("span", {}, h("b", {}, `${model.places.name(record.at)}: ${record.strength} A-P mines`), h("span", { class: "quiet" }, KNOWN[record.known] ?? ""))))));
}

/** @param {Model} model */
function seals(model) {
  const faces = facesOf(model.state, "seal");
  if (!faces.length) return null;
  return h("section", { class: "proofs" }, h("h2", {}, "Sealed setups"), faces.map((face) => {
    const card = model.data.scenario.sides[/** @type {Side} */ (face.side)];
    return h("details", {}, h("summary", {}, badge(card.nation), ` ${card.name}: `, h("span", { "data-role": "seal-words" }, model.proofs.words(face))),
      h("p", { class: "quiet" }, "Everything recorded before play is bound to this fingerprint; what is revealed is checked against it."),
      h("code", {}, face.root));
  }));
}

/** @param {Model} model */
function diceSeal(model) {
  const [dice] = facesOf(model.state, "dice");
  if (!dice) return null;
  return h("section", { class: "proofs" }, h("h2", {}, "Dice"), h("details", {},
    h("summary", {}, "Committed to before the first roll"),
    h("p", { class: "quiet" }, "Fingerprints of the seeds: everybody's rolls, and each side's own. They are opened when the game is over."),
    dice.commitment.split(":").map((/** @type {string} */ one) => h("code", {}, one))),
  /** @type {Side[]} */ (["a", "b"]).map((side) => h("p", { "data-share": side }, h("b", {}, model.data.scenario.sides[side].name), ` ${shareWords(dice.shares[side])}`)));
}

/** @param {{commitment: string, line: string, declined: boolean}} share */
function shareWords(share) {
  if (share.line) return "has opened its line.";
  if (share.declined) return "adds no line.";
  return share.commitment ? "is bound to a line, still closed." : "has added no line so far.";
}

/**
 * The OB of both sides as the card gives it.
 * @param {Element} panel
 * @param {Model} model
 */
export function drawForces(panel, model) {
  const trays = facesOf(model.state, "tray");
  patch(panel, trays.length ? trays.map((tray) => forces(model, tray)) : h("p", { class: "empty" }, "The scenario lists no forces."), luck(model));
}

/** What a DR and a dr come to in the long run. */
const EXPECTED = { DR: 7, dr: 3.5 };

/**
 * The dice of both sides so far, as everybody saw them, beside what is to be expected.
 * @param {Model} model
 */
function luck(model) {
  const rolls = model.state.log.filter((line) => line.dice?.length && line.side && !line.secret);
  if (!rolls.length) return null;
  const rows = /** @type {Side[]} */ (["a", "b"]).flatMap((side) => Object.entries({ DR: 2, dr: 1 }).map(([name, count]) => {
    const totals = rolls.filter((line) => line.side === side && line.dice?.length === count).map((line) => (line.dice ?? []).reduce((sum, one) => sum + one, 0));
    const mean = totals.length ? (totals.reduce((sum, one) => sum + one, 0) / totals.length).toFixed(2) : "–";
    return h("tr", {}, h("td", {}, badge(model.data.scenario.sides[side].nation), ` ${model.data.scenario.sides[side].name}`), h("td", {}, `${totals.length} ${name}`),
      h("td", {}, mean), h("td", { class: "quiet" }, EXPECTED[/** @type {"DR" | "dr"} */ (name)].toFixed(1)));
  }));
  return h("section", { class: "luck" }, h("h2", {}, "Dice so far"), h("table", {},
    h("thead", {}, h("tr", {}, ["Side", "Rolls", "Average", "Expected"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, rows)));
}

/**
 * @param {Model} model
 * @param {import("./types.js").Face} tray
 */
function forces(model, tray) {
  const card = model.data.scenario.sides[/** @type {Side} */ (tray.side)];
  return h("section", { class: "forces" }, h("h2", {}, badge(card.nation), ` ${card.name} ${card.role}`, h("span", { class: "quiet" }, standing(tray))), tray.groups.map((/** @type {any} */ group) => {
    /** @type {Map<string, {as: Record<string, any>, n: number}>} */
    const kinds = new Map();
    for (const { as } of group.pieces) kinds.set(as.type, { as, n: (kinds.get(as.type)?.n ?? 0) + 1 });
    return h("div", { class: "force" }, h("p", {}, h("b", {}, group.name), h("span", { class: "quiet" }, ` ${whereTo(model, group)}`)),
      h("ul", {}, [...kinds.values()].map(({ as, n }) => h("li", {}, picture({ ...as, k: kindOf(as), id: as.type }, "piece-small"), h("span", {}, `× ${n}`)))));
  }));
}

/**
 * Where a group is set up; or when and where it enters the map, and how much of it still waits off the map.
 * @param {Model} model
 * @param {{turn?: number | null, area_text: string, pieces: {piece: string, as: Record<string, any>}[]}} group
 */
function whereTo(model, group) {
  if (!group.turn) return group.area_text;
  const waiting = group.pieces.filter(({ piece, as }) => as.cls && counterOf(model.state, piece));
  const left = waiting.length ? `${waiting.length} still off the map` : "all on the map";
  return `enters on Turn ${group.turn}: ${group.area_text} (${left})`;
}

/**
 * What a side is worth now beside its counters.
 * @param {import("./types.js").Face} tray
 */
function standing(tray) {
  return [`, ELR ${tray.elr}`, tray.san ? `SAN ${tray.san}` : "", tray.no_quarter ? "gives no quarter" : ""].filter(Boolean).join(", ");
}

/**
 * The Environmental Conditions and the wind, in words.
 * @param {Model} model
 */
function weather(model) {
  const [now] = facesOf(model.state, "conditions");
  if (!now) return null;
  const wind = now.wind === "none" ? "no wind" : `${now.wind} to hexside ${now.wind_to}`;
  const gusts = now.gusts_to === null ? "" : `, Gusts to hexside ${now.gusts_to}`;
  return h("p", { class: "quiet", "data-role": "weather" }, `EC ${now.ec}, ${wind}${gusts}.`);
}

/**
 * @param {Element} panel
 * @param {Model} model
 */
export function drawCard(panel, model) {
  const { scenario } = model.data;
  const sides = /** @type {Side[]} */ (["a", "b"]);
  patch(panel, h("article", { class: "scenario-card" },
    h("h2", {}, scenario.title), h("p", { class: "quiet" }, [scenario.place, scenario.date].filter(Boolean).join(", ")), weather(model),
    h("p", {}, scenario.intro), h("h3", {}, "Victory"), h("p", {}, scenario.victory),
    h("p", { class: "objectives" }, scenario.objectives.map((place) => h("button", { type: "button", class: "link-button", "data-show": place }, model.places.name(place)))),
    scenario.ssr.length ? [h("h3", {}, "Special rules"), h("ol", {}, scenario.ssr.map((rule) => h("li", {}, rule)))] : null,
    h("h3", {}, "Sides"), h("ul", { class: "plain" }, sides.map((side) => {
      const card = scenario.sides[side];
      const san = scenario.san[side];
      return h("li", {}, badge(card.nation), ` ${card.name} ${card.role}`, side === scenario.first ? ", moves first" : "", san ? `, SAN ${san}` : "");
    })), h("p", {}, `${scenario.turns} turns.`)));
}
