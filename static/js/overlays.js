/** What tools lay over the board: the LOS thread with its beads, a planned path, and the MF left everywhere. */

import { gettext } from "./gettext.js";
import { hexOf, round } from "./places.js";
import { s } from "./dom.js";
import { signed } from "./parts.js";

/** @typedef {import("./places.js").Places} Places */
/** @typedef {{x: number, y: number}} Point */

/** How much of the way to the loose end is drawn before the answer is there. */
const CROSS = 6;

/**
 * @param {import("./thread.js").ThreadState} thread
 * @param {Places} places
 * @param {number} larger  how much larger labels are drawn
 * @returns {(SVGElement | null)[]}
 */
export function threadNodes(thread, places, larger) {
  const [from, to] = [places.hex(thread.from ?? ""), places.hex(thread.to ?? "")];
  if (!thread.on || !from) return [];
  if (!to) return [pin(from, "pin")];
  const card = thread.card && !thread.asking ? thread.card : null;
  const stop = card?.place ? { x: card.place[0], y: card.place[1] } : card?.at ? nearest(from, to, places.hex(card.at) ?? to) : null;
  const outline = card?.at ? [s("path", { class: "sight-hex", "data-blocked": card.at, d: places.outline(/** @type {any} */ (places.hex(card.at)), 1.6) })] : [];
  const beads = (card?.hindrances ?? []).map((one) => {
    const hex = places.hex(one.hex);
    return hex ? bead(nearest(from, to, hex), signed(one.value), larger, one.hex) : null;
  });
  return [...outline, ...lines(from, to, stop, card), pin(from, "pin"), pin(to, "pin end"), ...beads, stop && cross(stop, larger)];
}

/**
 * The thread: whole if it is clear, thin beyond the place where it is blocked.
 * @param {Point} from
 * @param {Point} to
 * @param {Point | null} stop
 * @param {{blocked: boolean} | null} card
 */
function lines(from, to, stop, card) {
  const manner = card ? (card.blocked ? "sight blocked" : "sight clear") : "sight";
  const seen = segment(from, stop ?? to);
  return [s("line", { ...segment(from, to), class: "sight-casing" }), stop ? s("line", { ...segment(stop, to), class: "sight beyond" }) : null, s("line", { ...seen, class: manner })];
}

/**
 * @param {Point} p
 * @param {Point} q
 */
function segment(p, q) {
  return { x1: round(p.x), y1: round(p.y), x2: round(q.x), y2: round(q.y) };
}

/**
 * @param {Point} at
 * @param {string} cls
 */
function pin(at, cls) {
  return s("circle", { class: `sight-${cls}`, cx: at.x, cy: at.y, r: 4 });
}

/**
 * @param {Point} at
 * @param {string} words
 * @param {number} larger
 * @param {string} hex
 */
function bead(at, words, larger, hex) {
  return s("g", { class: "sight-bead", "data-hinders": hex, transform: `translate(${round(at.x)} ${round(at.y)}) scale(${larger})` },
    s("circle", { r: 9 }), s("text", { y: 3.6 }, words));
}

/**
 * @param {Point} at
 * @param {number} larger
 */
function cross(at, larger) {
  return s("g", { class: "sight-stop", "data-role": "los-stop", transform: `translate(${round(at.x)} ${round(at.y)}) scale(${larger})` },
    s("circle", { r: CROSS + 3 }), s("path", { d: `M${-CROSS / 2} ${-CROSS / 2}L${CROSS / 2} ${CROSS / 2}M${CROSS / 2} ${-CROSS / 2}L${-CROSS / 2} ${CROSS / 2}` }));
}

/**
 * The point of a line that is nearest to a hex's centre.
 * @param {Point} p
 * @param {Point} q
 * @param {Point} hex
 * @returns {Point}
 */
function nearest(p, q, hex) {
  const [dx, dy] = [q.x - p.x, q.y - p.y];
  const along = ((hex.x - p.x) * dx + (hex.y - p.y) * dy) / (dx * dx + dy * dy || 1);
  return { x: p.x + dx * along, y: p.y + dy * along };
}

/**
 * A planned path: its line, what has been spent at each step, where it is threatened and where it is barred.
 * @param {import("./route.js").RouteState} route
 * @param {Places} places
 * @param {number} larger
 * @returns {(SVGElement | null)[]}
 */
