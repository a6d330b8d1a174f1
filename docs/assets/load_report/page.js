// The box in the page: what is typed or pasted is answered at once, here, and nothing is sent anywhere.

/** @import { Words } from "./in_words.js" */
/** @import { Origin, Rules } from "./types.js" */

import { element } from "../shared.js";
import { details, summary } from "./view.js";

const ROOT = new URL("../../", import.meta.url).href;
const WAIT = 150; // milliseconds without a key press before an answer
const PATIENCE = 50; // milliseconds without an answer before that to an older text is taken down
const MOST_SHOWN = 10000; // a longer paste is shown in part: a text field of a megabyte is slow
const MOST_LINES = 500;
const FAILED = "The answers did not load. Reload the page to try again.";

/** @typedef {{ text: string, look: boolean, origin: Origin | "" }} Question a text, whether to scroll to its answer, and whose file it is about */
/** @typedef {Words & { read: number }} Reply */

// It loads its modules while the rules are on their way, and may fail before they are there.
const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const failure = new Promise((resolve) => worker.addEventListener("error", resolve));

/**
 * Where this entry is in the tab's history. Its address does not tell: the theme writes there which heading is seen,
 * over an example's too. 0 in browsers before 2026 that do not tell; there, “back” leaves the example in the field.
 */
function historyIndex() {
  const known = /** @type {{ currentEntry: NavigationHistoryEntry | null } | undefined} */ (Reflect.get(window, "navigation"));
  return known?.currentEntry?.index ?? 0;
}

