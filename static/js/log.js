/** The log: what happened, why, and by which rule; grouped by turn and phase, filtered, and a live region. */

import { badge, diceOf, sealIcon } from "./glyphs.js";
import { cite, signed } from "./parts.js";
import { emphasised, h } from "./dom.js";

/** @typedef {import("./types.js").LogLine} LogLine */
/** @typedef {import("./places.js").Places} Places */

/** @type {Record<string, (line: LogLine) => boolean>} */
const FILTERS = {
  all: () => true,
  fire: (line) => ["fire", "mines", "check", "cc"].includes(line.kind),
  moves: (line) => ["move", "rout", "advance", "rally"].includes(line.kind),
  rolls: (line) => Boolean(line.dice),
  secret: (line) => line.secret,
};
/** How near to the end, in pixels, still counts as reading the newest line. */
const NEAR = 60;
/** @type {Record<string, string>} */
const NAMES = { all: "All", fire: "Fire and checks", moves: "Moves and rally", rolls: "Every roll", secret: "Only mine" };

export class Log {
  #filter = "all";
  /** @type {LogLine[]} */
  #lines = [];
  #group = "";
  #following = true;
  #top = 0;

  /**
   * @param {HTMLElement} panel
   * @param {import("./types.js").TableData} data
   * @param {Places} places
   * @param {(place: string) => void} show  draws the eye to a place
   */
  constructor(panel, data, places, show) {
    this.data = data;
    this.places = places;
    const options = Object.entries(NAMES).map(([value, name]) => h("option", { value }, name));
    this.select = /** @type {HTMLSelectElement} */ (h("select", { "data-role": "log-filter", "aria-label": "Show in the log" }, options));
    this.list = h("ol", { class: "log", role: "log", "aria-live": "polite", "aria-label": "Game log", tabindex: "0" });
    this.none = h("p", { class: "empty" });
    panel.append(h("div", { class: "log-tools" }, this.select), this.none, this.list);
    this.select.addEventListener("change", () => this.#refilter());
    this.list.addEventListener("click", (event) => this.#point(event, show));
    this.list.addEventListener("scroll", () => this.#scrolled());
    new ResizeObserver(() => this.#follow()).observe(this.list);
    this.#refilter();
  }

  /**
   * Brings the log to these lines; only new ones are added when it merely grew.
   * @param {LogLine[]} lines
   */
  set(lines) {
    const grew = lines.length >= this.#lines.length && this.#lines.every((line, index) => lines[index] === line);
    const added = grew ? lines.slice(this.#lines.length) : lines;
    this.#lines = lines;
    if (!grew) this.#empty();
    if (added.length) this.#append(added);
    this.#tellEmpty();
  }

  #refilter() {
    this.#filter = this.select.value || "all";
    this.#empty();
    this.#append(this.#lines);
    this.#tellEmpty();
  }

  #empty() {
    this.list.replaceChildren();
    this.#group = "";
  }

  #tellEmpty() {
    this.none.hidden = this.list.childNodes.length > 0;
    this.none.textContent = this.#lines.length
      ? "Nothing of this kind yet." : "Nothing has happened yet. Every roll and step will be written here.";
  }

  /** @param {LogLine[]} lines */
  #append(lines) {
    for (const line of lines.filter(FILTERS[this.#filter])) {
      const group = groupOf(line, this.data);
      const heading = line.kind === "phase" && line.text === line.phase;
      if (group !== this.#group || heading) {
        this.#dropEmpty();
        this.list.append(h("li", { class: "log-group", "data-log": heading ? line.n : null }, group));
      }
      this.#group = group;
      if (!heading) this.list.append(entry(line, this.data, this.places));
    }
    this.#follow();
  }

  /** A phase in which nothing happened gives its place to the next. */
  #dropEmpty() {
    const last = this.list.lastElementChild;
    if (last?.classList.contains("log-group")) last.remove();
  }

  /** Keeps the newest line in sight, unless the reader has scrolled away from it. */
  #follow() {
    if (this.#following) this.list.scrollTop = this.list.scrollHeight;
    this.#top = this.list.scrollTop;
  }

  /** Only a way back is the reader's: the end also moves when the panels above grow, before we hear of that. */
  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.list;
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.#following = true;
    else if (scrollTop < this.#top) this.#following = false;
    this.#top = scrollTop;
  }

  /**
   * @param {Event} event
   * @param {(place: string) => void} show
   */
  #point(event, show) {
    const n = event.target instanceof Element ? event.target.closest("[data-log]")?.getAttribute("data-log") : null;
    const place = this.#lines.find((line) => String(line.n) === n)?.at?.[0];
    if (place) show(place);
  }
}

/**
 * @param {LogLine} line
 * @param {import("./types.js").TableData} data
 */
function groupOf(line, data) {
  if (!line.turn) return "Before play";
  const side = line.phasing ? data.scenario.sides[line.phasing].name : "";
  return [`Turn ${line.turn}`, side, line.phase].filter(Boolean).join(" · ");
}

/**
 * @param {LogLine} line
 * @param {import("./types.js").TableData} data
 * @param {Places} places
 */
function entry(line, data, places) {
  const side = line.side ? data.scenario.sides[line.side] : null;
  const cls = ["log-line", line.secret ? "secret" : "", line.at?.length ? "placed" : ""].filter(Boolean).join(" ");
  const sign = line.secret ? sealIcon("Only you see this line") : side ? badge(side.nation, side.name) : h("span");
  return h("li", { class: cls, "data-log": line.n, "data-kind": line.kind }, sign,
    h("div", { class: "log-text" }, h("p", {}, subject(line, side), emphasised(line.text), aimedAt(line, places), !line.dice && line.result ? [" → ", h("b", {}, line.result)] : null),
      line.mods?.length ? reckoning(line) : line.dice ? h("p", { class: "sums" }, arithmetic(line)) : null),
    cite(line.rule) ?? h("span"));
}

/**
 * Where a shot went, which its text leaves to its place.
 * @param {LogLine} line
 * @param {Places} places
 */
function aimedAt(line, places) {
  if (line.kind !== "fire" || !line.at?.length) return null;
  return [h("span", { class: "quiet" }, " at "), h("b", {}, places.name(line.at[0]))];
}

/**
 * Who, for a text that begins with the verb.
 * @param {LogLine} line
 * @param {import("./types.js").SideCard | null} side
 */
function subject(line, side) {
  return side && /^(?!against )[a-z]/.test(line.text) ? ["The ", h("b", {}, side.name), " "] : null;
}

/**
 * The arithmetic in one row, which opens into a ledger with the rule of each modifier.
 * @param {LogLine} line
 */
function reckoning(line) {
  const rows = line.mods.map((mod) => h("li", {}, h("b", { class: "figure" }, signed(mod.value)), h("span", {}, mod.label), cite(mod.rule)));
  return h("details", { class: "reckoning" }, h("summary", { class: "sums", title: "Show the rule of each modifier" }, arithmetic(line)),
    h("ul", { class: "log-mods" }, rows));
}

/**
 * The dice as drawn, what was added, the final number and the result.
 * @param {LogLine} line
 */
function arithmetic(line) {
  const dice = line.dice ?? [];
  const sum = dice.reduce((total, one) => total + one, 0);
  const final = (line.mods ?? []).reduce((total, mod) => total + mod.value, sum);
  const mods = (line.mods ?? []).map((mod) => h("span", { class: "mod", title: mod.rule ? `Rule ${mod.rule}` : null }, h("b", {}, signed(mod.value)), ` ${mod.label}`));
  return [dice.length ? diceOf(dice) : null,
    dice.length ? h("span", { class: "figure" }, mods.length ? `${sum}` : h("b", {}, String(sum))) : null, mods,
    mods.length && dice.length ? h("span", { class: "figure" }, "= ", h("b", {}, String(final))) : null,
    line.result ? [h("span", {}, "→"), h("b", { class: "log-result" }, line.result)] : null].flat();
}
