/** A path planned hex by hex, and the Locations within reach: drawn and asked about here, moved only by commands. */

import { gettext } from "./gettext.js";
import { counterOf, facesOf, mySide } from "./store.js";
import { destinations, flagKey, plannedOffer } from "./offers.js";
import { hexOf } from "./places.js";
import { placeOf } from "./scene.js";
import { wordsOf } from "./commands.js";

/** @typedef {import("./types.js").PathCard} PathCard */
/** @typedef {import("./types.js").ReachCard} ReachCard */
/** @typedef {import("./pointer.js").Tap} Tap */
/** @typedef {{to: string, way: string | null}} Leg */
/**
 * @typedef {{on: boolean, units: string[], start: string | null, legs: Leg[], card: PathCard | null, why: string,
 *   rule: string, asking: boolean}} RouteState
 * @typedef {{on: boolean, card: ReachCard | null, why: string, rule: string}} ReachState
 */

/** A hex is meant only where the pointer comes this near to its middle, as a part of its height. */
const NEAR = 0.4;
/** Picture units between the points of a stroke that are looked at. */
const GRAIN = 6;

/** @returns {RouteState} */
export function noRoute() {
  return { on: false, units: [], start: null, legs: [], card: null, why: "", rule: "", asking: false };
}

/** @returns {ReachState} */
export function noReach() {
  return { on: false, card: null, why: "", rule: "" };
}

export class Route {
  /** @type {{x: number, y: number} | null} where a stroke has come to */
  #last = null;

  /**
   * @param {import("./table.js").Desk} desk
   * @param {import("./questions.js").Questions} questions
   * @param {import("./commands.js").Commands} commands
   */
  constructor(desk, questions, commands) {
    this.desk = desk;
    this.model = desk.model;
    this.questions = questions;
    this.commands = commands;
  }

  /** Takes the planning up for the chosen counters, or lays it down. */
  toggle() {
    const { route, choice, state } = this.model;
    if (!mySide(state) || this.model.link === "replay") return false;
    this.model.route = noRoute();
    if (!route.on) {
      this.model.route.on = true;
      this.#take([...choice.units]);
      this.model.sheet = "now";
      this.desk.announce(gettext("Planning a path. Choose hex by hex."), false);
    }
    this.desk.draw();
    return true;
  }

  toggleReach() {
    const { reach, state } = this.model;
    if (!mySide(state) || this.model.link === "replay") return false;
    this.model.reach = { ...noReach(), on: !reach.on };
    this.desk.announce(this.model.reach.on ? gettext("MF left shown.") : gettext("MF left hidden."), false);
    this.desk.draw();
    return true;
  }

  /** Takes back the last step; without any the planning is laid down. */
  back() {
    const { route } = this.model;
    if (route.legs.length) route.legs.pop();
    else this.model.route = noRoute();
  }

