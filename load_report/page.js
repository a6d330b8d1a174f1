// The box in the page: what is typed or pasted is answered at once, here, and nothing is sent anywhere.

import { MOST_READ, answer, answering } from "./answer.js";
import { details, made, summary } from "./view.js";

// What the build knows: it puts the constant before all modules.
const rules = RULES;
const SLICE = 8; // milliseconds of work between two frames
const WAIT = 150; // milliseconds without a key press before an answer
const MOST_SHOWN = 10000; // a longer paste is shown in part: a text field of a megabyte is slow

/**
 * The site's own root, also in a page that somebody saved: then the logo's link still leads to the site.
 * @param {string} page
 */
function link(page) {
  const logo = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a.md-logo"));
  const root = new URL(logo?.getAttribute("href") ?? ".", document.baseURI);
  if (!root.pathname.endsWith("/")) root.pathname = root.pathname.endsWith(".html") ? root.pathname.replace(/[^/]*$/, "") : `${root.pathname}/`;
  const target = new URL(page, root);
  if (target.protocol === "file:") target.pathname += "index.html";
  return target.href;
}

/**
 * Where this entry is in the tab's history. Its address does not tell: the theme writes there which heading is seen,
 * over an example's too. 0 in browsers before 2026 that do not tell; there, “back” leaves the example in the field.
 */
function place() {
  const known = /** @type {{ currentEntry: NavigationHistoryEntry | null } | undefined} */ (Reflect.get(window, "navigation"));
  return known?.currentEntry?.index ?? 0;
}

/**
 * Wakes the box.
 * @param {HTMLElement} box
 */
function start(box) {
  const field = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
  const whole = /** @type {HTMLElement} */ (box.querySelector(".paste-summary"));
  const parts = /** @type {HTMLElement} */ (box.querySelector(".paste-details"));
  const note = /** @type {HTMLElement} */ (box.querySelector(".paste-note"));
  const examples = /** @type {HTMLElement} */ (box.querySelector(".paste-examples"));
  const first = /** @type {HTMLElement | null} */ (box.querySelector(".paste-first"));
  const above = [...document.querySelectorAll("article :is(h1, h2, h3)")].filter((one) => one.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING);
  const level = Number(above.at(-1)?.tagName[1] ?? 1) + 1;
  let run = 0;
  let timer = 0;
  let pasted = false;
  // What the reader put there: “back” from an example brings it back. A page that opens on one knows of none.
  let own = /^#(key|example)=/.test(location.hash) ? null : field.value;
  let example = NaN; // the place of the first example that covers it

  /** @param {string} text @param {boolean} look */
  async function show(text, look) {
    run += 1;
    const mine = run;
    const steps = answering(text, rules);
    let since = performance.now();
    let step = steps.next();
    while (!step.done) {
      if (performance.now() - since > SLICE) {
        // An answer that takes time must not leave another text's up.
        if (whole.firstChild) [whole, parts].forEach((one) => one.replaceChildren());
        await new Promise((resume) => setTimeout(resume));
        if (mine !== run) return;
        since = performance.now();
      }
      step = steps.next();
    }
    whole.replaceChildren(...summary(step.value, rules, link));
    parts.replaceChildren(...details(step.value, rules, link, level));
    box.classList.toggle("paste-answered", !step.value.empty);
    first?.toggleAttribute("hidden", !step.value.empty);
    if (look) whole.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} text @param {boolean} look */
  function put(text, look) {
    const cut = text.length > MOST_SHOWN;
    field.value = cut ? text.slice(0, MOST_SHOWN) : text;
    const all = text.length.toLocaleString("en");
    const read = text.length > MOST_READ ? `The first ${MOST_READ.toLocaleString("en")} of ${all}` : `All ${all}`;
    note.textContent = cut ? `${read} characters were read. The field shows the first ${MOST_SHOWN.toLocaleString("en")}.` : "";
    clearTimeout(timer);
    void show(text, look);
  }

  /** @param {string} text */
  function keep(text) {
    own = text;
    example = NaN;
  }

  field.addEventListener("input", () => {
    note.textContent = "";
    clearTimeout(timer);
    keep(field.value);
    const look = pasted;
    pasted = false;
    if (look) void show(field.value, true);
    else timer = window.setTimeout(() => void show(field.value, false), WAIT);
  });
  field.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    pasted = true;
    if (text.length > MOST_SHOWN) {
      event.preventDefault();
      keep(text);
      put(text, true);
    }
  });
  field.addEventListener("drop", (event) => {
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (text.length > MOST_SHOWN) {
      event.preventDefault();
      keep(text);
      put(text, true);
    }
  });
  box.querySelector(".paste-clear")?.addEventListener("click", () => {
    keep("");
    put("", false);
    field.focus();
  });
  for (const one of rules.examples) {
    const there = `#example=${one.name}`;
    const item = made("a", { href: there }, one.title);
    // An address that is there already would be replaced, and there were no way back.
    item.addEventListener("click", () => there === location.hash && history.pushState(null, "", there));
    examples.append(made("li", {}, item));
  }

  function follow() {
    if (place() < example) {
      example = NaN;
      if (own !== null) put(own, false);
      return;
    }
    const [name, value] = location.hash.slice(1).split(/=(.*)/s);
    if (name !== "key" && name !== "example") return;
    let asked = value ?? "";
    try {
      asked = decodeURIComponent(asked);
    } catch {
      // half an escape: as it stands
    }
    const text = name === "key" ? asked : (rules.examples.find((one) => one.name === asked)?.text ?? "");
    if (!text) return;
    if (isNaN(example)) example = place();
    put(text, false);
    box.scrollIntoView({ block: "start" });
  }
  window.addEventListener("popstate", follow);
  box.querySelector(".paste-without")?.setAttribute("hidden", "");
  for (const part of box.querySelectorAll(".paste-live")) part.removeAttribute("hidden");
  if (field.value) put(field.value, false);
  follow();
}

const box = document.getElementById("paste-report");
if (box) start(box);
Object.assign(window, { pasteReport: { answer: (/** @type {string} */ text) => answer(text, rules), rules } });
