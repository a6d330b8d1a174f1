// @ts-check
/** What the live head and the live pair share: elements, the button that starts them, numbers in words, the address. */
import { load } from "./model.js";

/** @typedef {import("./model.js").Model} Model */

const WEIGHTS = new URL("../../artifacts/live/", import.meta.url);
const CLAIMS = new URL("../../c/", import.meta.url);
const SIZE = "3.5 MB"; // of the file of weights; a test compares

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Record<string, any>} [properties] those with a hyphen are attributes
 * @param {...(Node | string)} inside @returns {HTMLElementTagNameMap[Name]}
 */
export function html(name, properties = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "role" || key.includes("-")) made.setAttribute(key, value);
    else Object.assign(made, { [key]: value });
  }
  made.append(...inside);
  return made;
}

/** A link to the page of a claim. @param {string} name @param {string} about */
export function claim(name, about) {
  return html("a", { className: "live-claim", href: new URL(`${name}/`, CLAIMS).href, "aria-label": `proof: ${about}` }, "proof");
}

/** Two digits: 76 %, 7.7 %, 0.44 %, and below that < 0.01 %. As bert/figures.py has it. @param {number} share */
export function percent(share) {
  const hundred = 100 * share;
  if (hundred < 0.005) return "< 0.01 %";
  return `${hundred.toFixed(hundred >= 9.95 ? 0 : hundred >= 0.995 ? 1 : 2)} %`;
}

/** @param {number} count */
export function thousands(count) {
  return count.toLocaleString("en");
}

/** The widgets' own style sheet, which no other page needs. @returns {Promise<void>} */
export function styled() {
  return new Promise((done) => {
    const href = new URL("live.css", import.meta.url).href;
    document.head.append(html("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() }));
  });
}

/**
 * The button that fetches the model, and its progress. It goes when the model is there.
 * @param {(model: Model) => void} begin
 * @param {boolean} asked whether the address holds something else than the recorded example
 */
export function starter(begin, asked) {
  const button = html("button", { type: "button", className: "md-button md-button--primary" }, `Run pydoc-bert here (${SIZE})`);
  const bar = html("progress", { max: 1, value: 0, hidden: true, "aria-label": "Loading pydoc-bert" });
  const said = html("span", { role: "status" });
  const box = html("div", { className: "live-start" },
    html("div", {}, button, bar, said),
    html("p", {}, "It runs in your browser. The weights are fetched only when you click, and what you type is computed here. It becomes part of this page's address, for you to share: a server sees it when that address is opened, reloaded or gone back to."),
    ...(asked ? [html("p", {}, "The address holds a state of its own. You see it when you run the model; what is here is the recorded example.")] : []));
  button.addEventListener("click", async () => {
    button.disabled = true;
    bar.hidden = false;
    said.textContent = "Loading …";
    const model = await load(WEIGHTS, (received, total) => total && (bar.value = received / total)).catch(() => null);
    if (model) {
      // The address will hold what is typed: no link or icon may tell the server where it was followed from.
      document.head.append(html("meta", { name: "referrer", content: "origin" }));
      box.remove();
      return begin(model);
    }
    button.disabled = false;
    bar.hidden = true;
    said.textContent = "The weights could not be loaded. Are you online? Click to try again.";
  });
  return box;
}

/** What the address says. @param {string[]} names @returns {Record<string, string>} */
export function addressed(names) {
  return Object.fromEntries([...new URLSearchParams(location.search)].filter(([name]) => names.includes(name)));
}

/** Puts values into the address; null takes one out, and what others have there stays. @param {Record<string, string | null>} values */
export function remember(values) {
  const all = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) value === null ? all.delete(name) : all.set(name, value);
  history.replaceState(null, "", `${location.pathname}${all.size ? `?${all}` : ""}${location.hash}`);
}
