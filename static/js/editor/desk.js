/** The editor as a whole: the source, the tools, the board and the thread, and what leads from one to the other. */

import { gettext } from "../gettext.js";
import { byId, h } from "../dom.js";
import { drawThread } from "../threadcard.js";
import { hexOf } from "../places.js";
import { Look } from "./look.js";
import { Pane } from "./pane.js";
import { Sheet } from "./sheet.js";
import { Toolbox } from "./toolbox.js";
import { Work } from "./work.js";
import { ask } from "./server.js";
import { toolsOf } from "./tools.js";

/** Milliseconds from the last key, or the last stroke, to a new picture. */
const TYPING = 500;
const AT_ONCE = 30;
const AGAIN = 2500;
const FILE_LONGEST = 400_000;

/**
 * @typedef {{name: string, source: string, version: number, longest: number, addresses: Record<string, string>,
 *   palette: import("./tools.js").Palette}} EditorData
 */

export class Desk {
  /** @type {string[]} the hexes of a line, as far as it has been laid */
  line = [];
  /** @type {string[]} */
  stroke = [];
  /** @type {string[]} what has been worked on since the picture was drawn */
  pending = [];
  /** @type {string | null} */
  hover = null;
  /** @type {string | null} hex of the keyboard's cursor */
  cursor = null;
  #row = 0;
  /** @type {Promise<void>} edits, one after the other */
  #edits = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon = undefined;
  #drawing = false;
  /** The source and month of the picture; the source that is known to be wrong. */
  #drawn = "";
  #wrong = "";

  /** @param {EditorData} data */
  constructor(data) {
    this.data = data;
    this.work = new Work(data.source, data.version, (by) => this.#changed(by));
    this.pane = new Pane(/** @type {HTMLTextAreaElement} */ (byId("source")), byId("lines"), byId("trouble"), (source) => this.work.put(source, "typing"));
    this.box = new Toolbox(byId("toolbox"), toolsOf(data.palette), data.palette.levels, () => this.#taken());
    this.sheet = new Sheet(byId("board"), { used: (places, done) => this.used(places, done), over: (place) => this.#over(place), kind: () => this.box.tool.on });
    this.look = new Look(() => this.sheet.places, (start, end) => this.#look(start, end), () => this.draw(), (words) => this.say(words));
    this.pane.show(this.work.source);
    this.#bar();
    this.#picture();
  }

  get month() {
    return Number(/** @type {HTMLSelectElement} */ (byId("month")).value);
  }

  /** @param {"edit" | "typing" | "undo"} by */
  #changed(by) {
    if (by !== "typing") this.pane.show(this.work.source);
    document.body.dataset.state = "changed";
    this.#bar();
    this.redraw(by === "typing" ? TYPING : AT_ONCE);
  }

  #taken() {
    [this.line, this.stroke] = [[], []];
    if (this.box.tool.id === "los" && !this.look.thread.on) this.look.toggle();
    document.body.dataset.tool = this.box.tool.on === "look" ? this.box.tool.id : "paint";
    this.say(`${this.box.tool.group} ${this.box.tool.label}`);
    this.draw();
  }

  /** @param {string | null} place */
  #over(place) {
    if (place === this.hover) return;
    this.hover = place;
    this.cursor = null;
    if (this.box.tool.id === "los") this.look.point(place);
    this.#tell(place ?? "");
    this.draw();
  }

  /**
   * Hexes, or hexsides, that a tool goes over.
   * @param {string[]} places
   * @param {boolean} done
   */
  used(places, done) {
    const { tool } = this.box;
    if (tool.id === "los") this.look.put(places[0]);
    if (tool.on === "look") return;
    if (tool.on === "line" && done && places.length === 1) return this.#goOn(places[0]);
    this.stroke = places;
    if (!this.cursor) this.hover = places.at(-1) ?? null;
    if (done && places.length) this.#edit(tool.on === "hex" ? places.slice(-1) : tool.on === "line" ? places : [...new Set(places)]);
    if (done) this.stroke = [];
    return this.draw();
  }

  /**
   * A line laid by clicks: another hex, or the last one again to end it.
   * @param {string} hex
   */
  #goOn(hex) {
    if (this.line.at(-1) === hex && this.line.length > 1) this.endLine();
    else if (this.line.at(-1) !== hex) this.line.push(hex);
    this.say(this.line.length ? gettext("From %(place)s, %(n)s hexes. The last one again ends it.", { place: this.sheet.places.name(this.line[0]), n: this.line.length }) : "");
    this.draw();
  }

  endLine() {
    if (this.line.length > 1) this.#edit(this.line);
    this.line = [];
  }

  /**
   * Has an edit made. The hexes stay marked until the picture shows them.
   * @param {string[]} places
   */
  #edit(places) {
    const names = places.map((place) => place.slice(place.indexOf(":") + 1));
    const edit = this.box.tool.edit(names, { ...this.box.options });
    if (!edit) return;
    this.pending.push(...places);
    this.#edits = this.#edits.then(() => this.#apply(edit));
  }

