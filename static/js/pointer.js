/** Mouse, pen and fingers on the board, turned into taps, strokes, drags, boxes, panning and zooming. */

const SLOP = 6;
const LONG = 480;

/**
 * @typedef {{key: string | null, x: number, y: number, add: boolean, long: boolean, inFan: boolean}} Tap
 * @typedef {"on" | "done" | "off"} Pen  a stroke goes on, ends, or is broken off
 * @typedef {{event: PointerEvent, key: string | null,
 *   kind: "still" | "pan" | "drag" | "stroke" | "box" | "pinch" | "spent"}} Act
 * @typedef {{
 *   tap: (tap: Tap) => void,
 *   twice: (tap: Tap) => void,
 *   draws: (key: string | null) => boolean,
 *   stroke: (from: Tap, to: Tap, pen: Pen) => void,
 *   mayDrag: (key: string) => boolean,
 *   drag: (key: string, x: number, y: number) => void,
 *   drop: (key: string, x: number, y: number) => void,
 *   box: (x1: number, y1: number, x2: number, y2: number, done: boolean) => void,
 *   hover: (at: Tap) => void,
 *   leave: () => void,
 * }} Gestures
 */

export class Pointer {
  /** @type {Map<number, PointerEvent>} */
  #down = new Map();
  /** @type {Act | null} */
  #act = null;
  #spread = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #long = undefined;

  /**
   * @param {HTMLElement} frame
   * @param {import("./view.js").View} view
   * @param {Gestures} gestures
   */
  constructor(frame, view, gestures) {
    this.frame = frame;
    this.view = view;
    this.gestures = gestures;
    frame.addEventListener("pointerdown", (event) => this.#press(event));
    frame.addEventListener("pointermove", (event) => this.#move(event));
    frame.addEventListener("pointerup", (event) => this.#lift(event));
    frame.addEventListener("pointercancel", (event) => this.#cancel(event));
    frame.addEventListener("dblclick", (event) => this.gestures.twice(this.#tapAt(event, keyUnder(event.target), false)));
    frame.addEventListener("pointerleave", () => this.gestures.leave());
    frame.addEventListener("contextmenu", (event) => event.preventDefault());
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.target instanceof Element && event.target.closest("[data-over-board]")) return;
    this.#down.set(event.pointerId, event);
    if (this.#down.size === 2) {
      clearTimeout(this.#long);
      this.#spread = this.#distance();
      if (this.#act?.kind === "stroke") this.#stroke(this.#act, event, "off");
      if (this.#act) this.#act.kind = "pinch";
      return;
    }
    const key = keyUnder(event.target);
    this.#act = { event, key, kind: event.button === 2 ? "spent" : "still" };
    if (event.button === 2) this.gestures.tap(this.#tapAt(event, key, true));
    else if (event.pointerType !== "mouse") this.#long = setTimeout(() => this.#hold(event, key), LONG);
  }

  /**
   * @param {PointerEvent} event
   * @param {string | null} key
   */
  #hold(event, key) {
    if (this.#act?.kind !== "still") return;
    this.#act.kind = "spent";
    this.gestures.tap(this.#tapAt(event, key, true));
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const act = this.#act;
    if (!act || !this.#down.has(event.pointerId)) {
      if (event.pointerType === "mouse") this.gestures.hover(this.#tapAt(event, keyUnder(event.target), false));
      return;
    }
    const last = /** @type {PointerEvent} */ (this.#down.get(event.pointerId));
    const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
    if (act.kind === "still") this.#begin(act, event);
    if (act.kind === "still" || act.kind === "spent") return;
    this.#down.set(event.pointerId, event);
    if (act.kind === "pan") this.view.pan(dx, dy);
    if (act.kind === "pinch") this.#pinch(dx, dy);
    if (act.kind === "drag" && act.key) this.gestures.drag(act.key, ...this.view.toPicture(event.clientX, event.clientY));
    if (act.kind === "stroke") this.#stroke(act, event, "on");
    if (act.kind === "box") this.#box(act.event, event, false);
  }

  /**
   * @param {Act} act
   * @param {PointerEvent} event
   */
  #begin(act, event) {
    if (Math.hypot(event.clientX - act.event.clientX, event.clientY - act.event.clientY) < SLOP) return;
    clearTimeout(this.#long);
    this.frame.setPointerCapture(event.pointerId);
    if (!event.shiftKey && this.gestures.draws(act.key)) act.kind = "stroke";
    else if (act.key && this.gestures.mayDrag(act.key)) act.kind = "drag";
    else act.kind = event.shiftKey ? "box" : "pan";
    this.view.still = act.kind === "stroke";
    if (act.kind === "pan") this.frame.classList.add("panning");
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  #pinch(dx, dy) {
    const [p, q] = [...this.#down.values()];
    const spread = this.#distance();
    this.view.pan(dx / 2, dy / 2);
    if (this.#spread > 0) this.view.zoom(spread / this.#spread, (p.clientX + q.clientX) / 2, (p.clientY + q.clientY) / 2);
    this.#spread = spread;
  }

  #distance() {
    const [p, q] = [...this.#down.values()];
    return p && q ? Math.hypot(p.clientX - q.clientX, p.clientY - q.clientY) : 0;
  }

  /** @param {PointerEvent} event */
  #lift(event) {
    clearTimeout(this.#long);
    if (!this.#down.delete(event.pointerId)) return;
    const act = this.#act;
    if (!act) return;
    if (act.kind === "still") this.gestures.tap(this.#tapAt(event, act.key, false));
    if (act.kind === "drag" && act.key) this.gestures.drop(act.key, ...this.view.toPicture(event.clientX, event.clientY));
    if (act.kind === "stroke") this.#stroke(act, event, "done");
    if (act.kind === "box") this.#box(act.event, event, true);
    this.#rest(act);
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    clearTimeout(this.#long);
    this.#down.delete(event.pointerId);
    if (this.#act?.kind === "stroke") this.#stroke(this.#act, event, "off");
    if (this.#act) this.#rest(this.#act);
  }

  /** @param {Act} act */
  #rest(act) {
    this.frame.classList.remove("panning");
    this.view.still = false;
    if (this.#down.size) act.kind = "spent";
    else this.#act = null;
  }

  /**
   * @param {Act} act
   * @param {PointerEvent} event
   * @param {Pen} pen
   */
  #stroke(act, event, pen) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    this.gestures.stroke(this.#tapAt(act.event, act.key, false), this.#tapAt(event, keyUnder(under), false), pen);
  }

  /**
   * @param {PointerEvent} from
   * @param {PointerEvent} to
   * @param {boolean} done
   */
  #box(from, to, done) {
    this.gestures.box(...this.view.toPicture(from.clientX, from.clientY), ...this.view.toPicture(to.clientX, to.clientY), done);
  }

  /**
   * @param {MouseEvent} event
   * @param {string | null} key
   * @param {boolean} long
   * @returns {Tap}
   */
  #tapAt(event, key, long) {
    const [x, y] = this.view.toPicture(event.clientX, event.clientY);
    const inFan = event.target instanceof Element && event.target.closest("[data-fan]") !== null;
    return { key, x, y, add: event.shiftKey || event.ctrlKey || event.metaKey, long, inFan };
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : 1;
    if (event.shiftKey) this.view.pan(-event.deltaY * lines, 0);
    else this.view.zoom(Math.exp(-event.deltaY * lines * 0.0016), event.clientX, event.clientY);
  }
}

/** @param {EventTarget | null} target */
function keyUnder(target) {
  return target instanceof Element ? (target.closest("[data-face]")?.getAttribute("data-face") ?? null) : null;
}
