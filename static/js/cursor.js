/** The hex cursor: where the keyboard is on the board, and what is told of the hex under it or the pointer. */

import { gettext } from "./gettext.js";
import { byId, patch } from "./dom.js";
import { actors } from "./offers.js";
import { describe, hexCard } from "./words.js";
import { beforeOf } from "./places.js";
import { placeOf, standsAt } from "./scene.js";
import { spoken } from "./counters.js";

export class Cursor {
  /** @type {string | null} hex id */
  at = null;
  /** Whether it was last moved by the keyboard, and so is to be drawn. */
  seen = false;
  #line = 0;
  /** @type {string | null} hex of which is told */
  #told = null;

  /** @param {import("./table.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.model = desk.model;
  }

  /**
   * Follows the pointer, unseen.
   * @param {string} hex
   */
  put(hex) {
    this.at = hex;
    this.seen = false;
  }

  /** @param {"up" | "down" | "left" | "right"} way */
  move(way) {
    const { places } = this.model;
    const edge = places.byId.get(beforeOf(this.at ?? "") ?? "");
    if (edge) {
      this.#line = edge.y;
      this.#go(edge);
      return;
    }
    const from = places.byId.get(this.at ?? "") ?? this.#start();
    if (!from) return;
    if (way === "up" || way === "down" || !this.at) this.#line = from.y;
    const to = this.at ? places.step(from, way, this.#line || from.y) : from;
    if (way === "up" || way === "down") this.#line = to.y;
    this.#go(to);
  }

  /** @param {import("./types.js").HexData} to */
  #go(to) {
    this.at = to.id;
    byId("board").focus({ preventScroll: true });
    this.seen = true;
    this.desk.board.view.reveal(to.x, to.y);
    this.desk.announce(`${describe(this.model, to.id)}${offeredAt(this.desk.board.lit(to.id))}`, false);
    this.tell(to.id);
    this.desk.thread.follow(to.id);
    this.desk.draw();
  }

  /** Where the cursor begins: at what is offered, at what is asked about, or in the middle of what is seen. */
  #start() {
    const { state, places } = this.model;
    const marks = [...this.desk.board.offered(), ...(state.now?.focus ?? []), ...[...actors(state)].map((id) => placeOf(state, id))];
    const first = marks.map((place) => places.hex(place)).find((hex) => hex !== undefined);
    return first ?? places.nearest(...this.desk.board.view.toPicture(...middle(byId("board"))));
  }

  /**
   * The next of the places that are lit, in the order in which they are offered.
   * @param {boolean} backwards
   * @returns {boolean} whether there is one
   */
  nextOffered(backwards) {
    const lit = this.desk.board.offered();
    if (!lit.length) return false;
    const at = lit.indexOf(this.at ?? "");
    const next = at < 0 ? (backwards ? lit.length - 1 : 0) : (at + (backwards ? -1 : 1) + lit.length) % lit.length;
    const hex = this.model.places.byId.get(lit[next]);
    if (hex) this.#go(hex);
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
    if (!ids.length) return this.#pastLast(backwards) ? false : this.nextOffered(backwards);
    const last = ids.findIndex((id) => choice.units.has(id));
    const id = ids[last < 0 && backwards ? ids.length - 1 : last + (backwards ? -1 : 1)];
    if (!id) return false;
    choice.toggleUnit(id, false);
    choice.direct(state);
    const at = standsAt(state, id);
    const hex = places.hex(at);
    if (hex) {
      this.at = hex.id;
      this.desk.board.view.reveal(hex.x, hex.y);
    }
    const face = state.faces.get(`unit:${id}`) ?? state.faces.get(`weapon:${id}`);
    const isOff = beforeOf(at) !== null;
    if (face) this.desk.announce(isOff ? `${spoken(face)}, ${places.name(at)}` : gettext("%(counter)s in %(place)s", { counter: spoken(face), place: places.name(at) }), false);
    this.desk.draw();
    return true;
  }

  /**
   * Whether Tab has come to the end of the places that are lit, and goes on through the page.
   * @param {boolean} backwards
   */
  #pastLast(backwards) {
    const lit = this.desk.board.offered();
    return !lit.length || this.at === lit[backwards ? 0 : lit.length - 1];
  }

  /** Who stands there may have gone meanwhile. */
  retell() {
    this.tell(this.#told);
  }

  /** @param {string | null} at */
  tell(at) {
    this.#told = at;
    patch(byId("hex-info"), at ? hexCard(this.model, at) : []);
  }
}

/**
 * That a hex is one of those lit, for those who hear it.
 * @param {string | undefined} note  what is said of it, undefined if it is not lit
 */
function offeredAt(note) {
  if (note === undefined) return "";
  return note ? ` · ${gettext("offered")}, ${note}` : ` · ${gettext("offered")}`;
}

/** @param {HTMLElement} node @returns {[number, number]} */
function middle(node) {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
