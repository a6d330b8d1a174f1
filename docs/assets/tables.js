// Every table, written by Markdown, by the engine or by another script: numbers stand to the right, six columns are shown,
// and on a telephone a row is one line. The rest of a row opens below it. Without this script a table is whole, and scrolls.
// A box around a table may name, by their headings, the columns to fold (`data-fold="one | two"`) and the one, or the two to
// compare, that a telephone shows beside the first (`data-beside`).
(() => {
  const COLUMNS = 6;
  const PHONE = 36; // letters in a row: one of more, in more than two columns, becomes a line
  const NUMBER = /^(?:[-+−]?\d[\d.,]*(?:e-\d+)?(?:\s?[%×]|\s?±\s?[\d.,]+)?|[—–]?)$/;
  const dressed = new WeakSet(); // rows
  const text = (cell) => cell.textContent.trim();

  function dress(table) {
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
    const rows = [...table.querySelectorAll("tbody > tr:not(.rest)")].filter((row) => !dressed.has(row) && row.cells.length === heads.length);
    if (heads.length < 2 || !rows.length) return;
    const names = heads.map(text);
    const columns = names.map((_, at) => rows.map((row) => row.cells[at]));
    const chosen = (what) => (table.closest(`[data-${what}]`)?.dataset[what] ?? "").split(" | ").filter(Boolean);
    for (const name of [...chosen("fold"), ...chosen("beside")]) if (!names.includes(name)) console.warn(`no column “${name}”`);
    const folded = names.map((name, at) => (chosen("fold").length ? chosen("fold").includes(name) : at >= COLUMNS));
    const graded = columns.findIndex((cells) => cells.some((cell) => cell.className.startsWith("grade-")));
    const beside = chosen("beside").map((name) => names.indexOf(name)).filter((at) => at > 0);
    if (!beside.length) beside.push(Math.max(1, graded));
    columns.forEach((cells, at) => {
      const numbers = cells.every((cell) => NUMBER.test(text(cell))) && cells.some((cell) => /\d/.test(text(cell)));
      for (const cell of [heads[at], ...cells]) {
        for (const [name, is] of Object.entries({ number: numbers, folded: folded[at], beside: beside.includes(at) })) cell.classList.toggle(name, is);
      }
    });
    const widest = columns.map((cells, at) => Math.max(names[at].length, ...cells.map((cell) => text(cell).length)));
    const lines = heads.length > 2 && widest.reduce((sum, one) => sum + one, 0) > PHONE;
    table.toggleAttribute("data-lines", lines);
    table.toggleAttribute("data-folds", folded.includes(true));
    for (const row of rows) {
      dressed.add(row);
      if (!lines && !folded.includes(true)) continue;
      const opener = document.createElement("button");
      opener.type = "button";
      opener.className = "opener";
      opener.setAttribute("aria-expanded", "false");
      opener.setAttribute("aria-label", `More about ${names[0]} ${text(row.cells[0])}`);
      row.cells[0].prepend(opener);
    }
  }

  // What a row has beside its first cell, each below its heading; made when it opens, and gone when it closes.
  function rest(row) {
    const list = document.createElement("dl");
    const heads = [...row.closest("table").tHead.rows[0].cells];
    heads.slice(1).forEach((head, at) => {
      const [pair, name, value] = ["div", "dt", "dd"].map((tag) => document.createElement(tag));
      name.textContent = text(head);
      pair.className = head.className;
      pair.classList.toggle("first", name.textContent.startsWith("do"));
      value.className = row.cells[at + 1].className;
      value.append(...[...row.cells[at + 1].childNodes].map((node) => node.cloneNode(true)));
      pair.append(name, value);
      list.append(pair);
    });
    const made = document.createElement("tr");
    made.className = "rest";
    made.insertCell().append(list);
    made.cells[0].colSpan = heads.length;
    return made;
  }

  // The button opens a row, and so does all of its line but a link, or a piece of text that one marks.
  document.addEventListener("click", ({ target }) => {
    const row = target.closest("tr");
    const opener = row?.querySelector(":scope > :first-child > .opener");
    const elsewhere = target.closest("a, button, input, label, select") || !getSelection().isCollapsed;
    if (!opener?.checkVisibility() || (target !== opener && elsewhere)) return;
    const open = opener.getAttribute("aria-expanded") === "false";
    opener.setAttribute("aria-expanded", String(open));
    if (open) row.after(rest(row));
    else row.nextElementSibling.remove();
  });

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
  // The theme's script puts each table into a box, and scripts of pages make tables and rows.
  const mend = () => {
    for (const table of document.querySelectorAll(".md-typeset table:not([class])")) if (!table.closest(".versions")) dress(table);
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
