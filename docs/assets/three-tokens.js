// A head of three tokens and two dimensions: every number can be changed, and one step of SGD moves the rows. It starts with the
// numbers of the page's table, which is all that is there without this script. What the boxes show is the whole state: a step
// writes its results back into them, to three decimals, and the address holds the same numbers.
import { button, html, readAddress, svg, writeAddress } from "./shared.js";

/** @typedef {{h: number[], rate: number, right: number, rows: number[][], biases: number[]}} Head */
/** @typedef {number[]} Point */

const box = /** @type {HTMLElement} */ (document.querySelector(".three-tokens"));
const MOST = 100; // larger numbers are refused: their softmax is all or nothing, and no arrow shows them
const WIDTH = 360, HEIGHT = 190, MARGIN = 32;
const cells = [...box.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => (cell.textContent ?? "").replace("−", "-")));
const TOKENS = cells.map(([token]) => token);

// The head, as arithmetic.

/** @param {number[]} left @param {number[]} right */
const dot = (left, right) => left.reduce((sum, value, at) => sum + value * right[at], 0);

/** @param {Head} head */
const logits = ({ h, rows, biases }) => rows.map((row, at) => dot(row, h) + biases[at]);

/** @param {number[]} scores */
function softmax(scores) {
  const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
  const sum = powers.reduce((sum, power) => sum + power);
  return powers.map((power) => power / sum);
}

/** p − y: of the right token its probability less one. @param {Head} head */
const errors = (head) => softmax(logits(head)).map((p, at) => p - Number(at === head.right));

/** @param {number} value */
const rounded = (value) => Number(value.toFixed(3)) || 0; // and no −0

/** The head after a step. @param {Head} head @returns {Head} */
function stepped(head) {
  const moves = errors(head).map((error) => -head.rate * error);
  return {
    ...head,
    rows: head.rows.map((row, at) => row.map((value, axis) => rounded(value + moves[at] * head.h[axis]))),
    biases: head.biases.map((bias, at) => rounded(bias + moves[at])),
  };
}

// The numbers in a row, as the boxes and the address have them.

/** @param {Head} head */
const flat = ({ h, rate, right, rows, biases }) => [...h, rate, right, ...rows.flatMap((row, at) => [...row, biases[at]])];

/** @param {number[]} numbers @returns {Head} */
const unflat = ([first, second, rate, right, ...rest]) => ({
  h: [first, second], rate, right,
  rows: TOKENS.map((_, at) => rest.slice(3 * at, 3 * at + 2)),
  biases: TOKENS.map((_, at) => rest[3 * at + 2]),
});

/** @param {number[]} numbers */
const usable = (numbers) => numbers.length === 4 + 3 * TOKENS.length
  && numbers.every((number) => Math.abs(number) <= MOST) && numbers[2] >= 0 && TOKENS[numbers[3]] !== undefined;

/** @param {string} text */
const parsed = (text) => (text === "" ? NaN : Number(text));

const START = flat({
  h: [Number(box.dataset.first), Number(box.dataset.second)],
  rate: Number(box.dataset.rate),
  right: TOKENS.indexOf(box.dataset.right ?? ""),
  rows: cells.map(([, row]) => row.split(",").map(Number)),
  biases: cells.map(([, , bias]) => Number(bias)),
});

// The form.

/** @param {string} text */
const bold = (text) => html("b", {}, text);

/** @param {string} label */
const number = (label) => html("input", { type: "number", step: "0.1", "aria-label": label, autocomplete: "off" });

const [first, second, rate] = [number("h, first number"), number("h, second number"), number("learning rate")];
rate.min = "0";
const radios = TOKENS.map((token, at) => html("input", { type: "radio", name: "right", value: at, "aria-label": `${token} is the right answer` }));
const boxes = TOKENS.map((token) => [number(`${token}, row, first number`), number(`${token}, row, second number`), number(`${token}, bias`)]);
const outputs = TOKENS.map(() => [html("td"), html("td"), html("td")]);
const table = html("table", { className: "tokens" },
  html("thead", {}, html("tr", {}, ...["right answer", "row", "bias", "logit", "p", "p − y"].map((name) => html("th", { scope: "col" }, name)))),
  html("tbody", {}, ...TOKENS.map((token, at) => html("tr", {},
    html("th", { scope: "row" }, html("label", {}, radios[at], ` ${token}`)),
    html("td", {}, boxes[at][0], boxes[at][1]), html("td", {}, boxes[at][2]), ...outputs[at]))));
