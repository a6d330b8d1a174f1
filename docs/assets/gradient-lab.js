// The gradient lab: shows what the switches choose, as a figure and in words. Every number comes from the page's table, which
// has a row for each setting of mask, labels and drawn, without padding_idx and tied. With padding_idx the lookup's part is
// exactly zero; untied, the two parts lie on two rows; nothing else changes. Without this script the table and all the reasons
// are shown, and the switches are not.
import { readAddress, svg, writeAddress } from "./shared.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.switches"));
const figure = /** @type {HTMLElement} */ (document.querySelector(".gradient-figure"));
const [drawing, summary, chosenWords] = ["svg", ".summary", ".chosen-words"].map((part) =>
  /** @type {HTMLElement | SVGElement} */ (figure.querySelector(part)));
const reasons = /** @type {HTMLElement[]} */ ([...figure.querySelectorAll("[data-when]")]);
const inputs = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input")]);
const SWITCHES = ["mask", "labels", "drawn"]; // the table's first columns
const [SOFTMAX, LOOKUP, BOTH] = [3, 4, 5];
const rows = [...document.querySelectorAll(".gradient-table tbody tr")].map((row) =>
  ({ row, cells: [...row.children].map((cell) => cell.textContent?.trim().replace("−", "-") ?? "") }));
const LEFT = 4, RIGHT = 356, TOP = 14, BOX = 78, TALL = 48; // of the drawing; its two paths end at the boxes

/** A size as people write it: 8.66, or 1.06 × 10⁻⁶. @param {string} text */
function written(text) {
  const size = Number(text);
  if (size === 0 || size >= 0.001) return String(Number(size.toPrecision(3)));
  const [digits, exponent] = size.toExponential(2).split("e");
  return `${digits} × 10${exponent.replace(/./g, (sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)])}`;
}

/** @param {string} text @param {number} x @param {number} y */
function label(text, x, y, kind = "note", anchor = "middle") {
  return svg("text", { x, y, class: kind, "text-anchor": anchor }, text);
}

/** The gradient's path through a layer: open it ends in an arrow, closed in a bar.
 * @param {string} layer @param {number} x @param {string} text */
function path(layer, x, text) {
  const open = Number(text) > 0;
  const stop = open ? BOX - 3 : BOX - 18;
  const end = open ? `M${x - 5} ${stop - 7}L${x} ${stop}L${x + 5} ${stop - 7}` : `M${x - 9} ${stop}h18`;
  return [
    label(`through the ${layer}`, x, TOP),
    svg("path", { class: open ? "arrow open" : "arrow", d: `M${x} ${TOP + 6}V${stop}${end}` }),
    label(open ? written(text) : "exactly 0", x + 12, TOP + 30, "value", "start"),
  ];
}

/** @param {string} kind @param {number} x @param {number} width @param {string} name @param {string} text */
function matrix(kind, x, width, name, text) {
  const ruled = `M${x} ${BOX + 4}h${width}M${x} ${BOX + TALL - 4}h${width}M${x + 4} ${BOX}v${TALL}M${x + width - 4} ${BOX}v${TALL}`;
  return [
    svg("rect", { class: kind, x, y: BOX, width, height: TALL, rx: kind === "head" ? 9 : 1 }),
    ...(kind === "shared" ? [svg("path", { class: "ruled", d: ruled })] : []),
    label(name, x + width / 2, BOX + 20, "name"),
    label(`its [PAD] row: ${written(text)}`, x + width / 2, BOX + 37),
  ];
}

/** What reaches the [PAD] row of the embedding, and on which paths. @param {FormData} choice @param {string[]} cells */
function gradients(choice, cells) {
  const [tied, open] = [choice.get("weights") === "tied", choice.get("padding_idx") === "None"];
  const [softmax, lookup] = [cells[SOFTMAX], open ? cells[LOOKUP] : "0"];
  return { tied, lookup, softmax, embedding: !tied ? lookup : open ? cells[BOTH] : softmax };
}

function show() {
  const choice = new FormData(form);
  const chosen = rows.find(({ cells }) => SWITCHES.every((name, column) => cells[column] === choice.get(name))) ?? rows[0];
  for (const { row } of rows) {
    row.classList.toggle("chosen", row === chosen.row);
    row.ariaCurrent = row === chosen.row ? "true" : null;
  }
  const { tied, lookup, softmax, embedding } = gradients(choice, chosen.cells);
  drawing.replaceChildren(
    ...path("lookup", LEFT + 76, lookup),
    ...path("softmax", RIGHT - 76, softmax),
    ...(tied ? matrix("shared", LEFT, RIGHT - LEFT, "word embedding = decoder", embedding) : [
      ...matrix("encoder", LEFT, 152, "word embedding", embedding),
      ...matrix("head", RIGHT - 152, 152, "decoder", softmax),
    ]),
  );
  for (const reason of reasons) {
    reason.hidden = ![...new URLSearchParams(reason.dataset.when)].every(([name, value]) => choice.get(name) === value);
  }
  const size = (/** @type {string} */ text) => (Number(text) === 0 ? "exactly zero" : written(text));
  const landed = tied
    ? `The one matrix's [PAD] row gets ${size(embedding)}.`
    : `The embedding's [PAD] row gets ${size(embedding)}, the decoder's own ${size(softmax)}.`;
  summary.textContent = `Through the lookup: ${size(lookup)}. Through the softmax: ${size(softmax)}. ${landed}`;
  chosenWords.textContent = inputs.filter(({ checked }) => checked).map((input) => input.closest("label")?.textContent?.trim()).join(" · ");
}

const inAddress = readAddress(inputs.map(({ name }) => name));
for (const input of inputs) if (inAddress[input.name] === input.value) input.checked = true;
form.addEventListener("change", () => {
  show();
  writeAddress(Object.fromEntries(inputs.filter(({ checked }) => checked).map(({ name, value }) => [name, value])));
});
form.hidden = false;
for (const part of figure.querySelectorAll("svg, figcaption")) part.removeAttribute("hidden");
show();
