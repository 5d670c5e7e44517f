/** The quieter tabs: one's secrets, the OB of both sides, and the scenario card. */

import { ENGLISH, gettext, ngettext, woven } from "./gettext.js";
import { badge, sealIcon } from "./glyphs.js";
import { clockOf, counterOf, facesOf, mySide } from "./store.js";
import { h, patch } from "./dom.js";
import { LONGEST } from "./notes.js";
import { ordersPart } from "./orders.js";
import { kindOf, nameOf, picture } from "./counters.js";
import { secretCounters, trapsWords, veiledStacks } from "./secrets.js";
import { beforeOf } from "./places.js";
import { stacks } from "./stacks.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Side} Side */

/** @type {Record<string, string>} */
const KNOWN = {
  secret: gettext("The opponent knows nothing of it."),
  presence: gettext("The opponent knows there are mines, not how many."),
  strength: gettext("Known to everybody."),
};

/**
 * @param {Element} panel
 * @param {Model} model
 */
export function drawSecrets(panel, model) {
  const records = facesOf(model.state, "mine_record");
  const mine = mySide(model.state);
  patch(panel, mine ? [ownSecrets(model, records), ordersPart(model), noteList(model)] : h("p", { class: "empty" }, gettext("You see what everybody may see. Each side's secrets stay with it.")), opened(model), seals(model), diceSeal(model));
}

/**
 * Once the game is over nothing is secret any more, one's notes apart.
 * @param {Model} model
 */
function opened(model) {
  if (clockOf(model.state)?.stage !== "over" || model.link === "replay") return null;
  const query = new URLSearchParams(location.search);
  const links = /** @type {Side[]} */ (["a", "b"]).map((side) => {
    query.set("as", side);
    const { name } = model.data.scenario.sides[side];
    return h("li", {}, h("a", { href: `replay/?${query}`, "data-opened": side }, gettext("The game as the %(side)s saw it", { side: name })));
  });
  return h("section", { class: "proofs", "data-role": "opened" }, h("h2", {}, gettext("Open to everybody now")),
    h("ul", { class: "plain" }, links, h("li", {}, h("a", { href: `dice/${location.search}` }, gettext("What was sealed, and every roll")))));
}

/**
 * @param {Model} model
 * @param {import("./types.js").Face[]} records
 */
function ownSecrets(model, records) {
  const { places, state } = model;
  const rows = [
    ...records.map((record) => secretRow(record.at, record.known === "strength" ? picture({ ...record, k: "minefield" }, "seal-icon", "small") : sealIcon(),
      `${places.name(record.at)}: ${record.strength} A-P mines`, KNOWN[record.known] ?? "")),
    ...secretCounters(state).map((face) => secretRow(face.at, picture(face, "seal-icon", "small"), `${places.name(face.at)}: ${nameOf(face)}`, "")),
    ...facesOf(state, "booby_traps").map((face) => h("li", { "data-secret": face.board }, h("p", { class: "row" }, sealIcon(), h("span", {}, trapsWords(face))))),
    ...veiledStacks(state).map(({ at, turn, cover, below, words }) => secretRow(at, cover ? picture(cover, "seal-icon", "small") : sealIcon(),
      `${at ? places.name(at) : gettext("due on Turn %(turn)s", { turn: turn ?? "" })}: ${words}`, unseenWords(cover, below))),
  ];
  return rows.length ? h("ul", { class: "secrets" }, rows) : h("p", { class: "empty" }, gettext("You have nothing hidden."));
}

/**
 * What the opponent sees of a stack of one's own.
 * @param {import("./types.js").Face | undefined} cover
 * @param {boolean} below
 */
function unseenWords(cover, below) {
  if (below) return gettext("The opponent sees who is on top of them.");
  return cover ? gettext("The opponent sees a ?.") : gettext("The opponent sees nothing there.");
}

/**
 * @param {string} at  "" of what is nowhere yet
 * @param {Node} sign
 * @param {string} words
 * @param {string} known  what the opponent knows of it
 */
