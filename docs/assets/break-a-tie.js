// A tie that a reader can break: one or two operations, and what the build recorded of a real BERT after them. Nothing is
// computed here. Without this script, or without the two files of the record, the page has the table of single operations.
import { button, html, readAddress, svg, writeAddress } from "./shared.js";

/** @typedef {Record<string, string>} Row what was recorded after one or two operations */

const ARTIFACTS = new URL("../artifacts/", import.meta.url);

/** A file's rows; a cell may be in quotes, with commas in it. @param {string} name @returns {Promise<Row[]>} */
async function rowsOf(name) {
  const file = await fetch(new URL(`tables/tie_breaks/every_pair_of_operations/${name}.once.csv`, ARTIFACTS));
  if (!file.ok) throw new Error(`${file.url}: ${file.status}`);
  const [columns, ...rows] = (await file.text()).trim().split("\n").map((line) =>
    [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare));
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [columns[at], cell])));
}

/** `check_tie` alone, out of the program of its claim. */
async function checkTie() {
  const program = await fetch(new URL("snippets/tie_breaks/check_tie_tells_a_tie_from_a_copy.py", ARTIFACTS)).catch(() => null);
  if (!program?.ok) return null;
  const body = (await program.text()).match(/^def check_tie\(model\):\n(?:(?: {4}.*)?\n)+/m)?.[0].trimEnd();
  return body ? `import torch\nfrom torch.nn import Parameter\n\n\n${body}\n` : null;
}

const [states, results, program] = await Promise.all([rowsOf("states"), rowsOf("results"), checkTie()]);
const RESULT = new Map(results.map((row) => [row.result, row]));
const STATE = new Map(states.map(({ first, then, result }) => [`${first},${then}`, /** @type {Row} */ (RESULT.get(result))]));
const box = /** @type {HTMLElement} */ (document.querySelector(".break-a-tie"));
// The operations, as the page's table has them: a name for the address, and the code.
const OPERATIONS = [...box.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent ?? ""));
/** @type {[string, string[]][]} */
const EXAMPLES = [
  ["assign=True, then half", ["load-assign", "half"]], ["deepcopy the decoder, then a step", ["deepcopy", "step"]],
  ["clone the weight, then flag False", ["clone", "flag-false"]], ["flag False, then resize", ["flag-false", "resize"]],
  ["prune, then tie_weights()", ["prune", "tie-weights"]],
];
const PLACES = [["bert.embeddings.word_embeddings.weight", "cls.predictions.decoder.weight"], ["cls.predictions.bias", "cls.predictions.decoder.bias"]];

// A recorded value in a sentence.

const SHARED = "two Parameters in one memory";
/** @type {Row} */
const MATRIX = {
  "tied": "One Parameter under both names. The tie holds.",
  [SHARED]: "Two Parameters in one memory: a write through one name shows under the other. The tie is broken: an optimizer takes them for two.",
  "equal copies": "Two Parameters with equal values. The tie is broken, and no output shows it.",
  "different": "Two Parameters with different values. The tie is broken.",
};
/** @type {Row} */
const BIAS = { ...MATRIX, "tied": "One Parameter under both names." };
/** @type {Row} */
const ORIGIN = {
  "tied": "the embedding’s own Parameter",
  [SHARED]: "a second Parameter in the embedding’s memory",
  "equal copies": "a Parameter of its own, with the embedding’s values",
  "different": "a Parameter of its own, with other values than the embedding’s",
};
/** @type {Row} */
const LOGITS = {
  "the same": "Those of the fresh model.",
  "rounded": "Close to those of the fresh model: the numbers have fewer bits now.",
  "changed": "Not those of the fresh model.",
};
/** @type {Row} */
const BACK = {
  "the same": "The loaded model gives the logits from just before saving",
  "rounded": "The loaded model gives nearly the logits from just before saving",
  "changed": "The loaded model gives other logits than just before saving",
  "it runs": "The loaded model runs again. The saved one did not",
};
/** @type {Row} */
const SHORT = { "equal copies": "two with equal values", "different": "two that differ", [SHARED]: "two in one memory" };
/** @type {Row} */
const SIGN = { "equal copies": "=", "different": "≠", [SHARED]: "≡" };

/** @param {string} relation */
const short = (relation) => SHORT[relation] ?? relation;

/** The names or numbers of a cell. @param {string} cell */
const listed = (cell) => cell.split(" ").filter(Boolean);

/** The sentence about two names, which may differ in their size alone. @param {Row} sentences @param {string} relation @param {string[]} sizes */
const sized = (sentences, relation, [one, other]) =>
  relation === "different" && one !== other ? `Two Parameters of different sizes: ${one} and ${other} rows. The tie is broken.` : sentences[relation];

/** @param {Row} row */
function aboutMatrix(row) {
  if (row.weight !== "not a Parameter") return sized(MATRIX, row.weight, listed(row.rows).slice(0, 2));
  if (row.computed_from) return `The decoder’s weight is not a Parameter: it is computed from decoder.weight_orig, ${ORIGIN[row.computed_from]}.`;
  return "The decoder’s weight is not a Parameter: the quantized layer keeps its own packed copy of the numbers.";
}

