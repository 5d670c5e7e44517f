/** The toolbox: every tool as a button, with what can be chosen for it. */

import { gettext } from "../gettext.js";
import { h, patch } from "../dom.js";

/** @typedef {import("./tools.js").Tool} Tool */

/** @type {Record<string, string>} */
const GROUPS = { Terrain: gettext("Terrain"), Levels: gettext("Levels"), Hexsides: gettext("Hexsides"), "From hex to hex": gettext("From hex to hex"), Crossings: gettext("Crossings"), Buildings: gettext("Buildings") };
/** @type {Record<string, string>} */
const MATERIALS = { stone: gettext("stone"), wooden: gettext("wooden") };

export class Toolbox {
  /**
   * @param {HTMLElement} box
   * @param {Tool[]} tools
   * @param {[number, number]} levels  the lowest and highest there are
   * @param {(tool: Tool) => void} chosen
   */
  constructor(box, tools, levels, chosen) {
    this.box = box;
    this.tools = tools;
    this.levels = levels;
    this.chosen = chosen;
    this.tool = tools[0];
    /** @type {import("./tools.js").Options} */
    this.options = { material: "stone", church: false, levels: 1, name: "", level: 1 };
    box.addEventListener("click", (event) => this.#press(event));
    box.addEventListener("input", (event) => this.#set(event));
    this.draw();
  }

  /** @param {string} id */
  take(id) {
    const tool = this.tools.find((one) => one.id === id);
    if (!tool) return;
    this.tool = tool;
    this.draw();
    this.chosen(tool);
  }

  /**
   * The tool of a key, if there is one.
   * @param {string} key
   */
  byKey(key) {
    return this.tools.find((one) => one.key && one.key === key);
  }

  draw() {
    const groups = [...new Set(this.tools.map((one) => one.group))];
    patch(this.box, groups.map((group) => h("section", { "data-key": group, "aria-label": GROUPS[group] ?? gettext("Looking") },
      group ? h("h2", { class: "label" }, GROUPS[group] ?? group) : null,
      h("div", { class: "tool-grid" }, this.tools.filter((one) => one.group === group).map((one) => this.#button(one))),
      ...this.#choices(group))));
  }

  /** @param {Tool} tool */
  #button(tool) {
    return h("button", { type: "button", class: "tool-button", "data-pick": tool.id, "aria-pressed": String(tool === this.tool) },
      h("span", { class: "swatch", "data-swatch": tool.id.replaceAll(" ", "-"), "aria-hidden": "true" }), h("span", {}, tool.label), tool.key ? h("kbd", {}, tool.key.toUpperCase()) : null);
  }

  /** @param {string} group */
  #choices(group) {
    const { material, church, levels, name, level } = this.options;
    const [lowest, highest] = this.levels;
    if (group === "Levels") return [h("label", { class: "choice" }, gettext("Level"), " ", h("input", { type: "number", name: "level", min: lowest, max: highest, value: level }))];
    if (group === "Crossings") return [this.#material(material, gettext("of"))];
    if (group !== "Buildings") return [];
    return [this.#material(material, gettext("built of")),
      h("label", { class: "choice" }, gettext("Upper levels"), " ", h("select", { name: "levels" }, [0, 1, 2, 3].map((one) => h("option", { value: one, selected: one === levels }, one)))),
      h("label", { class: "choice" }, h("input", { type: "checkbox", name: "church", checked: church }), " ", gettext("Church")),
      h("label", { class: "choice" }, gettext("Name"), " ", h("input", { type: "text", name: "name", value: name, maxlength: 40, placeholder: gettext("by itself"), pattern: "[a-z][a-z0-9-]*", autocomplete: "off" })),
      h("p", { class: "quiet" }, gettext("A stroke that begins in a building makes it larger, or other."))];
  }

  /**
   * @param {string} material
   * @param {string} words
   */
  #material(material, words) {
    return h("div", { class: "segmented wide", role: "group", "aria-label": words }, ["stone", "wooden"].map((one) => h("button", { type: "button", "data-material": one, "aria-pressed": String(one === material) }, MATERIALS[one])));
  }

  /** @param {MouseEvent} event */
  #press(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.pick) this.take(button.dataset.pick);
    if (button?.dataset.material) {
      this.options.material = button.dataset.material;
      this.draw();
    }
  }

  /** @param {Event} event */
  #set(event) {
    const field = event.target;
    if (field instanceof HTMLInputElement && field.name === "church") this.options.church = field.checked;
    if (field instanceof HTMLInputElement && field.name === "name") this.options.name = field.value.trim();
    if (field instanceof HTMLInputElement && field.name === "level") this.options.level = Number(field.value) || 0;
    if (field instanceof HTMLSelectElement && field.name === "levels") this.options.levels = Number(field.value);
  }
}
