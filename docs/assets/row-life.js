// The life of a row: the norms of four rows over training, as the switches choose the run. The numbers are those of the
// file that the build writes of the log; a combination that was not run cannot be chosen. Without this script the page
// has the table of all conditions, and no switches.
import { button, html, readAddress, svg, writeAddress } from "./shared.js";

/** @typedef {Record<string, string>} Point a run's condition, by its switches, and the norms after a step */

const figure = /** @type {HTMLElement} */ (document.querySelector("figure.row-life"));
const file = await fetch(new URL(`../artifacts/tables/${figure.dataset.table}.csv`, import.meta.url));
if (!file.ok) throw new Error(`${file.url}: ${file.status}`);
const [names, ...lines] = (await file.text()).trim().split("\n").map((line) => line.split(","));
// The first column holds how all switches were set, and its name theirs.
const SWITCHES = names[0].split(" · ");
/** @type {Point[]} */
const points = lines.map(([condition, ...numbers]) => Object.fromEntries([
  ...condition.split(" · ").map((value, at) => [SWITCHES[at], value]),
  ...numbers.map((number, at) => [names[at + 1], number]),
]));
const ROWS = names.slice(names.indexOf("step") + 1).filter((_, at) => at % 3 === 0);
const titleOf = (/** @type {string} */ row) => ({ "[unused]": "[unused], mean", common: "a common word", rare: "a rare word" })[row] ?? row;
const base = points[0];
const shown = SWITCHES.filter((name) => points.some((point) => point[name] !== base[name]) && !figure.dataset.not?.includes(name));
const isOf = (/** @type {Point} */ point, /** @type {Record<string, unknown>} */ choice) =>
  SWITCHES.every((name) => point[name] === (choice[name] ?? base[name]));
const WIDTH = 360, LEFT = 34, RIGHT = 246, TOP = 14, BASE = 250, APART = 14;
const DASHES = ["", "7 3", "2.5 2.5", "9 3 2 3"];
const last = Math.max(...points.map(({ step }) => Number(step)));
const highest = Math.max(...points.flatMap((point) => ROWS.map((row) => Number(point[`${row} most`]))));
const x = (/** @type {string | number} */ step) => LEFT + ((RIGHT - LEFT) * Number(step)) / last;
const y = (/** @type {string | number} */ norm) => BASE - ((BASE - TOP) * Number(norm)) / highest;

/** @param {string} text @param {number} x @param {number} y @param {string} anchor */
const label = (text, x, y, anchor) => svg("text", { x, y, class: "small", "text-anchor": anchor }, text);

/** Where the names at the ends of lines go: moved apart, from the lowest up. @param {number[]} wanted */
function heights(wanted) {
  /** @type {number[]} */
  const places = [];
  let below = BASE + 4 + APART;
  for (const at of wanted.map((_, at) => at).sort((one, other) => wanted[other] - wanted[one])) {
    below = places[at] = Math.min(wanted[at], below - APART);
  }
  return places;
}

/** @param {Point[]} run */
function draw(run) {
  const end = run[run.length - 1];
  const line = (/** @type {string} */ column, points = run) => points.map((point) => `${x(point.step)} ${y(point[column])}`).join("L");
  const grid = Array.from({ length: Math.floor(highest / 0.5) + 1 }, (_, at) => at / 2).flatMap((norm) => [
    svg("path", { class: norm ? "grid" : "axis", d: `M${LEFT} ${y(norm)}H${RIGHT}` }),
    label(String(norm), LEFT - 5, y(norm) + 3.5, "end"),
  ]);
  const steps = [0, last / 2, last].map((step) => label(step.toLocaleString("en"), x(step), BASE + 15, "middle"));
  const ends = heights(ROWS.map((row) => y(end[row]) + 3.5));
  const curves = ROWS.map((row, at) => svg("g", { class: `curve curve-${at + 1}` },
    svg("path", { class: "band", d: `M${line(`${row} least`)}L${line(`${row} most`, run.toReversed())}Z` }),
    svg("path", { class: "way", "stroke-dasharray": DASHES[at], d: `M${line(row)}` }),
    svg("path", { class: "leader", d: `M${RIGHT + 2} ${y(end[row])}L${RIGHT + 9} ${ends[at] - 3.5}` }),
    label(titleOf(row), RIGHT + 12, ends[at], "start")));
  drawing.replaceChildren(label("norm of the row", 2, 9, "start"), label("step", (LEFT + RIGHT) / 2, BASE + 30, "middle"),
    ...grid, ...steps, ...curves);
}

const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${BASE + 36}`, role: "img" });
const summary = html("p", { className: "summary", role: "status" });
const fieldsets = shown.map((name) => html("fieldset", { name }, html("legend", {}, name),
  ...[...new Set([base, ...points].map((point) => point[name]))].map((value) =>
    html("label", {}, html("input", { type: "radio", name, value, defaultChecked: value === base[name] }), ` ${value}`))));
const back = button("Back to the base", () => { form.reset(); changed(); });
const form = html("form", { className: "switches", "aria-label": "Choose how the model is trained", onchange: () => changed() }, ...fieldsets, back);
const radios = [...form.querySelectorAll("input")];

function show() {
  const choice = Object.fromEntries(new FormData(form));
  const run = points.filter((point) => isOf(point, choice));
  for (const radio of radios) {
    radio.disabled = !points.some((point) => isOf(point, { ...choice, [radio.name]: radio.value }));
    radio.closest("label")?.setAttribute("title", radio.disabled ? "not run with the other switches as they are" : "");
  }
  draw(run);
  const end = run[run.length - 1];
  const norm = (/** @type {string} */ column) => Number(end[column]).toFixed(2);
  const spread = (/** @type {string} */ row) => (end.runs === "1" ? "" : ` (${norm(`${row} least`)} to ${norm(`${row} most`)})`);
  summary.textContent = `After ${Number(end.step).toLocaleString("en")} steps, ${end.runs === "1" ? "one run" : `${end.runs} runs`}: `
    + `${ROWS.map((row) => `${titleOf(row)} ${norm(row)}${spread(row)}`).join(", ")}.`;
  drawing.setAttribute("aria-label", summary.textContent);
}

function changed() {
  show();
  writeAddress(Object.fromEntries(radios.filter(({ checked }) => checked).map(({ name, value }) => [name, value === base[name] ? null : value])));
}

const inAddress = readAddress(shown);
if (points.some((point) => isOf(point, inAddress))) {
  for (const radio of radios) if (inAddress[radio.name] === radio.value) radio.checked = true;
}
figure.before(form);
figure.prepend(drawing, summary);
figure.hidden = false;
show();