/** @param {Row} row */
function aboutBias(row) {
  if (row.bias === "not a Parameter") return "The decoder’s bias is no longer a Parameter: the quantized layer has packed it with its matrix.";
  const [, rows, ...biases] = listed(row.rows);
  const last = biases.at(-1);
  return sized(BIAS, row.bias, biases) + (last === rows ? "" : ` The decoder’s has ${last} values, for ${rows} rows of its matrix.`);
}

/** What a step moves, of two names. @param {string} moves @param {string} relation @param {string[]} names */
function moved(moves, relation, names) {
  const [which, parted] = moves.split(", ");
  const apart = parted ? ", and from here on the two differ" : "";
  if (which === "neither") return "neither name moves";
  if (which !== "both") return `only ${names[which === "first" ? 0 : 1]} moves${apart}`;
  return relation === "tied" ? "it moves" : `both names move${apart}`;
}

/** Two Parameters in one memory: each that has a gradient is stepped. @param {string} relation @param {string} gradients @param {string[]} names */
function steps(relation, gradients, names) {
  if (relation !== SHARED) return "";
  return gradients === "both" ? ", by two steps on the same numbers" : `, by one step: only ${names[gradients === "first" ? 0 : 1]} gets a gradient`;
}

/** @param {Row} row */
function aboutStep(row) {
  if (row.not_trained) return `The model stops${row.not_trained === "as above" ? ", as above." : `: ${row.not_trained}`}`;
  const [matrix, bias] = ["weight", "bias"].map((what, at) =>
    moved(row[`${what}_moves`], row[what], PLACES[at]) + steps(row[what], row[`${what}_gradients`], PLACES[at]));
  return `Matrix: ${matrix}. Bias: ${bias}.`;
}

/** @param {Row} row */
function aboutFile(row) {
  if (row.not_saved) return `save_pretrained stops: ${row.not_saved}`;
  if (row.not_loaded) return `It is saved, but from_pretrained stops: ${row.not_loaded}`;
  const silent = row.loaded_logits === "changed" && !row.missing && !row.unexpected ? ", and the load report names nothing" : "";
  return `${BACK[row.loaded_logits]}${silent}. Its matrix: ${short(row.loaded_weight)}. Its bias: ${short(row.loaded_bias)}.`;
}

/** Each name that the state dict, the file or a complaint has, as a row of a table. @param {Row} row */
function nameRows(row) {
  const [state, file, missing, unexpected] = ["state_dict", "file", "missing", "unexpected"].map((column) => listed(row[column]));
  /** @param {string} name */
  const loaded = (name) => {
    if (row.not_saved || row.not_loaded) return "–";
    if (missing.includes(name)) return "MISSING";
    if (unexpected.includes(name)) return "UNEXPECTED";
    if (file.includes(name)) return "read";
    return PLACES.flat().includes(name) ? "tied to its other name" : "–";
  };
  return [...new Set([...state, ...file, ...missing])].sort().map((name) => {
    const cells = [state.includes(name) ? "yes" : "no", row.not_saved ? "–" : file.includes(name) ? "yes" : "no", loaded(name)];
    return html("tr", {}, html("th", { scope: "row" }, html("code", {}, name)), ...cells.map((cell) => html("td", {}, cell)));
  });
}

// The drawing: names above, Parameters below, and a line from each name to what it holds.

/** @param {string} kind @param {number} x @param {number} y @param {number} width @param {number} height @param {string} text */
const boxed = (kind, x, y, width, height, text, rx = 1) => [
  svg("rect", { class: kind, x, y, width, height, rx }),
  svg("text", { x: x + width / 2, y: y + height / 2 + 4, "text-anchor": "middle", class: kind.includes("holder") ? "name" : "small" }, text),
];

/** @param {number} y @param {string} relation @param {string} kind @param {string[]} names @param {string} computed what the second is computed from */
function pair(y, relation, kind, [left, right], computed) {
  const [low, round] = [y + 56, kind === "bias" ? 17 : 1];
  const ends = relation === "tied" ? [140, 220] : [88, 272];
  const holders = [
    ...boxed("encoder holder", 4, y, 168, 26, left), ...boxed("head holder", 188, y, 168, 26, right, 9),
    ...[88, 272].map((x, at) => svg("path", { class: "tie", d: `M${x} ${y + 26}L${ends[at]} ${low}` })),
  ];
  if (relation === "tied") return [...holders, ...boxed(kind, 95, low, 170, 34, "one Parameter", round)];
  const memory = [...boxed("pad", 4, low - 7, 352, 48, "", 4), svg("text", { class: "small", x: 180, y: low - 13, "text-anchor": "middle" }, "one memory")];
  const arrow = svg("path", { class: "arrow", d: `M202 ${low + 17}H160M167 ${low + 13}L160 ${low + 17}L167 ${low + 21}` });
  return [
    ...holders, ...(relation === SHARED ? memory : []), ...boxed(kind, 18, low, 140, 34, "a Parameter", round),
    ...(relation === "not a Parameter" ? boxed("pad", 202, low, 140, 34, computed ? "computed" : "packed")
      : boxed(kind, 202, low, 140, 34, "a Parameter", round)),
    ...(computed === "tied" ? [arrow] : []),
    svg("text", { class: "sign", x: 180, y: low + 22, "text-anchor": "middle" }, SIGN[relation] ?? ""),
  ];
}

