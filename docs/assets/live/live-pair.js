// The next-sentence head, live: two sentences, and the head's answer to them in five variants. Before somebody starts it,
// the page has the table that the build recorded.
import { button, html, readAddress, writeAddress } from "../shared.js";
import { afterTyping, claim, sentenceField, starter, styled } from "./page.js";

/** @import { Model } from "./model.js" */
/** @typedef {{name: string, about: string, claim: string, first: string, second: string, types?: boolean}} Variant */
/** @typedef {{first: string, second: string, another: string}} Example */

const NAMES = ["first", "second", "seed"]; // in the address
const SEED = 1;
const HEADS = ["the pair", "score 0", "score 1", "“is next”", "“is not”"];

/** Before the start: the button, below the recorded table. @param {HTMLElement} box */
function ready(box) {
  const { first = "", second = "", another = "" } = box.dataset;
  const inAddress = readAddress(NAMES);
  const recorded = /** @type {HTMLElement[]} */ ([...box.children]);
  const view = html("div", { className: "live" }, starter((model) => {
    for (const element of recorded) element.hidden = true;
    new LivePair(model, { first, second, another }).begin(view, inAddress);
  }, Object.keys(inAddress).length > 0));
  box.append(view);
}

/** After the start. */
class LivePair {
  /** @param {Model} model @param {Example} example */
  constructor(model, example) {
    this.model = model;
    this.example = example;
    this.seed = SEED;
    const [first, second] = [sentenceField("first", "First sentence"), sentenceField("second", "Second sentence")];
    this.first = first.field;
    this.second = second.field;
    this.note = html("p", { className: "live-note" });
    this.answer = html("p", { className: "live-answer", role: "status", tabIndex: -1 });
    this.rows = html("tbody");
    this.again = button("Back to the example", () => this.restore({}));
    this.form = html("form", { onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      html("div", { className: "live-pair-texts" }, first.label, second.label),
      html("div", { className: "live-buttons" },
        button("Swap", () => this.restore({ first: this.second.value, second: this.first.value, seed: String(this.seed) })),
        button("Shuffle again", () => { this.seed += 1; this.run(); }), this.again),
      this.note, this.answer, table(this.rows));
    this.form.addEventListener("input", afterTyping(() => this.run()));
  }

  /** @param {HTMLElement} view @param {Record<string, string>} inAddress */
  begin(view, inAddress) {
    view.replaceChildren(this.form);
    this.restore(inAddress);
    // No text field: a telephone's keyboard would hide the answer.
    this.answer.focus({ preventScroll: true });
  }

  /** @param {Record<string, string>} inAddress */
  restore(inAddress) {
    this.first.value = inAddress.first ?? this.example.first;
    this.second.value = inAddress.second ?? this.example.second;
    const seed = Number(inAddress.seed);
    this.seed = Number.isInteger(seed) && seed > 0 ? seed : SEED;
    this.run();
  }

  run() {
    const [first, second] = [this.first.value, this.second.value];
    writeAddress({
      first: first === this.example.first ? null : first,
      second: second === this.example.second ? null : second,
      seed: this.seed === SEED ? null : String(this.seed),
    });
    this.again.hidden = !Object.keys(readAddress(NAMES)).length;
    const { tokenizer } = this.model;
    if (![first, second].every((text) => tokenizer.encode(text).ids.length)) {
      this.rows.replaceChildren();
      this.note.textContent = "";
      this.answer.textContent = "Type two sentences.";
      return;
    }
    const answers = variants(first, second, this.seed, this.example.another).map((variant) => ({ variant, ...answer(this.model, variant) }));
    this.rows.replaceChildren(...answers.map(line));
    this.note.textContent = answers.some(({ cut }) => cut) ? "This is longer than the model has places for: the end of the longer text is cut off." : "";
    const [{ probabilities: [next, not] }] = answers;
    const words = `pydoc-bert says “${next > not ? "is next" : "is not"}”, with ${tenths(Math.max(next, not))}.`;
    this.answer.replaceChildren(html("strong", {}, words));
  }
}

/** The five rows of the table that the build recorded. @param {string} first @param {string} second @param {number} seed
 * @param {string} another @returns {Variant[]} */
function variants(first, second, seed, another) {
  const mixed = shuffled(second, seed);
  return [
    { name: "as they are", about: "", claim: "score-0-means-is-next", first, second },
    { name: "swapped", about: "", claim: "order-does-not-matter-much", first: second, second: first },
    { name: "the second's words shuffled", about: mixed, claim: "order-does-not-matter-much", first, second: mixed },
    { name: "another second", about: another, claim: "score-0-means-is-next", first, second: another },
    { name: "another second, all token types 0", about: "", claim: "without-token-types-all-is-next", first, second: another, types: false },
  ];
}

/** Fisher and Yates's shuffle, with the generator of the recorded example. @param {string} text @param {number} seed */
function shuffled(text, seed) {
  const words = text.trim().split(/\s+/);
  for (let last = words.length - 1; last > 0; last--) {
    seed = (seed * 48271) % 2147483647;
    const other = seed % (last + 1);
    [words[last], words[other]] = [words[other], words[last]];
  }
  return words.join(" ");
}

/** @param {Model} model @param {Variant} variant */
function answer(model, variant) {
  const [first, second] = [variant.first, variant.second].map((text) => model.tokenizer.encode(text).ids);
  const cut = shortened(first, second, model.config.max_position_embeddings - 3);
  const [start, end] = ["[CLS]", "[SEP]"].map((token) => model.tokenizer.id(token));
  const ids = [start, ...first, end, ...second, end];
  const types = ids.map((_, at) => (variant.types !== false && at > first.length + 1 ? 1 : 0));
  return { ...model.nextSentence(/** @type {Float32Array} */ (model.encode(ids, types).at(-1))), cut };
}

/** Cuts the ends off as `tokenizers` does: the shorter one keeps at most half of the places, the longer one the rest. @param {number[]} first
 * @param {number[]} second @param {number} most */
function shortened(first, second, most) {
  const cut = first.length + second.length > most;
  if (!cut) return false;
  const [short, long] = first.length > second.length ? [second, first] : [first, second];
  short.length = Math.min(short.length, Math.floor(most / 2));
  long.length = most - short.length;
  return true;
}

/** @param {{variant: Variant, scores: number[], probabilities: number[]}} answer */
function line({ variant: { name, about, ...variant }, scores, probabilities: [next, not] }) {
  return html("tr", {},
    html("th", { scope: "row" }, name, " ", claim(variant.claim, name), ...(about ? [html("small", {}, about)] : [])),
    ...scores.map((score) => html("td", {}, score.toFixed(2).replace("-", "−"))),
    html("td", {}, ...share(next, next > not)), html("td", {}, ...share(not, not > next)));
}

/** @param {number} probability @param {boolean} larger */
function share(probability, larger) {
  return [html(larger ? "strong" : "span", {}, tenths(probability)), html("i", { className: "live-bar", style: `--share: ${probability}` })];
}

/** @param {number} probability */
const tenths = (probability) => `${(100 * probability).toFixed(1)}%`;

/** @param {HTMLElement} rows */
function table(rows) {
  return html("table", { "data-beside": HEADS[3] },
    html("thead", {}, html("tr", {}, ...HEADS.map((head) => html("th", { scope: "col" }, head)))), rows);
}

await styled();
for (const box of document.querySelectorAll(".live-pair")) ready(/** @type {HTMLElement} */ (box));
