// Names, roles and focus for markup that the theme's script makes; nothing can be read that cannot be read without it.
(() => {
  const mend = () => {
    for (const dialog of document.querySelectorAll(".md-search[role=dialog]:not([aria-label])")) {
      dialog.setAttribute("aria-label", "Search");
    }
    // Each code block has a <nav> with one button: as landmarks, dozens of the same name.
    for (const nav of document.querySelectorAll("nav.md-code__nav:not([role])")) nav.setAttribute("role", "none");
  };

  // What single pages need. Their own <script> would have to know its way here, on which the two engines differ.
  const SCRIPTS = {
    ".break-a-tie": "break-a-tie.js",
    ".gradient-figure": "gradient-lab.js",
    ".row-life": "row-life.js",
    ".sortable": "sort-table.js",
    ".three-tokens": "three-tokens.js",
    ".live-head": "live/live-head.js",
    ".live-pair": "live/live-pair.js",
  };
  const own = document.currentScript.src;
  for (const [needed, name] of Object.entries(SCRIPTS)) {
    if (document.querySelector(needed)) {
      const script = document.createElement("script");
      script.src = new URL(name, own);
      if (/^live|sort-table/.test(name)) script.type = "module";
      document.head.append(script);
    }
  }

  // The line that a claim's page offers for an issue ends with the address at which it is read.
  const here = `${location.origin}${location.pathname}`;
  for (const button of document.querySelectorAll("button[data-copy]")) {
    const line = `${button.dataset.copy} ${here}`;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(line);
        button.textContent = "Copied";
      } catch {
        button.replaceWith(line); // a page that is not served over https, or a reader who said no: it can be marked
      }
    });
  }

  // A page about a message offers an answer for somebody's issue, which can be read without scripts, too. Its last word is
  // the page's address; the build knows that only where the host told it, so the address at which it is read replaces it.
  for (const button of document.querySelectorAll("button[data-copies]")) {
    const text = document.getElementById(button.dataset.copies)?.querySelector("pre");
    const words = text && document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    let last = null;
    while (words?.nextNode()) if (words.currentNode.data.trim()) last = words.currentNode;
    if (last) last.data = last.data.replace(/\S+(?=\s*$)/, here);
    button.hidden = !text || !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text.textContent.trim());
      button.textContent = "Copied";
    });
  }

  // On a telephone the first tap on a mark shows what it says, as focus and a pointer do; the second one follows it.
  let shown = null;
  document.addEventListener("click", (event) => {
    const mark = event.target.closest?.("a.proof");
    if (mark && mark !== shown && event.pointerType === "touch") event.preventDefault();
    shown = mark;
  });

  mend();
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
})();
