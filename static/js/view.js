/** The window on the board: pan, zoom, and the way between screen and picture coordinates. */

import { REACH, clamp } from "./places.js";

const MOST = 5;
const STILL = 300;
/** Slack for the page's own moves, and for the hand, which may need to look past a card. */
const EDGE = 0;
const FREE = 0.45;
/** How far from the frame's edge a place is brought, in pixels; where the tools lie over the board it is this much more. */
const MARGIN = 76;
const TOOLS = 52;
const PHONE = 760;
/** How near the frame's edge a place may be that is seen together with others, and how much smaller all may be for one of them to stay where it is. */
const CLOSE = 34;
/** Picture units from the middle of a hex to its farthest edge, and a little more. */
const HALF = 34;
const ABOUT = 0.75;
/** Scales at which the board is opened, from the least at which its coordinates have 11 pixels to the largest that helps. */
const SMALLEST = 11 / 12;
/** Picture units about what is shown first, where the board goes on there: a hex on each side. */
const ROUND = 60;
const NORMAL = 1.12;
const LARGEST = 1.5;

export class View {
  scale = 1;
  x = 0;
  y = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #settling = undefined;
  #width = 0;
  #height = 0;
  /** @type {{x: number, y: number} | null} what the page last brought into sight, until the hand moves the board */
  #shown = null;
  /** Whether something is being drawn on the board, under which it may not move. */
  still = false;
  /** Whether the hand moves the board: nothing is drawn anew until it rests. */
  moves = false;
  /** Pixels of a bar that lies over the frame above its tools. */
  bar = 0;
  /** How much beyond each edge of the picture there is to see, in picture units. */
  margin = { left: 0, right: 0, top: 0, foot: 0 };
  /** @type {DOMRect | null} where the frame is, as long as the hand moves the board */
  #box = null;

  /**
   * @param {HTMLElement} frame  what is seen through
   * @param {HTMLElement} world  what is moved and scaled
   * @param {{width: number, height: number}} size  of the picture
   * @param {() => void} changed  after every change of place or scale, and once the board rests
   */
  constructor(frame, world, size, changed) {
    this.frame = frame;
    this.world = world;
    this.size = size;
    this.changed = changed;
  }

