// Sorts and filters the tables in `.sortable`. Without this script they are whole, in the order of the page.
for (const box of document.querySelectorAll(".sortable")) {
  const table = box.querySelector("table");
  const rows = [...table.tBodies[0].rows];
  const heads = [...table.tHead.rows[0].cells];

  const value = (row, column) => {
    const text = row.cells[column].textContent.trim();
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
      const down = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down === 1 ? "ascending" : "descending");
      rows.sort((one, other) => down * compare(value(one, column), value(other, column)));
      table.tBodies[0].append(...rows);
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
  field.append("Press a heading to sort. ", label, " ", count);
  box.prepend(field);
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    count.textContent = wanted ? `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows` : "";
  });
}