const stepButton = button("One step", () => set(flat(stepped(unflat(typed())))));
const form = html("form", { noValidate: true, onsubmit: () => false, oninput: () => show(), "aria-label": "A head of three tokens" },
  html("p", {}, html("span", {}, "vector ", bold("h"), " ", first, " ", second), html("label", {}, "learning rate ", rate)),
  table, html("p", {}, stepButton, button("Back to the start", () => { view = undefined; set(START); })));
const summary = html("p", { className: "summary", role: "status" });
const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }); // the summary says it
const legend = html("p", { className: "legend" }, "Thick: the vector ", bold("h"), ". Thin: the tokens' rows. Dashed, to a ring: where the next step takes them.");

/** The numbers that are in the boxes; NaN where there is none. */
const typed = () => [first, second, rate, ...radios.filter((radio) => radio.checked), ...boxes.flat()].map(({ value }) => parsed(value));

/** @param {number[]} numbers */
function set(numbers) {
  if (!usable(numbers)) return;
  radios[numbers[3]].checked = true;
  [first, second, rate, ...boxes.flat()].forEach((input, at) => { input.value = String(numbers.toSpliced(3, 1)[at]); });
  show();
}

// The drawing: arrows from zero, and dashed where a step takes each row.

/** @typedef {{scale: number, middle: Point}} View */
/** @type {View | undefined} */
let view; // it stays while all fits into it and fills half of it, so that what moves is seen to move

/** @param {View} view @returns {(point: Point) => Point} */
const placed = ({ scale, middle }) => ([x, y]) => [WIDTH / 2 + scale * (x - middle[0]), HEIGHT / 2 - scale * (y - middle[1])];

/** @param {Point[]} points @returns {View} */
function fitted(points) {
  const span = [0, 1].map((axis) => [Math.min([-1.1, -0.1][axis], ...points.map((point) => point[axis])), Math.max(0.5, ...points.map((point) => point[axis]))]);
  const scale = Math.min(...[WIDTH, HEIGHT].map((size, axis) => (size - 2 * MARGIN) / (span[axis][1] - span[axis][0])));
  const middle = span.map(([least, most]) => (least + most) / 2);
  const inside = view && points.map(placed(view)).every(([x, y]) => Math.min(x, y, WIDTH - x, HEIGHT - y) > 6);
  return view && inside && scale < 2 * view.scale ? view : { scale, middle };
}

/** @param {Point} from @param {Point} to @param {string} kind */
function arrow(from, to, kind) {
  const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const barb = (/** @type {number} */ side) => [to[0] - 6 * Math.cos(turn + side), to[1] - 6 * Math.sin(turn + side)];
  return svg("path", { class: kind, d: `M${from}L${to}M${barb(0.4)}L${to}L${barb(-0.4)}` });
}

/** The axes' numbers: 1 apart, or 2, 5, 10, … where those would be too close. @param {View} view */
function ticks(view) {
  const place = placed(view);
  const zero = place([0, 0]);
  const step = [1, 2, 5, 10, 20, 50].find((step) => step * view.scale >= 28) ?? 100;
  const values = Array.from({ length: 2 * Math.floor(100 / step) + 1 }, (_, at) => (at - Math.floor(100 / step)) * step);
  return [WIDTH, HEIGHT].flatMap((size, axis) => values.flatMap((value) => {
    const at = place([value, value])[axis];
    if (!value || at < 12 || at > size - 12) return [];
    const [x, y] = axis ? [zero[0], at] : [at, zero[1]];
    return [
      svg("path", { class: "tick", d: axis ? `M${x - 3} ${y}h6` : `M${x} ${y - 3}v6` }),
      svg("text", { class: "tick", x: x - 7 * axis, y: axis ? y + 3.5 : y + 14, "text-anchor": axis ? "end" : "middle" }, written(value, 0)),
    ];
  }));
}

