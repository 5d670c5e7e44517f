/** The table: joins the stream or the replay, the choices made here, and the panels drawn from both. */

import { gettext } from "./gettext.js";
import { Attack } from "./attack.js";
import { Board } from "./board.js";
import { Commands } from "./commands.js";
import { Cursor } from "./cursor.js";
import { Entropy } from "./entropy.js";
import { Guard } from "./guard.js";
import { Link } from "./socket.js";
import { Log } from "./log.js";
import { Notes } from "./notes.js";
import { Notices } from "./notices.js";
import { Places, hexOf, standOf } from "./places.js";
import { Presses } from "./presses.js";
import { Questions } from "./questions.js";
import { Proofs } from "./proofs.js";
import { Roll } from "./roll.js";
import { Route, noReach, noRoute, walkedRoute } from "./route.js";
import { Selection } from "./selection.js";
import { Taps } from "./taps.js";
import { Thread, noThread } from "./thread.js";
import { Working } from "./working.js";
import { COMPUTER_LEFT } from "./computer.js";
import { byId } from "./dom.js";
import { changeOf, clockOf, emptyState, facesOf, isOffered, mySide, reduce } from "./store.js";
import { drawCard, drawForces, drawSecrets } from "./papers.js";
import { Earlier } from "./earlier.js";
import { drawChosen } from "./chosen.js";
import { drawNow, markMore } from "./now.js";
import { drawOdds, seatOdds } from "./odds.js";
import { drawPhaseBar } from "./phasebar.js";
import { drawSetup, drawTray, settingUp } from "./setup.js";
import { drawStairs } from "./stairs.js";
import { kept } from "./kept.js";
import { actors, aimedOffer, askedOf, destinations, firersOf, offerOfForm } from "./offers.js";
import { sceneOf, standsAt } from "./scene.js";
import { secretCount } from "./secrets.js";

/** @typedef {import("./types.js").Model} Model */
/**
 * What the parts of the table share.
 * @typedef {{model: Model, board: Board, roll: Roll, cursor: Cursor, thread: Thread, route: Route, guard: Guard, draw: () => void,
 *   announce: (words: string, urgent: boolean) => void}} Desk
 */

/** As many lines of one step are said; the log has all. */
const TOLD = 4;
/** Pixels between a replay's bar and the tools. */
const BESIDE = 8;
/** Milliseconds between looks at the clocks. */
const TICK = 250;
/** Milliseconds after which a panel that waits for its offers shows it. */
const LATE = 400;

export class Table {
  /** @type {Set<string>} */
  #changed = new Set();
  #drawing = false;
  #opened = false;
  #sawArea = false;
  #claims = false;
  #lookedBeside = false;
  #question = "";
  #now = "";
  /** @type {import("./store.js").Change | null} what has changed since offers last came */
  #due = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #late = undefined;
  #seated = "";
  #shownAttack = "";
  /** Whether the question is new, and who is in hand was proposed with it. */
  #proposes = false;
  /** @type {Map<string, string>} what each tool's card was about when it took its corner */
  #toolsSeated = new Map();
  /** @type {import("./replay.js").Replay | null} */
  #replay = null;
  /** @type {((model: Table["model"]) => void) | null} draws the cards of thread and path, once they are loaded */
  #cards = null;

