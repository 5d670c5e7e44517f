/**
 * What is said at the table, room by room: read by the numbers of its lines, so that nothing is missed, and sent under a
 * key, so that nothing is said twice. What is typed is kept in this browser until the server has it.
 */

import { gettext } from "./gettext.js";
import { keep, kept } from "./kept.js";

/** As long as a line may be, in characters. */
export const LONGEST = 500;
/** Who watches reads what was said after a while of chance, so that a crowd does not read all at once; in milliseconds. */
const SPREAD = 1_500;

/** @typedef {"players" | "gallery"} Room */
/** @typedef {{n: number, side: string, name: string, text: string, at: string}} Line */
/** @typedef {{lines: Line[], open: boolean, writes: boolean, why: string, sending: boolean, seen: number}} Talk */

export class Chat {
  /** @type {Record<Room, Talk>} */
  rooms;
  #token = "";

  /**
   * @param {import("./types.js").TableData} data
   * @param {() => void} draw
   */
  constructor(data, draw) {
    this.data = data;
    this.draw = draw;
    this.rooms = { players: this.#empty("players"), gallery: this.#empty("gallery") };
  }

  /**
   * Reads what was said in a room since.
   * @param {Room} room
   */
  async load(room) {
    const talk = this.rooms[room];
    const query = new URLSearchParams({ room, after: String(last(talk)) });
    try {
      const answer = await fetch(this.#address(query), { cache: "no-store" });
      if (answer.ok) this.#take(room, await answer.json());
      else talk.open = false;
    } catch {
      return; // the stream comes back, and this with it
    }
    this.draw();
  }

  /**
   * Somebody said something.
   * @param {{room: Room, n: number}} told
   */
  heard({ room, n }) {
    if (n <= last(this.rooms[room])) return;
    if (room === "players") void this.load(room);
    else setTimeout(() => void this.load(room), Math.random() * SPREAD);
  }

  /**
   * Says something.
   * @param {Room} room
   * @param {string} text
   * @returns {Promise<boolean>} whether the server has it
   */
  async say(room, text) {
    const talk = this.rooms[room];
    const { key } = this.draft(room);
    const body = new URLSearchParams({ room, text, key, after: String(last(talk)) });
    Object.assign(talk, { sending: true, why: "" });
    try {
      const answer = await fetch(this.#address(), { method: "POST", headers: { "X-CSRFToken": this.#token }, body });
      const given = answer.headers.get("content-type")?.includes("json") ? await answer.json() : {};
      if (answer.ok) this.#take(room, given);
      else talk.why = given.why ?? gettext("That could not be said. Load the page again: your line is kept.");
      if (answer.ok) this.keepDraft(room, "");
      return answer.ok;
    } catch {
      talk.why = gettext("The server does not answer. Your line is kept: send it again.");
      return false;
    } finally {
      talk.sending = false;
      this.draw();
    }
  }

  /**
   * What was typed and is not sent yet, with the key under which it will be.
   * @param {Room} room
   * @returns {{text: string, key: string}}
   */
  draft(room) {
    const draft = kept(this.#name("draft", room), null) ?? { text: "", key: newKey() };
    keep(this.#name("draft", room), draft);
    return draft;
  }

  /**
   * @param {Room} room
   * @param {string} text
   */
  keepDraft(room, text) {
    const { key } = this.draft(room);
    keep(this.#name("draft", room), { text, key: text ? key : newKey() });
  }

  /**
   * The reader has the room before him.
   * @param {Room} room
   */
  look(room) {
    const talk = this.rooms[room];
    if (talk.seen >= last(talk)) return;
    talk.seen = last(talk);
    keep(this.#name("seen", room), talk.seen);
    this.draw();
  }

  /** How many lines the reader has not had before him. */
  get unread() {
    return Object.values(this.rooms).reduce((sum, talk) => sum + talk.lines.filter((line) => line.n > talk.seen).length, 0);
  }

  /**
   * @param {Room} room
   * @param {{lines: Line[], may_write: boolean, token: string}} given
   */
  #take(room, given) {
    const talk = this.rooms[room];
    const known = last(talk);
    talk.lines = [...talk.lines, ...given.lines.filter((line) => line.n > known)];
    [talk.open, talk.writes, this.#token] = [true, given.may_write, given.token];
  }

  /**
   * @param {Room} room
   * @returns {Talk}
   */
  #empty(room) {
    return { lines: [], open: false, writes: false, why: "", sending: false, seen: kept(this.#name("seen", room), 0) };
  }

  /**
   * @param {string} what
   * @param {Room} room
   */
  #name(what, room) {
    return `${what}:${this.data.game}:${this.data.you}:${room}`;
  }

  /** @param {URLSearchParams} [query] */
  #address(query) {
    const [path, seat] = this.data.chat.split("?");
    return `${path}?${[seat, query?.toString()].filter(Boolean).join("&")}`;
  }
}

/** @param {Talk} talk */
function last(talk) {
  return talk.lines.at(-1)?.n ?? 0;
}

function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(16).padStart(2, "0")).join("");
}
