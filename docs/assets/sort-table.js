// Sorts and filters the tables in `.sortable`. Without this script they are whole, in the order of the page. A reader can
// choose one of the table's sections, where it has any, and what a cell of a `data-filter` column begins with.
for (const box of document.querySelectorAll(".sortable")) {
  const table = box.querySelector("table");
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const written = [...body.rows]; // in the page's order: sections' headings, and the rows below them
  const sectionOf = new Map();
  let section = null;
  for (const row of written) {
    if (row.matches(".topic")) section = row;
    else sectionOf.set(row, section);
  }
  const rows = [...sectionOf.keys()];

  // A cell's words without its sign: its word is read aloud and not seen, so nobody sorts or filters by it.
  const words = (cell) => [...cell.childNodes].filter((node) => node.className !== "grade").map((node) => node.textContent).join("").trim();
  const value = (row, column) => {
    const text = words(row.cells[column]);
    const number = Number(text.replaceAll(",", ""));
    return Number.isNaN(number) || text === "" ? text.toLowerCase() : number;
  };
  const compare = (one, other) => {
    if (typeof one === "number" && typeof other === "number") return one - other;
    if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1; // words come after numbers
    return one.localeCompare(other);
  };

  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const was = head.getAttribute("aria-sort");
      for (const other of heads) other.removeAttribute("aria-sort");
      if (was === "descending") body.append(...written); // pressed a third time
      else {
        const down = was === "ascending" ? -1 : 1;
        head.setAttribute("aria-sort", down === 1 ? "ascending" : "descending");
        body.append(...[...rows].sort((one, other) => down * compare(value(one, column), value(other, column))));
      }
      show();
    });
  });

  const field = document.createElement("p");
  const label = document.createElement("label");
  const input = document.createElement("input");
  const count = document.createElement("span");
  field.className = "table-filter";
  input.type = "search";
  label.append("Show the rows with ", input);
  count.setAttribute("role", "status");

  // Each filter is a list of choices, and what a row has of it.
  const filters = [];
  const choose = (name, of) => {
    const select = document.createElement("select");
    const named = document.createElement("label");
    select.append(new Option("all", ""), ...[...new Set(rows.map(of))].map((choice) => new Option(choice, choice)));
    select.addEventListener("change", show);
    named.append(`${name} `, select);
    filters.push([select, of]);
    field.append(named, " ");
  };
  if (section) choose("Section", (row) => sectionOf.get(row).textContent.trim());
  heads.forEach((head, column) => {
    if ("filter" in head.dataset) choose(words(head.firstChild), (row) => words(row.cells[column]).split(/[ ,]/)[0]);
  });
  field.prepend("Press a heading to sort. ", label, " ");
  field.append(count);
  box.prepend(field);
  input.addEventListener("input", show);

  function show() {
    const wanted = input.value.trim().toLowerCase();
    const chosen = filters.filter(([select]) => select.value);
    const fits = (row) => [...row.cells].map(words).join(" ").toLowerCase().includes(wanted) && chosen.every(([select, of]) => of(row) === select.value);
    for (const row of rows) row.hidden = !fits(row);
    const open = new Set(rows.filter((row) => !row.hidden).map((row) => sectionOf.get(row)));
    const sorted = heads.some((head) => head.hasAttribute("aria-sort"));
    for (const row of written) if (row.matches(".topic")) row.hidden = sorted || !open.has(row);
    count.textContent = wanted || chosen.length ? `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows` : "";
  }
}
