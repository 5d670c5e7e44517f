/** Building and updating elements. Attributes only, never a style attribute: the page's CSP forbids them. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Attrs */

/**
 * @param {Element} node
 * @param {Attrs} attrs
 * @param {(Child | Child[])[]} children
 */
function fill(node, attrs, children) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element.
 * @param {string} tag
 * @param {Attrs} [attrs]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attrs = {}, ...children) {
  const node = document.createElement(tag);
  fill(node, attrs, children);
  return node;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Attrs} [attrs]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, attrs = {}, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  fill(node, attrs, children);
  return node;
}

/**
 * Puts `children` into `node`, keeping every old child that is equal to its successor, so that focus, scroll
 * and what the pointer is over survive a redraw. Works because handlers are delegated, never bound to a child.
 * @param {Element} node
 * @param {...(Child | Child[])} children
 */
export function patch(node, ...children) {
  const wanted = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  wanted.forEach((child, index) => {
    const next = child instanceof Node ? child : document.createTextNode(String(child));
    const old = node.childNodes[index];
    if (!old) node.append(next);
    else if (!old.isEqualNode(next)) swap(old, next);
  });
  while (node.childNodes.length > wanted.length) node.lastChild?.remove();
}

/**
 * @param {ChildNode} old
 * @param {Node} next
 */
function swap(old, next) {
  if (canDescend(old, next)) {
    copyAttributes(/** @type {Element} */ (old), /** @type {Element} */ (next));
    patch(/** @type {Element} */ (old), [...next.childNodes]);
    return;
  }
  old.replaceWith(next);
}

/**
 * @param {Node} old
 * @param {Node} next
 */
function canDescend(old, next) {
  if (!(old instanceof Element) || !(next instanceof Element) || old.tagName !== next.tagName) return false;
  return old.getAttribute("data-key") === next.getAttribute("data-key");
}

/**
 * @param {Element} old
 * @param {Element} next
 */
function copyAttributes(old, next) {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...next.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/**
 * Sets attributes that are another now: to set one anew is work for the browser even if nothing changes.
 * @param {Element} node
 * @param {Record<string, string>} attrs
 */
export function set(node, attrs) {
  for (const [name, value] of Object.entries(attrs)) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/**
 * The element of the page with this id; the page is broken without it.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`The page has no element #${id}`);
  return node;
}

const NAMES = /(\b\d+-\d+-\d+(?: [A-Z]\b)?|\b\d+[-+]\d (?:[A-Z][a-z]+\. )?[A-Z]\w+|\b(?:GG|FF|EE|DD|CC|BB|AA|[A-Z])(?:10|\d)\b(?!\.\d))/g;

/**
 * Text with counters' and hexes' names in bold.
 * @param {string} text
 * @returns {Child[]}
 */
export function emphasised(text) {
  return text.split(NAMES).map((part, index) => (index % 2 ? h("b", {}, part) : part));
}
