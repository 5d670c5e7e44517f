/** The Now panel: whose decision it is, what it is, and its buttons. Every button comes from an offer. */

import { ENGLISH, gettext, langOf, ngettext } from "./gettext.js";
import {
  aimedOffer, askedOf, destinations, firersOf, flagKey, flagsFor, isPlacing, lanesFor, leadersOf, leftBehind, offerOfForm, offersFor, sameAgain, spraysFor, teamsFor, weaponsOf,
} from "./offers.js";
import { cite, keyFor, offerButton, pick } from "./parts.js";
import { clockOf, counterOf, facesOf, mySide, otherSide } from "./store.js";
import { emphasised, h, patch } from "./dom.js";
import { badge } from "./glyphs.js";
import { computerLeft, isComputer } from "./computer.js";
import { nameOf as nameOfFace } from "./counters.js";
import { errandButtons, errandsPart, slotParts } from "./slotparts.js";
import { errandsInHand } from "./slots.js";
import { standsAt } from "./scene.js";
import { stillAble } from "./commands.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").Side} Side */

/** Where offers stand that are drawn apart from the question, or not at all. */
const ELSEWHERE = new Set(["aside", "answer", "orders", "unseen"]);

/** Pixels that may be out of sight: less than a line of anything. */
const SEEN = 8;

/**
 * The question above, its details between, and below, always at the same place, the buttons: what does something on the
 * left, what ends or passes on the right, and under them what says no to more and what is about the game.
 * @param {Element} panel
 * @param {Model} model
 */
export function drawNow(panel, model) {
  const mine = model.state.now?.side !== null && model.state.now?.side === mySide(model.state);
  panel.classList.toggle("mine", mine && model.link === "live");
  const offers = model.link === "replay" ? [] : model.state.offers;
  patch(panel, kicker(model), sentence(model),
    h("div", { class: "details", tabindex: "0", role: "group", "aria-label": gettext("What is asked, in detail") }, refusal(model), request(model), actions(model)),
    h("button", { type: "button", class: "more-below", "data-do": "more-below", tabindex: "-1" }, gettext("More below"), " ▾"), acts(model, offers));
  markMore(panel);
}

/**
 * A mark where choices lie below what is seen of the details: nothing that can be chosen is out of sight without one.
 * @param {Element} panel
 */
export function markMore(panel) {
  const details = panel.querySelector(".details");
  const below = details ? details.scrollHeight - details.clientHeight - details.scrollTop : 0;
  panel.toggleAttribute("data-more", below > SEEN);
}

/** @param {Element} panel */
export function showMore(panel) {
  const details = panel.querySelector(".details");
  details?.scrollBy({ top: details.clientHeight - SEEN * 4 });
  markMore(panel);
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
  if (model.link === "replay") return now?.side ? gettext("Replay · %(side)s decides", { side: model.data.scenario.sides[now.side].name }) : gettext("Replay");
  if (clockOf(model.state)?.stage === "over") return gettext("Game over");
  if (!now) return gettext("Now");
  if (!me) return gettext("Now · watching");
  if (now.side === me) return now.kind === "setup" ? gettext("Now · your setup") : gettext("Now · your decision");
  return now.side ? `${gettext("Now")} · ${model.data.scenario.sides[now.side].name}` : gettext("Now");
}

/** @param {Model} model */
function sentence(model) {
  const { state, link } = model;
  if (!state.now) {
    const words = link === "closed" ? gettext("This page is no longer connected to the game. Open its link again.")
      : link === "replay" ? gettext("Reading the game…") : gettext("Opening the table…");
    return h("p", { class: "now-text", "data-role": "now-text" }, words);
  }
  const clock = clockOf(state);
  if (clock?.stage === "over") return result(model, clock);
  return h("p", { class: "now-text", lang: ENGLISH, "data-role": "now-text", "data-kind": state.now.kind }, emphasised(askedOf(state)));
}

/**
 * @param {Model} model
 * @param {import("./types.js").Face} clock
 */
