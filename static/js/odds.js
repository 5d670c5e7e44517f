/** The odds card: column, every DRM with its rule, and the exact chance of each result. */

import { ENGLISH, gettext, woven } from "./gettext.js";
import { cite, kbd, signed } from "./parts.js";
import { emphasised, h, patch, s } from "./dom.js";

/** @typedef {import("./types.js").OddsCard} OddsCard */

const ROLLS = 36;
/** How near to the card a place may be, in pixels. */
const CLEAR = 60;

/** Corners for the card, in the order in which they are tried. */
const CORNERS = ["low-right", "high-right", "low-left", "high-left"];

/**
 * Puts the card into the corner where it hides fewest of the places the attack is about.
 * @param {HTMLElement} box
 * @param {[number, number][]} points  on the screen
 */
export function seatOdds(box, points) {
  const hidden = CORNERS.map((corner) => {
    box.dataset.corner = corner;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    return points.filter(([x, y]) => x > left - CLEAR && x < right + CLEAR && y > top - CLEAR && y < bottom + CLEAR).length;
  });
  box.dataset.corner = CORNERS[hidden.indexOf(Math.min(...hidden))];
}

/**
 * @param {Element} box
 * @param {import("./types.js").Model} model
 */
export function drawOdds(box, model) {
  const { card, why, rule, asking } = model.odds;
  box.toggleAttribute("hidden", !card && !why && !asking);
  if (card) patch(box, h("div", { "data-key": "card", class: asking ? "odds-card stale" : "odds-card" }, headline(card, model.oddsSmall),
    model.oddsSmall ? null : [chart(card), ledger(card)]));
  else if (why) patch(box, h("p", { "data-key": "why", class: "odds-why" }, gettext("No such attack:"), " ", h("span", { lang: ENGLISH }, why), " ", cite(rule)));
  else patch(box, h("p", { "data-key": "asking", class: "quiet" }, gettext("Working out the odds…")));
}

/**
 * @param {OddsCard} card
 * @param {boolean} small
 */
function headline(card, small) {
  return h("header", {}, h("span", { class: "label" }, gettext("Odds")),
    h("p", { class: "odds-head", "data-role": "odds" }, card.what ? aboutCheck(card) : aboutAttack(card)),
    h("button", { type: "button", class: "fold", "data-do": "odds", "aria-expanded": String(!small) },
      h("span", { class: "sr" }, small ? gettext("Odds in full") : gettext("Odds small")), h("span", { "aria-hidden": "true" }, small ? "▴" : "▾"), kbd("O")));
}

/** @param {OddsCard} card */
function aboutAttack(card) {
  const fp = h("b", {}, `${card.fp} FP`);
  if (!card.against) return woven(gettext("%(fp)s on the %(column)s"), { fp, column: h("b", {}, gettext("%(column)s column, %(total)s", { column: card.column, total: signed(card.total) })) });
  return woven(gettext("%(fp)s against %(whom)s: %(how)s"), { fp, whom: card.against, how: h("b", {}, [card.column, `Kill Number ${card.kill}`, card.total ? signed(card.total) : ""].filter(Boolean).join(", ")) });
}

/** @param {OddsCard} card */
function aboutCheck(card) {
  return woven(gettext("%(what)s with Morale Level %(level)s, %(total)s"), { what: h("b", {}, card.what), level: String(card.level), total: h("b", {}, signed(card.total)) });
}

/** @param {OddsCard} card */
function chart(card) {
  const most = Math.max(...card.chances.map((chance) => chance.n), 1);
  return h("ol", { class: "chart", "aria-label": gettext("Chance of each result") }, card.chances.map(({ result, n }) => {
    const percent = ((n / ROLLS) * 100).toFixed(1);
    const tall = (n / most) * 56;
    const bar = s("svg", { class: `bar ${grave(result)}`, viewBox: "0 0 20 56", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { y: 56 - tall, width: 20, height: tall }));
    return h("li", { "data-result": result, "aria-label": gettext("%(result)s: %(n)s in 36, %(percent)s percent", { result, n, percent }) },
      h("span", { class: "percent" }, percent), bar, h("b", {}, result === "none" ? "–" : result), h("small", {}, `${n}/${ROLLS}`));
  }));
}

/** How red a result is drawn. */
/** @param {string} result */
function grave(result) {
  if (/KIA|Elim|Fate/.test(result)) return "kia";
  if (/^K|CR/.test(result)) return "k";
  return result === "none" ? "nothing" : "mc";
}

/** @param {OddsCard} card */
function ledger(card) {
  const drm = card.drm.map((one) => h("tr", {}, h("td", { class: "figure" }, signed(one.value)), h("td", {}, one.label), h("td", {}, cite(one.rule))));
  const firers = card.firers.map((one) => h("li", {}, emphasised(one.text), " ", cite(one.rule)));
  return h("div", { class: "ledger" },
    h("div", {}, drm.length ? h("table", {}, h("tbody", {}, drm)) : h("p", { class: "quiet" }, gettext("No modifiers.")),
      card.against ? null : h("p", { class: "quiet", title: card.words }, gettext("Range %(range)s, LOS %(los)s", { range: card.range, los: card.los }))),
    h("div", {}, h("ul", {}, firers), card.note ? h("p", { class: "quiet" }, card.note) : null));
}
