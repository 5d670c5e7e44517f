/** The Now panel: whose decision it is, what it is, and its buttons. Every button comes from an offer. */

import { aimedOffer, destinations, directorsFor, firersOf, flagsFor, offerOfForm, offersFor } from "./offers.js";
import { cite, kbd, offerButton } from "./parts.js";
import { clockOf, counterOf, facesOf, mySide, otherSide } from "./store.js";
import { emphasised, h, patch } from "./dom.js";
import { badge } from "./glyphs.js";
import { picture } from "./counters.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").Side} Side */

/** Offers about the game rather than the question; they stand apart and small. */
const ASIDE = new Set(["ask_take_back", "resign"]);
/**
 * Answers to a request. They stand below its sentence and need not repeat it.
 * @type {Record<string, string>}
 */
const ANSWERS = { agree: "Agree", refuse_request: "Refuse" };
/** Ways of saying no to more than one thing: words rather than buttons. */
const WIDER = new Set(["pass_unit", "pass_phase"]);

/**
 * @param {Element} panel
 * @param {Model} model
 */
export function drawNow(panel, model) {
  const mine = model.state.now?.side !== null && model.state.now?.side === mySide(model.state);
  panel.classList.toggle("mine", mine && model.link === "live");
  patch(panel, kicker(model), sentence(model), request(model), actions(model), refusal(model), asides(model));
}

/** @param {Model} model */
function kicker(model) {
  const now = model.state.now;
  const parts = [now?.sub, ...(now?.focus ?? []).slice(0, 2).map((place) => model.places.name(place))].filter(Boolean);
  return h("div", { class: "kicker" }, h("span", { class: "label", "data-role": "now-kicker" }, kickerWords(model)),
    h("span", { class: "quiet" }, parts.join(" · ")), cite(now?.rule));
}

/** @param {Model} model */
function kickerWords(model) {
  const now = model.state.now;
  const me = mySide(model.state);
  if (model.link === "replay") return now?.side ? `Replay · ${model.data.scenario.sides[now.side].name} decides` : "Replay";
  if (clockOf(model.state)?.stage === "over") return "Game over";
  if (!now) return "Now";
  if (!me) return "Now · watching";
  if (now.side === me) return now.kind === "setup" ? "Now · your setup" : "Now · your decision";
  return now.side ? `Now · ${model.data.scenario.sides[now.side].name}` : "Now";
}

/** @param {Model} model */
function sentence(model) {
  const { state, link } = model;
  if (!state.now) {
    const words = link === "closed" ? "This page is no longer connected to the game. Open its link again."
      : link === "replay" ? "Reading the game…" : "Opening the table…";
    return h("p", { class: "now-text", "data-role": "now-text" }, words);
  }
  const clock = clockOf(state);
  if (clock?.stage === "over") return result(model, clock);
  return h("p", { class: "now-text", "data-role": "now-text", "data-kind": state.now.kind }, emphasised(state.now.text));
}

/**
 * @param {Model} model
 * @param {import("./types.js").Face} clock
 */
function result(model, clock) {
  const winner = clock.winner ? model.data.scenario.sides[/** @type {Side} */ (clock.winner)] : null;
  const words = winner ? [badge(winner.nation), h("b", {}, `${winner.name} victory`), ". "] : [h("b", {}, "A draw"), ". "];
  return h("div", { class: "result" }, h("p", { class: "now-text", "data-role": "now-text", "data-kind": "over" }, words, asSentence(clock.reason)),
    model.link === "replay" ? null
      : h("p", {}, h("a", { class: "button primary", "data-role": "replay-link", href: `replay/${location.search}` }, "Watch the replay"), " ",
        h("a", { class: "button", "data-role": "dice-link", href: `dice/${location.search}` }, "Check the dice")));
}

/**
 * @param {string | null} text
 */
function asSentence(text) {
  if (!text) return "";
  const ended = /[.!?]$/.test(text) ? text : `${text}.`;
  return ended[0].toUpperCase() + ended.slice(1);
}

/**
 * What waits for consent, for the one who asks and the one who is asked.
 * @param {Model} model
 */
function request(model) {
  const [face] = facesOf(model.state, "request");
  const me = mySide(model.state);
  if (!face || clockOf(model.state)?.stage === "over") return h("div", { class: "request-space" });
  const { sides } = model.data.scenario;
  const by = /** @type {Side} */ (face.by);
  const words = me === by ? `You ask to take back your last action. The ${sides[otherSide(by)].name} has not answered yet.`
    : `The ${sides[by].name} ${face.text}.`;
  const answers = model.link === "replay" ? [] : model.state.offers.filter((offer) => offer.verb in ANSWERS);
  return h("div", { class: "request-space" }, h("div", { class: "request", "data-role": "request" }, h("p", {}, words),
    answers.length ? h("div", { class: "buttons" }, answers.map((offer) => offerButton(offer, { label: ANSWERS[offer.verb] }))) : null));
}

