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
 * @typedef {{id: string, name: string, x: number, y: number, terrain: string, tem: number,
 *   mf: string}} HexData
 * @typedef {{svg: string, width: number, height: number, hex: {w: number, h: number}, hexes: HexData[]}} BoardData
 * @typedef {{game: string, you: Audience, socket: string, replay: string | null, scenario: Scenario,
 *   board: BoardData}} TableData
 *
 * @typedef {{k: string, id: string} & Record<string, any>} Face
 * @typedef {{verb: string, form: string, label: string, key?: string, rule?: string, hint?: string,
 *   primary?: boolean} & Record<string, any>} Offer
 * @typedef {{side: Side | null, kind: string, text: string, sub: string | null, focus: string[], units: string[],
 *   rule: string | null}} Now
 * @typedef {{rule: string, label: string, value: number}} Modifier
 * @typedef {{n: number, kind: string, side: Side | null, turn: number, phase: string, phasing: Side | null,
 *   text: string, rule: string | null, at: string[], dice: number[] | null, mods: Modifier[],
 *   result: string | null, secret: boolean}} LogLine
 * @typedef {{a: boolean, b: boolean, watching: number}} Online
 * @typedef {{verb: string} & Record<string, any>} Command
 * @typedef {{at: string, range: number, los: string, fp: string, column: string, drm: Modifier[], total: number,
 *   chances: {result: string, n: number}[], firers: {unit: string, text: string, rule: string}[],
 *   note: string}} OddsCard
 * @typedef {{t: string, ref?: string, code?: string, rule?: string, why?: string, card?: OddsCard}} Reply
 *
 * What the panels are drawn from: the state, the choices of the one at this page, and what is under way.
 * @typedef {{data: TableData, places: import("./places.js").Places, state: import("./store.js").State,
 *   choice: import("./selection.js").Selection, link: "connecting" | "live" | "offline" | "closed" | "replay",
 *   pending: string | null, refusal: {rule: string, why: string, halted?: boolean} | null,
 *   odds: {card: OddsCard | null, why: string, rule: string, asking: boolean}, asOpponent: boolean, labels: boolean,
 *   tab: string, sheet: string}} Model
 */

/**
 * An attack that the server proposes in a reaction window.
 * @typedef {{units: string[], at: string, director?: string | null, text?: string}} Proposal
 */

export {};
