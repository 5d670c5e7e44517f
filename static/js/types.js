/**
 * Shapes that travel on the wire (docs/wire.md) and the page's own data block. Types only.
 *
 * @typedef {"a" | "b"} Side
 * @typedef {Side | "public"} Audience
 *
 * @typedef {{name: string, nation: string, role: string}} SideCard
 * @typedef {{id: string, title: string, date: string, place: string, turns: number, first: Side, intro: string,
 *   sides: Record<Side, SideCard>, victory: string, ssr: string[], san: Record<Side, number>,
 *   objectives: string[]}} Scenario
 * @typedef {{id: string, level: number, absolute: number, kind: string, name: string, mark: string}} LocationData
 * @typedef {{id: string, name: string, x: number, y: number, terrain: string, tem: number, mf: string,
 *   level: number, locations: LocationData[], notes: string[]}} HexData
 * @typedef {{svg: string, width: number, height: number, hex: {w: number, h: number}, hexes: HexData[]}} BoardData
 * @typedef {{game: string, you: Audience, socket: string, replay: string | null, views?: Audience[], scenario: Scenario,
 *   board: BoardData, computer: {side: Side, plays: boolean} | null,
 *   timed: boolean, together: string, beside: boolean, sit: string, house: string, chat: string,
 *   frames?: Record<string, any>[]}} TableData  `frames` of a game file that was opened
 *
 * @typedef {{k: string, id: string} & Record<string, any>} Face
 * @typedef {{verb: string, form: string, label: string, n: number, key?: string, rule?: string, hint?: string,
 *   primary?: boolean, sure?: string, stands?: "aside" | "wider" | "answer" | "last" | "orders" | "unseen",
 *   asks?: string, slots?: Slot[]} & Record<string, any>} Offer  `n` is its place in the list
 * @typedef {{value: any, label?: string, at?: string, unit?: string}} Filler
 * @typedef {{name: string, kind: "unit" | "units" | "pieces" | "hex" | "place" | "vertex" | "option" | "number" | "flag", label?: string,
 *   of?: Filler[], empty?: string, by?: string, allows?: Record<string, any[]>}} Slot
 * @typedef {Record<string, any>} Filled  what fills the slots, by their names
 * @typedef {{side: Side | null, kind: string, text: string, sub: string | null, focus: string[], units: string[],
 *   rule: string | null}} Now
 * @typedef {{rule: string, label: string, value: number}} Modifier
 * @typedef {{n: number, kind: string, side: Side | null, turn: number, phase: string, phasing: Side | null,
 *   text: string, rule: string | null, at: string[], dice: number[] | null, roll: {audience: string, n: number} | null, mods: Modifier[],
 *   result: string | null, secret: boolean}} LogLine
 * @typedef {{a: boolean, b: boolean, watching: number}} Online
 * @typedef {{verb: string} & Record<string, any>} Command
 * @typedef {{at: string, range?: number, los?: string, words?: string, fp: string, against?: string, kill?: number, what?: string, level?: number, column: string, drm: Modifier[], total: number,
 *   chances: {result: string, n: number}[], firers: {unit: string, text: string, rule: string}[],
 *   note: string}} OddsCard
 * @typedef {{source: string, target: string, range: number, rise: number, blocked: boolean, at: string | null,
 *   by: string | null, rule: string | null, place: [number, number] | null, total: number, words: string,
 *   hindrances: {hex: string, terrain: string, value: number, rule: string}[]}} LosCard
 * @typedef {{to: string, way: string, commands: Command[], points: string, total: string, left: string, range: number, seen_from: string[],
 *   cost: {rule: string, label: string, points: string}[], ways: {way: string, label: string, points: string}[], others: string[],
 *   threats: {rule: string, text: string}[]}} PathStep
 * @typedef {{units: string[], start: string, measure: string, allowed: string, steps: PathStep[],
 *   barred: {to: string, rule: string, why: string} | null}} PathCard
 * @typedef {{units: string[], places: Record<string, {left: string, part: number}>}} ReachCard
 * @typedef {{t: string, ref?: string, code?: string, rule?: string, why?: string, card?: any}} Reply
 *
 * What the panels are drawn from: the state, the choices of the one at this page, and what is under way.
 * @typedef {{data: TableData, places: import("./places.js").Places, state: import("./store.js").State,
 *   choice: import("./selection.js").Selection, link: "connecting" | "live" | "offline" | "closed" | "replay",
 *   pending: string | null, late: boolean, refusal: {rule: string, why: string, halted?: boolean, allowed?: string} | null,
 *   odds: {card: OddsCard | null, why: string, rule: string, asking: boolean}, asOpponent: boolean, labels: boolean,
 *   tab: string, sheet: string, thread: import("./thread.js").ThreadState, route: import("./route.js").RouteState,
 *   reach: import("./route.js").ReachState, oddsSmall: boolean, fired: Command | null,
 *   proofs: import("./proofs.js").Proofs, notes: import("./notes.js").Notes, house: import("./house.js").House | null, chat: import("./chat.js").Chat | null,
 *   beside: typeof import("./beside.js") | null}} Model
 */

/**
 * An attack that the server proposes in a reaction window, or the one made last.
 * @typedef {{units: string[], at: string, directors?: string[], text?: string, weapons?: string[], weaponsOnly?: boolean}} Proposal
 */

export {};
