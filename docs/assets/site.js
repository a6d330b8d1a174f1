// On every page: loads the script of each widget that the page has, makes texts easy to copy, and gives names, roles and
// focus to what the theme's script makes. Nothing can be read with it that cannot be read without it.

// A page's own <script> would have to know the path to it.
const SCRIPTS = {
  ".break-a-tie": "./break-a-tie.js",
  ".gradient-figure": "./gradient-lab.js",
  ".sortable": "./sort-table.js",
  ".three-tokens": "./three-tokens.js",
  ".live-head": "./live/live-head.js",
  ".live-pair": "./live/live-pair.js",
};
const loading = Object.entries(SCRIPTS).flatMap(([widget, script]) => (document.querySelector(widget) ? [import(script)] : []));

// The line that a claim's page offers for an issue ends with the address at which it is read.
const here = `${location.origin}${location.pathname}`;
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-copy]"))) {
  const line = `${button.dataset.copy} ${here}`;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(line);
      button.textContent = "Copied";
    } catch {
      button.replaceWith(line); // a page that is not served over https, or a reader who refused: it can be marked
    }
  });
}

// A page about a message offers an answer for somebody's issue, which can be read without scripts, too. Its last word is
// the page's address; the build knows that only where the host told it, so the address at which it is read replaces it.
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-copies]"))) {
  const answer = document.getElementById(button.dataset.copies ?? "")?.querySelector("pre");
  button.hidden = !answer || !navigator.clipboard;
  if (!answer) continue;
  const texts = document.createTreeWalker(answer, NodeFilter.SHOW_TEXT);
  let last = null;
  while (texts.nextNode()) if (texts.currentNode.nodeValue?.trim()) last = texts.currentNode;
  if (last) last.nodeValue = String(last.nodeValue).replace(/\S+(?=\s*$)/, here);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(answer.textContent.trim());
    button.textContent = "Copied";
  });
}

// On a telephone the first tap on a mark shows what it says, as focus and a pointer do; the second one follows it.
/** @type {Element | null} */
let shown = null;
document.addEventListener("click", (event) => {
  const mark = event.target instanceof Element ? event.target.closest("a.proof") : null;
  const isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
  if (mark && mark !== shown && isTouch) event.preventDefault();
  shown = mark;
});

// A line may break in a long name after a dot, an underscore or an opening parenthesis: no word breaks in its middle.
const BREAK = /(?<=[._(])(?=\w)/;
/** @type {WeakSet<Element>} */
const broken = new WeakSet();
// The theme marks what was searched for within one text: there names stay whole.
const isSearched = new URLSearchParams(location.search).has("h");
function mendNames() {
  if (isSearched) return;
  for (const code of document.querySelectorAll("article :not(pre) > code")) {
    if (broken.has(code)) continue;
    broken.add(code);
    for (const text of /** @type {Text[]} */ ([...code.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))) {
      const parts = text.data.split(BREAK);
      if (parts.length > 1) text.replaceWith(...parts.flatMap((part, at) => (at ? [document.createElement("wbr"), part] : [part])));
    }
  }
}

function mend() {
  mendNames();
  for (const dialog of document.querySelectorAll(".md-search[role=dialog]:not([aria-label])")) {
    dialog.setAttribute("aria-label", "Search");
  }
  // A reply that is longer than its place is scrolled by keys, too.
  for (const code of document.querySelectorAll(".message-reply pre > code:not([tabindex])")) code.setAttribute("tabindex", "0");
  // Each code block has a <nav> with one button: as landmarks, dozens of the same name.
  for (const nav of document.querySelectorAll("nav.md-code__nav:not([role])")) nav.setAttribute("role", "none");
}
mend();
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });

await Promise.all(loading); // what imports this module has to wait for the widgets, too
