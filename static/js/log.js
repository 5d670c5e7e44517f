/** The log: what happened, why, and by which rule; grouped by turn and phase, filtered, and a live region. */

import { ENGLISH, gettext, ngettext } from "./gettext.js";
import { badge, diceOf, sealIcon, signOf } from "./glyphs.js";
import { cite, signed } from "./parts.js";
import { emphasised, h } from "./dom.js";
import { goesOn, summed } from "./chains.js";
import { keep, kept } from "./kept.js";

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
/** The language of the page: in the log our own words stand among those of the rules. */
const PAGE = ENGLISH && document.documentElement.lang;
/** @type {Record<string, string>} */
const NAMES = { all: gettext("All"), fire: gettext("Fire and checks"), moves: gettext("Moves and rally"), rolls: gettext("Every roll"), secret: gettext("Only mine") };

export class Log {
  #filter = "all";
  #wanted = "";
  /** @type {LogLine[]} */
  #lines = [];
  #group = "";
  #following = true;
  #top = 0;
  /** @type {{node: HTMLElement, lines: LogLine[]} | null} the last entry, which the next line may join */
  #last = null;
  /** The last line that was in sight of somebody, and the one after which all is new to him. */
  #seen = 0;
  #since = 0;
  #away = false;

  /**
   * @param {HTMLElement} panel
   * @param {import("./types.js").TableData} data
   * @param {Places} places
   * @param {{show: (place: string) => void, back: (line: number) => void, more: () => void}} does  `show` draws the eye to a place, `back` reads what was told before, from that line on, `more` a page of it
   */
  constructor(panel, data, places, does) {
    this.data = data;
    this.does = does;
    this.places = places;
    this.key = `seen:${data.game}:${data.you}`;
    this.#seen = data.replay ? 0 : kept(this.key, 0);
    const options = Object.entries(NAMES).map(([value, name]) => h("option", { value }, name));
    this.select = /** @type {HTMLSelectElement} */ (h("select", { "data-role": "log-filter", "aria-label": gettext("Show in the log") }, options));
    this.find = /** @type {HTMLInputElement} */ (h("input", { type: "search", "data-role": "log-find", "aria-label": gettext("Unit, hex or phase in the log"), placeholder: gettext("Unit, hex, phase") }));
    this.news = h("div", { class: "log-news", hidden: true, "data-role": "since" });
    this.list = h("ol", { class: "log", lang: ENGLISH });
    this.before = h("button", { type: "button", class: "link-button log-before", "data-role": "log-before", hidden: true }, gettext("Earlier"));
    this.scroll = h("div", { class: "log-scroll", role: "log", "aria-live": "off", "aria-label": gettext("Game log"), tabindex: "0" }, this.before, this.list);
    this.none = h("p", { class: "empty" });
    panel.append(h("div", { class: "log-tools" }, this.select, this.find, this.news), this.none, this.scroll);
    this.select.addEventListener("change", () => this.#refilter());
    this.find.addEventListener("input", () => this.#refilter());
    this.news.addEventListener("click", (event) => this.#toNews(event));
    this.list.addEventListener("click", (event) => this.#point(event, does.show));
    this.before.addEventListener("click", () => does.more());
    this.scroll.addEventListener("scroll", () => this.#scrolled());
    document.addEventListener("visibilitychange", () => this.#looked());
    new ResizeObserver(() => this.#follow()).observe(this.scroll);
    this.#refilter();
  }

  /**
   * Brings the log to these lines; only new ones are added when it merely grew.
   * @param {LogLine[]} lines
   * @param {boolean} earlier  whether more was told before them
   */
  set(lines, earlier) {
    const first = !this.#lines.length && lines.length > 0;
    const grew = lines.length >= this.#lines.length && this.#lines.every((line, index) => lines[index] === line);
    const longer = lines.length > this.#lines.length && lines.at(-1) === this.#lines.at(-1);
    const added = grew ? lines.slice(this.#lines.length) : lines;
    this.#lines = lines;
    this.before.hidden = !earlier;
    if (first && this.#seen) this.#mark(this.#seen);
    else if (longer && this.#since) this.#mark(this.#since);
    if (first && earlier && this.#since && lines[0].n > this.#since + 1) this.does.back(this.#since);
    const below = this.scroll.scrollHeight - this.scroll.scrollTop;
    if (!grew) this.#empty();
    if (added.length) this.#append(added);
    if (longer && !this.#following) this.scroll.scrollTop = this.scroll.scrollHeight - below;
    this.#tellEmpty();
    this.#looked();
  }

  #refilter() {
    this.#filter = this.select.value || "all";
    this.#wanted = this.find.value.trim().toLowerCase();
    this.#empty();
    this.#append(this.#lines);
    this.#tellEmpty();
  }

  #empty() {
    this.list.replaceChildren();
    this.#group = "";
    this.#last = null;
  }

  #tellEmpty() {
    this.none.hidden = this.list.childNodes.length > 0;
    this.none.textContent = this.#lines.length
      ? gettext("Nothing of this kind yet.") : gettext("Nothing has happened yet. Every roll and step will be written here.");
  }

  /** @param {LogLine} line */
  #passes(line) {
    const words = `${line.text} ${groupOf(line, this.data)} ${(line.at ?? []).map((place) => this.places.name(place)).join(" ")}`;
    return FILTERS[this.#filter](line) && (!this.#wanted || words.toLowerCase().includes(this.#wanted));
  }

  /** @param {LogLine[]} lines */
  #append(lines) {
    for (const line of lines.filter((one) => this.#passes(one))) {
      const group = groupOf(line, this.data);
      const heading = line.kind === "phase" && line.text === line.phase;
      if (group !== this.#group) {
        this.#dropEmpty();
        this.list.append(h("li", { class: "log-group" }, group));
        this.#last = null;
      }
      if (heading) [...this.list.querySelectorAll(".log-group")].at(-1)?.setAttribute("data-log", `${line.n}`);
      this.#group = group;
      this.#divide(line);
      if (!heading) this.#add(line);
    }
    this.#follow();
  }

  /**
   * A line becomes an entry, or joins the last one if it goes on from there.
   * @param {LogLine} line
   */
  #add(line) {
    const before = this.#last?.lines ?? [];
    const joins = this.#last !== null && before.length > 0 && goesOn(before[before.length - 1], line);
    const lines = joins ? [...before, line] : [line];
    const node = lines.length > 1 ? chain(lines, this.data, this.places) : entry(line, this.data, this.places);
    if (joins && this.#last) {
      node.querySelector("details.chain")?.toggleAttribute("open", this.#last.node.querySelector("details.chain")?.hasAttribute("open") ?? false);
      this.#last.node.replaceWith(node);
    } else this.list.append(node);
    this.#last = { node, lines };
  }

  /**
   * Says where what is new begins.
   * @param {LogLine} line
   */
  #divide(line) {
    if (!this.#since || line.n <= this.#since || this.list.querySelector(".log-since")) return;
    this.list.append(h("li", { class: "log-since", lang: PAGE }, gettext("Since you last looked")));
    this.#last = null;
  }

  /** A phase in which nothing happened gives its place to the next. */
  #dropEmpty() {
    const last = this.list.lastElementChild;
    if (last?.classList.contains("log-group")) last.remove();
  }

  /** What is in sight has been seen; what came while the page was hidden is marked when it is looked at again. */
  #looked() {
    if (document.hidden) this.#away = true;
    if (document.hidden || this.data.replay) return;
    const last = this.#lines.at(-1)?.n ?? 0;
    if (this.#away && last > this.#seen) {
      this.#mark(this.#seen);
      this.#refilter();
    }
    this.#away = false;
    if (!last) return;
    this.#seen = last;
    keep(this.key, last);
  }

  /**
   * Everything after that line, which was seen last, is new.
   * @param {number} seen
   */
  #mark(seen) {
    const fresh = this.#lines.filter((line) => line.n > seen && line.kind !== "phase");
    if (!fresh.length) return;
    this.#since = seen;
    this.news.hidden = false;
    this.find.hidden = true;
    this.news.replaceChildren(
      h("button", { type: "button", class: "link-button", "data-news": "show" }, ngettext("%(n)s since you last looked", "%(n)s since you last looked", fresh.length)),
      h("button", { type: "button", class: "link-button", "data-news": "close", "aria-label": gettext("Seen") }, "✕"));
  }

  /** @param {Event} event */
  #toNews(event) {
    const what = event.target instanceof Element ? event.target.closest("[data-news]")?.getAttribute("data-news") : null;
    if (!what) return;
    const mark = this.list.querySelector(".log-since");
    if (what === "show" && mark instanceof HTMLElement) {
      this.#following = false;
      this.scroll.scrollTop = mark.offsetTop - this.list.offsetTop;
    }
    if (what === "close") {
      mark?.remove();
      this.#since = 0;
      this.news.hidden = true;
      this.find.hidden = false;
    }
  }

  /** Keeps the newest line in sight, unless the reader has scrolled away from it. */
  #follow() {
    if (this.#following) this.scroll.scrollTop = this.scroll.scrollHeight;
    this.#top = this.scroll.scrollTop;
  }

  /** Only a way back is the reader's: the end also moves when the panels above grow, before we hear of that. */
  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroll;
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.#following = true;
    else if (scrollTop < this.#top) this.#following = false;
    if (scrollTop < NEAR && scrollTop < this.#top && !this.before.hidden) this.does.more();
    this.#top = scrollTop;
  }

  /**
   * A click on an entry shows its place and opens its modifiers.
   * @param {Event} event
   * @param {(place: string) => void} show
   */
  #point(event, show) {
    if (!(event.target instanceof Element) || event.target.closest("summary.run")) return;
    const item = event.target.closest("[data-log]");
    const n = item?.getAttribute("data-log");
    const ledger = item?.querySelector("details.reckoning");
    if (!event.target.closest("summary")) ledger?.toggleAttribute("open");
    const place = this.#lines.find((line) => String(line.n) === n)?.at?.[0];
    if (place) show(place);
  }
}

/**
 * @param {LogLine} line
 * @param {import("./types.js").TableData} data
 */
function groupOf(line, data) {
  if (!line.turn) return gettext("Before play");
  const side = line.phasing ? data.scenario.sides[line.phasing].name : "";
  return [gettext("Turn %(turn)s", { turn: line.turn }), side, line.phase].filter(Boolean).join(" · ");
}

/**
 * @param {LogLine} line
 * @param {import("./types.js").TableData} data
 * @param {Places} places
 */
function entry(line, data, places) {
  const side = line.side ? data.scenario.sides[line.side] : null;
  const cls = ["log-line", line.secret ? "secret" : "", line.at?.length ? "placed" : ""].filter(Boolean).join(" ");
  return h("li", { class: cls, "data-log": line.n, "data-kind": line.kind }, sign(line, data, places),
    h("div", { class: "log-text" }, h("p", {}, subject(line, side), emphasised(line.text), aimedAt(line, places), !line.dice && line.result ? [" → ", h("b", {}, line.result)] : null),
      line.mods?.length ? reckoning(line) : line.dice ? h("p", { class: "sums" }, arithmetic(line)) : null),
    cite(line.rule) ?? h("span"));
}

/**
 * Several lines as one entry, which opens into them.
 * @param {LogLine[]} lines
 * @param {import("./types.js").TableData} data
 * @param {Places} places
 */
function chain(lines, data, places) {
  const last = lines[lines.length - 1];
  return h("li", { class: last.secret ? "log-line secret" : "log-line" }, sign(last, data, places),
    h("details", { class: "chain log-text" }, h("summary", { class: "run" }, emphasised(summed(lines, places)), h("span", { class: "quiet" }, ` ${lines.length}`)),
      h("ol", {}, lines.map((line) => entry(line, data, places)))), cite(last.rule) ?? h("span"));
}

/**
 * Whose line it is, as a button where it has a place to show.
 * @param {LogLine} line
 * @param {import("./types.js").TableData} data
 * @param {Places} places
 */
function sign(line, data, places) {
  const side = line.side ? data.scenario.sides[line.side] : null;
  const own = signOf(line.kind);
  const mark = line.secret ? sealIcon(gettext("Only you see this line")) : side || own ? badge(side?.nation ?? "", side?.name, own) : h("span", { class: "spot", "aria-hidden": "true" });
  const [at] = line.at ?? [];
  return at ? h("button", { type: "button", class: "log-place", "data-show": at, "aria-label": gettext("Show %(place)s on the board", { place: places.name(at) }), title: gettext("Show %(place)s", { place: places.name(at) }) }, mark) : mark;
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
  return h("details", { class: "reckoning" }, h("summary", { class: "sums", title: gettext("Show the rule of each modifier") }, arithmetic(line)),
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
  const mods = (line.mods ?? []).map((mod) => h("span", { class: "mod", title: mod.rule ? gettext("Rule %(rule)s", { rule: mod.rule }) : null }, h("b", {}, signed(mod.value)), ` ${mod.label}`));
  return [dice.length ? diceOf(dice) : null,
    dice.length ? h("span", { class: "figure" }, mods.length ? `${sum}` : h("b", {}, String(sum))) : null, mods,
    mods.length && dice.length ? h("span", { class: "figure" }, "= ", h("b", {}, String(final))) : null,
    line.result ? [h("span", {}, "→"), h("b", { class: "log-result" }, line.result)] : null].flat();
}
