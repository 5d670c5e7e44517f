/** Tells its reader that a decision waits for him: in the title and its sign, and if he likes by a sound or by the browser. */

import { gettext } from "./gettext.js";
import { byId } from "./dom.js";
import { keep, kept } from "./kept.js";
import { mySide } from "./store.js";

/** Two short notes, in Hertz, and how long each sounds, in seconds. */
const NOTES = [587, 784];
const NOTE = 0.13;
const LOUD = 0.08;

/** The sign in the tab while a decision waits: the seal with a spot, drawn here. */
const WAITING = `data:image/svg+xml,${encodeURIComponent("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><circle cx=\"16\" cy=\"16\" r=\"14\" fill=\"#a8321e\"/><circle cx=\"16\" cy=\"16\" r=\"7\" fill=\"#ffe9a8\"/></svg>")}`;

export class Notices {
  #asked = false;
  /** @type {AudioContext | null} */
  #audio = null;

  /** @param {import("./table.js").Desk} desk */
  constructor(desk) {
    this.model = desk.model;
    this.title = document.title;
    this.icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    this.plain = this.icon?.href ?? "";
    this.sound = /** @type {HTMLInputElement} */ (byId("notice-sound"));
    this.note = /** @type {HTMLInputElement} */ (byId("notice-browser"));
    this.sound.checked = kept("sound", false);
    this.note.checked = kept("notes", false) && granted();
    this.note.disabled = !("Notification" in globalThis);
    this.sound.addEventListener("change", () => this.#wantSound());
    this.note.addEventListener("change", () => this.#wantNotes());
  }

  /** The title and its sign as the question is now. */
  draw() {
    const { state, link } = this.model;
    const me = mySide(state);
    const asked = link !== "replay" && me !== null && state.now?.side === me && state.now.kind !== "over";
    if (asked === this.#asked) return;
    this.#asked = asked;
    document.title = asked ? `● ${gettext("Your decision")} · ${this.title}` : this.title;
    if (this.icon) this.icon.href = asked ? WAITING : this.plain;
  }

  /**
   * A new question has come to the one at this page.
   * @param {string} words
   */
  asked(words) {
    if (this.sound.checked) this.#ring();
    if (this.note.checked && document.hidden && granted()) this.#notify(words);
  }

  /** @param {string} words */
  #notify(words) {
    const notice = new Notification(this.title, { body: words, tag: this.model.data.game });
    notice.addEventListener("click", () => {
      focus();
      notice.close();
    });
  }

  #wantSound() {
    keep("sound", this.sound.checked);
    if (this.sound.checked) this.#ring();
  }

  /** The browser asks its user; without his consent the box stays empty. */
  async #wantNotes() {
    if (this.note.checked && await Notification.requestPermission() !== "granted") this.note.checked = false;
    keep("notes", this.note.checked);
  }

  #ring() {
    this.#audio ??= new AudioContext();
    const { currentTime, destination } = this.#audio;
    NOTES.forEach((pitch, index) => {
      const [tone, gain] = [this.#audio?.createOscillator(), this.#audio?.createGain()];
      if (!tone || !gain) return;
      const start = currentTime + index * NOTE;
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(LOUD, start);
      gain.gain.exponentialRampToValueAtTime(0.001, start + NOTE);
      tone.connect(gain).connect(destination);
      tone.start(start);
      tone.stop(start + NOTE);
    });
    document.body.dataset.rang = String(Number(document.body.dataset.rang ?? 0) + 1);
  }
}

function granted() {
  return "Notification" in globalThis && Notification.permission === "granted";
}
