// Sorts and filters the tables in `.sortable`. Without this script they are whole, in the order of the page. A reader can
// choose one of the table's sections, where it has any, and what a `data-filter` column says: the cell's first word or,
// where the heading lists all choices, those whose places the cell names, as "0 3-7".
import { filter, plain } from "./filter.js";

for (const box of document.querySelectorAll(".sortable")) {
  const table = box.querySelector("table");
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const names = heads.map((head) => head.textContent.trim());
  const written = [...body.rows].filter((row) => !row.matches(".rest")); // sections' headings, and the rows below them
  const sectionOf = new Map();
  let section = null;
  for (const row of written) {
    if (row.matches(".topic")) section = row;
    else sectionOf.set(row, section);
  }
  const rows = [...sectionOf.keys()];

  // A cell's words without its sign: its word is read aloud and not seen, so nobody sorts or filters by it.
  const seen = (cell) => [...cell.childNodes].filter((node) => node.className !== "grade").map((node) => node.textContent).join("").trim();
  const value = (row, column) => {
    const text = seen(row.cells[column]);
    const number = Number(text.replaceAll(",", ""));
    return Number.isNaN(number) || text === "" ? text.toLowerCase() : number;
  };
  const compare = (one, other) => {
    if (typeof one === "number" && typeof other === "number") return one - other;
    if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1; // words come after numbers
    return one.localeCompare(other);
  };

  const form = document.createElement("form");
  form.className = "table-filter";
  const field = (label, control, name = "") => {
    const around = document.createElement("label");
    around.append(`${label} `, control);
    control.name = name;
    form.append(around, " ");
    return control;
  };
  const select = (options) => {
    const made = document.createElement("select");
    made.append(new Option("all", ""), ...options.map((one) => new Option(one, one)));
    return made;
  };
  field("Show the rows with", Object.assign(document.createElement("input"), { type: "search" }), "q");

  // What a row has, by the name of the choice.
  const choices = {};
  const choose = (heading, of, options = [...new Set(rows.flatMap(of))]) => {
    const name = heading.toLowerCase().replace(/\W+/g, "-");
    choices[name] = of;
    field(heading[0].toUpperCase() + heading.slice(1), select(options), name);
  };
  const places = (text) => text.split(" ").filter(Boolean).flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
  if (section) choose(box.dataset.sections ?? "Section", (row) => [sectionOf.get(row).textContent.trim()]);
  heads.forEach((head, column) => {
    const all = head.dataset.filter?.split("|").filter(Boolean) ?? [];
    if (all.length) choose(names[column], (row) => places(row.cells[column].dataset.in ?? "").map((at) => all[at]), all);
    else if ("filter" in head.dataset) choose(names[column], (row) => [seen(row.cells[column]).split(/[ ,]/)[0]]);
  });

  // By a heading, and by a list of them all: some columns are folded, on a telephone most.
  const order = field("Sort by", document.createElement("select"));
  order.append(new Option("the page’s order", ""), ...names.flatMap((name, column) => [new Option(`${name} ↑`, `${column} 1`), new Option(`${name} ↓`, `${column} -1`)]));
  const sort = () => {
    const [column, down] = order.value.split(" ").map(Number);
    heads.forEach((head, at) => {
      if (order.value && at === column) head.setAttribute("aria-sort", down === 1 ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    close();
    body.append(...(order.value ? [...rows].sort((one, other) => down * compare(value(one, column), value(other, column))) : written));
    tidy();
  };
  order.addEventListener("input", (event) => { event.stopPropagation(); sort(); }); // it is not in the address
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const was = head.getAttribute("aria-sort");
      order.value = was === "descending" ? "" : `${column} ${was === "ascending" ? -1 : 1}`;
      sort();
    });
  });

  // A heading is for the rows below it; and an open row has its rest right below it.
  const tidy = () => {
    const open = new Set(rows.filter((row) => !row.hidden).map((row) => sectionOf.get(row)));
    for (const row of written) if (row.matches(".topic")) row.hidden = order.value !== "" || !open.has(row);
  };
  const close = () => body.querySelectorAll(".opener[aria-expanded=true]").forEach((opener) => {
    opener.setAttribute("aria-expanded", "false");
    opener.closest("tr").nextElementSibling.remove();
  });

  const count = document.createElement("span");
  count.setAttribute("role", "status");
  form.append(count);
  box.prepend(form);
  const items = rows.map((element) => ({
    element,
    text: plain([...element.cells].map(seen).join(" ")),
    has: Object.fromEntries(Object.entries(choices).map(([name, of]) => [name, of(element)])),
  }));
  filter(form, items, "rows", () => { close(); tidy(); });
}
