// Every table, written by Markdown, by the engine or by another script: numbers stand to the right, six columns are shown,
// and on a telephone a row is one line. The rest of a row opens below it. Without this script a table is whole, and scrolls.
// A box around a table may name, by their headings, the columns to fold (`data-fold="one | two"`) and the one, or the two to
// compare, that a telephone shows beside the first (`data-beside`).
import { html } from "./shared.js";

const COLUMNS = 6;
const PHONE = 36; // letters in a row: one of more, in more than two columns, becomes a line
const NUMBER = /^(?:[-+−]?\d[\d.,]*(?:e-\d+)?(?:\s?[%×]|\s?±\s?[\d.,]+)?|[—–]?)$/;
/** @type {WeakSet<HTMLTableRowElement>} */
const dressed = new WeakSet();
const text = (/** @type {HTMLElement} */ cell) => cell.textContent.trim();

/** Whether a cell holds names of code and nothing else. @param {HTMLElement} cell */
const isName = (cell) => /^[\s,›]*$/.test([...cell.querySelectorAll("code")].reduce((rest, code) => rest.replace(code.textContent, ""), cell.textContent));

/** @param {HTMLTableElement} table */
const headsOf = (table) => [...(table.tHead?.rows[0]?.cells ?? [])];

/** @param {HTMLTableElement} table */
function dress(table) {
  const heads = headsOf(table);
  const all = /** @type {HTMLTableRowElement[]} */ ([...table.querySelectorAll("tbody > tr:not(.rest)")]);
  const rows = all.filter((row) => !dressed.has(row) && row.cells.length === heads.length);
  if (heads.length < 2 || !rows.length) return;
  const names = heads.map(text);
  const columns = names.map((_, at) => rows.map((row) => row.cells[at]));
  const [fold, compared] = ["fold", "beside"].map((what) => {
    const box = /** @type {HTMLElement | null} */ (table.closest(`[data-${what}]`));
    return (box?.dataset[what] ?? "").split(" | ").filter(Boolean);
  });
  for (const name of [...fold, ...compared]) if (!names.includes(name)) console.warn(`no column “${name}”`);
  const folded = names.map((name, at) => (fold.length ? fold.includes(name) : at >= COLUMNS));
  const graded = columns.findIndex((cells) => cells.some((cell) => cell.className.startsWith("grade-")));
  const beside = compared.map((name) => names.indexOf(name)).filter((at) => at > 0);
  if (!beside.length) beside.push(Math.max(1, graded));
  columns.forEach((cells, at) => {
    const isNumber = cells.every((cell) => NUMBER.test(text(cell))) && cells.some((cell) => /\d/.test(text(cell)));
    for (const { classList } of [heads[at], ...cells]) {
      classList.toggle("number", isNumber);
      classList.toggle("folded", folded[at]);
      classList.toggle("beside", beside.includes(at));
    }
  });
  const widths = columns.map((cells, at) => Math.max(names[at].length, ...cells.map((cell) => text(cell).length)));
  const lines = heads.length > 2 && widths.reduce((sum, width) => sum + width, 0) > PHONE;
  const folds = folded.includes(true);
  table.toggleAttribute("data-lines", lines);
  table.toggleAttribute("data-folds", folds);
  for (const row of rows) {
    dressed.add(row);
    row.cells[0].classList.toggle("name", isName(row.cells[0]));
    if (lines || folds) row.cells[0].prepend(html("button", {
      type: "button", className: "opener", "aria-expanded": "false", "aria-label": `More about ${names[0]} ${text(row.cells[0])}`,
    }));
  }
}

/** The cells after a row's first, each below its heading; made when the row opens, and removed when it closes.
 * @param {HTMLTableRowElement} row */
function rest(row) {
  const heads = headsOf(/** @type {HTMLTableElement} */ (row.closest("table")));
  const pairs = heads.slice(1).map((head, at) => {
    const cell = row.cells[at + 1];
    const first = text(head).startsWith("do") ? " first" : ""; // what to do goes up in a joined table
    return html("div", { className: head.className + first }, html("dt", {}, text(head)),
      html("dd", { className: cell.className }, ...cell.cloneNode(true).childNodes));
  });
  return html("tr", { className: "rest" }, html("td", { colSpan: heads.length }, html("dl", {}, ...pairs)));
}

// The button opens a row, and so does all of its line but a link, or a piece of text that one marks.
document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  const row = target.closest("tr");
  const opener = row?.querySelector(":scope > :first-child > .opener");
  const elsewhere = target.closest("a, button, input, label, select") || !getSelection()?.isCollapsed;
  if (!row || !opener?.checkVisibility() || (target !== opener && elsewhere)) return;
  const open = opener.getAttribute("aria-expanded") === "false";
  opener.setAttribute("aria-expanded", String(open));
  if (open) row.after(rest(row));
  else row.nextElementSibling?.remove();
});

/** The keyboard must reach a box that scrolls, but only while it does. `on` is one whose table goes on to the right.
 * @param {HTMLElement} box */
function look(box) {
  const past = box.scrollWidth - box.clientWidth;
  if (past > 1) {
    box.tabIndex = 0;
    box.dataset.scrolls = box.scrollLeft < past - 1 ? "on" : "end";
  } else {
    box.removeAttribute("tabindex");
    delete box.dataset.scrolls;
  }
}
// The table's size, too: it may grow in a box that does not, as when a font arrives or a script fills it.
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) look(/** @type {HTMLElement} */ (target.closest(".md-typeset__scrollwrap")));
});

// The theme's script puts each table into a box, and scripts of pages make tables and rows.
function mend() {
  const tables = /** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll(".md-typeset table:not([class])"));
  for (const table of tables) dress(table);
  const boxes = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".md-typeset__scrollwrap:not([role])"));
  for (const box of boxes) {
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", "Table");
    box.addEventListener("scroll", () => look(box), { passive: true });
    for (const part of [box, ...box.querySelectorAll("table")]) sizes.observe(part);
  }
}
mend();
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