function secretRow(at, sign, words, known) {
  const said = [sign, h("span", {}, h("b", {}, words), known ? h("span", { class: "quiet" }, known) : null)];
  return h("li", { "data-secret": at }, at ? h("button", { type: "button", class: "row", "data-show": at }, said) : h("p", { class: "row" }, said));
}

/**
 * One's own notes, and a field for the hex that was looked at last.
 * @param {Model} model
 */
function noteList(model) {
  const { notes, places, link } = model;
  if (link === "replay") return null;
  const { at } = notes;
  const field = at === null ? h("p", { class: "quiet" }, gettext("Click a hex, and a note can be pinned to it."))
    : h("form", { class: "note-form", "data-key": `note ${at} ${notes.all.get(at) ?? ""}`, "data-note-form": at },
      h("label", {}, h("span", {}, gettext("Note on %(place)s", { place: places.name(at) })), h("input", { type: "text", name: "text", maxlength: LONGEST, value: notes.all.get(at) ?? "", autocomplete: "off", "data-role": "note-text" })),
      h("button", { class: "button", "data-role": "note-save" }, gettext("Pin")));
  const rows = [...notes.all].sort().map(([hex, text]) => h("li", { "data-note": hex }, h("button", { type: "button", class: "row", "data-show": hex, "data-note-at": hex }, sealIcon(),
    h("span", {}, h("b", {}, places.name(hex)), h("span", { class: "quiet" }, text)))));
  return h("section", { class: "notes" }, h("h2", {}, gettext("Notes, for you alone")), rows.length ? h("ul", { class: "secrets" }, rows) : null, field,
    h("p", { class: "wrong", role: "status" }, notes.why));
}

/** @param {Model} model */
function seals(model) {
  const faces = facesOf(model.state, "seal");
  if (!faces.length) return null;
  return h("section", { class: "proofs" }, h("h2", {}, gettext("Sealed setups")), faces.map((face) => {
    const card = model.data.scenario.sides[/** @type {Side} */ (face.side)];
    return h("details", {}, h("summary", {}, badge(card.nation), ` ${card.name}: `, h("span", { "data-role": "seal-words" }, model.proofs.words(face))),
      h("p", { class: "quiet" }, gettext("Everything recorded before play is bound to this fingerprint; what is revealed is checked against it.")),
      h("code", {}, face.root));
  }));
}

/** @param {Model} model */
function diceSeal(model) {
  const [dice] = facesOf(model.state, "dice");
  if (!dice) return null;
  return h("section", { class: "proofs" }, h("h2", {}, gettext("Dice")), h("details", {},
    h("summary", {}, gettext("Committed to before the first roll")),
    h("p", { class: "quiet" }, gettext("Fingerprints of the seeds: everybody's rolls, and each side's own. They are opened when the game is over.")),
    dice.commitment.split(":").map((/** @type {string} */ one) => h("code", {}, one))),
  /** @type {Side[]} */ (["a", "b"]).map((side) => h("p", { "data-share": side }, h("b", {}, model.data.scenario.sides[side].name), ` ${shareWords(dice.shares[side])}`)));
}

/** @param {{commitment: string, line: string, declined: boolean}} share */
function shareWords(share) {
  if (share.line) return gettext("has opened its line.");
  if (share.declined) return gettext("adds no line.");
  return share.commitment ? gettext("is bound to a line, still closed.") : gettext("has added no line so far.");
}

/**
 * The OB of both sides as the card gives it.
 * @param {Element} panel
 * @param {Model} model
 */
export function drawForces(panel, model) {
  const trays = facesOf(model.state, "tray");
  patch(panel, trays.length ? trays.flatMap((tray) => [forces(model, tray), besides(model, tray)]) : h("p", { class: "empty" }, gettext("The scenario lists no forces.")), luck(model));
}

/** What a DR and a dr come to in the long run. */
const EXPECTED = { DR: 7, dr: 3.5 };

/**
 * The dice of both sides so far, as everybody saw them, beside what is to be expected.
 * @param {Model} model
 */
