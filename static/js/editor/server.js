/** Questions of the editor to the server: JSON there and back. */

import { gettext } from "../gettext.js";

/** @typedef {{line: number | null, place: string, message: string}} Trouble */
/** @typedef {{ok: boolean, busy?: boolean, error?: Trouble} & Record<string, any>} Answer */

const SIGNED_OUT = gettext("you are not logged in any more, or may not edit this board");

/**
 * @param {string} address
 * @param {Record<string, any>} question
 * @returns {Promise<Answer>}
 */
export async function ask(address, question) {
  const field = document.querySelector('input[name="csrfmiddlewaretoken"]');
  const token = field instanceof HTMLInputElement ? field.value : "";
  try {
    const answer = await fetch(address, { method: "POST", redirect: "manual", headers: { "Content-Type": "application/json", "X-CSRFToken": token }, body: JSON.stringify(question) });
    if (answer.status === 403 || answer.type === "opaqueredirect") return failed(SIGNED_OUT);
    return { ...(await answer.json()), ok: answer.ok };
  } catch {
    return failed(gettext("the server does not answer"));
  }
}

/**
 * @param {string} message
 * @returns {Answer}
 */
function failed(message) {
  return { ok: false, error: { line: null, place: "", message } };
}