/** @param {Model} model */
function actions(model) {
  const { state } = model;
  const me = mySide(state);
  if (model.link === "replay" || !me) return h("div", { class: "actions" });
  const offers = state.offers.filter((offer) => !ASIDE.has(offer.verb) && !(offer.verb in ANSWERS));
  if (!offers.length) return h("div", { class: "actions" }, waiting(model, me));
  const setup = Boolean(offerOfForm(state, "place") || offerOfForm(state, "mines"));
  const plain = offers.filter((offer) => offer.form === "button" && !(setup && offer.verb === "seal_setup"));
  return h("div", { class: model.pending || model.link !== "live" ? "actions busy" : "actions" },
    setup ? setupHint(model) : null, aimedPart(model), setup ? null : unitParts(model), choicePart(model),
    lineParts(model), mainButtons(model, plain),
    h("div", { class: "buttons wider" }, plain.filter((offer) => WIDER.has(offer.verb)).map((offer) => offerButton(offer, { quiet: true }))),
    model.pending ? h("p", { class: "quiet", "data-role": "pending" }, "Sent; waiting for the answer…") : null);
}

/** @param {Model} model */
function setupHint(model) {
  const { choice, state } = model;
  if (choice.pieces.size) return h("p", { class: "hint" }, "Choose one of the hexes left light on the board.");
  if (choice.layingMines) return null;
  const mines = offerOfForm(state, "mines") ? " The minefields are below them." : "";
  return h("p", { class: "hint" }, `Take counters from the tray; the hexes where they may go stay light.${mines}`);
}

/**
 * @param {Model} model
 * @param {Side} me
 */
function waiting(model, me) {
  const now = model.state.now;
  if (!now || now.side === me || now.kind === "over") return null;
  const other = model.data.scenario.sides[me === "a" ? "b" : "a"];
  const here = model.state.online[me === "a" ? "b" : "a"];
  const words = here ? "Nothing is asked of you meanwhile." : `The ${other.name} player is away. You may close this page: nothing is lost.`;
  return h("p", { class: "quiet", "data-role": "waiting" }, words);
}

/**
 * The row of buttons: the aimed attack first, then the plain ones. Only the first of them is filled.
 * @param {Model} model
 * @param {Offer[]} plain
 */
function mainButtons(model, plain) {
  const units = [...model.choice.units];
  const aimed = aimedOffer(model.state, units, model.choice.mode);
  const attack = aimed?.form === "fire" ? fireButton(model, aimed, units) : aimed?.form === "cc" ? closeButton(model, aimed, units) : null;
  const others = plain.filter((offer) => !WIDER.has(offer.verb)).sort((p, q) => Number(Boolean(q.primary)) - Number(Boolean(p.primary)));
  return h("div", { class: "buttons" }, attack, others.map((offer, index) =>
    offerButton(offer, { primary: Boolean(offer.primary) && index === 0 && !attack })));
}

/**
 * @param {Model} model
 * @param {Offer} offer
 * @param {string[]} units
 */
function fireButton(model, offer, units) {
  const { choice, odds, places } = model;
  const at = choice.target ? ` at ${places.name(choice.target)}` : "";
  const name = offer.label === model.state.now?.sub ? "Fire" : offer.label;
  const label = odds.card ? `${name} ${odds.card.fp} FP${at}` : `${name}${at}`;
  const ready = firersOf(offer, units).length > 0 && choice.target !== null && !odds.why;
  return offerButton(offer, { label, primary: true, disabled: !ready });
}

/**
 * @param {Model} model
 * @param {Offer} offer
 * @param {string[]} units
 */
function closeButton(model, offer, units) {
  const some = offer.units.some((/** @type {string} */ id) => units.includes(id));
  return offerButton(offer, { primary: true, disabled: !some || !model.choice.enemies.size });
}

/** @param {Model} model */
function aimedPart(model) {
  const units = [...model.choice.units];
  const offer = aimedOffer(model.state, units, model.choice.mode);
  if (!offer) return null;
  const parts = { units_to: goPart, fire: firePart, cc: closePart };
  const draw = parts[/** @type {keyof typeof parts} */ (offer.form)];
  return [modes(model, offer), draw(model, offer, units)].filter((part) => part !== null);
}

/**
 * A switch between the aimed verbs of the chosen counters, if they have several.
 * @param {Model} model
 * @param {Offer} inHand
 */
