/** The table: joins the stream, the choices made here, and the panels. Every command that leaves is built here. */

import { Board } from "./board.js";
import { Link } from "./socket.js";
import { Log } from "./log.js";
import { Replay } from "./replay.js";
import { Roll } from "./roll.js";
import { Selection } from "./selection.js";
import { Places, hexOf } from "./places.js";
import { actors, aimedOffer, areaFor, destinations, directorsFor, fireCommand, fireTargets, firersAt, firersOf, goCommand, inHex, largestGroup, offerOfForm, offerOfVerb } from "./offers.js";
import { byId, emphasised, h } from "./dom.js";
import { changeOf, clockOf, emptyState, facesOf, mySide, reduce } from "./store.js";
import { drawCard, drawForces, drawSecrets } from "./papers.js";
import { drawChosen } from "./chosen.js";
import { drawNow } from "./now.js";
import { drawOdds } from "./odds.js";
import { drawPhaseBar } from "./phasebar.js";
import { drawSetup, drawTray, settingUp } from "./setup.js";
import { cite } from "./parts.js";
import { placeOf, sceneOf } from "./scene.js";
import { spoken } from "./counters.js";
import { stacks } from "./stacks.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Command} Command */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./pointer.js").Tap} Tap */

/** Verbs that are asked about once more before they go. */
const SURE = new Set(["resign", "seal_setup"]);

export class Table {
  /** @type {string | null} */
  #cursor = null;
  #line = 0;
  /** Whether the hex cursor was last moved by the keyboard, and so is to be seen. */
  #byKeys = false;
  #labels = false;
  /** @type {Set<string>} */
  #changed = new Set();
  #drawing = false;
  #opened = false;
  #question = "";
  #oddsAsked = "";
  #left = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #leaving = undefined;
  /** @type {Link | null} */
  #link = null;
  /** @type {Replay | null} */
  #replay = null;

