/** What a tap, a drag or a box on the board means: a counter chosen, a hex aimed at, a piece put down. */

import { gettext } from "./gettext.js";
import { actors, aimedOffer, areaFor, choosable, destinations, fireTargets, goCommand, inHex, offerOfForm, placeInHand } from "./offers.js";
import { byId, h } from "./dom.js";
import { flip } from "./selection.js";
import { hexOf } from "./places.js";
import { fillerOf, numberedSlot, rowsOnBoard, stacksInHand, vertexInHand } from "./slots.js";
import { placeOf, placeOfKey, standsAt } from "./scene.js";
import { settingUp } from "./setup.js";
import { stacks } from "./stacks.js";
import { strungOver } from "./words.js";

/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./pointer.js").Tap} Tap */

/** How long the pointer rests on a stack, in milliseconds, before it shows what is in it. */
const REST = 450;
/** As many things may be asked about at their place. */
const MOST_BUTTONS = 12;

export class Taps {
  #left = false;
  /** @type {string | null} hex under the pointer */
  #over = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #leaving = undefined;

  /**
   * @param {import("./table.js").Desk} desk
   * @param {import("./commands.js").Commands} commands
   * @param {import("./attack.js").Attack} attack
   * @param {import("./cursor.js").Cursor} cursor
   */
  constructor(desk, commands, attack, cursor) {
    this.desk = desk;
    this.model = desk.model;
    this.commands = commands;
    this.attack = attack;
    this.cursor = cursor;
  }

  /** @returns {import("./pointer.js").Gestures} */
  gestures() {
    return {
      tap: (tap) => this.#tap(tap),
      twice: (tap) => this.#wholeStack(tap),
      draws: () => false,
      stroke: () => undefined,
      mayDrag: (key) => this.#mayDrag(key),
      drag: (key, x, y) => this.desk.board.lead({ from: placeOfKey(this.model.state, key), x, y }),
      drop: (key, x, y) => this.#drop(key, x, y),
      box: (x1, y1, x2, y2, done) => this.#box([x1, y1, x2, y2], done),
      hover: (at) => this.#pointed(at),
      leave: () => this.#gone(),
    };
  }

  /** @param {Tap} tap */
  #tap(tap) {
    const { choice, places } = this.model;
    if (tap.inFan && !tap.key) return;
    clearTimeout(this.#resting);
    this.desk.board.peek(null);
    const hex = places.at(tap.x, tap.y);
    byId("board").focus({ preventScroll: true });
    this.desk.board.say(null);
    this.model.refusal = null;
    if (this.#tapForVertex(tap)) return;
    const at = tap.key ? placeOfKey(this.model.state, tap.key, hex?.id) : hex?.id;
    if (!at) return;
    this.cursor.put(at);
    if (tap.long) choice.fan = at;
    else if (tap.key && !tap.add && this.#opens(tap.key, at)) choice.fan = at;
    else if (tap.key && this.tapCounter(tap.key, at, tap.add)) choice.fan = choice.fan === at ? at : null;
    else {
      choice.fan = null;
      this.tapHex(at);
    }
    this.desk.draw();
  }

  /**
   * A vertex is chosen of the hex in hand, by a tap near it.
   * @param {Tap} tap
   */
  #tapForVertex(tap) {
    const { state, choice, places } = this.model;
    const asked = vertexInHand(state, choice);
    const hex = asked && places.hex(asked.at);
    const vertex = hex ? places.vertexNear(hex, asked.values, tap.x, tap.y) : null;
    if (!asked || vertex === null) return false;
    this.commands.fill(asked.offer, asked.slot, vertex);
    this.desk.draw();
    return true;
  }

  /**
   * Whether a tap opens the stack: its counter is chosen already and there is more below. At the first tap it stays
   * closed, since the ring would hide the places that counter may go to.
   * @param {string} key
   * @param {string} hex
   */
  #opens(key, hex) {
    const { choice, state } = this.model;
    const id = key.slice(key.indexOf(":") + 1);
    const chosen = choice.units.has(id) || choice.enemies.has(id) || choice.pieces.has(state.faces.get(key)?.piece);
    return chosen && choice.fan !== hex && (stacks(state, this.model.asOpponent).get(hex) ?? []).length > 1;
  }