  /** @param {import("./types.js").TableData} data */
  constructor(data) {
    const places = new Places(data.board);
    /** @type {Model} */
    this.model = {
      data, places, state: emptyState(data.you), choice: new Selection(), link: data.replay ? "replay" : "connecting",
      pending: null, late: false, refusal: null, odds: { card: null, why: "", rule: "", asking: false }, asOpponent: false, labels: false, tab: "log", sheet: "now",
      thread: noThread(), route: noRoute(), reach: noReach(), oddsSmall: kept("odds-small", matchMedia("(max-width: 760px)").matches), fired: null, proofs: new Proofs(() => this.draw()), notes: new Notes(() => this.draw()), house: null, chat: null, beside: null,
    };
    this.guard = new Guard();
    this.commands = new Commands(this);
    this.entropy = new Entropy(this, this.commands);
    const questions = new Questions(this.commands);
    this.thread = new Thread(this, questions);
    this.route = new Route(this, questions, this.commands);
    this.attack = new Attack(this, this.commands);
    this.cursor = new Cursor(this);
    this.taps = new Taps(this, this.commands, this.attack, this.cursor);
    this.presses = new Presses(this, this);
    this.board = new Board(byId("board"), places, data.scenario.sides, this.thread.over(this.route.over(this.taps.gestures())));
    this.earlier = new Earlier({ state: () => this.model.state, take: (state) => this.#lengthen(state) });
    this.log = new Log(byId("log"), data, places, { show: (place) => this.board.show(place), back: (line) => void this.earlier.back(line), more: () => void this.earlier.more() });
    this.roll = new Roll(byId("roll"));
    this.notices = new Notices(this);
    this.working = new Working(this);
  }

  /** Opens the stream, or the stored bulletins. */
  start() {
    this.draw();
    const mark = () => markMore(byId("now"));
    byId("now").addEventListener("scroll", mark, { capture: true, passive: true });
    new ResizeObserver(mark).observe(byId("now"));
    if (this.model.data.replay) {
      this.#readReplay().catch((error) => this.commands.refused({ rule: "", why: error.message }, null));
      return;
    }
    this.commands.link = new Link(this.model.data.socket, {
      have: () => this.model.state.n,
      frame: (frame) => this.#frame(frame),
      state: (state) => {
        const begins = state === "live" && this.model.link !== "live";
        this.model.link = state;
        if (begins && (this.model.beside || this.model.data.beside)) void this.#readBeside();
        this.draw();
      },
      why: (why) => this.commands.refused({ rule: "", why, unknown: true }, null),
    });
    this.commands.link.open();
    if (this.model.data.timed) setInterval(() => this.#tick(), TICK);
    if (this.model.data.you !== "public") void this.model.notes.load();
  }

  /**
   * @param {Record<string, any>} frame
   * @returns {boolean} false if frames are missing before it
   */
  #frame(frame) {
    if (frame.t === "chat" || frame.t === "house") {
      void this.#besides(frame);
      return true;
    }
    if (frame.t === "computer") return this.#computerLeft(frame.side);
    const after = reduce(this.model.state, frame);
    if (after === "gap") return false;
    if (after === "old") return true;
    if (frame.t === "offers") this.#offer(after, frame.why ?? "");
    else this.#take(after, changeOf(frame));
    this.entropy.look();
    this.commands.goOn();
    return true;
  }

  /** Loads what plays stored bulletins, which a table that goes on does without, and then these. */
  async #readReplay() {
    const { Replay } = await import("./replay.js");
    this.#replay = new Replay(byId("replay"), this.model.data, (state, change) => this.#take(state, change), (words) => this.announce(words, false));
    await this.#replay.load();
    this.board.view.bar = byId("replay").offsetHeight + BESIDE;
  }

  /** Loads what draws the things beside the stream, once, and reads them whenever the stream begins. */
  async #readBeside() {
    const { model } = this;
    if (!model.beside) {
      const beside = await import("./beside.js");
      if (!model.beside) {
        model.house = new beside.House(model.data, () => this.draw());
        model.chat = new beside.Chat(model.data, () => this.draw());
        model.beside = beside;
      }
    }
    if (model.link === "replay") return this.draw();
    void model.house?.load();
    for (const room of model.beside.roomsOf(model)) void model.chat?.load(room);
  }