export function routeNodes(route, places, larger) {
  const start = places.hex(route.start ?? "");
  if (!start || !route.legs.length) return [];
  const stops = route.legs.map((leg) => places.hex(leg.to)).filter((hex) => hex !== undefined);
  const d = `M${[start, ...stops].map((hex) => `${hex.x} ${hex.y}`).join("L")}`;
  const steps = route.card && !route.asking ? route.card.steps : [];
  const last = steps.at(-1);
  const barred = route.card?.barred && !route.asking ? places.hex(route.card.barred.to) : undefined;
  return [s("path", { class: "route-casing", d }), s("path", { class: "route", d }),
    ...steps.map((step, index) => {
      const hex = places.hex(step.to);
      if (!hex) return null;
      const words = step === last && !barred ? gettext("%(n)s of %(all)s %(points)s", { n: step.total, all: route.card?.allowed ?? "", points: route.card?.measure ?? "" }) : step.total;
      return stop(hex, words, larger, step.threats.length > 0, index + 1);
    }),
    barred ? s("path", { class: "route-barred", "data-barred": hexOf(route.card?.barred?.to ?? ""), d: places.outline(barred, 2) }) : null,
    barred ? cross(barred, larger) : null];
}

/**
 * @param {Point} at
 * @param {string} words
 * @param {number} larger
 * @param {boolean} threatened
 * @param {number} number
 */
function stop(at, words, larger, threatened, number) {
  const wide = Math.max(18, words.length * 5.2 + 10);
  return s("g", { class: threatened ? "route-stop threatened" : "route-stop", "data-step": number, transform: `translate(${at.x} ${at.y}) scale(${larger})` },
    s("rect", { x: -wide / 2, y: -9, width: wide, height: 18, rx: 9 }), s("text", { y: 3.8 }, words));
}

/** Tints of what would be left, from nothing to the most. */
const SHADES = 5;

/**
 * The Locations that can be reached: the more is left there, the deeper the tint. A hex shows its best Location.
 * @param {import("./route.js").ReachState} reach
 * @param {Places} places
 * @param {number} larger
 * @returns {(SVGElement | null)[]}
 */
export function reachNodes(reach, places, larger) {
  if (!reach.on || !reach.card) return [];
  /** @type {Map<string, {left: string, part: number}>} */
  const best = new Map();
  for (const [place, one] of Object.entries(reach.card.places)) {
    const held = best.get(hexOf(place));
    if (held === undefined || one.part > held.part) best.set(hexOf(place), one);
  }
  return [...best].flatMap(([id, { left, part }]) => {
    const hex = places.byId.get(id);
    if (!hex) return [];
    const shade = Math.min(SHADES - 1, Math.floor((part / 100) * SHADES));
    return [s("path", { class: `reach reach-${shade}`, "data-reach": id, "data-left": left, d: places.outline(hex, 0.6) }),
      s("text", { class: "reach-left", transform: `translate(${hex.x} ${round(hex.y + places.board.hex.h * 0.42)}) scale(${larger})` }, left)];
  });
}

/** How far the arc round a vertex is drawn, as a part of a hex's height. */
const ARC = 2.6;
/** Half of what an arc spans. */
const SPAN = Math.PI / 6;

/**
 * The vertices of a hex that one may be chosen of, each with the arc round it and the key that chooses it.
 * @param {import("./scene.js").Scene["vertex"]} vertex
 * @param {Places} places
 * @param {number} larger
 * @returns {(SVGElement | null)[]}
 */
export function vertexNodes(vertex, places, larger) {
  const hex = vertex && places.hex(vertex.at);
  if (!hex) return [];
  return vertex.values.map((one, index) => {
    const { x, y } = places.vertex(hex, one);
    return s("g", { class: one === vertex.chosen ? "vertex chosen" : "vertex", "data-vertex": String(one) },
      s("path", { class: "vertex-arc", d: arcRound(hex, one, places.board.hex.h * ARC) }),
      s("g", { class: "vertex-handle", transform: `translate(${round(x)} ${round(y)}) scale(${larger})` },
        s("circle", { r: 8.5 }), s("text", { y: 3.6 }, String(index + 1))));
  });
}

/**
 * From the middle of a hex, what lies between the Hex Grains on both sides of a vertex.
 * @param {Point} hex
 * @param {number} vertex
 * @param {number} far
 */
function arcRound(hex, vertex, far) {
  const middle = (vertex * Math.PI) / 3 - (2 * Math.PI) / 3;
  const [from, to] = [middle - SPAN, middle + SPAN].map((angle) => `${round(hex.x + far * Math.cos(angle))} ${round(hex.y + far * Math.sin(angle))}`);
  return `M${round(hex.x)} ${round(hex.y)}L${from}A${round(far)} ${round(far)} 0 0 1 ${to}Z`;
}