  /**
   * Counters of one's own, of one Location, begin a path.
   * @param {string[]} ids
   */
  #take(ids) {
    const { state, route } = this.model;
    const own = ids.filter((id) => state.faces.get(`unit:${id}`)?.side === mySide(state));
    const start = own.length ? placeOf(state, own[0]) : null;
    Object.assign(route, { units: own.filter((id) => placeOf(state, id) === start), start, legs: [] });
  }

  /**
   * Goes on to a hex or Location: back to a step already planned, or one further.
   * @param {string} place
   */
  extend(place) {
    const { route } = this.model;
    if (!route.units.length) return;
    const hex = hexOf(place);
    const before = route.legs.findIndex((leg) => hexOf(leg.to) === hex);
    const atStart = hexOf(route.start ?? "") === hex && !place.includes("/");
    if (atStart) route.legs = [];
    else if (before >= 0 && !place.includes("/")) route.legs = route.legs.slice(0, before + 1);
    else route.legs = [...route.legs, { to: place, way: null }];
    this.desk.draw();
  }

  /**
   * Another Location of the hex where the path ends: entered instead if it can be, or else by the stairs from there.
   * @param {number} by
   */
  climb(by) {
    const { route, places } = this.model;
    const last = route.legs.at(-1);
    const step = route.asking ? undefined : route.card?.steps[route.legs.length - 1];
    const at = step?.to ?? last?.to ?? route.start;
    const here = (places.hex(at ?? "")?.locations ?? []).map((one) => one.id);
    const next = here[here.indexOf(at ?? "") + by];
    if (!route.on || !next) return route.on;
    if (last && step?.others.includes(next)) route.legs = [...route.legs.slice(0, -1), { to: next, way: null }];
    else route.legs = [...route.legs, { to: next, way: null }];
    this.desk.draw();
    return true;
  }

  /**
   * By road or by the terrain at a step where there is the choice.
   * @param {number} index
   */
  turn(index) {
    const { route } = this.model;
    const step = route.card?.steps[index];
    const other = step && otherWay(step);
    if (other) route.legs = route.legs.map((leg, at) => (at === index ? { ...leg, way: other.way } : leg));
  }

  /**
   * Another Location of its hex at a step.
   * @param {number} index
   * @param {string} to
   */
  instead(index, to) {
    const { route } = this.model;
    route.legs = route.legs.map((leg, at) => (at === index ? { to, way: null } : leg));
  }

  /**
   * Sends the path as one move: its first step, and how the units go on by themselves. Then the server has it.
   * @param {boolean} thenStop  whether they stop at its end, or their player is asked there
   */
  async go(thenStop) {
    const { route } = this.model;
    const cmd = wholeMove(this.model, thenStop);
    if (!cmd) return;
    const sent = await this.commands.send(cmd, cmd.to);
    if (sent && this.model.route === route) this.model.route = noRoute();
    this.desk.draw();
  }

  /** Sends the first step of the path alone. */
  async step() {
    const { route, state } = this.model;
    const cmd = firstMove(this.model);
    if (!cmd) return;
    await this.commands.send(cmd, cmd.to);
    if (this.model.route === route && this.model.state === state) this.desk.draw();
  }

  /** After every bulletin: what has been walked is no longer planned, and nobody goes who is not there. */
  settle() {
    const { route, state } = this.model;
    if (!route.on) return;
    const at = route.units.map((id) => counterOf(state, id)?.at);
    if (!route.units.length || at.every((place) => place === route.start)) return;
    const [first] = route.card?.steps ?? [];
    if (first && at.every((place) => place === first.to)) Object.assign(route, { start: first.to, legs: route.legs.slice(1), card: null });
    else this.model.route = noRoute();
  }

  /** Asks whenever path, counters or position have changed. */
  ask() {
    this.#askPath();
    this.#askReach();
  }

  #askPath() {
    const { route } = this.model;
    const frame = route.on && route.units.length && route.legs.length ? { t: "path", units: route.units, legs: route.legs } : null;
    if (!frame) Object.assign(route, { card: null, why: "", rule: "" });
    const key = JSON.stringify([this.model.state.n, frame]);
    if (key !== this.#asked) route.asking = frame !== null;
    this.#asked = key;
    this.questions.ask("path", frame, (reply) => {
      const { rule, why } = reply.t === "path" ? { rule: "", why: "" } : wordsOf(reply);
      Object.assign(this.model.route, { card: reply.t === "path" ? reply.card : null, rule, why, asking: false });
      this.#speak();
      this.desk.draw();
    });
  }

  #asked = "";

  #askReach() {
    const { reach, route, choice, state } = this.model;
    const chosen = [...choice.units].filter((id) => state.faces.has(`unit:${id}`));
    const units = chosen.length ? chosen : route.units;
    const frame = reach.on && units.length ? { t: "reach", units } : null;
    if (!frame) Object.assign(reach, { card: null, why: "", rule: "" });
    this.questions.ask("reach", frame, (reply) => {
      const { rule, why } = reply.t === "reach" ? { rule: "", why: "" } : wordsOf(reply);
      Object.assign(this.model.reach, { card: reply.t === "reach" ? reply.card : null, rule, why });
      this.desk.draw();
    });
  }

  #speak() {
    const { card } = this.model.route;
    const last = card?.steps.at(-1);
    if (card?.barred) this.desk.announce(`${card.barred.why} ${card.barred.rule}`, false);
    else if (last) this.desk.announce(`${gettext("%(place)s, %(n)s %(points)s, %(left)s left", { place: this.model.places.name(last.to), n: last.points, points: card?.measure ?? "", left: last.left })}${last.threats.map((one) => `, ${one.text}`).join("")}`, false);
  }

  /**
   * What the pointer means while a path is planned, and what a counter's drag from hex to hex plans.
   * @param {import("./pointer.js").Gestures} others
   * @returns {import("./pointer.js").Gestures}
   */
  over(others) {
    const on = () => this.model.route.on;
    return {
      ...others,
      tap: (tap) => (on() && !tap.long ? this.#tapped(tap) : others.tap(tap)),
      twice: (tap) => (on() ? this.#tapped(tap) : others.twice(tap)),
      mayDrag: (key) => !this.#startsAt(key) && others.mayDrag(key),
      draws: (key) => on() || this.#startsAt(key) || others.draws(key),
      stroke: (from, to, pen) => this.#stroke(from, to, pen, others),
    };
  }

  /**
   * Whether a drag that begins on this counter is a move.
   * @param {string | null} key
   */
  #startsAt(key) {
    const { state } = this.model;
    const offer = plannedOffer(state);
    return Boolean(key && offer?.units[key.slice(key.indexOf(":") + 1)]);
  }

  /** @param {Tap} tap */
  #tapped(tap) {
    const { state, places, route } = this.model;
    const hex = places.at(tap.x, tap.y);
    const id = tap.key?.startsWith("unit:") ? tap.key.slice(5) : "";
    const own = id && state.faces.get(`unit:${id}`)?.side === mySide(state) && !route.legs.length;
    if (own && (!route.units.length || placeOf(state, id) !== route.start || tap.add)) this.#take(tap.add ? [...route.units, id] : this.#with(id));
    else if (hex) {
      this.desk.cursor.put(hex.id);
      this.extend(hex.id);
    }
    this.desk.draw();
  }

  /**
   * A counter with everybody of its side who stands there and is chosen, or it alone.
   * @param {string} id
   */
  #with(id) {
    const { choice, state } = this.model;
    const at = placeOf(state, id);
    const group = facesOf(state, "unit").filter((face) => face.at === at && choice.units.has(face.id)).map((face) => face.id);
    return group.includes(id) ? group : [id];
  }

  /**
   * A path drawn in one stroke. One step alone is a move at once, as if the hex had been clicked.
   * @param {Tap} from
   * @param {Tap} to
   * @param {import("./pointer.js").Pen} pen
   * @param {import("./pointer.js").Gestures} others
   */
  #stroke(from, to, pen, others) {
    if (!this.#last) {
      if (pen !== "on" || !this.#begin(from)) return;
      this.#last = { x: from.x, y: from.y };
    }
    this.#draw(this.#last, to);
    const end = this.model.places.at(to.x, to.y);
    if (pen === "done" && end) this.#reached(end.id);
    this.#last = pen === "on" ? { x: to.x, y: to.y } : null;
    if (pen !== "on" && !this.#planned) this.#lift(from, to, pen, others);
    this.desk.draw();
  }

  /**
   * @param {Tap} from
   * @param {Tap} to
   * @param {import("./pointer.js").Pen} pen
   * @param {import("./pointer.js").Gestures} others
   */
  #lift(from, to, pen, others) {
    const { legs } = this.model.route;
    if (pen === "done" && legs.length > 1) {
      this.model.sheet = "now";
      return;
    }
    this.model.route = noRoute();
    if (pen === "done" && legs.length && from.key) others.drop(from.key, to.x, to.y);
  }

  /** Whether the planning had been taken up before the stroke. */
  #planned = false;

  /** @param {Tap} from */
  #begin(from) {
    const { route, choice } = this.model;
    this.#planned = route.on;
    const id = from.key?.slice(from.key.indexOf(":") + 1) ?? "";
    if (route.on && route.units.length && route.legs.length) return true;
    if (!route.on) this.model.route = { ...noRoute(), on: true };
    if (this.#startsAt(from.key) && !choice.units.has(id)) choice.toggleUnit(id, false);
    choice.fan = null;
    if (!this.model.route.units.length) this.#take(choice.units.size ? [...choice.units] : [id]);
    return this.model.route.units.length > 0;
  }

  /**
   * @param {{x: number, y: number}} from
   * @param {{x: number, y: number}} to
   */
  #draw(from, to) {
    const { places } = this.model;
    const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / GRAIN));
    for (let at = 1; at <= count; at += 1) {
      const [x, y] = [from.x + ((to.x - from.x) * at) / count, from.y + ((to.y - from.y) * at) / count];
      const hex = places.at(x, y);
      if (hex && Math.hypot(hex.x - x, hex.y - y) < places.board.hex.h * NEAR) this.#reached(hex.id);
    }
  }

  /** @param {string} hex */
  #reached(hex) {
    const { route } = this.model;
    const end = hexOf(route.legs.at(-1)?.to ?? route.start ?? "");
    if (end !== hex) this.extend(hex);
  }
}