  /** Where the frame is on the screen. To ask is to lay the page out, so it is not asked between two events of one move. */
  box() {
    if (!this.moves) return this.frame.getBoundingClientRect();
    return (this.#box ??= this.frame.getBoundingClientRect());
  }

  /**
   * First sight of the board: the first of several groups of points that can be shown at once, large enough to be read.
   * The later groups hold less; of the last at least the middle is shown.
   * @param {{x: number, y: number}[][]} groups
   */
  open(groups) {
    const boxes = groups.filter((points) => points.length).map(boxOf);
    const fitting = boxes.find((box) => this.#fits(box) >= SMALLEST) ?? boxes.at(-1);
    if (!fitting) return;
    const scale = this.#fits(fitting);
    const isArea = fitting.wide > 0 || fitting.high > 0;
    this.scale = isArea && scale >= SMALLEST ? Math.min(scale, LARGEST) : NORMAL;
    this.#shown = { x: fitting.x, y: fitting.y };
    this.#measure();
    this.centre(fitting.x, fitting.y + this.#below() / 2 / this.scale);
  }

  /**
   * The scale at which a part of the board fills the frame with a margin round it.
   * @param {Box} box
   */
  #fits({ x, y, wide, high }) {
    const { width, height } = this.box();
    const { left, right, top, foot } = this.margin;
    const across = Math.min(x + wide / 2 + ROUND, this.size.width + right) - Math.max(x - wide / 2 - ROUND, -left);
    const down = Math.min(y + high / 2 + ROUND, this.size.height + foot) - Math.max(y - high / 2 - ROUND, -top);
    return Math.min(width / across, (height - this.#below()) / down);
  }

  /** From now on the frame's size is this one. */
  #measure() {
    const { width, height } = this.box();
    [this.#width, this.#height] = [width, height];
  }

  /** What the tools take of the frame, at its foot, and a replay's bar above them. */
  #below() {
    return innerWidth > PHONE ? TOOLS + this.bar : 0;
  }

  /** The scale at which all of the board is in the frame; nobody needs less. */
  #least() {
    const { width, height } = this.box();
    const { left, right, top, foot } = this.margin;
    return clamp(Math.min((height - this.#below()) / (this.size.height + top + foot), width / (this.size.width + left + right)), 0.1, 1);
  }

  /** The whole board at once. */
  whole() {
    this.scale = this.#least();
    const { left, right, top, foot } = this.margin;
    this.centre((this.size.width + right - left) / 2, (this.size.height + foot - top + this.#below() / this.scale) / 2);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  centre(x, y) {
    const { width, height } = this.box();
    this.x = width / 2 - x * this.scale;
    this.y = height / 2 - y * this.scale;
    this.#apply(EDGE);
  }

  /**
   * Brings a point of the picture into sight, moving no more than needed.
   * @param {number} x
   * @param {number} y
   */
  reveal(x, y) {
    const { width, height } = this.box();
    this.#shown = { x, y };
    const { left, right, top, foot } = this.margin; // who comes to the map's edge is drawn a moment later
    this.margin = { left: Math.max(left, REACH - x), right: Math.max(right, x + REACH - this.size.width), top: Math.max(top, REACH - y), foot: Math.max(foot, y + REACH - this.size.height) };
    const margin = Math.min(MARGIN, height / 3);
    const [px, py] = [x * this.scale + this.x, y * this.scale + this.y];
    this.x += clamp(px, margin, Math.max(margin, width - margin)) - px;
    this.y += clamp(py, margin, Math.max(margin, height - margin - this.#below())) - py;
    this.#apply(EDGE);
  }

  /**
   * Brings several points into sight together, at this scale if they fit, moving no more than needed, or else from further off. One of them may have been
   * touched just now: it stays where it is if the others can be seen then without looking much smaller.
   * @param {{x: number, y: number}[]} points
   * @param {{x: number, y: number}} [held]
   */
  together(points, held) {
    if (this.still || this.moves || points.every((point) => this.#sees(point))) return;
    const { width, height } = this.box();
    const rim = this.#rim();
    const [across, down] = [width - 2 * rim, height - 2 * rim - this.#below()];
    const { x, y, wide, high } = boxOf(points);
    const fitting = clamp(Math.min(across / (wide || 1), down / (high || 1)), this.#least(), this.scale);
    const about = held ? Math.min(fitting, ...points.map((point) => this.#reaches(held, point))) : 0;
    this.#shown = null;
    if (held && about >= fitting * ABOUT) {
      const [px, py] = this.toFrame(held.x, held.y);
      [this.scale, this.x, this.y] = [about, px - held.x * about, py - held.y * about];
      this.#apply(FREE);
      return;
    }
    if (fitting < this.scale) {
      this.scale = fitting;
      this.centre(x, y + this.#below() / 2 / fitting);
      return;
    }
    const [left, top] = this.toFrame(x - wide / 2, y - high / 2);
    this.x += clamp(left, rim, rim + across - wide * fitting) - left;
    this.y += clamp(top, rim, rim + down - high * fitting) - top;
    this.#apply(EDGE);
  }

  /** How near the frame's edge the middle of a hex may be that is to be seen whole. */
  #rim() {
    return Math.max(CLOSE, this.scale * HALF);
  }

  /** @param {{x: number, y: number}} point */
  #sees({ x, y }) {
    const { width, height } = this.box();
    const rim = this.#rim();
    const [px, py] = this.toFrame(x, y);
    return px >= rim && px <= width - rim && py >= rim && py <= height - rim - this.#below();
  }

  /**
   * The scale at which a point comes to the frame's edge if another stays where it is.
   * @param {{x: number, y: number}} held
   * @param {{x: number, y: number}} point
   */
  #reaches(held, point) {
    const { width, height } = this.box();
    const [px, py] = this.toFrame(held.x, held.y);
    const rim = this.#rim();
    const [dx, dy] = [point.x - held.x, point.y - held.y];
    const across = dx > 0 ? (width - rim - px) / dx : dx < 0 ? (px - rim) / -dx : Infinity;
    const down = dy > 0 ? (height - rim - this.#below() - py) / dy : dy < 0 ? (py - rim) / -dy : Infinity;
    return Math.min(across, down);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.#shown = null;
    this.#moving();
    this.x += dx;
    this.y += dy;
    this.#apply(FREE);
  }

  /** The frame has another size: what was in its middle stays there, and what was shown last stays in sight. */
  resized() {
    this.#box = null;
    const { width, height } = this.box();
    if (this.#width && !this.still) {
      this.x += (width - this.#width) / 2;
      this.y += (height - this.#height) / 2;
      this.#apply(EDGE);
    }
    this.#measure();
    if (!this.still && this.scale < this.#least()) this.whole();
    if (this.#shown && !this.still) this.reveal(this.#shown.x, this.#shown.y);
  }

  /**
   * Zooms about a point of the screen, by default the middle.
   * @param {number} factor
   * @param {number} [clientX]
   * @param {number} [clientY]
   */
  zoom(factor, clientX, clientY) {
    this.#moving();
    const box = this.box();
    const px = (clientX ?? box.left + box.width / 2) - box.left;
    const py = (clientY ?? box.top + box.height / 2) - box.top;
    const scale = clamp(this.scale * factor, this.#least(), MOST);
    this.#shown = null;
    const real = scale / this.scale;
    this.x = px - (px - this.x) * real;
    this.y = py - (py - this.y) * real;
    this.scale = scale;
    this.#apply(FREE);
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @returns {[number, number]} picture units
   */
  toPicture(clientX, clientY) {
    const box = this.box();
    return [(clientX - box.left - this.x) / this.scale, (clientY - box.top - this.y) / this.scale];
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {[number, number]} pixels from the frame's corner
   */
  toFrame(x, y) {
    return [x * this.scale + this.x, y * this.scale + this.y];
  }

  /** While the picture moves it is a texture; at rest it is drawn sharp again. */
  #moving() {
    if (!this.moves) this.world.style.willChange = "transform";
    this.moves = true;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.moves = false;
      this.#box = null;
      this.world.style.willChange = "";
      this.changed();
    }, STILL);
  }

  /** @param {number} slack  how far the board's edge may come into the frame, as a part of the frame */
  #apply(slack) {
    const { width, height } = this.box();
    const { left, right, top, foot } = this.margin;
    this.x = within(this.x, width, [-left * this.scale, (this.size.width + right) * this.scale], slack);
    const low = (this.size.height + foot) * this.scale + this.#below(); // the lowest row is seen above the tools
    this.y = within(this.y, height, [-top * this.scale, low], slack);
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.changed();
  }
}

/** @typedef {{x: number, y: number, wide: number, high: number}} Box */

/**
 * The box round some points: its middle and its size.
 * @param {{x: number, y: number}[]} points
 * @returns {Box}
 */
function boxOf(points) {
  const [xs, ys] = [points.map((one) => one.x), points.map((one) => one.y)];
  const [left, right, top, foot] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: (left + right) / 2, y: (top + foot) / 2, wide: right - left, high: foot - top };
}

/**
 * Keeps a board that reaches from `from` to `to`, in pixels from its corner, in a frame; one that is smaller than the
 * frame stands in its middle.
 * @param {number} place
 * @param {number} frame
 * @param {[number, number]} reach
 * @param {number} slack
 */
function within(place, frame, [from, to], slack) {
  const [low, high] = [frame - to, -from];
  const give = slack * frame;
  if (low >= high) return (low + high) / 2;
  return clamp(place, low - give, high + give);
}