  /** @param {import("./types.js").TableData} data */
  constructor(data) {
    const places = new Places(data.board);
    /** @type {Model} */
    this.model = {
      data, places, state: emptyState(data.you), choice: new Selection(), link: data.replay ? "replay" : "connecting",
      pending: null, refusal: null, odds: { card: null, why: "", rule: "", asking: false }, asOpponent: false, tab: "log", sheet: "now",
    };
    this.board = new Board(byId("board"), places, data.scenario.sides, this.#gestures());
    this.log = new Log(byId("log"), data, (place) => this.board.show(place));
    this.roll = new Roll(byId("roll"));
  }

  /** Opens the stream, or the stored bulletins. */
  start() {
    this.draw();
    if (this.model.data.replay) {
      this.#replay = new Replay(byId("replay"), this.model.data, (state, change) => this.#take(state, change));
      this.#replay.load().catch((error) => this.#refused({ rule: "", why: error.message }, null));
      return;
    }
    this.#link = new Link(this.model.data.socket, {
      have: () => this.model.state.n,
      frame: (frame) => this.#frame(frame),
      state: (state) => {
        this.model.link = state;
        this.draw();
      },
    });
    this.#link.open();
  }

  /**
   * @param {Record<string, any>} frame
   * @returns {boolean} false if frames are missing before it
   */
  #frame(frame) {
    const after = reduce(this.model.state, frame);
    if (after === "gap") return false;
    if (after === "old") return true;
    this.#take(after, changeOf(frame));
    return true;
  }

  /**
   * @param {import("./store.js").State} state
   * @param {import("./store.js").Change} change
   */
  #take(state, change) {
    this.model.state = state;
    this.#changed = new Set(change.put);
    if (change.decided) this.#settle(change);
    if (change.lines.length) this.roll.show(change.lines);
    this.log.set(state.log);
    this.draw();
  }

  /** @param {import("./store.js").Change} change */
  #settle(change) {
    const { state, choice } = this.model;
    const question = JSON.stringify([state.now, state.offers.map((offer) => offer.verb)]);
    const fresh = question !== this.#question;
    this.#question = question;
    choice.settle(state, fresh);
    if (!fresh) return;
    this.model.refusal = null;
    this.board.say(null);
    const asked = state.now?.side !== null && state.now?.side === mySide(state);
    byId("now").classList.remove("asked");
    if (!asked || this.model.link === "replay") return;
    if (!change.whole) byId("now").classList.add("asked");
    this.#announce(state.now?.text ?? "", true);
    const focus = state.now?.focus[0];
    const hex = focus && this.model.places.hex(focus);
    if (hex && this.#opened) this.board.view.reveal(hex.x, hex.y);
  }

  /** First sight of the board: about the question, or one's own counters, or the middle. */
  #open() {
    this.#opened = true;
    if (settingUp(this.model)) this.model.tab = "card";
    const { state, places } = this.model;
    const own = facesOf(state, "unit").filter((face) => face.at && (face.side === mySide(state) || !mySide(state)));
    const marks = [...(state.now?.focus ?? []), ...own.map((face) => face.at), ...areaStart(state), ...this.model.data.scenario.objectives];
    const hex = marks.map((place) => places.hex(place)).find(Boolean);
    const { width, height } = places.board;
    this.board.view.open(hex ?? { x: width / 2, y: height / 2 });
    this.draw();
  }

  // ------------------------------------------------------------------------------------------------ drawing

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
    this.#askOdds();
    this.board.draw(sceneOf(model.state, model.choice, {
      objectives: model.data.scenario.objectives, asOpponent: model.asOpponent, labels: this.#labels, cursor: this.#byKeys ? this.#cursor : null,
      changed: this.#changed, threadLabel: model.odds.card ? `range ${model.odds.card.range} · LOS ${model.odds.card.los}` : "",
    }));
    drawPhaseBar(byId("phasebar"), model);
    drawNow(byId("now"), model);
    drawOdds(byId("odds"), model);
    drawTray(byId("tray"), model);
    drawSetup(byId("setup"), model);
    drawChosen(byId("chosen"), model);
    drawSecrets(byId("secrets"), model);
    drawForces(byId("forces"), model);
    drawCard(byId("card"), model);
    this.#drawTabs();
    this.#markBody();
    if (!this.#opened && model.state.n !== null) this.#open();
  }

  #drawTabs() {
    const { model } = this;
    for (const tab of document.querySelectorAll("[data-tab]")) tab.setAttribute("aria-selected", String(tab.getAttribute("data-tab") === model.tab));
    for (const pane of document.querySelectorAll("[data-pane]")) pane.toggleAttribute("hidden", pane.getAttribute("data-pane") !== model.tab);
    for (const tab of document.querySelectorAll("[data-sheet-tab]")) tab.setAttribute("aria-pressed", String(tab.getAttribute("data-sheet-tab") === model.sheet));
    const records = facesOf(model.state, "mine_record").length;
    for (const count of document.querySelectorAll("[data-role=\"secret-count\"]")) count.textContent = records ? String(records) : "";
    for (const eye of document.querySelectorAll("[data-do=\"opponent\"]")) {
      eye.setAttribute("aria-pressed", String(model.asOpponent));
      eye.toggleAttribute("hidden", !mySide(model.state) || model.link === "replay");
    }
  }

  /** The page's state for styles and tests. The number is that of the bulletin that has been drawn. */
  #markBody() {
    const { model } = this;
    const { body } = document;
    body.dataset.state = model.link;
    body.dataset.n = String(model.state.n ?? "");
    body.dataset.sheet = model.sheet;
    body.dataset.stage = settingUp(model) ? "placing" : (clockOf(model.state)?.stage ?? "");
    body.dataset.you = model.state.you;
    body.classList.toggle("as-opponent", model.asOpponent);
  }

  // ------------------------------------------------------------------------------------------------ choosing

  /** @returns {import("./pointer.js").Gestures} */
  #gestures() {
    return {
      tap: (tap) => this.#tap(tap),
      twice: (tap) => this.#wholeStack(tap),
      mayDrag: (key) => this.#mayDrag(key),
      drag: (key, x, y) => this.board.lead({ from: this.#placeOfKey(key), x, y }),
      drop: (key, x, y) => this.#drop(key, x, y),
      box: (x1, y1, x2, y2, done) => this.#box([x1, y1, x2, y2], done),
      hover: (at) => this.#pointed(at),
    };
  }

  /** @param {Tap} tap */
  #tap(tap) {
    const { choice, places } = this.model;
    if (tap.inFan && !tap.key) return;
    const hex = places.at(tap.x, tap.y);
    byId("board").focus({ preventScroll: true });
    this.board.say(null);
    this.model.refusal = null;
    const at = tap.key ? this.#placeOfKey(tap.key) : hex?.id;
    if (!at) return;
    this.#cursor = at;
    this.#byKeys = false;
    if (tap.long) choice.fan = at;
    else if (tap.key && this.#tapCounter(tap.key, at, tap.add)) this.#fanAfter(at);
    else {
      choice.fan = null;
      this.tapHex(at);
    }
    this.draw();
  }

  /**
   * A stack stays open while one picks from it, and opens when its top is chosen and there is more below.
   * @param {string} hex
   */
  #fanAfter(hex) {
    const { choice } = this.model;
    const stack = stacks(this.model.state, this.model.asOpponent).get(hex) ?? [];
    choice.fan = stack.length > 1 ? hex : null;
  }

  /**
   * @param {string} key
   * @param {string} at  the counter's hex
   * @param {boolean} add
   * @returns {boolean} whether the counter was chosen, rather than its hex
   */
  #tapCounter(key, at, add) {
    const { state, choice } = this.model;
    const [kind, id] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
    if (kind === "placement") return this.#tapPlacement(id, add);
    if (kind === "mine_record" && settingUp(this.model)) return false;
    const cc = offerOfForm(state, "cc");
    if (cc?.targets.includes(id)) {
      flip(choice.enemies, id);
      return true;
    }
    if (!actors(state).has(id) || this.#isTarget(at, id)) return false;
    const many = add || choice.fan === at || Boolean(offerOfForm(state, "fire")) || Boolean(cc);
    choice.toggleUnit(id, many);
    choice.inspect = at;
    choice.direct(state);
    return true;
  }

  /**
   * A counter already placed: taken up again, unless something else is in hand that may join it.
   * @param {string} id
   * @param {boolean} add
   */
  #tapPlacement(id, add) {
    const face = this.model.state.faces.get(`placement:${id}`);
    const offer = offerOfForm(this.model.state, "place");
    const held = [...this.model.choice.pieces];
    if (!face || !offer) return false;
    const meansHex = !add && held.length > 0 && !held.includes(face.piece) && inHex(areaFor(offer, held), hexOf(face.at)).length > 0;
    if (meansHex || this.model.choice.layingMines) return false;
    this.model.choice.togglePiece(face.piece, add);
    return true;
  }

  /**
   * Whether a click on this counter means its hex as a target: something is in hand that may go there, and the
   * counter itself is not part of what is in hand.
   * @param {string} at
   * @param {string} id
   */
  #isTarget(at, id) {
    const { state, choice } = this.model;
    const units = [...choice.units];
    const offer = aimedOffer(state, units, choice.mode);
    if (!units.length || choice.units.has(id) || offer?.form !== "units_to") return false;
    return inHex(destinations(offer, units, choice.flags).keys(), at).length > 0 && hexOf(placeOf(state, units[0])) !== at;
  }

  /**
   * A hex is chosen: for what is in hand if it is offered, or else to be looked at.
   * @param {string} hex
   */
  tapHex(hex) {
    const { state, choice } = this.model;
    if (choice.layingMines) this.#tapForMines(hex);
    else if (choice.pieces.size) this.#tapForPieces(hex);
    else if (this.#tapForOption(hex)) return;
    else if (!this.#tapForAim(hex)) {
      if (choice.units.size && !state.now?.units.length) choice.units.clear();
      choice.inspect = hex;
    }
  }

  /** @param {string} hex */
  #tapForMines(hex) {
    const offer = offerOfForm(this.model.state, "mines");
    if (!offer) return;
    if (offer.hexes.includes(hex)) {
      this.model.choice.mineHex = hex;
      return;
    }
    const [rule, why] = offer.why_not?.[hex] ?? ["", "No minefield may be recorded here."];
    this.#refused({ rule, why }, hex);
  }

  /** @param {string} hex */
  #tapForPieces(hex) {
    const { state, choice } = this.model;
    const offer = offerOfForm(state, "place");
    if (!offer) return;
    const pieces = [...choice.pieces];
    const spots = inHex(areaFor(offer, pieces), hex);
    if (!spots.length) this.#refused({ rule: "", why: "Outside the area where these may set up." }, hex);
    else this.#pickLevel(spots, (to) => this.#place(offer, pieces, to));
  }

  /**
   * @param {Offer} offer
   * @param {string[]} pieces
   * @param {string} to
   */
  async #place(offer, pieces, to) {
    if (await this.send({ verb: offer.verb, pieces, to }, to)) this.model.choice.pieces.clear();
    this.draw();
  }

  /** @param {string} hex */
  #tapForOption(hex) {
    const offer = offerOfForm(this.model.state, "choice");
    if (!offer) return false;
    const here = offer.options.filter((/** @type {any} */ one) => hexOf(one.at ?? placeOf(this.model.state, one.unit ?? "")) === hex);
    if (!here.length) return false;
    if (here.length === 1 && this.model.choice.option === here[0].id) this.act(offer.verb);
    this.model.choice.option = here[0].id;
    return true;
  }

  /** @param {string} hex */
  #tapForAim(hex) {
    const { state, choice } = this.model;
    const units = [...choice.units];
    const offer = aimedOffer(state, units, choice.mode);
    if (offer?.form === "units_to" && units.length) {
      const spots = inHex(destinations(offer, units, choice.flags).keys(), hex);
      if (!spots.length) return false;
      this.#pickLevel(spots, (to) => this.#go(offer, units, to));
      return true;
    }
    if (offer?.form !== "fire") return false;
    const spots = inHex(fireTargets(offer, units), hex);
    if (!spots.length) return false;
    this.#pickLevel(spots, (at) => this.#aim(offer, at));
    return true;
  }

  /**
   * @param {Offer} offer
   * @param {string[]} units
   * @param {string} to
   */
  #go(offer, units, to) {
    this.send(goCommand(offer, units, to, this.model.choice.flags), to);
  }

  /**
   * @param {Offer} offer
   * @param {string} at
   */
  #aim(offer, at) {
    const { choice, state } = this.model;
    choice.target = at;
    if (!firersOf(offer, [...choice.units]).length) {
      choice.units = new Set(firersAt(offer, at));
      choice.proposed = true;
    }
    choice.direct(state);
    this.draw();
  }

  /**
   * One Location of a hex, asked for only if there are several.
   * @param {string[]} spots
   * @param {(place: string) => void} then
   */
  #pickLevel(spots, then) {
    if (spots.length === 1) {
      then(spots[0]);
      return;
    }
    const buttons = spots.map((place) => {
      const button = h("button", { type: "button", class: "button", "data-location": place }, this.model.places.name(place));
      button.addEventListener("click", () => {
        this.board.say(null);
        then(place);
      });
      return button;
    });
    this.board.say(spots[0], ...buttons);
  }

  /** @param {Tap} tap */
  #wholeStack(tap) {
    const at = tap.key ? this.#placeOfKey(tap.key) : this.model.choice.fan;
    if (at) this.#chooseAll([at]);
  }

  /**
   * Chooses everybody in these hexes that can act in the same way.
   * @param {string[]} hexes
   */
  #chooseAll(hexes) {
    const { state, choice } = this.model;
    const able = [...actors(state)].filter((id) => hexes.includes(hexOf(placeOf(state, id))));
    if (!able.length) return;
    choice.units = new Set(able);
    choice.fan = null;
    const offer = aimedOffer(state, able, choice.mode) ?? aimedOffer(state, [able[0]], choice.mode);
    if (offer?.form === "units_to") choice.units = new Set(able.filter((id) => offer.units[id]));
    choice.direct(state);
    this.draw();
  }

  /** @param {string} key */
  #mayDrag(key) {
    if (key.startsWith("placement:")) return Boolean(offerOfForm(this.model.state, "place"));
    const id = key.slice(key.indexOf(":") + 1);
    return this.model.state.offers.some((offer) => offer.form === "units_to" && offer.units[id]);
  }

  /**
   * @param {string} key
   * @param {number} x
   * @param {number} y
   */
  #drop(key, x, y) {
    this.board.lead(null);
    const hex = this.model.places.at(x, y);
    const { choice } = this.model;
    const id = key.slice(key.indexOf(":") + 1);
    if (!hex || hex.id === this.#placeOfKey(key)) return;
    choice.fan = null;
    if (key.startsWith("placement:")) {
      const face = this.model.state.faces.get(key);
      if (face && !choice.pieces.has(face.piece)) choice.pieces = new Set([face.piece]);
    } else if (!choice.units.has(id)) choice.toggleUnit(id, false);
    this.tapHex(hex.id);
    this.draw();
  }

  /**
   * A piece from the tray let go over the board.
   * @param {string} piece
   * @param {number} clientX
   * @param {number} clientY
   */
  dropPiece(piece, clientX, clientY) {
    const hex = this.model.places.at(...this.board.view.toPicture(clientX, clientY));
    if (!hex) return;
    const { choice } = this.model;
    if (!choice.pieces.has(piece)) choice.pieces = new Set([piece]);
    this.tapHex(hex.id);
    this.draw();
  }

  /**
   * @param {[number, number, number, number]} corners
   * @param {boolean} done
   */
  #box(corners, done) {
    this.board.band(done ? null : corners);
    if (!done) return;
    const [x1, y1, x2, y2] = corners;
    const [left, right, top, foot] = [Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)];
    const inside = this.model.places.board.hexes.filter((hex) => hex.x >= left && hex.x <= right && hex.y >= top && hex.y <= foot);
    this.#chooseAll(inside.map((hex) => hex.id));
  }

  /**
   * Tells what lies under the pointer, and closes a fan that the pointer has left.
   * @param {Tap} tap
   */
  #pointed(tap) {
    const at = tap.key ? this.#placeOfKey(tap.key) : this.model.places.at(tap.x, tap.y)?.id;
    this.#tell(at ?? null);
    if (!this.model.choice.fan || tap.inFan) clearTimeout(this.#leaving);
    else if (!tap.inFan && !this.#left) this.#leaving = setTimeout(() => this.#closeFan(), 350);
    this.#left = this.model.choice.fan !== null && !tap.inFan;
  }

  #closeFan() {
    this.model.choice.fan = null;
    this.draw();
  }

  /** @param {string | null} at */
  #tell(at) {
    const words = at ? this.#describe(at) : "";
    const box = byId("hex-info");
    if (box.textContent !== words) box.replaceChildren(...emphasised(words).filter((part) => part !== null).map((part) => /** @type {Node | string} */ (part)));
  }

  /**
   * What is to be said of a hex, as this viewer may know it.
   * @param {string} id
   */
  #describe(id) {
    const hex = this.model.places.byId.get(id);
    if (!hex) return "";
    const faces = stacks(this.model.state, this.model.asOpponent).get(id) ?? [];
    const mines = this.model.asOpponent ? [] : facesOf(this.model.state, "mine_record").filter((face) => face.at === id);
    const counters = [...faces, ...mines].reverse().map(spoken).join("; ");
    const terrain = `${this.model.places.name(id)} · ${hex.terrain} · TEM ${hex.tem > 0 ? "+" : ""}${hex.tem} · ${hex.mf} MF`;
    return counters ? `${terrain} · ${counters}` : terrain;
  }

  /**
   * @param {string} key
   * @returns {string} hex id
   */
  #placeOfKey(key) {
    const face = this.model.state.faces.get(key);
    if (!face) return "";
    return hexOf(face.k === "unit" || face.k === "weapon" ? placeOf(this.model.state, face.id) : face.at);
  }

  // ------------------------------------------------------------------------------------------------ commands

  /**
   * Sends a command and waits for its answer. A refusal is shown beside the question and at the place.
   * @param {Command} cmd
   * @param {string | null} [place]
   * @returns {Promise<boolean>} whether it was carried out
   */
  async send(cmd, place = null) {
    if (!this.#link || this.model.pending) return false;
    this.model.pending = cmd.verb;
    this.model.refusal = null;
    this.draw();
    const reply = await this.#link.command(cmd);
    this.model.pending = null;
    if (reply.t === "no") this.#refused(wordsOf(reply), place);
    this.draw();
    return reply.t === "ok";
  }

  /**
   * @param {{rule: string, why: string, halted?: boolean}} no
   * @param {string | null} place
   */
  #refused(no, place) {
    this.model.refusal = no;
    if (place) this.board.say(place, h("p", { class: "refusal", "data-role": "refusal-at" }, no.why, " ", cite(no.rule)));
    this.#announce(`Refused. ${no.why} ${no.rule}`, true);
    this.draw();
  }

  /**
   * Does what a button says.
   * @param {string} verb
   * @param {{unit?: string, helper?: string, option?: string}} [nouns]
   */
  async act(verb, nouns = {}) {
    const offer = offerOfVerb(this.model.state, verb);
    if (!offer || (SURE.has(verb) && !(await this.#sure(offer)))) return;
    const cmd = this.#commandFor(offer, nouns);
    if (cmd) await this.send(cmd, this.model.choice.target);
  }

  /**
   * @param {Offer} offer
   * @param {{unit?: string, helper?: string, option?: string}} nouns
   * @returns {Command | null}
   */
  #commandFor(offer, nouns) {
    const { choice } = this.model;
    const { verb } = offer;
    const units = [...choice.units];
    if (offer.form === "button") return { verb };
    if (offer.form === "unit") return nouns.unit ? { verb, unit: nouns.unit } : null;
    if (offer.form === "unit_with") return nouns.unit ? { verb, unit: nouns.unit, leader: nouns.helper || null } : null;
    if (offer.form === "choice") {
      const option = nouns.option ?? choice.option;
      return option ? { verb, option } : null;
    }
    if (offer.form === "fire") return this.#fireCommand(offer);
    if (offer.form === "cc") {
      const attackers = units.filter((id) => offer.units.includes(id));
      return { verb, units: attackers, targets: [...choice.enemies], leader: choice.director };
    }
    return null;
  }

  /** @param {Offer} offer */
  #fireCommand(offer) {
    const { choice } = this.model;
    const units = [...choice.units];
    if (!choice.target || !firersOf(offer, units).length) return null;
    return fireCommand(offer, units, choice.director, choice.target);
  }

  /** @param {Offer} offer */
  #sure(offer) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("sure"));
    const left = document.querySelector("[data-role=\"left-in-tray\"]")?.textContent ?? "";
    byId("sure-text").textContent = offer.verb === "resign"
      ? "Resign the game? This ends it at once." : `Seal your setup? Nothing can be moved or recorded afterwards. ${left}`;
    byId("sure-yes").textContent = offer.verb === "resign" ? "Resign" : "Seal it";
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
    });
  }

  /** Fires the attack in hand, if there is one. */
  fire() {
    const offer = offerOfForm(this.model.state, "fire");
    const cmd = offer ? this.#fireCommand(offer) : null;
    if (!cmd || this.model.odds.why) return false;
    this.send(cmd, cmd.at);
    return true;
  }

  /** Asks for the odds whenever the attack in hand has changed. */
  #askOdds() {
    const offer = offerOfForm(this.model.state, "fire");
    const cmd = offer ? this.#fireCommand(offer) : null;
    const asked = cmd ? JSON.stringify([cmd, this.model.state.n]) : "";
    if (asked === this.#oddsAsked) return;
    this.#oddsAsked = asked;
    if (!cmd || !this.#link) {
      this.model.odds = { card: null, why: "", rule: "", asking: false };
      return;
    }
    this.model.odds = { ...this.model.odds, why: "", rule: "", asking: true };
    this.#link.odds(cmd).then((reply) => this.#odds(asked, reply));
  }

  /**
   * @param {string} asked
   * @param {import("./types.js").Reply} reply
   */
  #odds(asked, reply) {
    if (asked !== this.#oddsAsked) return;
    if (reply.t === "odds" && reply.card) this.model.odds = { card: reply.card, why: "", rule: "", asking: false };
    else if (!this.#smaller()) {
      const { rule, why } = wordsOf(reply);
      this.model.odds = { card: null, asking: false, rule, why };
    }
    this.draw();
  }

  /** If everybody together was proposed and refused, the largest group in one Location is proposed instead. */
  #smaller() {
    const { state, choice } = this.model;
    const offer = offerOfForm(state, "fire");
    if (!choice.proposed || !offer) return false;
    choice.proposed = false;
    const firers = firersOf(offer, [...choice.units]);
    const group = largestGroup(state, firers);
    if (group.length === firers.length) return false;
    choice.units = new Set(group);
    choice.director = directorsFor(offer, group)[0] ?? null;
    return true;
  }

  // ------------------------------------------------------------------------------------------------ panels and keys

  /**
   * A click somewhere in the panels: what it means is written on the element.
   * @param {DOMStringMap} data
   * @param {boolean} add
   */
  press(data, add) {
    const { choice, state } = this.model;
    if (data.verb) this.act(data.verb, { unit: data.unit, helper: data.helper, option: data.option });
    else if (data.piece) choice.togglePiece(data.piece, add);
    else if (data.firer) choice.toggleUnit(data.firer, true);
    else if (data.enemy) flip(choice.enemies, data.enemy);
    else if (data.director !== undefined) choice.director = data.director || null;
    else if (data.mode) [choice.mode, choice.target] = [data.mode, null];
    else if (data.flag) flip(choice.flags, data.flag);
    else if (data.strength) choice.mineStrength = Number(data.strength);
    else if (data.erase) this.#erase(data.erase);
    else if (data.show) this.board.show(data.show);
    else if (data.tab) this.model.tab = data.tab;
    else if (data.sheetTab) this.#sheet(data.sheetTab);
    else if (data.do) this.do(data.do);
    else return;
    if (data.firer) choice.direct(state);
    this.draw();
  }

  /** @param {string} sheet */
  #sheet(sheet) {
    this.model.sheet = this.model.sheet === sheet ? "closed" : sheet;
    if (["log", "secrets", "forces", "card"].includes(sheet)) this.model.tab = sheet;
  }

  /** @param {string} what */
  do(what) {
    const { choice } = this.model;
    if (what === "mines") {
      choice.pieces.clear();
      choice.layingMines = !choice.layingMines;
      choice.mineHex = null;
    } else if (what === "cancel-mines") choice.mineHex = null;
    else if (what === "unplace") this.unplace();
    else if (what === "help") this.help();
    else if (what === "opponent") this.toggleOpponent();
    else if (what === "labels") this.toggleLabels();
    else if (what === "zoom-in") this.zoom(1.3);
    else if (what === "zoom-out") this.zoom(1 / 1.3);
    else if (what === "zoom-all") this.zoom(0);
  }

  /** @param {string} hex */
  #erase(hex) {
    const offer = offerOfForm(this.model.state, "erase_mines");
    if (offer) this.send({ verb: offer.verb, hex }, hex);
  }

  /** Lays the minefield of the form. */
  async layMines() {
    const { choice, state } = this.model;
    const offer = offerOfForm(state, "mines");
    if (!offer || !choice.mineHex) return;
    const strength = choice.mineStrength ?? offer.strengths[0];
    if (await this.send({ verb: offer.verb, hex: choice.mineHex, strength }, choice.mineHex)) choice.mineHex = null;
    this.draw();
  }

  /**
   * Sends a line of text, the entropy of a player for one.
   * @param {string} verb
   * @param {string} line
   */
  sendLine(verb, line) {
    return line.trim() ? this.send({ verb, line: line.trim() }) : Promise.resolve(false);
  }

  unplace() {
    const { choice, state } = this.model;
    const offer = offerOfForm(state, "unplace");
    const pieces = offer ? [...choice.pieces].filter((piece) => offer.pieces.includes(piece)) : [];
    if (!offer || !pieces.length) return false;
    this.send({ verb: offer.verb, pieces });
    choice.pieces.clear();
    return true;
  }

  /**
   * @param {number} index
   * @returns {boolean}
   */
  optionAt(index) {
    const offer = offerOfForm(this.model.state, "choice");
    const option = offer?.options[index];
    if (!offer || !option) return false;
    this.act(offer.verb, { option: option.id });
    return true;
  }

  /** @param {"up" | "down" | "left" | "right"} way */
  moveCursor(way) {
    const { places } = this.model;
    const from = places.byId.get(this.#cursor ?? "") ?? places.nearest(...this.board.view.toPicture(...middle(byId("board"))));
    if (!from) return;
    if (way === "up" || way === "down" || !this.#cursor) this.#line = from.y;
    const to = this.#cursor ? places.step(from, way, this.#line || from.y) : from;
    if (way === "up" || way === "down") this.#line = to.y;
    this.#cursor = to.id;
    byId("board").focus({ preventScroll: true });
    this.#byKeys = true;
    this.board.view.reveal(to.x, to.y);
    this.#announce(this.#describe(to.id), false);
    this.#tell(to.id);
    this.draw();
  }

  /** Enter at the cursor: an act if one is offered there, or else the top counter that can act, or a look. */
  enter() {
    const { choice, state } = this.model;
    if (choice.option) {
      const offer = offerOfForm(state, "choice");
      if (offer) this.act(offer.verb);
      return true;
    }
    if (choice.mineHex) {
      this.layMines();
      return true;
    }
    const at = this.#cursor;
    if (!at) return false;
    if (choice.target && hexOf(choice.target) === at && this.fire()) return true;
    const top = [...(stacks(state, this.model.asOpponent).get(at) ?? [])].reverse().map((face) => `${face.k}:${face.id}`);
    const busy = choice.units.size > 0 || choice.pieces.size > 0 || choice.layingMines;
    if (busy || !top.some((key) => this.#tapCounter(key, at, false))) this.tapHex(at);
    this.draw();
    return true;
  }

  escape() {
    this.roll.hide();
    this.board.say(null);
    this.model.refusal = null;
    this.model.choice.back();
    this.draw();
    return true;
  }

  /**
   * The next counter of one's own that can act; past the last, Tab goes on through the page.
   * @param {boolean} backwards
   * @returns {boolean}
   */
  nextAble(backwards) {
    const { state, choice, places } = this.model;
    const ids = [...actors(state)];
    if (!ids.length) return false;
    const at = ids.findIndex((id) => choice.units.has(id));
    const id = ids[at < 0 && backwards ? ids.length - 1 : at + (backwards ? -1 : 1)];
    if (!id) return false;
    choice.toggleUnit(id, false);
    choice.direct(state);
    const hex = places.hex(placeOf(state, id));
    if (hex) {
      this.#cursor = hex.id;
      this.board.view.reveal(hex.x, hex.y);
    }
    const face = state.faces.get(`unit:${id}`) ?? state.faces.get(`weapon:${id}`);
    if (face) this.#announce(`${spoken(face)} in ${places.name(placeOf(state, id))}`, false);
    this.draw();
    return true;
  }

  fanAtCursor() {
    this.model.choice.fan = this.model.choice.fan ? null : this.#cursor;
    this.draw();
    return true;
  }

  /** @param {number} factor  0 shows the whole board */
  zoom(factor) {
    if (factor) this.board.view.zoom(factor);
    else this.board.view.whole();
    return true;
  }

  toggleLabels() {
    this.#labels = !this.#labels;
    this.draw();
    return true;
  }

  /** Hides on this page what the opponent cannot see; changes nothing else. */
  toggleOpponent() {
    if (!mySide(this.model.state)) return false;
    this.model.asOpponent = !this.model.asOpponent;
    this.draw();
    return true;
  }

  /** @param {number} by */
  replayStep(by) {
    this.#replay?.step(by);
    return this.#replay !== null;
  }

  help() {
    /** @type {HTMLDialogElement} */ (byId("help")).showModal();
    return true;
  }

  /**
   * @param {string} words
   * @param {boolean} urgent
   */
  #announce(words, urgent) {
    byId(urgent ? "say-urgent" : "say").textContent = words;
  }
}

/**
 * @param {Set<string>} set
 * @param {string} value
 */
function flip(set, value) {
  if (!set.delete(value)) set.add(value);
}

/** @param {HTMLElement} node @returns {[number, number]} */
function middle(node) {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/**
 * Where a setup may begin, to open the board there.
 * @param {import("./store.js").State} state
 * @returns {string[]}
 */
function areaStart(state) {
  const area = offerOfForm(state, "place")?.groups[0]?.area ?? [];
  return area.length ? [area[Math.floor(area.length / 2)]] : [];
}

/**
 * A refusal in words for a player.
 * @param {import("./types.js").Reply} reply
 * @returns {{rule: string, why: string, halted?: boolean}}
 */
function wordsOf(reply) {
  if (reply.code === "stale") return { rule: "", why: "Something changed while you chose. Look again; nothing was done." };
  return { rule: reply.rule ?? "", why: reply.why || "That is not possible now.", halted: reply.code === "closed" };
}
