// Sorts and filters the tables in `.sortable`. Without this script they are whole, in the order of the page. A reader can
// choose one of the table's sections, where it has any, and what a `data-filter` column says: the cell's first word or,
// where the heading lists all choices, those whose places the cell names, as "0 3-7".
import { filter, plain } from "./filter.js";
import { html } from "./shared.js";

/** @typedef {(row: HTMLTableRowElement) => string[]} Values what a row has, for one of the form's choices */

/** A cell's words without its sign: its word is read aloud and not seen, so nobody sorts or filters by it.
 * @param {HTMLElement} cell */
const seen = (cell) =>
  [...cell.childNodes].filter((node) => !(node instanceof Element && node.className === "grade")).map((node) => node.textContent).join("").trim();

/** A number, or words. @param {HTMLElement} cell */
function valueOf(cell) {
  const text = seen(cell);
  const number = Number(text.replaceAll(",", "").replace("−", "-"));
  return Number.isNaN(number) || text === "" ? text.toLowerCase() : number;
}

/** @param {string | number} one @param {string | number} other */
function compare(one, other) {
  if (typeof one === "string" && typeof other === "string") return one.localeCompare(other);
  if (typeof one === "number" && typeof other === "number") return one - other;
  return typeof one === "number" ? -1 : 1; // words come after numbers
}

/** The places that a cell names. @param {string} text */
const places = (text) => text.split(" ").filter(Boolean).flatMap((range) => {
  const [first, last = first] = range.split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
});

/** @param {HTMLElement} box */
function sortable(box) {
  const table = /** @type {HTMLTableElement} */ (box.querySelector("table"));
  const body = table.tBodies[0];
  const heads = [...(table.tHead?.rows[0].cells ?? [])];
  const names = heads.map((head) => head.textContent.trim());
  const written = [...body.rows].filter((row) => !row.matches(".rest")); // sections' headings, and the rows below them
  const headings = written.filter((row) => row.matches(".topic"));
  const rows = written.filter((row) => !row.matches(".topic"));
  /** @type {Map<HTMLTableRowElement, HTMLTableRowElement | undefined>} */
  const sectionOf = new Map();
  let section;
  for (const row of written) {
    if (row.matches(".topic")) section = row;
    else sectionOf.set(row, section);
  }

  const form = html("form", { className: "table-filter" });
  const addField = (/** @type {string} */ label, /** @type {HTMLElement} */ control) =>
    form.append(html("label", {}, `${label} `, control), " ");
  addField("Show the rows with", html("input", { type: "search", name: "q" }));

  /** @type {Map<string, Values>} */
  const choices = new Map();
  /** @param {string} heading @param {Values} values */
  const addChoice = (heading, values, options = [...new Set(rows.flatMap(values))]) => {
    const name = heading.toLowerCase().replace(/\W+/g, "-");
    choices.set(name, values);
    addField(heading[0].toUpperCase() + heading.slice(1),
      html("select", { name }, new Option("all", ""), ...options.map((value) => new Option(value, value))));
  };
  if (headings.length) addChoice(box.dataset.sections ?? "Section", (row) => [sectionOf.get(row)?.textContent.trim() ?? ""]);
  heads.forEach(({ dataset }, column) => {
    const all = dataset.filter?.split("|").filter(Boolean) ?? [];
    if (all.length) addChoice(names[column], (row) => places(row.cells[column].dataset.in ?? "").map((at) => all[at]), all);
    else if ("filter" in dataset) addChoice(names[column], (row) => [seen(row.cells[column]).split(/[ ,]/)[0]]);
  });

  // By a heading, and by a list of them all: some columns are folded, on a telephone most. It is not in the address.
  const order = html("select", { oninput: (/** @type {Event} */ event) => { event.stopPropagation(); sort(); } },
    new Option("the page’s order", ""),
    ...names.flatMap((name, column) => [new Option(`${name} ↑`, `${column} 1`), new Option(`${name} ↓`, `${column} -1`)]));
  addField("Sort by", order);
  function sort() {
    const [column, down] = order.value.split(" ").map(Number);
    heads.forEach((head, at) => {
      if (order.value && at === column) head.setAttribute("aria-sort", down === 1 ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    close();
    const values = (/** @type {HTMLTableRowElement} */ { cells }) => valueOf(cells[column]);
    body.append(...(order.value ? rows.toSorted((one, other) => down * compare(values(one), values(other))) : written));
    tidy();
  }
  heads.forEach((head, column) => {
    head.append(html("button", { type: "button", onclick: () => {
      const sorted = head.getAttribute("aria-sort");
      order.value = sorted === "descending" ? "" : `${column} ${sorted === "ascending" ? -1 : 1}`;
      sort();
    } }, ...head.childNodes));
  });

  /** A heading is for the rows below it. */
  function tidy() {
    const open = new Set(rows.filter((row) => !row.hidden).map((row) => sectionOf.get(row)));
    for (const heading of headings) heading.hidden = order.value !== "" || !open.has(heading);
  }
  /** An open row has its rest right below it, wherever the row goes. */
  function close() {
    for (const opener of body.querySelectorAll(".opener[aria-expanded=true]")) {
      opener.setAttribute("aria-expanded", "false");
      opener.closest("tr")?.nextElementSibling?.remove();
    }
  }

  form.append(html("span", { role: "status" }));
  box.prepend(form);
  const items = rows.map((row) => ({
    element: row,
    text: plain([...row.cells].map(seen).join(" ")),
    has: Object.fromEntries([...choices].map(([name, values]) => [name, values(row)])),
  }));
  filter(form, items, "rows", () => { close(); tidy(); });
}

for (const box of document.querySelectorAll(".sortable")) sortable(/** @type {HTMLElement} */ (box));