  /**
   * @param {string} key
   * @param {string} at  the counter's hex
   * @param {boolean} add
   * @returns {boolean} whether the counter was chosen, rather than its hex
   */
  tapCounter(key, at, add) {
    const { state, choice } = this.model;
    const [kind, id] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
    if (kind === "placement") return this.#tapPlacement(id, add);
    if (kind === "mine_record" && settingUp(this.model)) return false;
    if (!add && this.#takesStack(at)) return true;
    const cc = offerOfForm(state, "cc");
    if (cc?.targets.includes(id)) {
      flip(choice.enemies, id);
      return true;
    }
    if (!choosable(state).has(id) || this.#isTarget(at, id)) return false;
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
    if (meansHex || this.model.choice.layingMines || this.model.choice.mode) return false;
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
    else if (this.#takesStack(hex) || this.#tapForSlots(hex)) return;
    else if (!this.#tapForAim(hex)) {
      if (choice.units.size && !state.now?.units.length) choice.units.clear();
      choice.inspect = hex;
      if (this.#hasCard(hex)) this.model.sheet = "stack";
    }
  }

  /**
   * Whether something is in a hex of which more is to be read than its counter says: a fording line, or a boat. On a
   * narrow screen the sheet that says it comes to the front.
   * @param {string} hex
   */
  #hasCard(hex) {
    const there = stacks(this.model.state, this.model.asOpponent).get(hex) ?? [];
    return strungOver(this.model, hex).length > 0 || there.some((face) => face.letters === "BOAT");
  }

  /**
   * Where an errand in hand is offered in several places, this one is meant.
   * @param {string} hex
   */
  #takesStack(hex) {
    const { state, choice } = this.model;
    const stacks = stacksInHand(state, choice).filter((one) => hexOf(one.at) === hex);
    if (!stacks.length) return false;
    this.#pickLevel(stacks.map((one) => one.at), (at) => {
      choice.units = new Set(stacks.find((one) => one.at === at)?.units);
      choice.inspect = hex;
      this.desk.draw();
    });
    return true;
  }