function modes(model, inHand) {
  const units = [...model.choice.units];
  const pool = units.length ? offersFor(model.state, units) : model.state.offers;
  const aimed = pool.filter((offer) => ["units_to", "fire", "cc"].includes(offer.form));
  if (aimed.length < 2) return null;
  return h("div", { class: "segmented", role: "group", "aria-label": "What to do" }, aimed.map((offer) => {
    const unit = onlyUnit(offer, aimed);
    const hook = unit ? { "data-firer": unit } : { "data-mode": offer.verb };
    return h("button", { type: "button", ...hook, "aria-pressed": String(!unit && offer === inHand) }, offer.label);
  }));
}

/**
 * The one unit of an offer that shares its verb with others: it is by the unit that it is taken in hand.
 * @param {Offer} offer
 * @param {Offer[]} aimed
 */
function onlyUnit(offer, aimed) {
  const units = Object.keys(offer.units);
  const shared = aimed.some((other) => other !== offer && other.verb === offer.verb);
  return shared && units.length === 1 ? units[0] : null;
}

/**
 * @param {Model} model
 * @param {Offer} offer
 * @param {string[]} units
 */
function goPart(model, offer, units) {
  const sharing = model.state.offers.filter((other) => other.verb === offer.verb).length > 1;
  if (!units.length && sharing) return h("p", { class: "hint" }, "Choose one of these, or a counter outlined in blue.");
  if (!units.length) return h("p", { class: "hint" }, offer.hint || `${offer.label}: choose a counter outlined in blue.`);
  const places = destinations(offer, units, model.choice.flags);
  const hint = places.size ? `${offer.label}: choose one of the ${places.size} ${places.size === 1 ? "place" : "places"} lit on the board.`
    : "These cannot go anywhere together.";
  const toggles = flagsFor(offer, units).map((flag) =>
    h("label", { class: "toggle" }, h("input", { type: "checkbox", "data-flag": flag.name, checked: model.choice.flags.has(flag.name) }),
      h("span", {}, flag.label), cite(flag.rule)));
  return h("div", { class: "go" }, mates(model, offer, units), offer.hint ? h("p", { class: "hint" }, h("b", {}, offer.hint)) : null, h("p", { class: "hint" }, hint), toggles);
}

/**
 * Those of the same Location that may go too, to be added or left out.
 * @param {Model} model
 * @param {Offer} offer
 * @param {string[]} units
 */
function mates(model, offer, units) {
  const at = counterOf(model.state, units[0])?.at;
  const here = Object.keys(offer.units).filter((id) => counterOf(model.state, id)?.at === at);
  return here.length > 1 ? h("div", { class: "firers" }, here.map((id) => pick(model, id, units.includes(id), "data-firer"))) : null;
}

/**
 * @param {Model} model
 * @param {Offer} offer
 * @param {string[]} units
 */
function firePart(model, offer, units) {
  const { choice } = model;
  const firers = firersOf(offer, units);
  const leaders = firers.length ? directorsFor(offer, firers) : [];
  const hint = !firers.length && !choice.target ? "Choose who fires, or what to fire at." : !firers.length ? "Choose who fires."
    : !choice.target ? "Choose one of the places lit in red." : "";
  return h("div", { class: "fire" },
    rankedAttacks(offer, firers),
    h("div", { class: "firers" }, Object.keys(offer.units).map((id) => pick(model, id, firers.includes(id), "data-firer"))),
    leaders.length ? h("div", { class: "segmented", role: "group", "aria-label": "Who directs" },
      h("button", { type: "button", "data-director": "", "aria-pressed": String(!choice.director) }, "No direction"),
      leaders.map((id) => h("button", { type: "button", "data-director": id, "aria-pressed": String(choice.director === id) },
        `${nameOf(model, id)} directs`))) : null,
    hint ? h("p", { class: "hint" }, hint) : null);
}

/**
 * The attacks that could be made from different Locations, the most harmful first.
 * @param {Offer} offer
 * @param {string[]} firers
 */
function rankedAttacks(offer, firers) {
  /** @type {import("./types.js").Proposal[]} */
  const ranked = offer.ranked ?? [];
  if (ranked.length < 2) return null;
  const chosen = [...firers].sort().join();
  return h("div", { class: "segmented", role: "group", "aria-label": "From where" },
    ranked.map((one, at) => h("button", { type: "button", "data-attack": String(at), "aria-pressed": String([...one.units].sort().join() === chosen) }, one.text)));
}

/**
 * @param {Model} model
 * @param {Offer} offer
 */
function closePart(model, offer) {
  const { choice } = model;
  return h("div", { class: "close" },
    h("div", { class: "both" },
      h("div", {}, h("p", { class: "label" }, "Attackers"),
        h("div", { class: "firers" }, offer.units.map((/** @type {string} */ id) => pick(model, id, choice.units.has(id), "data-firer")))),
      h("div", {}, h("p", { class: "label" }, "Against"),
        h("div", { class: "firers against" }, offer.targets.map((/** @type {string} */ id) => pick(model, id, choice.enemies.has(id), "data-enemy"))))),
    offer.leaders?.length ? h("div", { class: "segmented", role: "group", "aria-label": "Leader" },
      h("button", { type: "button", "data-director": "", "aria-pressed": String(!choice.director) }, "No direction"),
      offer.leaders.map((/** @type {string} */ id) => h("button", { type: "button", "data-director": id, "aria-pressed": String(choice.director === id) },
        `${nameOf(model, id)} directs`))) : null);
}

