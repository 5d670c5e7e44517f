/** Ways that stay in a hex, up and down its stairs: buttons beside the stack, since the hex itself means the stack. */

import { gettext } from "./gettext.js";
import { aimedOffer, destinations, inHex } from "./offers.js";
import { h } from "./dom.js";
import { hexOf, levelOf } from "./places.js";
import { placeOf } from "./scene.js";

/** @typedef {import("./types.js").Model} Model */

/**
 * @param {import("./board.js").Board} board
 * @param {Model} model
 */
export function drawStairs(board, model) {
  const units = [...model.choice.units];
  const offer = aimedOffer(model.state, units, model.choice.mode);
  const from = units.length ? placeOf(model.state, units[0]) : "";
  const tool = model.thread.on || model.choice.fan !== null;
  const places = offer?.form === "units_to" && from && !tool ? destinations(offer, units, model.choice.flags) : new Map();
  const ways = inHex(places.keys(), hexOf(from)).filter((place) => place !== from);
  board.offerStairs(ways.length ? from : null, ways.map((to) => button(model, from, to, places.get(to) ?? "")));
}

/**
 * @param {Model} model
 * @param {string} from
 * @param {string} to
 * @param {string} note
 */
function button(model, from, to, note) {
  const up = levelOf(to) > levelOf(from);
  const mark = model.places.location(to)?.mark || "ground";
  return h("button", { type: "button", class: "button", "data-go": to, "aria-label": `${up ? gettext("Up to %(place)s", { place: model.places.name(to) }) : gettext("Down to %(place)s", { place: model.places.name(to) })}, ${note}` },
    h("b", {}, `${up ? "▲" : "▼"} ${mark}`), note ? h("span", { class: "quiet" }, ` ${note}`) : null);
}