function result(model, clock) {
  const winner = clock.winner ? model.data.scenario.sides[/** @type {Side} */ (clock.winner)] : null;
  const words = winner ? [badge(winner.nation), h("b", {}, gettext("%(side)s victory", { side: winner.name })), ". "] : [h("b", {}, gettext("A draw")), ". "];
  return h("div", { class: "result" }, h("p", { class: "now-text", "data-role": "now-text", "data-kind": "over" }, words, h("span", { lang: ENGLISH }, asSentence(clock.reason))),
    model.link === "replay" ? null
      : h("p", {}, h("a", { class: "button primary", "data-role": "replay-link", href: `replay/${location.search}` }, gettext("Watch the replay")), " ",
        h("a", { class: "button", "data-role": "dice-link", href: `dice/${location.search}` }, gettext("Check the dice"))));
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
  const clock = clockOf(model.state);
  if (clock?.stage === "over") return h("div", { class: "request-space" });
  const [face] = facesOf(model.state, "request");
  return h("div", { class: "request-space" }, face ? asked(model, face) : null, clock?.draw ? drawOffered(model, clock.draw) : null, model.beside?.houseAsked(model) ?? []);
}

/**
 * @param {Model} model
 * @param {import("./types.js").Face} face
 */
function asked(model, face) {
  const { sides } = model.data.scenario;
  const by = /** @type {Side} */ (face.by);
  const asks = face.kind === "take_back" ? gettext("You ask to take back your last action.") : gettext("You ask to go on without your line for the dice.");
  const words = mySide(model.state) === by ? `${asks} ${silent(sides[otherSide(by)].name)}`
    : h("span", { lang: ENGLISH }, `The ${sides[by].name} ${face.text}.`);
  return consent(model, "request", words, (offer) => !offer.verb.endsWith("_draw"));
}

/** @param {string} side  its name */
function silent(side) {
  return gettext("The %(side)s has not answered yet.", { side });
}

/**
 * @param {Model} model
 * @param {Side} by
 */
function drawOffered(model, by) {
  const { sides } = model.data.scenario;
  const words = mySide(model.state) === by ? `${gettext("You offer a draw.")} ${silent(sides[otherSide(by)].name)}`
    : gettext("The %(side)s offers a draw.", { side: sides[by].name });
  return consent(model, "draw", words, (offer) => offer.verb.endsWith("_draw"));
}

/**
 * @param {Model} model
 * @param {string} role
 * @param {import("./dom.js").Child} words
 * @param {(offer: Offer) => boolean} answers  whether an offer answers that
 */
function consent(model, role, words, answers) {
  const offers = model.link === "replay" ? [] : standing(model, "answer").filter(answers);
  return h("div", { class: "request", "data-role": role }, h("p", {}, words),
    offers.length ? h("div", { class: "buttons" }, offers.map((offer) => offerButton(offer))) : null);
}

/** @param {Model} model */
function actions(model) {
  const { state } = model;
  const me = mySide(state);
  if (model.link === "replay" || !me) return h("div", { class: "actions" });
  const offers = state.offers.filter((offer) => !ELSEWHERE.has(offer.stands ?? ""));
  if (!offers.length) return h("div", { class: "actions" }, waiting(model, me));
  return h("div", { class: model.pending || model.late || model.link !== "live" ? "actions busy" : "actions" },
    sure(model), isPlacing(model.state) ? setupHint(model) : null, errandsInHand(state, model.choice).length ? null : aimedPart(model), isPlacing(model.state) ? null : slotParts(model),
    model.pending ? h("p", { class: "quiet", "data-role": "pending" }, gettext("Sent; waiting for the answer…")) : null);
}

/**
 * What ending the phase now would cost, once it has been pressed.
 * @param {Model} model
 */
function sure({ choice, state }) {
  return choice.sure ? h("p", { class: "sure", "data-role": "sure-note" }, stillAble(leftBehind(state))) : null;
}

/**
 * The buttons at the foot of the panel; of what is about the game, that with a key comes first, and what ends it last, where it is
 * out of sight first.
 * @param {Model} model
 * @param {Offer[]} offers
 */
