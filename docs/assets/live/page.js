// What the live head and the live pair share: the button that starts them, their style, links to claims, numbers in words.
import { html } from "../shared.js";
import { load } from "./model.js";

/** @import { Model } from "./model.js" */

const WEIGHTS = new URL("../../artifacts/live/", import.meta.url);
const CLAIMS = new URL("../../c/", import.meta.url);
const SIZE = "3.5 MB"; // of the file of weights; a test compares

/** A link to the page of a claim. @param {string} name @param {string} about */
export function claim(name, about) {
  return html("a", { className: "live-claim", href: new URL(`${name}/`, CLAIMS).href, "aria-label": `proof: ${about}` }, "proof");
}

/** Two digits: 76%, 7.7%, 0.44%, and below that < 0.01%. As src/bert/figures.py has it. @param {number} share */
export function percent(share) {
  const hundred = 100 * share;
  if (hundred < 0.005) return "< 0.01%";
  return `${hundred.toFixed(hundred >= 9.95 ? 0 : hundred >= 0.995 ? 1 : 2)}%`;
}

/** @param {number} count */
export const thousands = (count) => count.toLocaleString("en");

/** A field for a sentence. @param {string} name @param {string} label */
export function sentenceField(name, label) {
  const field = html("textarea", { name, rows: 2, spellcheck: false, autocomplete: "off" });
  return { field, label: html("label", { className: "live-text" }, html("span", {}, label), field) };
}

/** Does something when nobody has typed for a moment. @param {() => void} act */
export function afterTyping(act) {
  let wait = 0;
  return () => {
    clearTimeout(wait);
    wait = window.setTimeout(act, 120);
  };
}

/** Loads the widgets' own style sheet, which no other page needs. @returns {Promise<void>} */
export const styled = () => new Promise((done) => {
  const href = new URL("live.css", import.meta.url).href;
  document.head.append(html("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() }));
});

/**
 * The button that fetches the model, and its progress. It goes when the model is there.
 * @param {(model: Model) => void} begin
 * @param {boolean} isAddressed whether the address holds something else than the recorded example
 */
export function starter(begin, isAddressed) {
  const button = html("button", { type: "button", className: "md-button md-button--primary" }, `Run pydoc-bert here (${SIZE})`);
  const bar = html("progress", { max: 1, value: 0, hidden: true, "aria-label": "Loading pydoc-bert" });
  const status = html("span", { role: "status" });
  const box = html("div", { className: "live-start" },
    html("div", {}, button, bar, status),
    html("p", {}, "It runs in your browser. The weights are fetched only when you click, and what you type is computed here. It becomes part of this page's address, for you to share: a server sees it when that address is opened, reloaded or gone back to."),
    ...(isAddressed ? [html("p", {}, "The address holds a state of its own. You see it when you run the model; what is here is the recorded example.")] : []));
  button.addEventListener("click", async () => {
    button.disabled = true;
    bar.hidden = false;
    status.textContent = "Loading …";
    const model = await load(WEIGHTS, (received, total) => total && (bar.value = received / total)).catch(() => null);
    if (model) {
      // The address will hold what is typed: no link or icon may tell the server where it was followed from.
      document.head.append(html("meta", { name: "referrer", content: "origin" }));
      box.remove();
      return begin(model);
    }
    button.disabled = false;
    bar.hidden = true;
    status.textContent = "The weights could not be loaded. Are you online? Click to try again.";
  });
  return box;
}
