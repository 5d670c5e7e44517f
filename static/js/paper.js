/** The map's picture, drawn into a bitmap: thousands of crowns and rows are not painted again at every zoom. */

import { h } from "./dom.js";

/** Pixels of the bitmap to a unit of the picture: no more than the scale shows, in steps, since printing takes a while. */
const SHARP = [1, 1.5, 2, 3];
const SHARPEST_ON_PHONE = 2;
const PHONE = 760;
/** Pixels of a bitmap: some phones draw none that has more. A map of four boards is a little less sharp. */
const MOST = 16_000_000;

/** The size of the coordinates in the picture's units: at least 11 pixels at the scales at which boards are opened. */
const COORDINATES = 12;

/** The face of the coordinates. A picture sees none of the page's fonts, so it is written into the picture. */
const FACE = { family: "Barlow Semi Condensed", weight: "600" };

export class Paper {
  /** Pixels to a unit of what is drawn, or will be. */
  #sharp = 0;
  /** One after the other, so that the sharpest is drawn last. */
  #printing = Promise.resolve();

  /** @param {import("./types.js").BoardData} board */
  constructor(board) {
    this.board = board;
    this.canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "paper" }));
    this.canvas.style.width = `${board.width}px`;
    this.canvas.style.height = `${board.height}px`;
    this.picture = fetched(board.svg);
  }

  /**
   * Draws the map as sharp as this scale shows it, unless it has been.
   * @param {number} scale
   */
  sharpen(scale) {
    const { width, height } = this.board;
    const pixels = scale * devicePixelRatio;
    const step = SHARP.find((one) => one >= pixels) ?? Math.max(...SHARP);
    const sharp = Math.min(step, innerWidth > PHONE ? step : SHARPEST_ON_PHONE, Math.sqrt(MOST / (width * height)));
    if (sharp <= this.#sharp) return;
    this.#sharp = sharp;
    this.#printing = this.#printing.then(() => this.#print(sharp));
  }

  /** @param {number} sharp */
  async #print(sharp) {
    const picture = await this.picture;
    if (sharp !== this.#sharp) return;
    const { width, height } = this.board;
    await put(this.canvas, picture, Math.floor(width * sharp), Math.floor(height * sharp));
  }
}

/**
 * A map's picture.
 * @param {string} address
 */
async function fetched(address) {
  const svg = await fetch(address).then((answer) => answer.text()).catch(() => null);
  return svg ? withFont(svg) : load(address);
}

/**
 * Draws a picture with its font on a canvas of that size.
 * @param {HTMLCanvasElement} canvas
 * @param {string} svg
 */
export async function print(canvas, svg) {
  await put(canvas, await withFont(svg), canvas.width, canvas.height);
}

/**
 * A picture with its font, or without if the font cannot be had.
 * @param {string} svg
 */
function withFont(svg) {
  return lettered(svg).then(load).catch(() => load(addressOf(svg)));
}

/**
 * Hands the bitmap over for good: a canvas that could still be drawn on is copied, all of it, for every frame of a move.
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLImageElement} picture
 * @param {number} width
 * @param {number} height
 */
async function put(canvas, picture, width, height) {
  const drawn = Object.assign(document.createElement("canvas"), { width, height });
  drawn.getContext("2d")?.drawImage(picture, 0, 0, width, height);
  const bitmap = await createImageBitmap(drawn);
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
  canvas.dataset.ready = "true";
}

/**
 * @param {string} address
 * @returns {Promise<HTMLImageElement>}
 */
async function load(address) {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return picture;
}

/**
 * The picture as a data address, with the font inside.
 * @param {string} svg
 */
async function lettered(svg) {
  const font = await fetch(addressOfFont()).then((answer) => answer.arrayBuffer());
  const bytes = Array.from(new Uint8Array(font), (byte) => String.fromCharCode(byte)).join("");
  const source = `url("data:font/woff2;base64,${btoa(bytes)}") format("woff2")`;
  const face = `<style>text{font-size:${COORDINATES}px;stroke-width:2.2px}@font-face{font-family:"${FACE.family}";font-weight:${FACE.weight};src:${source}}</style>`;
  return addressOf(svg.replace(/<svg[^>]*>/, (tag) => tag + face));
}

/** Where the page's own styles have the font from, so that it is not fetched twice. */
function addressOfFont() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => ({ rule, base: sheet.href ?? location.href })));
  const face = rules.find(({ rule }) => rule instanceof CSSFontFaceRule && rule.style.fontWeight === FACE.weight
    && rule.style.fontFamily.replaceAll("\"", "") === FACE.family);
  const file = /url\("?([^")]+)"?\)/.exec(/** @type {CSSFontFaceRule} */ (face?.rule).style.getPropertyValue("src"))?.[1];
  return new URL(file ?? "", face?.base);
}

/** @param {string} svg */
function addressOf(svg) {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