/**
 * A counter to be chosen in a row.
 * @param {Model} model
 * @param {string} id
 * @param {boolean} on
 * @param {string} hook
 */
function pick(model, id, on, hook) {
  const face = counterOf(model.state, id);
  const label = face ? `${face.name} in ${model.places.name(face.at ?? "")}` : id;
  return h("button", { type: "button", class: "pick", [hook]: id, "aria-pressed": String(on), "aria-label": label, title: label },
    face ? picture(face, "piece-small") : id);
}

/**
 * Verbs for one counter, with or without a helper.
 * @param {Model} model
 */
function unitParts(model) {
  return model.state.offers.filter((offer) => offer.form === "unit" || offer.form === "unit_with").map((offer) =>
    h("section", { class: "unit-verbs", "data-offer": offer.verb },
      h("p", { class: "label" }, offer.label, cite(offer.rule)),
      h("ul", {}, Object.entries(offer.units).flatMap(([id, more]) => unitRows(model, offer, id, more)))));
}

/**
 * @param {Model} model
 * @param {Offer} offer
 * @param {string} id
 * @param {string | string[]} more  a note, or the helpers
 */
function unitRows(model, offer, id, more) {
  const at = counterOf(model.state, id)?.at ?? "";
  const helpers = Array.isArray(more) ? (more.length ? more : [""]) : [""];
  return helpers.map((helper) => {
    const note = Array.isArray(more) ? (helper ? `with ${nameOf(model, helper)}` : "alone") : unnamed(more, nameOf(model, id));
    const chosen = model.choice.units.has(id);
    return h("li", {}, h("button", { type: "button", class: chosen ? "row chosen" : "row", "data-verb": offer.verb, "data-unit": id, "data-helper": helper },
      h("b", {}, nameOf(model, id)), h("span", { class: "quiet" }, ` ${model.places.name(at)}`), h("span", { class: "row-note" }, note)));
  });
}

/**
 * A note without the name that stands before it.
 * @param {string} note
 * @param {string} name
 */
function unnamed(note, name) {
  return note.startsWith(name) ? note.slice(name.length).replace(/^ \((.*)\)$/, "$1").trim() : note;
}

/** @param {Model} model */
function choicePart(model) {
  const offer = offerOfForm(model.state, "choice");
  if (!offer) return null;
  return h("ol", { class: "options", "aria-label": offer.label }, offer.options.map((/** @type {any} */ option, /** @type {number} */ index) =>
    h("li", {}, h("button", { type: "button", class: model.choice.option === option.id ? "row chosen" : "row", "data-verb": offer.verb, "data-option": option.id },
      h("span", {}, emphasised(option.label)), kbd(index < 9 ? String(index + 1) : "")))));
}

/**
 * What a line of text is good for, where its offer does not say.
 * @type {Record<string, string>}
 */
const LINES = { entropy: "Not needed, but then nobody can have chosen the dice beforehand. Everybody can read it." };

/** @param {Model} model */
function lineParts(model) {
  return model.state.offers.filter((offer) => offer.form === "line").map((offer) =>
    h("form", { class: "line-form", "data-line": offer.verb, "data-key": offer.verb },
      h("label", {}, h("span", {}, offer.label), h("input", { type: "text", name: "line", maxlength: offer.max ?? 80, autocomplete: "off", "data-role": `line-${offer.verb}` })),
      h("button", { type: "submit", class: "button", "data-verb": offer.verb }, "Add"), h("p", { class: "quiet" }, offer.hint || LINES[offer.verb])));
}

/** @param {Model} model */
function refusal(model) {
  const no = model.refusal;
  return h("div", { class: "refusal-space" }, no
    ? h("p", { class: "refusal", "data-role": "refusal", "data-rule": no.rule }, h("span", {}, no.why,
      no.halted ? [" ", h("a", { href: `back/${location.search}`, "data-role": "back-link" }, "Go back to the start of the action")] : null), cite(no.rule)) : null);
}

/** @param {Model} model */
function asides(model) {
  const offers = model.link === "replay" ? [] : model.state.offers.filter((offer) => ASIDE.has(offer.verb));
  return offers.length ? h("p", { class: "asides" }, offers.map((offer) => offerButton(offer, { quiet: true }))) : null;
}

/**
 * @param {Model} model
 * @param {string} id
 * @returns {string}
 */
function nameOf(model, id) {
  return counterOf(model.state, id)?.name ?? id;
}