  /**
   * Something beside the stream has changed. What is asked of the reader anew is told to him.
   * @param {any} frame
   */
  async #besides(frame) {
    const { model } = this;
    if (!model.beside) await this.#readBeside();
    if (frame.t === "chat") {
      model.chat?.heard(frame);
      return;
    }
    const before = new Set(model.house?.now.asked.map((one) => one.asked));
    model.house?.take(frame);
    const fresh = model.house?.now.asked.find((one) => !before.has(one.asked) && one.by !== mySide(model.state));
    if (fresh) this.announce(`The ${model.data.scenario.sides[fresh.by].name} ${fresh.text}.`, true);
  }

  /** @param {import("./types.js").Side} side */
  #computerLeft(side) {
    this.model.data.computer = { side, plays: false };
    this.announce(COMPUTER_LEFT, true);
    this.draw();
    return true;
  }

  /**
   * @param {import("./store.js").State} state
   * @param {import("./store.js").Change} change
   */
  #take(state, change) {
    const placing = settingUp(this.model);
    this.model.state = state;
    if (placing && !settingUp(this.model) && this.model.tab === "card") this.model.tab = "log";
    this.#changed = new Set(change.put);
    if (isOffered(state) || this.#replay) {
      if (change.decided) this.#settle(change);
    } else this.#await(change);
    this.route.settle();
    if (change.lines.length) this.roll.show(change.lines);
    this.#tell(change);
    if (this.#replay) this.#follow(change);
    this.log.set(state.log, state.earlier > 0);
    this.draw();
  }

  /**
   * What may be done comes a moment after what has happened. Until then nothing can be, and the panel stays as it is.
   * @param {import("./store.js").Change} change
   */
  #await(change) {
    const due = this.#due;
    this.#due = { ...change, whole: change.whole || Boolean(due?.whole), decided: change.decided || Boolean(due?.decided) };
    this.model.choice.drop(this.model.state);
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.#lateOffers(true), LATE);
  }

  /**
   * The offers have come. What is as it was leaves choices alone.
   * @param {import("./store.js").State} state
   * @param {string} why  nothing can be done: the game is halted
   */
  #offer(state, why) {
    const [due, before] = [this.#due, this.model.state.offers];
    clearTimeout(this.#late);
    this.#due = null;
    this.model.state = state;
    this.#lateOffers(false);
    if (due && (due.decided || JSON.stringify(before) !== JSON.stringify(state.offers))) this.#settle(due);
    if (why) this.model.refusal = { rule: "", why, halted: true };
    this.route.settle();
    this.draw();
  }

  /** @param {boolean} late  whether the panel shows that something is waited for */
  #lateOffers(late) {
    this.model.late = late;
    if (late) this.draw();
  }

  /**
   * What was told earlier has been read: nothing else has changed.
   * @param {import("./store.js").State} state
   */
  #lengthen(state) {
    this.model.state = state;
    this.log.set(state.log, state.earlier > 0);
    this.draw();
  }

  /**
   * What has happened, in words for those who hear it: lines of the log, and during setup what is put down or taken up.
   * @param {import("./store.js").Change} change
   */
  #tell(change) {
    if (change.whole) return;
    const { state, places } = this.model;
    const put = change.put.map((key) => state.faces.get(key)).filter((face) => face?.k === "placement");
    const words = [...change.lines.slice(-TOLD).map(saidOfLine), ...put.map((face) => gettext("%(counter)s placed in %(place)s", { counter: face?.as.name ?? "", place: places.name(face?.at) })),
      change.drop.some((key) => key.startsWith("placement:")) ? gettext("Back in the tray.") : ""].filter(Boolean);
    if (words.length) this.announce(words.join(". "), false);
  }

  /**
   * In a replay the board goes where something happens, and no roll outstays its step.
   * @param {import("./store.js").Change} change
   */
  #follow(change) {
    const { state, places } = this.model;
    if (!change.lines.some((line) => line.dice)) this.roll.hide();
    const hex = places.hex(change.lines.findLast((line) => line.at?.length)?.at[0] ?? state.now?.focus[0] ?? "");
    if (hex && this.#opened && !change.whole) this.board.view.reveal(hex.x, hex.y);
  }

  /** @param {import("./store.js").Change} change */
  #settle(change) {
    const { state, choice } = this.model;
    const question = JSON.stringify([state.now, state.offers.map((offer) => offer.verb)]);
    const fresh = question !== this.#question;
    this.#question = question;
    const now = JSON.stringify([state.now, state.offers.filter((offer) => offer.ranked).map((offer) => offer.ranked)]);
    if (now !== this.#now && !this.#replay) this.guard.changed();
    this.#now = now;
    choice.settle(state, fresh);
    if (!fresh) return;
    this.#proposes = choice.units.size > 0;
    this.model.refusal = null;
    this.board.say(null);
    for (const scrolls of document.querySelectorAll(".now-wrap, #now > .details")) scrolls.scrollTop = 0; // a new question is read from its beginning
    const asked = state.now?.side !== null && state.now?.side === mySide(state);
    byId("now").classList.remove("asked");
    if (!asked || this.model.link === "replay") return;
    if (!change.whole) byId("now").classList.add("asked");
    this.announce(askedOf(state), true);
    if (!change.whole) this.notices.asked(askedOf(state));
    const focus = state.now?.focus[0];
    const hex = focus && this.model.places.hex(focus);
    if (hex && this.#opened) this.board.view.reveal(hex.x, hex.y);
  }

  /** Whether the area of one's own setup is known. */
  #hasArea() {
    return settingUp(this.model) && groupsToPlace(this.model.state).length > 0;
  }

  /**
   * First sight of the board, once it is known what is offered: about the question, or one's own counters, or the middle;
   * and once more as one's own setup begins, if the other side's came first.
   */
  #open() {
    if (!this.#opened && settingUp(this.model)) this.model.tab = "card";
    this.#opened = true;
    this.#sawArea ||= this.#hasArea();
    const { places } = this.model;
    const points = (/** @type {string[]} */ marks) => marks.map((place) => places.hex(place)).filter((hex) => hex !== undefined);
    const { width, height } = places.board;
    this.board.view.open([...firstSights(this.model).map(points), [{ x: width / 2, y: height / 2 }]]);
    this.draw();
  }

  /** As time runs the clocks alone are drawn; everything, once a game may be claimed. */
  #tick() {
    this.model.beside?.drawClocks(byId("clocks"), this.model);
    const claims = this.model.house?.mayClaim(mySide(this.model.state)) ?? false;
    if (claims !== this.#claims) this.draw();
    this.#claims = claims;
  }

  /** Draws everything soon; many changes in one go are drawn once. */
  draw() {
    if (this.#drawing) return;
    this.#drawing = true;
    queueMicrotask(() => {
      this.#drawing = false;
      this.#drawNow();
    });
  }

  #drawNow() {
    const { model } = this;
    this.attack.ask();
    this.thread.ask();
    this.route.ask();
    model.notes.at = model.places.byId.has(model.choice.inspect ?? "") ? model.choice.inspect : model.notes.at;
    this.board.draw(sceneOf(model.state, model.choice, {
      objectives: model.data.scenario.objectives, asOpponent: model.asOpponent, labels: model.labels, cursor: this.cursor.seen ? this.cursor.at : null,
      notes: model.asOpponent ? new Map() : model.notes.all, changed: this.#changed, tools: { thread: model.thread, route: model.route.on || model.asOpponent ? model.route : walkedRoute(model.state), reach: model.reach }, threadLabel: model.odds.card?.los ? gettext("range %(range)s · LOS %(los)s", { range: model.odds.card.range, los: model.odds.card.los }) : "",
    }));
    drawStairs(this.board, model);
    this.cursor.retell();
    drawPhaseBar(byId("phasebar"), model);
    model.beside?.drawClocks(byId("clocks"), model);
    const current = isOffered(model.state) || model.late || model.link !== "live"; // what is drawn of offers waits for them
    if (current) drawNow(byId("now"), model);
    drawOdds(byId("odds"), model);
    this.#drawToolCards();
    this.#showAttack();
    this.#showWays();
    this.#seatOdds();
    this.#seatTools();
    if (current) {
      drawTray(byId("tray"), model);
      drawSetup(byId("setup"), model);
    }
    drawChosen(byId("chosen"), model);
    model.proofs.look(model.state);
    drawSecrets(byId("secrets"), model);
    this.#drawPaper();
    this.#drawTabs();
    this.#markBody();
    this.working.look();
    model.beside?.drawTalk(byId("talk"), model);
    if (model.tab === "talk" && !this.#lookedBeside) void this.#readBeside();
    this.#lookedBeside ||= model.tab === "talk";
    this.notices.draw();
    const unseen = !this.#opened || (!this.#sawArea && this.#hasArea());
    if (unseen && current && model.state.n !== null) this.#open();
  }

  /** Of the OB and the card, whose counters are many, what is being read: they say nothing while they are hidden. */
  #drawPaper() {
    const { model } = this;
    if (model.tab === "card") drawCard(byId("card"), model);
    if (model.tab !== "forces") return;
    drawForces(byId("forces"), model);
    void this.earlier.back();
  }

  /** Who fires and what he fires at are seen together; the one that was touched for it does not go from under the finger. */
  #showAttack() {
    const { state, choice, places } = this.model;
    const offer = choice.target && this.#opened ? aimedOffer(state, [...choice.units], choice.mode) : null;
    const firers = offer?.form === "fire" ? firersOf(offer, [...choice.units]) : [];
    const ids = firers.length ? [...new Set([...firers.map((id) => standsAt(state, id)), choice.target ?? ""].map(hexOf))] : [];
    const about = ids.join(" ");
    if (about === this.#shownAttack) return;
    this.#shownAttack = about;
    const hexes = ids.map((id) => places.hex(id)).filter((hex) => hex !== undefined);
    if (hexes.length > 1) this.board.view.together(hexes, hexes.find((hex) => hex.id === this.cursor.at));
  }

  /** Who a new question is about is seen together with all places where he may go. Later the board stays under the hand that chooses. */
  #showWays() {
    if (!this.#proposes || !this.#opened) return;
    this.#proposes = false;
    const { state, choice, places } = this.model;
    const units = [...choice.units];
    const offer = aimedOffer(state, units, choice.mode);
    if (offer?.form !== "units_to") return;
    const ids = new Set([...units.map((id) => standsAt(state, id)), ...destinations(offer, units, choice.flags).keys()].map(hexOf));
    this.board.view.together([...ids].map((id) => places.hex(id)).filter((hex) => hex !== undefined));
  }

  /** The odds take a corner when the attack or its card is new, and keep it while the board is moved. */
  #seatOdds() {
    const about = JSON.stringify([this.model.choice.target, [...this.model.choice.units], [...this.model.choice.enemies], Boolean(this.model.odds.card)]);
    if (about === this.#seated) return;
    this.#seated = about;
    seatOdds(byId("odds"), this.board.ends());
  }

  /** The cards of the tools, which are loaded with the first of them. */
  #drawToolCards() {
    const { thread, route } = this.model;
    this.#cards?.(this.model);
    if (this.#cards || !(thread.on || route.on)) return;
    this.#cards = () => undefined;
    void Promise.all([import("./threadcard.js"), import("./routecard.js")]).then(([{ drawThread }, { drawRoute }]) => {
      this.#cards = (model) => {
        drawThread(byId("thread"), model);
        drawRoute(byId("route"), model);
      };
      this.draw();
    });
  }

  /** The same for the cards of the tools, once a thread is put or a path has another step. */
  #seatTools() {
    const { thread, route } = this.model;
    const ends = thread.held ? [thread.from, thread.to].filter((at) => at !== null) : [];
    const path = route.on && !route.asking ? [route.start ?? "", ...route.legs.map((leg) => leg.to)] : [];
    for (const [id, places] of Object.entries({ thread: ends, route: path })) {
      const about = places.join(" ");
      if (!about || this.#toolsSeated.get(id) === about) continue;
      this.#toolsSeated.set(id, about);
      seatOdds(byId(id), this.board.onScreen(places));
    }
  }

  #drawTabs() {
    const { model } = this;
    for (const tab of document.querySelectorAll("[data-tab]")) tab.setAttribute("aria-selected", String(tab.getAttribute("data-tab") === model.tab));
    for (const pane of document.querySelectorAll("[data-pane]")) pane.toggleAttribute("hidden", pane.getAttribute("data-pane") !== model.tab);
    for (const tab of document.querySelectorAll("[data-sheet-tab]")) tab.setAttribute("aria-pressed", String(tab.getAttribute("data-sheet-tab") === model.sheet));
    const unread = model.chat?.unread ?? 0;
    for (const count of document.querySelectorAll("[data-role=\"talk-count\"]")) count.textContent = unread ? String(unread) : "";
    const secrets = secretCount(model.state);
    for (const count of document.querySelectorAll("[data-role=\"secret-count\"]")) count.textContent = secrets ? String(secrets) : "";
    this.#drawTools();
    for (const eye of document.querySelectorAll("[data-do=\"opponent\"]")) {
      eye.setAttribute("aria-pressed", String(model.asOpponent));
      eye.toggleAttribute("hidden", !mySide(model.state) || model.link === "replay");
    }
  }

  /** Which tools are in hand, and which there are: a replay asks nothing, and before play nobody has units to move. */
  #drawTools() {
    const { thread, route, reach, link, state } = this.model;
    const moves = mySide(state) && clockOf(state)?.stage === "play";
    for (const [name, on] of Object.entries({ los: thread.on, route: route.on, reach: reach.on })) {
      const button = document.querySelector(`.board-tools [data-do="${name}"]`);
      button?.setAttribute("aria-pressed", String(on));
      button?.toggleAttribute("hidden", link === "replay" || (name !== "los" && !moves));
    }
  }

  /** The page's state for styles and tests. The number is that of the bulletin that has been drawn. */
  #markBody() {
    const { model } = this;
    const { body } = document;
    body.dataset.state = model.link;
    body.dataset.n = String(model.state.n ?? "");
    body.toggleAttribute("data-waits", model.link !== "replay" && !isOffered(model.state));
    body.dataset.sheet = model.sheet;
    body.dataset.stage = settingUp(model) ? "placing" : (clockOf(model.state)?.stage ?? "");
    body.dataset.you = model.state.you;
    body.classList.toggle("as-opponent", model.asOpponent);
    body.dataset.tool = model.thread.on ? "los" : model.route.on ? "route" : "";
  }

  /** @param {number} by */
  replayStep(by) {
    this.#replay?.step(by);
    return this.#replay !== null;
  }

  /**
   * @param {string} words
   * @param {boolean} urgent
   */
  announce(words, urgent) {
    byId(urgent ? "say-urgent" : "say").textContent = words;
  }
}