/**
 * The path that one's own units go on by, as the server has it: drawn like one that is planned.
 * @param {import("./store.js").State} state
 * @returns {RouteState}
 */
export function walkedRoute(state) {
  const [plan] = facesOf(state, "planned_move");
  const start = plan && placeOf(state, plan.units[0]);
  if (!plan || !start) return noRoute();
  return { ...noRoute(), units: plan.units, start, legs: plan.to.map((/** @type {string} */ to) => ({ to, way: null })) };
}

/**
 * The planned path as one command, null unless its first step is offered now and all of it can be walked.
 * @param {import("./types.js").Model} model
 * @param {boolean} thenStop
 * @returns {import("./types.js").Command | null}
 */
export function wholeMove(model, thenStop) {
  const first = firstMove(model);
  const { card } = model.route;
  if (!first || !card || card.barred || card.steps.length < 2) return first;
  const [, ...rest] = card.steps.flatMap((step) => step.commands);
  const stop = thenStop ? [{ verb: plannedOffer(model.state)?.planned }] : [];
  return { ...first, then: [...rest, ...stop] };
}

/**
 * The way into a Location that could be chosen instead of that of a step; the next, where there are several.
 * @param {import("./types.js").PathStep} step
 */
export function otherWay(step) {
  const at = step.ways.findIndex((one) => one.way === step.way);
  return step.ways.length > 1 ? step.ways[(at + 1) % step.ways.length] : undefined;
}

/**
 * The command that makes the first step of the planned path, null unless it is offered now.
 * @param {import("./types.js").Model} model
 * @returns {import("./types.js").Command | null}
 */
export function firstMove({ route, state }) {
  const offer = plannedOffer(state);
  const [step] = route.card?.steps ?? [];
  const [command] = step?.commands ?? [];
  if (!offer || !command || command.verb !== offer.verb || hexOf(route.legs[0]?.to ?? "") !== hexOf(step.to)) return null;
  const said = (offer.flags ?? []).filter((/** @type {any} */ flag) => flag.value !== undefined && command[flag.name] === flag.value);
  const flags = new Set(step.ways.length ? said.map(flagKey) : []);
  return destinations(offer, route.units, flags).has(step.to) ? command : null;
}