  /** @param {string} hex */
  #tapForMines(hex) {
    const offer = offerOfForm(this.model.state, "mines");
    if (!offer) return;
    if (offer.hexes.includes(hex)) {
      this.model.choice.mineHex = hex;
      this.model.sheet = "now";
      return;
    }
    const [rule, why] = offer.why_not?.[hex] ?? ["", gettext("No minefield may be recorded here.")];
    this.commands.refused({ rule, why }, hex);
  }

  /** @param {string} hex */
  #tapForPieces(hex) {
    const { state, choice } = this.model;
    const offer = offerOfForm(state, "place");
    if (!offer) return;
    const pieces = [...choice.pieces];
    const spots = inHex(areaFor(offer, pieces), hex);
    if (!spots.length) this.commands.refused({ rule: "", why: gettext("Outside the area where these may set up.") }, hex);
    else this.#pickLevel(spots, (to) => this.#place(offer, pieces, to));
  }

  /**
   * @param {Offer} offer
   * @param {string[]} pieces
   * @param {string} to
   */
  async #place(offer, pieces, to) {
    if (await this.commands.send({ verb: offer.verb, pieces, to }, to)) this.model.choice.pieces.clear();
    this.desk.draw();
  }

  /**
   * A row of a list whose place it is: marked, and done when it is tapped again, during setup at once. Or the place that a
   * form asks for.
   * @param {string} hex
   */
  #tapForSlots(hex) {
    const { state, choice } = this.model;
    const rows = rowsOnBoard(state, choice).filter((row) => hexOf(row.at) === hex);
    const [first] = rows;
    if (first) {
      if (rows.length === 1 && (choice.row === first.key || settingUp(this.model))) this.commands.act(first.offer, first.filled);
      choice.row = first.key;
      return true;
    }
    const form = placeInHand(state, choice);
    const spots = form ? inHex(form.places, hex) : [];
    if (!form || !spots.length) return false;
    this.#pickLevel(spots, (at) => {
      this.commands.fill(form.offer, form.slot, at);
      if (settingUp(this.model)) this.#askNumber(at);
      this.desk.draw();
    });
    return true;
  }

  /**
   * During setup the number or the thing that is still to be chosen for a place is asked for there.
   * @param {string} at
   */
  #askNumber(at) {
    const next = numberedSlot(this.model.state, this.model.choice);
    if (!next || next.values.length > MOST_BUTTONS) return;
    const { offer, slot, values } = next;
    if (slot.kind === "vertex") {
      this.desk.announce(gettext("Choose a vertex of %(place)s, or press its number.", { place: this.model.places.name(at) }), false);
      return;
    }
    const labels = values.map((value) => (value === null ? slot.empty : fillerOf(slot, value).label) || String(value));
    this.#askAt(at, values, labels, (value) => this.commands.fill(offer, slot, value));
  }

  /**
   * Buttons at a place, of which one is chosen.
   * @param {string} at
   * @param {any[]} values
   * @param {string[]} labels
   * @param {(value: any) => void} then
   */
  #askAt(at, values, labels, then) {
    this.desk.board.say(at, ...values.map((value, index) => {
      const button = h("button", { type: "button", class: "button", "data-value": String(value) }, labels[index]);
      button.addEventListener("click", () => {
        this.desk.board.say(null);
        then(value);
      });
      return button;
    }));
  }

  /** @param {string} hex */
  #tapForAim(hex) {
    const { state, choice } = this.model;
    const units = [...choice.units];
    const offer = aimedOffer(state, units, choice.mode);
    if (offer?.form === "units_to" && units.length) {
      const spots = inHex(destinations(offer, units, choice.flags).keys(), hex);
      if (!spots.length) return false;
      this.#pickLevel(spots, (to) => this.#go(offer, units, to), destinations(offer, units, choice.flags));
      return true;
    }
    if (offer?.form !== "fire") return false;
    const spots = inHex(fireTargets(offer, units), hex);
    if (!spots.length) return false;
    this.#pickLevel(spots, (at) => this.attack.aim(offer, at));
    return true;
  }

  /**
   * The chosen counters go to a Location that is offered to them.
   * @param {string} to
   */
  goTo(to) {
    const units = [...this.model.choice.units];
    const offer = aimedOffer(this.model.state, units, this.model.choice.mode);
    if (offer?.form === "units_to") this.#go(offer, units, to);
  }

  /**
   * @param {Offer} offer
   * @param {string[]} units
   * @param {string} to
   */
  async #go(offer, units, to) {
    const { choice } = this.model;
    if (!(await this.commands.send(goCommand(offer, units, to, choice.flags), to))) return;
    choice.inspect = hexOf(to);
    this.desk.draw();
  }

  /**
   * One Location of a hex, asked for only if there are several.
   * @param {string[]} spots
   * @param {(place: string) => void} then
   * @param {Map<string, string>} [notes]  what is said of each
   */
  #pickLevel(spots, then, notes) {
    if (spots.length === 1) {
      then(spots[0]);
      return;
    }
    const buttons = spots.map((place) => {
      const button = h("button", { type: "button", class: "button", "data-location": place }, this.#levelName(place), notes?.get(place) ? h("span", { class: "quiet" }, ` ${notes.get(place)}`) : null);
      button.addEventListener("click", () => {
        this.desk.board.say(null);
        then(place);
      });
      return button;
    });
    this.desk.board.say(spots[0], ...buttons);
  }

  /**
   * A Location among others of its hex.
   * @param {string} place
   */
  #levelName(place) {
    const { places } = this.model;
    return places.location(place)?.mark ? places.name(place) : gettext("%(place)s ground", { place: places.name(place) });
  }

  /** @param {Tap} tap */
  #wholeStack(tap) {
    const at = tap.key ? placeOfKey(this.model.state, tap.key) : this.model.choice.fan;
    if (at) this.#chooseAll([at]);
  }

  /**
   * Chooses everybody in these hexes that can act in the same way.
   * @param {string[]} hexes
   */
  #chooseAll(hexes) {
    const { state, choice } = this.model;
    const able = [...actors(state)].filter((id) => hexes.includes(hexOf(standsAt(state, id))));
    if (!able.length) return;
    choice.units = new Set(able);
    choice.fan = null;
    const offer = aimedOffer(state, able, choice.mode) ?? aimedOffer(state, [able[0]], choice.mode);
    if (offer?.form === "units_to") choice.units = new Set(able.filter((id) => offer.units[id]));
    choice.direct(state);
    this.desk.draw();
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
    this.desk.board.lead(null);
    const hex = this.model.places.at(x, y);
    const { choice } = this.model;
    const id = key.slice(key.indexOf(":") + 1);
    if (!hex || hex.id === placeOfKey(this.model.state, key)) return;
    choice.fan = null;
    if (key.startsWith("placement:")) {
      const face = this.model.state.faces.get(key);
      if (face && !choice.pieces.has(face.piece)) choice.pieces = new Set([face.piece]);
    } else if (!choice.units.has(id)) choice.toggleUnit(id, false);
    this.tapHex(hex.id);
    this.desk.draw();
  }

  /**
   * A piece from the tray let go over the board.
   * @param {string} piece
   * @param {number} clientX
   * @param {number} clientY
   */
  dropPiece(piece, clientX, clientY) {
    const hex = this.model.places.at(...this.desk.board.view.toPicture(clientX, clientY));
    if (!hex) return;
    const { choice } = this.model;
    if (!choice.pieces.has(piece)) choice.pieces = new Set([piece]);
    this.tapHex(hex.id);
    this.desk.draw();
  }

  /**
   * @param {[number, number, number, number]} corners
   * @param {boolean} done
   */
  #box(corners, done) {
    this.desk.board.band(done ? null : corners);
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
    const hex = this.model.places.at(tap.x, tap.y)?.id;
    const at = tap.key ? placeOfKey(this.model.state, tap.key, hex) : hex;
    this.cursor.tell(at ?? null);
    this.#lookInto(at ?? null);
    if (!this.model.choice.fan || tap.inFan) clearTimeout(this.#leaving);
    else if (!tap.inFan && !this.#left) this.#leaving = setTimeout(() => this.#closeFan(), 350);
    this.#left = this.model.choice.fan !== null && !tap.inFan;
  }

  /**
   * A stack that the pointer rests on shows what is in it.
   * @param {string | null} at
   */
  #lookInto(at) {
    if (at === this.#over) return;
    this.#over = at;
    clearTimeout(this.#resting);
    this.desk.board.peek(null);
    if (at) this.#resting = setTimeout(() => this.#peek(at), REST);
  }

  /** @param {string} at */
  #peek(at) {
    const faces = stacks(this.model.state, this.model.asOpponent).get(at) ?? [];
    if (faces.length > 1 && this.model.choice.fan === null && !this.model.thread.on && !this.model.route.on) this.desk.board.peek(at, [...faces].reverse());
  }

  #gone() {
    this.cursor.tell(null);
    this.#lookInto(null);
  }

  #closeFan() {
    this.model.choice.fan = null;
    this.desk.draw();
  }
}