/**
 * A line of the log as it is said: what, the dice, the result.
 * @param {import("./types.js").LogLine} line
 */
function saidOfLine({ text, dice, result }) {
  return [text, dice ? gettext("dice %(dice)s", { dice: dice.join(` ${gettext("and")} `) }) : "", result ?? ""].filter(Boolean).join(", ");
}

/**
 * The groups of one's own OB of which something is set up on the map.
 * @param {import("./store.js").State} state
 * @returns {{pieces: string[], area: string[]}[]}
 */
function groupsToPlace(state) {
  return (offerOfForm(state, "place")?.groups ?? []).filter((/** @type {{pieces: string[]}} */ group) => group.pieces.length);
}

/**
 * What a first look is to show, from all that matters down to the place of the decision: both armies or the area of one's
 * own setup, then one's own counters, then those that may act and what is asked about.
 * @param {Model} model
 * @returns {string[][]}
 */
function firstSights({ state, data }) {
  const focus = state.now?.focus ?? [];
  const areas = groupsToPlace(state).map((group) => group.area);
  const units = ["unit", "cover", "placement", "stack_off_map"].flatMap((kind) => facesOf(state, kind)).filter(standOf);
  const own = units.filter((face) => face.side === mySide(state)).sort((p, q) => Number(!p.at) - Number(!q.at)).map(standOf);
  const acting = [...actors(state)].map((id) => standsAt(state, id)).filter(Boolean);
  const armies = units.map(standOf);
  const { objectives } = data.scenario;
  if (areas.length) return [areas.flat(), areas[0], areas[0].slice(0, 1)];
  return [[...focus, ...armies, ...objectives], [...focus, ...armies], [...focus, ...own], [...focus, ...acting], focus.slice(0, 1), acting.slice(0, 1), own.slice(0, 1), objectives.slice(0, 1)];
}
