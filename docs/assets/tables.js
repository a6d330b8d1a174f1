// Tables that Markdown wrote become cards on a telephone, as those of the templates are; and a table that goes on past
// its box says so. Without this script such tables scroll, and nothing says so.
(() => {
  const PHONE = 40; // letters in a row, as in explainer/render/cells.py

  for (const table of document.querySelectorAll(".md-typeset table:not([class], [data-cards])")) {
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map((head) => head.textContent.trim());
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]).map((row) => [...row.cells]);
    if (heads.length < 3 || table.closest(".versions") || rows.some((cells) => cells.length !== heads.length)) continue;
    const widest = heads.map((head, at) => Math.max(head.length, ...rows.map((cells) => cells[at].textContent.length)));
    if (widest.reduce((sum, one) => sum + one, 0) <= PHONE) continue;
    table.dataset.cards = "";
    for (const cells of rows) heads.forEach((head, at) => head && (cells[at].dataset.label = head));
  }

  // The keyboard must reach a box that scrolls, but only while it does. `on` is one whose table goes on to the right.
  const look = (box) => {
    const past = box.scrollWidth - box.clientWidth;
    if (past > 1) {
      box.tabIndex = 0;
      box.dataset.scrolls = box.scrollLeft < past - 1 ? "on" : "end";
    } else {
      box.removeAttribute("tabindex");
      delete box.dataset.scrolls;
    }
  };
  // The table's size, too: it may grow in a box that does not, as when a font arrives or a script fills it.
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => look(target.closest(".md-typeset__scrollwrap"))));
  // The theme's script puts each table into a box of its own.
  const mend = () => {
    for (const box of document.querySelectorAll(".md-typeset__scrollwrap:not([role])")) {
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", "Table");
      box.addEventListener("scroll", () => look(box), { passive: true });
      for (const one of [box, ...box.querySelectorAll("table")]) sizes.observe(one);
    }
  };
  mend();
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
})();