function luck(model) {
  if (model.state.earlier) return null; // it is being read
  const rolls = model.state.log.filter((line) => line.dice?.length && line.side && !line.secret);
  if (!rolls.length) return null;
  const rows = /** @type {Side[]} */ (["a", "b"]).flatMap((side) => Object.entries({ DR: 2, dr: 1 }).map(([name, count]) => {
    const totals = rolls.filter((line) => line.side === side && line.dice?.length === count).map((line) => (line.dice ?? []).reduce((sum, one) => sum + one, 0));
    const mean = totals.length ? (totals.reduce((sum, one) => sum + one, 0) / totals.length).toFixed(2) : "–";
    return h("tr", {}, h("td", {}, badge(model.data.scenario.sides[side].nation), ` ${model.data.scenario.sides[side].name}`), h("td", {}, `${totals.length} ${name}`),
      h("td", {}, mean), h("td", { class: "quiet" }, EXPECTED[/** @type {"DR" | "dr"} */ (name)].toFixed(1)));
  }));
  return h("section", { class: "luck" }, h("h2", {}, gettext("Dice so far")), h("table", {},
    h("thead", {}, h("tr", {}, [gettext("Side"), gettext("Rolls"), gettext("Average"), gettext("Expected")].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, rows)));
}

/**
 * @param {Model} model
 * @param {import("./types.js").Face} tray
 * @param {string} [heading]
 */
function forces(model, tray, heading = "h2") {
  const card = model.data.scenario.sides[/** @type {Side} */ (tray.side)];
  return h("section", { class: "forces" }, h(heading, {}, badge(card.nation), ` ${card.name} ${card.role}`, h("span", { class: "quiet" }, standing(tray))), offMap(model, tray), tray.groups.map((/** @type {any} */ group) => {
    /** @type {Map<string, {as: Record<string, any>, n: number}>} */
    const kinds = new Map();
    for (const { as } of group.pieces) kinds.set(as.type, { as, n: (kinds.get(as.type)?.n ?? 0) + 1 });
    return h("div", { class: "force" }, h("p", {}, h("b", {}, group.name), h("span", { class: "quiet" }, ` ${whereTo(model, tray, group)}`)),
      h("ul", {}, [...kinds.values()].map(({ as, n }) => h("li", {}, picture({ ...as, k: kindOf(as), id: as.type }, "piece-small"), h("span", {}, `× ${n}`))),
        group.concealment ? h("li", {}, picture({ k: "cover", id: "ob", nation: card.nation }, "piece-small"), h("span", {}, `× ${group.concealment}`)) : null,
        (group.fortifications ?? []).map((/** @type {string} */ words) => h("li", { lang: ENGLISH }, h("span", {}, words)))));
  }));
}

/**
 * Where those of a side wait who have been set up off the map, as far as they are seen.
 * @param {Model} model
 * @param {import("./types.js").Face} tray
 */
function offMap(model, { side }) {
  const there = [...stacks(model.state, model.asOpponent)].filter(([place, faces]) => beforeOf(place) && faces[0].side === side);
  if (!there.length) return null;
  return h("ul", { class: "plain", "data-off-map": side }, there.sort().map(([place, faces]) => h("li", {},
    h("button", { type: "button", class: "link-button", "data-show": place }, model.places.name(place)), `: ${[...faces].reverse().map(nameOf).join(", ")}`)));
}

/**
 * What of a side is there now, and what it has lost: of one's own side all, of the other what is in view.
 * @param {Model} model
 * @param {import("./types.js").Face} tray
 */
function besides(model, tray) {
  if (clockOf(model.state)?.stage === "setup") return null;
  const side = /** @type {Side} */ (tray.side);
  const had = countedByType(tray.groups.flatMap((/** @type {any} */ group) => group.pieces.map((/** @type {any} */ one) => one.as)));
  const there = countedByType(["unit", "weapon"].flatMap((kind) => facesOf(model.state, kind)).filter((face) => face.side === side && face.cls !== "dummy"));
  const types = [...new Set([...had.keys(), ...there.keys()])];
  const isMine = side === mySide(model.state);
  const rows = types.map((type) => {
    const face = (there.get(type) ?? had.get(type) ?? [])[0];
    const [first, now] = [had.get(type)?.length ?? 0, there.get(type)?.length ?? 0];
    const words = now === first ? "" : first === 0 ? gettext("not in the OB") : now < first ? (isMine ? ngettext("%(n)s gone", "%(n)s gone", first - now) : ngettext("%(n)s gone or not in view", "%(n)s gone or not in view", first - now)) : ngettext("%(n)s more", "%(n)s more", now - first);
    return h("tr", { "data-ob": type, "data-there": now }, h("td", {}, nameOfType(face)), h("td", { class: "figure" }, String(first)), h("td", { class: "figure" }, String(now)), h("td", { class: "quiet" }, words));
  });
  const enemy = facesOf(model.state, "tray").find((one) => one.side !== tray.side);
  return h("div", { class: "losses", "data-losses": side },
    h("table", {}, h("thead", {}, h("tr", {}, ["", "OB", isMine ? gettext("Now") : gettext("In view")].map((name) => h("th", { scope: "col" }, name || h("span", { class: "sr" }, gettext("Counter")))), h("th", { scope: "col" }, h("span", { class: "sr" }, gettext("What changed"))))), h("tbody", {}, rows)),
    h("p", { class: "quiet" }, gettext("Casualty VP against it: %(n)s.", { n: enemy?.cvp ?? 0 })));
}

/**
 * @param {Record<string, any>[]} faces
 * @returns {Map<string, Record<string, any>[]>}
 */
function countedByType(faces) {
  /** @type {Map<string, Record<string, any>[]>} */
  const found = new Map();
  for (const face of faces) found.set(face.type, [...(found.get(face.type) ?? []), face]);
  return found;
}

/**
 * A kind of counter by what is printed on it, without a letter or a name of its own.
 * @param {Record<string, any>} face
 */
function nameOfType(face) {
  return kindOf(face) === "weapon" ? face.name : face.strength;
}

/**
 * Where a group is set up; or when and where it enters the map, and how much of it still waits off the map. Under a "?" its
 * enemy is told no number.
 * @param {Model} model
 * @param {import("./types.js").Face} tray
 * @param {{turn?: number | null, area_text: string, concealment?: number, pieces: {piece: string, as: Record<string, any>}[]}} group
 */
function whereTo({ state }, { side, groups }, group) {
  if (!group.turn) return group.area_text;
  const inWave = (/** @type {import("./types.js").Face} */ face) => face.side === side && face.turn === group.turn;
  const isAlone = groups.filter((/** @type {any} */ one) => one.turn === group.turn).length === 1;
  const wave = facesOf(state, "unit").filter((face) => inWave(face) && face.cls !== "dummy");
  const waiting = isAlone ? wave : group.pieces.filter(({ piece, as }) => as.cls && counterOf(state, piece));
  const isUnseen = group.concealment && facesOf(state, "stack_off_map").some(inWave);
  const left = waiting.length ? ngettext("%(n)s still off the map", "%(n)s still off the map", waiting.length)
    : isUnseen ? gettext("some still off the map, under “?”") : gettext("all on the map");
  return gettext("enters on Turn %(turn)s: %(area)s (%(left)s)", { turn: group.turn, area: group.area_text, left });
}

/**
 * What a side is worth now beside its counters.
 * @param {import("./types.js").Face} tray
 */
function standing(tray) {
  return [`, ELR ${tray.elr}`, tray.san ? `SAN ${tray.san}` : "", tray.no_quarter ? gettext("gives no quarter") : ""].filter(Boolean).join(", ");
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
  return h("p", { class: "quiet", lang: ENGLISH, "data-role": "weather" }, `EC ${now.ec}, ${wind}${gusts}.${water(model)}`);
}

/**
 * What is said of the water, in words; "" if nothing is.
 * @param {Model} model
 */
function water(model) {
  const [now] = facesOf(model.state, "waters");
  if (!now) return "";
  const current = now.current ? `a ${now.current} current` : "no current";
  return ` Water: ${now.depth}, ${current}${now.frigid ? ", frigid" : ""}.`;
}

/**
 * @param {Element} panel
 * @param {Model} model
 */
export function drawCard(panel, model) {
  const { scenario } = model.data;
  const sides = /** @type {Side[]} */ (["a", "b"]);
  patch(panel, h("article", { class: "scenario-card" },
    h("h2", {}, scenario.title), h("p", { class: "quiet", lang: ENGLISH }, [scenario.place, scenario.date].filter(Boolean).join(", ")), weather(model),
    h("p", { lang: ENGLISH }, scenario.intro), h("h3", {}, gettext("Victory")), h("p", { lang: ENGLISH }, scenario.victory), ahead(model),
    h("p", { class: "objectives" }, scenario.objectives.map((place) => h("button", { type: "button", class: "link-button", "data-show": place }, model.places.name(place)))),
    scenario.ssr.length ? [h("h3", {}, gettext("Special rules")), h("ol", { lang: ENGLISH }, scenario.ssr.map((rule) => h("li", {}, rule)))] : null,
    h("h3", {}, gettext("Sides")), h("ul", { class: "plain" }, sides.map((side) => {
      const card = scenario.sides[side];
      const san = scenario.san[side];
      return h("li", {}, badge(card.nation), ` ${card.name} ${card.role}`, side === scenario.first ? `, ${gettext("moves first")}` : "", san ? `, SAN ${san}` : "");
    })), h("p", {}, ngettext("%(n)s turn.", "%(n)s turns.", scenario.turns)),
    h("h3", {}, gettext("Order of battle")), facesOf(model.state, "tray").map((tray) => forces(model, tray, "h4"))));
}

/** What an objective counts, in the words of a card. */
/** @type {Record<string, string>} */
const COUNTED = { hex: gettext("hexes Controlled"), building: gettext("buildings Controlled"), location: gettext("Locations Controlled"), cvp: "Casualty VP", exit: "Exit VP" };

/**
 * How far the side that has to win is, and who is ahead.
 * @param {Model} model
 */
function ahead(model) {
  const objectives = facesOf(model.state, "objective");
  if (!objectives.length || clockOf(model.state)?.stage !== "play") return null;
  const side = /** @type {Side} */ (objectives[0].side);
  const rows = objectives.map((one) => ({ one, had: hadOf(model, one) }));
  const leads = rows.some(({ one, had }) => had >= one.at_least) ? side : side === "a" ? "b" : "a";
  const { name, nation } = model.data.scenario.sides[leads];
  return h("div", { class: "ahead", "data-role": "ahead", "data-ahead": leads },
    h("p", {}, badge(nation), " ", woven(gettext("%(side)s is ahead as things stand."), { side: h("b", {}, name) })),
    h("ul", { class: "plain" }, rows.map(({ one, had }) => h("li", {}, `${model.data.scenario.sides[side].name}: ${had} ${COUNTED[one.counts]}, ${gettext("%(n)s needed", { n: one.at_least })}${whenCounted(one)}.`))));
}

/**
 * @param {Model} model
 * @param {import("./types.js").Face} objective
 */
function hadOf({ state }, objective) {
  const tray = facesOf(state, "tray").find((one) => one.side === objective.side);
  if (objective.counts === "cvp") return tray?.cvp ?? 0;
  if (objective.counts === "exit") return tray?.exit_vp ?? 0;
  return facesOf(state, "control").filter((one) => objective.of.includes(one.id) && one.side === objective.side).length;
}

/** @param {import("./types.js").Face} objective */
function whenCounted(objective) {
  if (objective.at_once) return `, ${gettext("at once")}`;
  return objective.turn ? `, ${gettext("at the end of Turn %(turn)s", { turn: objective.turn })}` : "";
}