/** A name around an arrow's tip, where most room is left. @param {string} text @param {string} kind @param {Point} tip @param {Point[]} taken */
function name(text, kind, tip, taken) {
  const room = (/** @type {Point} */ [x, y]) => Math.min(x - 8, WIDTH - 8 - x, y - 4, HEIGHT - 4 - y,
    ...taken.map((point) => Math.hypot((point[0] - x) / 1.4, point[1] - y)));
  const places = Array.from({ length: 16 }, (_, at) => [tip[0] + 18 * Math.cos((at * Math.PI) / 8), tip[1] + 13 * Math.sin((at * Math.PI) / 8)]);
  const [x, y] = places.reduce((best, place) => (room(place) > room(best) ? place : best));
  taken.push([x - 8, y], [x, y], [x + 8, y]);
  return svg("text", { class: kind, x, y: y + 4, "text-anchor": "middle" }, text);
}

/** Points of a line. @param {Point} from @param {Point} to @returns {Point[]} */
const along = (from, to) => Array.from({ length: 21 }, (_, at) => from.map((start, axis) => start + ((to[axis] - start) * at) / 20));

/** @param {Head} head @param {Head} next */
function redraw(head, next) {
  view = fitted([[0, 0], head.h, ...head.rows, ...next.rows]);
  const place = placed(view);
  const zero = place([0, 0]);
  const [h, tips, ends] = [place(head.h), head.rows.map(place), next.rows.map(place)];
  const taken = [h, ...tips].flatMap((tip) => along(zero, tip)).concat(tips.flatMap((tip, at) => along(tip, ends[at])));
  drawing.replaceChildren(
    svg("path", { class: "rule", d: `M0 ${zero[1]}H${WIDTH}M${zero[0]} 0V${HEIGHT}` }),
    ...ticks(view),
    arrow(zero, h, "vector"),
    ...tips.flatMap((tip, at) => [arrow(zero, tip, "row"), svg("path", { class: "next", d: `M${tip}L${ends[at]}` })]),
    ...ends.map(([cx, cy]) => svg("circle", { class: "next", cx, cy, r: 3.5 })),
    ...tips.map((tip, at) => name(TOKENS[at], at === head.right ? "answer" : "", tip, taken)),
    name("h", "h", h, taken));
}

/** @param {number} value */
const written = (value, digits = 3) => value.toFixed(digits).replace("-", "−");

/** @param {Head} head @param {Head} next */
function inWords(head, next) {
  const [before, after] = [head, next].map((one) => softmax(logits(one)));
  const best = before.indexOf(Math.max(...before));
  const first = before[head.right] >= before[best] ? "" : `“${TOKENS[best]}” comes first with ${written(before[best])}. `;
  return [`${first}The right token, “${TOKENS[head.right]}”, has ${written(before[head.right])}; after the next step ${written(after[head.right])}. That step moves the rows by `,
    ...errors(head).flatMap((error, at) => [at ? ", " : "", `${written(-head.rate * error)} · `, bold("h"), ` (${TOKENS[at]})`]),
    ", and each bias by the same number, without ", bold("h"), "."];
}

function show() {
  const numbers = typed();
  stepButton.disabled = !(usable(numbers) && usable(flat(stepped(unflat(numbers)))));
  if (!usable(numbers)) {
    summary.textContent = `Each box needs a number from −${MOST} to ${MOST}, and the learning rate none below 0.`;
    return;
  }
  const head = unflat(numbers);
  const [scores, wrong, next] = [logits(head), errors(head), stepped(head)];
  const probabilities = softmax(scores);
  outputs.forEach(([logit, p, error], at) => {
    logit.textContent = String(rounded(scores[at])).replace("-", "−");
    p.textContent = written(probabilities[at]);
    error.textContent = (wrong[at] > 0 ? "+" : "") + written(wrong[at]);
  });
  redraw(head, next);
  summary.replaceChildren(...inWords(head, next));
  writeAddress({ toy: String(numbers) === String(START) ? null : numbers.join("_") });
}

box.replaceChildren(drawing, legend, form, summary);
const inAddress = (readAddress(["toy"]).toy ?? "").split("_").map(parsed);
set(usable(inAddress) ? inAddress : START);