function acts(model, offers) {
  const plain = offers.filter((offer) => offer.form === "button" && !ELSEWHERE.has(offer.stands ?? "") && !(isPlacing(model.state) && offer.stands === "last"));
  const aside = offers.filter((offer) => offer.stands === "aside" && offer.form === "button").sort((one, other) => Number(Boolean(keyFor(other))) - Number(Boolean(keyFor(one))));
  const quiet = [...plain.filter((offer) => offer.stands === "wider"), ...aside];
  return h("div", { class: model.pending || model.late || model.link === "offline" ? "acts busy" : "acts" }, offers.length && !isPlacing(model.state) ? errandsPart(model) : null, mainButtons(model, plain),
    h("div", { class: "buttons wider" }, quiet.map((offer) => offerButton(offer, { quiet: true }))));
}

/** @param {Model} model */
function setupHint(model) {
  const { choice, state } = model;
  if (choice.pieces.size) return h("p", { class: "hint" }, gettext("Choose one of the hexes left light on the board."));
  if (choice.layingMines || errandsInHand(state, choice).length) return null;
  const mines = offerOfForm(state, "mines") ? ` ${gettext("The minefields are below them.")}` : "";
  return h("p", { class: "hint" }, gettext("Take counters from the tray; the hexes where they may go stay light."), mines);
}

/**
 * @param {Model} model
 * @param {Side} me
 */
function waiting(model, me) {
  const now = model.state.now;
  if (!now || now.side === me || now.kind === "over") return null;
  const other = model.data.scenario.sides[me === "a" ? "b" : "a"];
  const left = computerLeft(model);
  if (left) return left;
  if (model.data.together) return null;
  const here = model.state.online[otherSide(me)] || isComputer(model, otherSide(me));
  const words = here ? gettext("Nothing is asked of you meanwhile.") : gettext("The %(side)s player is away. You may close this page: nothing is lost.", { side: other.name });
  return h("p", { class: "quiet", "data-role": "waiting" }, words);
}

/**
 * The row of buttons: on the left what is done, the attack in hand first, on the right what ends or passes.
 * @param {Model} model
 * @param {Offer[]} plain
 */
function mainButtons(model, plain) {
  const units = [...model.choice.units];
  const aimed = aimedOffer(model.state, units, model.choice.mode);
  const attack = aimed?.form === "fire" ? fireButton(model, aimed, units) : aimed?.form === "cc" ? closeButton(model, aimed, units) : null;
  const errand = isPlacing(model.state) ? [] : errandButtons(model);
  const others = plain.filter((offer) => offer.stands !== "wider");
  const doing = others.filter((offer) => offer.primary).map((offer, index) => offerButton(offer, { primary: index === 0 && !attack }));
  const done = others.filter((offer) => !offer.primary).map((offer) => doneButton(model, offer));
  return h("div", { class: "main-acts" }, h("div", { class: "buttons" }, errand.length ? errand : attack, doing), h("div", { class: "buttons" }, done));
}

/**
 * @param {Model} model
 * @param {Offer} offer
 */
function doneButton(model, offer) {
  const isSure = model.choice.sure === offer.verb;
  return offerButton(offer, isSure ? { label: gettext("End it all the same"), data: { "data-sure": "true" } } : {});
}

/**
 * @param {Model} model
 * @param {Offer} offer
 * @param {string[]} units
 */