/** What to search for: the first words of the last line, which in a traceback is the error. @param {string} text */
function searchWords(text) {
  const lines = text.slice(-MOST_SHOWN).trim().split("\n");
  return (lines.at(-1) ?? "").replace(/[^\p{L}\p{N}_.' -]+/gu, " ").trim().split(/\s+/).slice(0, 8).join(" ").slice(0, 100);
}

/**
 * Shows the field, in place of the words for a page without JavaScript.
 * @param {HTMLElement} box @param {Rules} rules
 */
function start(box, rules) {
  const field = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
  const whole = /** @type {HTMLElement} */ (box.querySelector(".paste-summary"));
  const parts = /** @type {HTMLElement} */ (box.querySelector(".paste-details"));
  const note = /** @type {HTMLElement} */ (box.querySelector(".paste-note"));
  const list = /** @type {HTMLElement} */ (box.querySelector(".paste-examples"));
  const from = /** @type {HTMLFieldSetElement} */ (box.querySelector(".paste-origin"));
  const above = [...document.querySelectorAll("article :is(h1, h2, h3)")].filter((heading) => heading.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING);
  const level = Number(above.at(-1)?.tagName[1] ?? 1) + 1;
  /** @type {Question | null} */
  let question = null; // the newest, until it has its answer
  /** @type {Question | null} */
  let sent = null; // what the worker is at; the next one waits
  let timer = 0;
  let patience = 0;
  let pasted = false;
  let answered = ""; // the text whose answer is there: another origin is asked of the same
  // What the reader put there: “back” from an example brings it back. A page that opens on one knows of none.
  let own = /^#(key|example)=/.test(location.hash) ? null : field.value;
  let example = NaN; // the place of the first example that covers it

  function send() {
    if (sent || !question) return;
    sent = question;
    worker.postMessage({ text: sent.text, origin: sent.origin });
  }

  /** @param {string} text @param {boolean} look @param {Origin | ""} origin as the reader says it; "" as the text does */
  function ask(text, look, origin = "") {
    clearTimeout(timer);
    clearTimeout(patience);
    question = text.trim() ? { text, look, origin } : null;
    if (!question) return show(null, text);
    whole.setAttribute("aria-busy", "true");
    // An answer that takes time must not leave another text's up.
    patience = window.setTimeout(() => [whole, parts].forEach((part) => part.replaceChildren()), PATIENCE);
    send();
  }

  /** @param {Reply | null} reply none to a text without words @param {string} text */
  function show(reply, text) {
    clearTimeout(patience);
    whole.removeAttribute("aria-busy");
    answered = text;
    whole.replaceChildren(...(reply ? summary(reply) : []));
    if (reply && !reply.classes.length && !reply.message) whole.append(element("p", { class: "paste-more" }, element("a", { href: `${ROOT}?q=${encodeURIComponent(searchWords(text))}` }, "Search this site for its words")));
    from.hidden = (reply?.answers.length ?? 0) < 2;
    for (const choice of from.querySelectorAll("input")) choice.checked = choice.value === reply?.origin;
    parts.replaceChildren(...(reply ? details(reply, ROOT, level) : []));
    box.classList.toggle("paste-answered", reply !== null);
    if (!reply || text.length <= MOST_SHOWN || field.value.length >= text.length) return;
    const all = text.length.toLocaleString("en");
    const read = reply.read < text.length ? `The first ${reply.read.toLocaleString("en")} of ${all}` : `All ${all}`;
    note.textContent = `${read} characters were read. The field shows the first ${field.value.length.toLocaleString("en")}.`;
  }

  /** @param {string} text @param {boolean} look */
  function put(text, look) {
    // Of a text that is shown in part, few lines: a browser is slow to lay out thousands.
    field.value = text.length > MOST_SHOWN ? text.slice(0, MOST_SHOWN).split("\n", MOST_LINES).join("\n") : text;
    note.textContent = "";
    ask(text, look);
  }

  /** @param {string} text */
  function remember(text) {
    own = text;
    example = NaN;
  }

  /** A long text is answered whole, and shown in part. @param {Event} event @param {DataTransfer | null} data */
  function take(event, data) {
    const text = data?.getData("text/plain") ?? "";
    if (text.length <= MOST_SHOWN) return;
    event.preventDefault();
    remember(text);
    put(text, true);
  }

  field.addEventListener("input", () => {
    note.textContent = "";
    clearTimeout(timer);
    remember(field.value);
    if (pasted) ask(field.value, true);
    else timer = window.setTimeout(() => ask(field.value, false), WAIT);
    pasted = false;
  });
  field.addEventListener("paste", (event) => {
    pasted = true;
    take(event, event.clipboardData);
  });
  field.addEventListener("drop", (event) => take(event, event.dataTransfer));
  for (const [value, words] of Object.entries(rules.origins)) {
    const choice = element("input", { type: "radio", name: "paste-origin", value });
    choice.addEventListener("change", () => ask(answered, false, /** @type {Origin} */ (value)));
    from.append(element("label", {}, choice, element("span", {}, words)));
  }
  box.querySelector(".paste-clear")?.addEventListener("click", () => {
    remember("");
    put("", false);
    field.focus();
  });

  /** Shows the key or the example that the address names, or again what the reader had put there. */
  function follow() {
    if (historyIndex() < example) {
      example = NaN;
      if (own !== null) put(own, false);
      return;
    }
    const [name, value = ""] = location.hash.slice(1).split(/=(.*)/s);
    if (name !== "key" && name !== "example") return;
    let wanted = value;
    try {
      wanted = decodeURIComponent(value);
    } catch {
      // half an escape: as it is
    }
    const text = name === "key" ? wanted : rules.examples.find((one) => one.name === wanted)?.text;
    if (!text) return;
    if (isNaN(example)) example = historyIndex();
    put(text, false);
    box.scrollIntoView({ block: "start" });
  }

  worker.addEventListener("message", ({ data }) => {
    const done = sent;
    sent = null;
    if (!done || done !== question) return send();
    question = null;
    show(data, done.text);
    if (done.look) whole.scrollIntoView({ block: "nearest" });
  });
  void failure.then(() => {
    clearTimeout(patience);
    field.readOnly = true; // what was typed can still be copied
    whole.textContent = FAILED;
  });
  worker.postMessage(rules);
  for (const { name, title } of rules.examples) {
    const there = `#example=${name}`;
    const link = element("a", { href: there }, title);
    // An address that is there already would be replaced, and there were no way back.
    link.addEventListener("click", () => there === location.hash && history.pushState(null, "", there));
    list.append(element("li", {}, link));
  }
  window.addEventListener("popstate", follow);
  box.querySelector(".paste-without")?.setAttribute("hidden", "");
  for (const part of box.querySelectorAll(".paste-live")) part.removeAttribute("hidden");
  if (field.value) put(field.value, false);
  follow();
}

const box = document.getElementById("paste-report");
try {
  const response = await fetch(new URL("../../artifacts/load_report/rules.json", import.meta.url));
  const rules = await response.json();
  if (box) start(box, rules);
} catch (error) {
  box?.querySelector(".paste-without")?.replaceChildren(FAILED);
  throw error;
}
