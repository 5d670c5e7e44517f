/** The quieter tabs: one's secrets, the OB of both sides, and the scenario card. */

import { badge, sealIcon } from "./glyphs.js";
import { facesOf, mySide } from "./store.js";
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
  return h("section", { class: "proofs" }, h("h3", {}, "Sealed setups"), faces.map((face) => {
    const card = model.data.scenario.sides[/** @type {Side} */ (face.side)];
    return h("details", {}, h("summary", {}, badge(card.nation), ` ${card.name}: ${face.opened?.length ?? 0} opened`),
      h("p", { class: "quiet" }, "Everything recorded before play is bound to this fingerprint; what is revealed is checked against it."),
      h("code", {}, face.root));
  }));
}

/** @param {Model} model */
function diceSeal(model) {
  const [dice] = facesOf(model.state, "dice");
  if (!dice) return null;
  return h("section", { class: "proofs" }, h("h3", {}, "Dice"), h("details", {},
    h("summary", {}, "Committed to before the first roll"),
    h("p", { class: "quiet" }, "Fingerprints of the seeds: everybody's rolls, and each side's own. They are opened when the game is over."),
    dice.commitment.split(":").map((/** @type {string} */ one) => h("code", {}, one))));
}

/**
 * The OB of both sides as the card gives it.
 * @param {Element} panel
 * @param {Model} model
 */
export function drawForces(panel, model) {
  const trays = facesOf(model.state, "tray");
  patch(panel, trays.length ? trays.map((tray) => forces(model, tray)) : h("p", { class: "empty" }, "The scenario lists no forces."));
}

/**
 * @param {Model} model
 * @param {import("./types.js").Face} tray
 */
function forces(model, tray) {
  const card = model.data.scenario.sides[/** @type {Side} */ (tray.side)];
  return h("section", { class: "forces" }, h("h3", {}, badge(card.nation), ` ${card.name} ${card.role}`), tray.groups.map((/** @type {any} */ group) => {
    /** @type {Map<string, {as: Record<string, any>, n: number}>} */
    const kinds = new Map();
    for (const { as } of group.pieces) kinds.set(as.type, { as, n: (kinds.get(as.type)?.n ?? 0) + 1 });
    return h("div", { class: "force" }, h("p", {}, h("b", {}, group.name), h("span", { class: "quiet" }, ` ${group.area_text}`)),
      h("ul", {}, [...kinds.values()].map(({ as, n }) => h("li", {}, picture({ ...as, k: kindOf(as), id: as.type }, "piece-small"), h("span", {}, `× ${n}`)))));
  }));
}

/**
 * @param {Element} panel
 * @param {Model} model
 */
export function drawCard(panel, model) {
  const { scenario } = model.data;
  const sides = /** @type {Side[]} */ (["a", "b"]);
  patch(panel, h("article", { class: "scenario-card" },
    h("h3", {}, scenario.title), h("p", { class: "quiet" }, [scenario.place, scenario.date].filter(Boolean).join(", ")),
    h("p", {}, scenario.intro), h("h4", {}, "Victory"), h("p", {}, scenario.victory),
    h("p", { class: "objectives" }, scenario.objectives.map((place) => h("button", { type: "button", class: "link-button", "data-show": place }, model.places.name(place)))),
    scenario.ssr.length ? [h("h4", {}, "Special rules"), h("ol", {}, scenario.ssr.map((rule) => h("li", {}, rule)))] : null,
    h("h4", {}, "Sides"), h("ul", { class: "plain" }, sides.map((side) => {
      const card = scenario.sides[side];
      const san = scenario.san[side];
      return h("li", {}, badge(card.nation), ` ${card.name} ${card.role}`, side === scenario.first ? ", moves first" : "", san ? `, SAN ${san}` : "");
    })), h("p", {}, `${scenario.turns} turns.`)));
}
