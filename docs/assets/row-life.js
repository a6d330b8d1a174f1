// The life of a row: the norms of four rows over training, as the switches choose the run. The numbers are those of the
// file that the build writes of the log; a combination that was not run cannot be chosen. Without this script the page
// has the table of all conditions, and no switches.
(async () => {
  const figure = document.querySelector("figure.row-life");
  const own = document.currentScript.src;
  const file = new URL(`../artifacts/tables/${figure.dataset.table}.csv`, own);
  const answer = await fetch(file).catch(() => null); // none where a page was opened from a disk
  if (!answer?.ok) return;
  const [names, ...points] = (await answer.text()).trim().split("\n").map((line) => line.split(","));
  // The first column holds how all switches were set, and its name theirs.
  const SWITCHES = names[0].split(" · ");
  const table = points.map(([set, ...numbers]) => Object.fromEntries([
    ...set.split(" · ").map((value, at) => [SWITCHES[at], value]),
    ...numbers.map((number, at) => [names[at + 1], number]),
  ]));
  const ROWS = names.slice(names.indexOf("step") + 1).filter((_, index) => index % 3 === 0);
  const TITLES = { "[PAD]": "[PAD]", "[unused]": "[unused], mean", common: "a common word", rare: "a rare word" };
  const first = table[0]; // of the base
  const shown = SWITCHES.filter((name) => table.some((point) => point[name] !== first[name]) && !figure.dataset.not.includes(name));
  const same = (point, choice) => SWITCHES.every((name) => point[name] === (choice[name] ?? first[name]));
  const WIDTH = 360, LEFT = 34, RIGHT = 246, TOP = 14, BASE = 250, APART = 14;
  const DASHES = ["", "7 3", "2.5 2.5", "9 3 2 3"];
  const last = Math.max(...table.map((point) => Number(point.step)));
  const highest = Math.max(...table.flatMap((point) => ROWS.map((name) => Number(point[`${name} most`]))));
  const x = (point) => LEFT + ((RIGHT - LEFT) * Number(point.step)) / last;
  const y = (norm) => BASE - ((BASE - TOP) * Number(norm)) / highest;

  const part = (name, attributes, text = "") => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  };
  const say = (text, at, height, anchor) => part("text", { x: at, y: height, class: "small", "text-anchor": anchor }, text);
  const html = (name, properties, ...inside) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...inside);
    return made;
  };

  // Names at the ends of lines, moved apart from the lowest up.
  function heights(wanted) {
    const order = wanted.map((_, index) => index).sort((one, other) => wanted[other] - wanted[one]);
    const places = [];
    order.forEach((index, rank) => {
      const below = rank ? places[order[rank - 1]] - APART : BASE + 4;
      places[index] = Math.min(wanted[index], below);
    });
    return places;
  }

  function draw(course) {
    const end = course.at(-1);
    const drawn = [say("norm of the row", 2, 9, "start"), say("step", (LEFT + RIGHT) / 2, BASE + 30, "middle")];
    for (let norm = 0; norm <= highest; norm += 0.5) {
      drawn.push(part("path", { class: norm ? "grid" : "axis", d: `M${LEFT} ${y(norm)}H${RIGHT}` }));
      drawn.push(say(String(norm), LEFT - 5, y(norm) + 3.5, "end"));
    }
    for (const step of [0, last / 2, last]) drawn.push(say(step.toLocaleString("en"), x({ step }), BASE + 15, "middle"));
    const named = heights(ROWS.map((name) => y(end[name]) + 3.5));
    ROWS.forEach((name, index) => {
      const way = (column, points) => points.map((point) => `${x(point)} ${y(point[column])}`).join("L");
      const group = part("g", { class: `curve curve-${index + 1}` });
      group.append(
        part("path", { class: "band", d: `M${way(`${name} least`, course)}L${way(`${name} most`, [...course].reverse())}Z` }),
        part("path", { class: "way", "stroke-dasharray": DASHES[index], d: `M${way(name, course)}` }),
        part("path", { class: "leader", d: `M${RIGHT + 2} ${y(end[name])}L${RIGHT + 9} ${named[index] - 3.5}` }),
        say(TITLES[name] ?? name, RIGHT + 12, named[index], "start"),
      );
      drawn.push(group);
    });
    drawing.replaceChildren(...drawn);
  }

  const drawing = part("svg", { viewBox: `0 0 ${WIDTH} ${BASE + 36}`, role: "img" });
  const summary = html("p", { className: "summary" });
  summary.setAttribute("role", "status");
  const form = html("form", { className: "switches" }, ...shown.map((name) => html("fieldset", { name },
    html("legend", { textContent: name }),
    ...[first[name], ...new Set(table.map((point) => point[name]).filter((value) => value !== first[name]))].map((value) =>
      html("label", {}, html("input", { type: "radio", name, value, defaultChecked: value === first[name] }), ` ${value}`)),
  )), html("button", {
    type: "button", className: "md-button", textContent: "Back to the base", onclick: () => { form.reset(); show(); remember(); },
  }));
  form.setAttribute("aria-label", "Choose how the model is trained");

  function show() {
    const choice = Object.fromEntries(new FormData(form));
    const course = table.filter((point) => same(point, choice));
    for (const input of form.elements) {
      if (input.type !== "radio") continue;
      input.disabled = !table.some((point) => same(point, { ...choice, [input.name]: input.value }));
      input.parentElement.title = input.disabled ? "not run with the other switches as they are" : "";
    }
    draw(course);
    const end = course.at(-1);
    const spread = (name) => (end.runs === "1" ? "" : ` (${Number(end[`${name} least`]).toFixed(2)} to ${Number(end[`${name} most`]).toFixed(2)})`);
    summary.textContent = `After ${Number(end.step).toLocaleString("en")} steps, ${end.runs === "1" ? "one run" : `${end.runs} runs`}: `
      + ROWS.map((name) => `${TITLES[name] ?? name} ${Number(end[name]).toFixed(2)}${spread(name)}`).join(", ") + ".";
    drawing.setAttribute("aria-label", summary.textContent);
  }

  // The choice stands in the address, so that it can be linked to.
  function remember() {
    const changed = Object.entries(Object.fromEntries(new FormData(form))).filter(([name, value]) => value !== first[name]);
    history.replaceState(null, "", changed.length ? `?${new URLSearchParams(changed)}` : location.pathname);
  }

  const asked = new URLSearchParams(location.search);
  const wanted = Object.fromEntries([...asked].filter(([name]) => shown.includes(name)));
  if (table.some((point) => same(point, wanted))) {
    for (const input of form.elements) if (wanted[input.name] === input.value) input.checked = true;
  }
  form.addEventListener("change", () => { show(); remember(); });
  figure.before(form);
  figure.prepend(drawing, summary);
  figure.hidden = false;
  show();
})();