  /**
   * @param {Record<string, any>} edit
   * @returns {Promise<void>}
   */
  async #apply(edit) {
    const { source } = this.work;
    const answer = await ask(this.data.addresses.apply, { source, edit });
    if (answer.ok && this.work.source !== source) {
      await this.#apply(edit);
    } else if (answer.ok) {
      this.#told(null);
      if (answer.source === source) this.pending = [];
      this.work.put(answer.source, "edit");
      this.say(gettext("Done"));
    } else {
      this.pending = [];
      if (answer.error) this.#told(answer.error);
    }
    this.draw();
  }

  /** @param {import("./server.js").Trouble | null} trouble */
  #told(trouble) {
    this.pane.tell(trouble);
    this.draw();
  }

  /** @param {number} [after] */
  redraw(after = AT_ONCE) {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.#picture(), after);
  }

  /** A new picture of the source as it is, unless one is being drawn: then after that. */
  async #picture() {
    if (this.#drawing) return;
    const [{ source }, { month }] = [this.work, this];
    const key = JSON.stringify([source, month]);
    if (key === this.#drawn) return this.#settled(source);
    this.#drawing = true;
    this.#bar();
    const answer = await ask(this.data.addresses.draw, { source, month });
    if (answer.ok) {
      await this.sheet.show(answer.board, answer.svg);
      this.#drawn = key;
      this.#settled(source);
    } else if (source === this.work.source) {
      this.#wrong = source;
      document.body.dataset.state = "wrong";
      if (answer.error) this.#told(answer.error);
      if (answer.busy) this.redraw(AGAIN);
    }
    this.#drawing = false;
    if (this.work.source !== source || this.month !== month) this.redraw();
    this.#bar();
    this.draw();
    return undefined;
  }

  /** @param {string} source  that the picture shows */
  #settled(source) {
    if (this.pane.trouble?.line || this.#wrong) this.#told(null);
    this.#wrong = "";
    if (this.work.source === source) {
      this.pending = [];
      document.body.dataset.state = "drawn";
    }
    this.#tell(this.cursor ?? this.hover ?? "");
    this.look.renew();
  }

  /**
   * @param {string} start
   * @param {string} end
   */
  #look(start, end) {
    const { source } = this.work;
    if (this.#wrong === source) return null;
    return { address: this.data.addresses.los, question: { source, month: this.month, start, end } };
  }

  draw() {
    const wrong = this.pane.trouble ? this.#hexNamed(this.pane.trouble.place) : null;
    this.sheet.draw({ hover: this.box.tool.on === "look" ? null : this.hover, cursor: this.cursor, stroke: this.stroke,
      line: this.line.length && this.hover ? [...this.line, hexOf(this.hover)] : this.line, pending: this.pending, wrong, thread: this.look.thread });
    drawThread(byId("thread"), /** @type {any} */ ({ thread: this.look.thread, places: this.sheet.places }));
  }

  /**
   * The hex or hexside that an error speaks of.
   * @param {string} place
   */
  #hexNamed(place) {
    const [name, side] = place.split("/");
    const hex = this.sheet.places.board.hexes.find((one) => one.name === name);
    if (!hex) return null;
    return side && /^[0-5]$/.test(side) ? `${hex.id}/${side}` : hex.id;
  }

  #bar() {
    const { work } = this;
    const button = (/** @type {string} */ name) => /** @type {HTMLButtonElement} */ (document.querySelector(`[data-do="${name}"]`));
    button("undo").disabled = !work.mayUndo;
    button("redo").disabled = !work.mayRedo;
    byId("saved").textContent = work.dirty ? gettext("not saved") : gettext("saved");
    byId("drawing").hidden = !this.#drawing;
    document.body.dataset.dirty = String(work.dirty);
  }

  async save() {
    const { source, version } = this.work;
    byId("saved").textContent = gettext("saving …");
    const answer = await ask(this.data.addresses.store, { source, seen: version });
    if (answer.ok) {
      this.work.saved = source;
      this.work.version = answer.version;
      byId("board-title").textContent = answer.title;
      this.data.name = answer.name;
      this.say(gettext("Saved"));
    } else if (answer.error) this.#told(answer.error);
    this.#bar();
  }

  export() {
    const link = /** @type {HTMLAnchorElement} */ (h("a", { download: `${this.data.name}.txt`, href: URL.createObjectURL(new Blob([this.work.source], { type: "text/plain" })) }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** @param {File} file */
  async import(file) {
    const text = file.size > FILE_LONGEST ? null : await file.text();
    if (text === null || text.length > this.data.longest) this.#told({ line: null, place: file.name, message: gettext("is longer than %(n)s characters", { n: this.data.longest }) });
    else this.work.put(text.replaceAll("\r\n", "\n"), "edit");
  }

  /** @param {"up" | "down" | "left" | "right"} way */
  move(way) {
    const { places, view } = this.sheet;
    const box = byId("board").getBoundingClientRect();
    const from = places.byId.get(this.cursor ?? "") ?? places.nearest(...view.toPicture(box.left + box.width / 2, box.top + box.height / 2));
    if (!from) return;
    if (!this.cursor || way === "up" || way === "down") this.#row = from.y;
    const to = this.cursor ? places.step(from, way, this.#row) : from;
    if (way === "up" || way === "down") this.#row = to.y;
    [this.cursor, this.hover] = [to.id, null];
    view.reveal(to.x, to.y);
    if (this.box.tool.id === "los") this.look.point(to.id);
    this.say(this.#tell(to.id));
    this.draw();
  }

  /**
   * The tool used at the cursor; on hexsides with the number of one.
   * @param {number} [side]
   */
  enter(side) {
    if (!this.cursor) return;
    if (this.box.tool.on === "sides") {
      if (side !== undefined) this.used([`${this.cursor}/${side}`], true);
      else this.say(gettext("0 to 5 choose the hexside"));
    } else this.used([this.cursor], true);
  }

  /** Takes back what is under way: a line, the thread, at last the tool. */
  escape() {
    if (this.line.length) this.line = [];
    else if (this.pane.trouble && !this.pane.trouble.line) this.pane.tell(null);
    else if (!this.look.back()) this.box.take("hand");
    this.draw();
  }

  /** @param {string} place */
  #tell(place) {
    const hex = this.sheet.places.hex(place);
    const side = place.split("/")[1];
    const words = hex ? [side ? `${hex.name}/${side}` : hex.name, hex.terrain, ...hex.notes].join(" · ") : "";
    byId("hex-info").textContent = words;
    return words;
  }

  /** @param {string} words */
  say(words) {
    byId("say").textContent = words;
  }
}