// The page.

/** @param {string} nothing */
const select = (nothing) => html("select", { onchange: () => show() }, html("option", { value: "" }, nothing),
  ...OPERATIONS.map(([value, code]) => html("option", { value }, code)));
const [first, then] = [select("nothing: the fresh model"), select("nothing more")];
const examples = EXAMPLES.map(([text, operations]) => button(text, () => set(operations)));
const form = html("form", { onsubmit: () => false, "aria-label": "Break the tie" },
  html("label", {}, "First ", first), html("label", {}, "Then ", then),
  html("p", {}, "Try: ", ...examples, button("Back to the start", () => set(["", ""]))));
const drawing = svg("svg", { viewBox: "0 0 360 222", "aria-hidden": "true" }); // the words below say it
const legend = html("p", { className: "legend" }, "Each line leads from a name to what it holds. Logits are compared for the fresh model’s tokens, without those that a resize added.");
const trail = html("p", { className: "trail" });
const facts = html("dl");
const names = html("tbody");
const table = html("table", { className: "names" },
  html("thead", {}, html("tr", {}, ...["name", "state dict", "file", "loaded again"].map((name) => html("th", { scope: "col" }, name)))), names);
const rule = html("p", { className: "legend" }, "With the flag True, from_pretrained ties two names if the file has one of them, or both with equal values. With False it ties nothing.");
const files = html("details", {}, html("summary", {}, "What the state dict and the file hold"), table, rule);
const single = html("details", {}, html("summary", {}, "All fifteen, one at a time"), ...box.childNodes);

/** An operation and what it leaves. @param {Row} row @param {string} operation */
const step = (row, operation) => [
  html("code", {}, OPERATIONS.find(([name]) => name === operation)?.[1] ?? ""),
  row.stopped ? " stops" : ` → matrix: ${short(row.weight)}, bias: ${short(row.bias)}`,
];

let waiting = ""; // the second operation, while the first is “nothing”

function show() {
  if (first.value && then.disabled) then.value = waiting;
  if (!first.value && !then.disabled) [waiting, then.value] = [then.value, ""];
  then.disabled = !first.value;
  const chosen = [first.value, then.value];
  examples.forEach((example, at) => example.setAttribute("aria-pressed", String(String(chosen) === String(EXAMPLES[at][1]))));
  const row = /** @type {Row} */ (STATE.get(chosen.join(",")));
  const before = /** @type {Row} */ (STATE.get(`${chosen[0]},`));
  const drawn = row.stopped ? before : row;
  drawing.replaceChildren(
    ...pair(4, drawn.weight, "shared", ["word_embeddings.weight", "decoder.weight"], drawn.computed_from),
    ...pair(122, drawn.bias, "bias", ["predictions.bias", "decoder.bias"], ""));
  trail.replaceChildren(...(first.value ? step(before, chosen[0]) : ["A fresh BERT → matrix: tied, bias: tied"]),
    ...(then.value ? [html("br"), ...step(row, chosen[1])] : []));
  const sentences = row.stopped ? [["Error", `${row.stopped}. The drawing shows the model before this operation.`]] : [
    ["Matrix", aboutMatrix(row)],
    ["Bias", aboutBias(row)],
    ["Logits", row.not_run ? `None. The model stops: ${row.not_run}` : LOGITS[row.logits]],
    ["A step of SGD", aboutStep(row)],
    ["Saved and loaded", aboutFile(row)],
  ];
  facts.replaceChildren(...sentences.flatMap(([what, sentence]) => [html("dt", {}, what), html("dd", {}, sentence)]));
  names.replaceChildren(...nameRows(row));
  files.hidden = !names.children.length;
  writeAddress({ break: chosen.filter(Boolean).join(",") || null });
}

/** @param {string[]} operations */
function set(operations) {
  [first.value, then.value] = operations;
  waiting = "";
  then.disabled = !first.value;
  show();
}

box.classList.add("figure");
box.replaceChildren(form, drawing, legend, html("div", { className: "words", role: "status" }, trail, facts), files, single);
if (program) {
  const copy = button("Copy check_tie(model)", async () => {
    try {
      await navigator.clipboard.writeText(program);
      copy.textContent = "Copied";
    } catch {
      copy.replaceWith(html("pre", {}, html("code", {}, program))); // it can be marked and copied by hand
    }
  });
  box.append(html("p", {}, "Your own model: ", copy));
}
const [one = "", other = "", ...more] = (readAddress(["break"]).break ?? "").split(",");
set(STATE.has(`${one},${other}`) && !more.length ? [one, other] : ["", ""]);