function fireButton(model, offer, units) {
  const { choice, odds, places } = model;
  const name = offer.label === model.state.now?.sub ? gettext("Fire") : offer.label;
  const how = odds.card ? `${name} ${odds.card.fp} FP` : name;
  const label = choice.target ? gettext("%(how)s at %(place)s", { how, place: places.name(choice.target) }) : how;
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
  return h("div", { class: "segmented", role: "group", "aria-label": gettext("What to do") }, aimed.map((offer) => {
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
  if (!units.length && sharing) return h("p", { class: "hint" }, gettext("Choose one of these, or a counter outlined in blue."));
  if (!units.length) return h("p", { class: "hint" }, offer.hint ? inEnglish(offer.hint) : gettext("%(offer)s: choose a counter outlined in blue.", { offer: offer.label }));
  const places = destinations(offer, units, model.choice.flags);
  const hint = places.size ? ngettext("%(offer)s: choose the place lit on the board.", "%(offer)s: choose one of the %(n)s places lit on the board.", places.size, { offer: offer.label })
    : gettext("These cannot go anywhere together.");
  const toggles = flagsFor(offer, units).map((flag) =>
    h("label", { class: "toggle" }, h("input", { type: "checkbox", "data-flag": flagKey(flag), checked: model.choice.flags.has(flagKey(flag)) }),
      h("span", {}, flag.label), cite(flag.rule)));
  return h("div", { class: "go" }, mates(model, offer, units), offer.hint ? h("p", { class: "hint" }, h("b", { lang: ENGLISH }, offer.hint)) : null, h("p", { class: "hint" }, hint), toggles);
}

/** @param {string} text */
function inEnglish(text) {
  return h("span", { lang: ENGLISH }, text);
}

/**
 * Those of the same Location that may go too, to be added or left out.
 * @param {Model} model
 * @param {Offer} offer
 * @param {string[]} units
 */
function mates(model, offer, units) {
  const at = standsAt(model.state, units[0]);
  const here = Object.keys(offer.units).filter((id) => standsAt(model.state, id) === at);
  return here.length > 1 ? h("div", { class: "firers" }, here.map((id) => pick(model, id, units.includes(id), { "data-firer": id }, true))) : null;
}

/**
 * @param {Model} model
 * @param {Offer} offer
 * @param {string[]} units
 */
function firePart(model, offer, units) {
  const { choice } = model;
  const firers = firersOf(offer, units);
  const leaders = firers.length ? teamsFor(offer, firers) : [];
  const hint = !firers.length && !choice.target ? gettext("Choose who fires, or what to fire at.") : !firers.length ? gettext("Choose who fires.")
    : !choice.target ? gettext("Choose one of the places lit in red.") : "";
  return h("div", { class: "fire" },
    rankedAttacks(offer, firers),
    againPart(model, offer, firers),
    h("div", { class: "firers" }, Object.keys(offer.units).map((id) => pick(model, id, firers.includes(id), { "data-firer": id }))),
    leaders.length ? h("div", { class: "segmented", role: "group", "aria-label": gettext("Who directs") },
      h("button", { type: "button", "data-director": "", "aria-pressed": String(!choice.director) }, gettext("No direction")),
      leaders.map((id) => h("button", { type: "button", "data-director": id, "aria-pressed": String(choice.director === id) },
        ngettext("%(leaders)s directs", "%(leaders)s direct", leadersOf(id).length, { leaders: leadersOf(id).map((one) => nameOf(model, one)).join(" + ") })))) : null,
    sprayPart(model, choice.target ? spraysFor(offer, firers, choice.target) : []),
    lanePart(model, choice.target ? lanesFor(offer, firers) : []),
    armsPart(model, weaponsOf(offer, firers)),
    hint ? h("p", { class: "hint" }, hint) : null);
}

/**
 * The second Location of Spraying Fire, or none.
 * @param {Model} model
 * @param {string[]} places
 */
function sprayPart(model, places) {
  const { choice } = model;
  if (!places.length) return null;
  return h("div", { class: "segmented", role: "group", "aria-label": "Spraying Fire" },
    h("button", { type: "button", "data-also": "", "aria-pressed": String(!choice.also) }, gettext("One Location")),
    places.map((at) => h("button", { type: "button", "data-also": at, "aria-pressed": String(choice.also === at) }, gettext("Spray %(place)s too", { place: model.places.name(at) }))));
}

/**
 * Where a Fire Lane ends that is laid with the attack, or none.
 * @param {Model} model
 * @param {string[]} places
 */
function lanePart(model, places) {
  const { choice } = model;
  if (!places.length) return null;
  return h("div", { class: "segmented", role: "group", "aria-label": "Fire Lane" },
    h("button", { type: "button", "data-lane": "", "aria-pressed": String(!choice.lane) }, gettext("No Fire Lane")),
    places.map((at) => h("button", { type: "button", "data-lane": at, "aria-pressed": String(choice.lane === at) }, gettext("Fire Lane to %(place)s", { place: model.places.name(at) }))));
}

/**
 * With what they fire: all that the rules allow, the weapons that are named, their weapons only, or none.
 * @param {Model} model
 * @param {string[]} weapons
 */
function armsPart(model, weapons) {
  const { choice } = model;
  if (!weapons.length) return null;
  const all = !choice.weapons && !choice.weaponsOnly;
  return h("div", { class: "segmented", role: "group", "aria-label": gettext("With what") },
    h("button", { type: "button", "data-arms": "all", "aria-pressed": String(all) }, gettext("All weapons")),
    weapons.map((id) => h("button", { type: "button", "data-weapon": id, "aria-pressed": String(Boolean(choice.weapons?.has(id))) }, nameOf(model, id))),
    h("button", { type: "button", "data-arms": "only", "aria-pressed": String(choice.weaponsOnly) }, gettext("Weapons only")),
    h("button", { type: "button", "data-arms": "none", "aria-pressed": String(choice.weapons?.size === 0) }, gettext("None")));
}

/**
 * The last attack once more, unless it is in hand.
 * @param {Model} model
 * @param {Offer} offer
 * @param {string[]} firers
 */
function againPart(model, offer, firers) {
  const again = sameAgain(offer, model.fired);
  const isInHand = again?.at === model.choice.target && again?.units.length === firers.length && again?.units.every((id) => firers.includes(id));
  if (!again || isInHand) return null;
  const who = again.units.map((id) => nameOf(model, id)).join(" + ");
  return h("div", { class: "segmented" }, h("button", { type: "button", "data-again": "1" }, gettext("Same again: %(who)s at %(place)s", { who, place: model.places.name(again.at) })));
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
  return h("div", { class: "segmented", role: "group", "aria-label": gettext("From where") },
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
      h("div", {}, h("p", { class: "label" }, gettext("Attackers")),
        h("div", { class: "firers" }, offer.units.map((/** @type {string} */ id) => pick(model, id, choice.units.has(id), { "data-firer": id }, true)))),
      h("div", {}, h("p", { class: "label" }, gettext("Against")),
        h("div", { class: "firers against" }, offer.targets.map((/** @type {string} */ id) => pick(model, id, choice.enemies.has(id), { "data-enemy": id }, true))))),
    offer.leaders?.length ? h("div", { class: "segmented", role: "group", "aria-label": gettext("Leader") },
      h("button", { type: "button", "data-director": "", "aria-pressed": String(!choice.director) }, gettext("No direction")),
      offer.leaders.map((/** @type {string} */ id) => h("button", { type: "button", "data-director": id, "aria-pressed": String(choice.director === id) },
        ngettext("%(leaders)s directs", "%(leaders)s direct", 1, { leaders: nameOf(model, id) })))) : null);
}

/** @param {Model} model */
function refusal(model) {
  const no = model.refusal;
  return h("div", { class: "refusal-space" }, no
    ? h("p", { class: "refusal", "data-role": "refusal", "data-rule": no.rule }, h("span", {}, h("span", { lang: langOf(no.why) }, no.why), no.allowed ? h("span", { class: "quiet", "data-role": "allowed" }, ` ${no.allowed}`) : null,
      no.halted ? [" ", h("a", { href: `back/${location.search}`, "data-role": "back-link" }, gettext("Go back to the start of the action"))] : null), cite(no.rule)) : null);
}

/**
 * @param {Model} model
 * @param {string} where
 */
function standing(model, where) {
  return model.state.offers.filter((offer) => offer.stands === where);
}

/**
 * @param {Model} model
 * @param {string} id
 * @returns {string}
 */
function nameOf(model, id) {
  const face = counterOf(model.state, id);
  return face ? nameOfFace(face) : id;
}
