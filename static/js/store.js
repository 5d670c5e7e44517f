/** What this audience knows, fed by `doc`, `b` and `offers` frames. States are never edited: a frame makes a new one. */

/** @typedef {import("./types.js").Face} Face */
/** @typedef {import("./types.js").Side} Side */
/**
 * @typedef {{n: number | null, you: import("./types.js").Audience, faces: Map<string, Face>,
 *   now: import("./types.js").Now | null, offers: import("./types.js").Offer[], offered: number | null,
 *   log: import("./types.js").LogLine[], earlier: number, online: import("./types.js").Online}} State
 * @typedef {{whole: boolean, decided: boolean, put: string[], drop: string[],
 *   lines: import("./types.js").LogLine[]}} Change
 */

/**
 * @param {import("./types.js").Audience} you
 * @returns {State}
 */
export function emptyState(you) {
  const online = { a: false, b: false, watching: 0 };
  return { n: null, you, faces: new Map(), now: null, offers: [], offered: null, log: [], earlier: 0, online };
}

/** @param {Face} face */
export function keyOf(face) {
  return `${face.k}:${face.id}`;
}

/**
 * What a frame makes of a state: the next state, or `"old"` (already applied), or `"gap"` (some are missing).
 * @param {State} state
 * @param {Record<string, any>} frame
 * @returns {State | "old" | "gap"}
 */
export function reduce(state, frame) {
  if (frame.t === "presence") {
    return { ...state, online: { a: frame.a, b: frame.b, watching: frame.watching } };
  }
  if (frame.t === "doc") return whole(state, frame);
  if (frame.t === "offers") return frame.n === state.n ? { ...state, offers: numbered(frame.offers), offered: frame.n } : "old";
  if (state.n === null || frame.n > state.n + 1) return "gap";
  if (frame.n <= state.n) return "old";
  return next(state, frame);
}

/**
 * @param {State} state
 * @param {Record<string, any>} frame
 * @returns {State}
 */
function whole(state, frame) {
  return {
    n: frame.n,
    you: frame.you ?? state.you,
    faces: new Map((frame.faces ?? []).map((/** @type {Face} */ face) => [keyOf(face), face])),
    now: frame.now ?? null,
    offers: state.offers,
    offered: null,
    log: frame.log ?? [],
    earlier: frame.earlier ?? 0,
    online: frame.online ?? state.online,
  };
}

/**
 * @param {State} state
 * @param {Record<string, any>} frame
 * @returns {State}
 */
function next(state, frame) {
  const faces = new Map(state.faces);
  for (const key of frame.drop ?? []) faces.delete(key);
  for (const face of frame.put ?? []) faces.set(keyOf(face), face);
  return {
    ...state,
    n: frame.n,
    faces,
    now: frame.now === undefined ? state.now : frame.now,
    log: frame.log ? [...state.log, ...frame.log] : state.log,
  };
}

/**
 * Whether the offers are those of this state. Those of the state before are kept until then, and nothing can be done by them.
 * @param {State} state
 */
export function isOffered(state) {
  return state.you === "public" || (state.n !== null && state.offered === state.n);
}

/**
 * A state whose log begins earlier, by a page that was read of it.
 * @param {State} state
 * @param {{log: import("./types.js").LogLine[], earlier: number}} page
 * @returns {State}
 */
export function withEarlier(state, page) {
  return { ...state, log: [...page.log, ...state.log], earlier: page.earlier };
}

/**
 * Offers that know their place in the list.
 * @param {Record<string, any>[] | null | undefined} offers
 * @returns {import("./types.js").Offer[]}
 */
function numbered(offers) {
  return (offers ?? []).map((offer, n) => /** @type {import("./types.js").Offer} */ ({ ...offer, n }));
}

/**
 * What was new in a frame, for those who animate, announce or choose afresh.
 * @param {Record<string, any>} frame
 * @returns {Change}
 */
export function changeOf(frame) {
  const wholeDoc = frame.t === "doc";
  return {
    whole: wholeDoc,
    decided: wholeDoc || frame.now !== undefined,
    put: wholeDoc ? [] : (frame.put ?? []).map(keyOf),
    drop: frame.drop ?? [],
    lines: wholeDoc ? [] : (frame.log ?? []),
  };
}

/**
 * All faces of one kind, in the order they were first shown.
 * @param {State} state
 * @param {string} kind
 * @returns {Face[]}
 */
export function facesOf(state, kind) {
  return [...state.faces.values()].filter((face) => face.k === kind);
}

/**
 * The unit, the weapon or the "?" with this id.
 * @param {State} state
 * @param {string} id
 * @returns {Face | undefined}
 */
export function counterOf(state, id) {
  return state.faces.get(`unit:${id}`) ?? state.faces.get(`weapon:${id}`) ?? state.faces.get(`cover:${id}`);
}

/**
 * @param {State} state
 * @returns {Face | undefined}
 */
export function clockOf(state) {
  return facesOf(state, "clock")[0];
}

/**
 * The side this page plays, or null for whoever only watches.
 * @param {State} state
 * @returns {Side | null}
 */
export function mySide(state) {
  return state.you === "public" ? null : state.you;
}

/**
 * @param {Side} side
 * @returns {Side}
 */
export function otherSide(side) {
  return side === "a" ? "b" : "a";
}
