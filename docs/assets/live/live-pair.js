// @ts-check
/**
 * The next-sentence head, live: two sentences, and what it says of them in five ways. Before somebody starts it, the page
 * has the table that the build recorded.
 */
import { addressed, claim, html, remember, starter, styled } from "./page.js";

/**
 * @typedef {import("./model.js").Model} Model
 * @typedef {{first: string, second: string, seed: number}} State
 * @typedef {{way: string, about: string, claim: string, first: string, second: string, types?: boolean}} Way
 */

const NAMES = ["first", "second", "seed"]; // in the address
const SEED = 1;
const HEADS = ["the pair", "score 0", "score 1", "“is next”", "“is not”"];

/** @typedef {{first: string, second: string, another: string}} Example */

/** Before the start: the button, below the recorded table. @param {HTMLElement} box */
function ready(box) {
  const { first = "", second = "", another = "" } = box.dataset;
  const asked = addressed(NAMES);
  const recorded = /** @type {HTMLElement[]} */ ([...box.children]);
  const view = html("div", { className: "live" }, starter((model) => {
    for (const one of recorded) one.hidden = true;
    new LivePair(model, { first, second, another }).begin(view, asked);
  }, Object.keys(asked).length > 0));
  box.append(view);
}

/** After the start. */
class LivePair {
  /** @param {Model} model @param {Example} example */
  constructor(model, example) {
    this.model = model;
    this.example = example;
    this.seed = SEED;
    this.wait = 0;
    this.first = text("first");
    this.second = text("second");
    this.note = html("p", { className: "live-note" });
    this.said = html("p", { className: "live-said", role: "status", tabIndex: -1 });
    this.rows = html("tbody");
    this.again = button("Back to the example", () => this.restore({}));
    this.form = html("form", { onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      html("div", { className: "live-pair-texts" }, labelled("First sentence", this.first), labelled("Second sentence", this.second)),
      html("div", { className: "live-buttons" },
        button("Swap", () => this.swap()), button("Shuffle again", () => this.shuffle()), this.again),
      this.note, this.said, table(this.rows));
    this.form.addEventListener("input", () => this.typed());
  }

  /** @param {HTMLElement} view @param {Record<string, string>} asked */
  begin(view, asked) {
    view.replaceChildren(this.form);
    this.restore(asked);
    // No text field: a telephone's keyboard would hide the answer.
    this.said.focus({ preventScroll: true });
  }

  /** @param {Record<string, string>} asked */
  restore(asked) {
    this.first.value = asked.first ?? this.example.first;
    this.second.value = asked.second ?? this.example.second;
    const seed = Number(asked.seed);
    this.seed = Number.isInteger(seed) && seed > 0 ? seed : SEED;
    this.run();
  }

  swap() {
    [this.first.value, this.second.value] = [this.second.value, this.first.value];
    this.run();
  }

  shuffle() {
    this.seed += 1;
    this.run();
  }

  typed() {
    clearTimeout(this.wait);
    this.wait = window.setTimeout(() => this.run(), 120);
  }

  run() {
    const [first, second] = [this.first.value, this.second.value];
    this.address({ first, second, seed: this.seed });
    this.again.hidden = !Object.keys(addressed(NAMES)).length;
    const { tokenizer } = this.model;
    if (![first, second].every((one) => tokenizer.encode(one).ids.length)) {
      this.rows.replaceChildren();
      this.note.textContent = "";
      this.said.textContent = "Type two sentences.";
      return;
    }
    const answers = ways(first, second, this.seed, this.example.another).map((way) => ({ way, ...answer(this.model, way) }));
    this.rows.replaceChildren(...answers.map(line));
    this.note.textContent = answers.some(({ cut }) => cut) ? "This is longer than the model has places for: the end of the longer text is cut off." : "";
    const [{ probabilities: [next, not] }] = answers;
    const words = `pydoc-bert says “${next > not ? "is next" : "is not"}”, with ${tenths(Math.max(next, not))}.`;
    this.said.replaceChildren(html("strong", {}, words));
  }

  /** @param {State} state */
  address({ first, second, seed }) {
    remember({
      first: first === this.example.first ? null : first,
      second: second === this.example.second ? null : second,
      seed: seed === SEED ? null : String(seed),
    });
  }
}

/** The five ways of the table that the build recorded. @param {string} first @param {string} second @param {number} seed
 * @param {string} another @returns {Way[]} */
function ways(first, second, seed, another) {
  const mixed = shuffled(second, seed);
  return [
    { way: "as they are", about: "", claim: "score-0-means-is-next", first, second },
    { way: "swapped", about: "", claim: "order-does-not-matter-much", first: second, second: first },
    { way: "the second's words shuffled", about: mixed, claim: "order-does-not-matter-much", first, second: mixed },
    { way: "another second", about: another, claim: "score-0-means-is-next", first, second: another },
    { way: "another second, all token types 0", about: "", claim: "without-token-types-all-is-next", first, second: another, types: false },
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

/** @param {Model} model @param {Way} way */
function answer(model, way) {
  const [first, second] = [way.first, way.second].map((one) => model.tokenizer.encode(one).ids);
  const cut = shortened(first, second, model.config.max_position_embeddings - 3);
  const [start, end] = ["[CLS]", "[SEP]"].map((token) => model.tokenizer.id(token));
  const ids = [start, ...first, end, ...second, end];
  const types = ids.map((_, at) => (way.types !== false && at > first.length + 1 ? 1 : 0));
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

/** @param {{way: Way, scores: [number, number], probabilities: [number, number]}} answer */
function line({ way, scores, probabilities }) {
  const [next, not] = probabilities;
  return html("tr", {},
    html("th", { scope: "row" }, way.way, " ", claim(way.claim, way.way), ...(way.about ? [html("small", {}, way.about)] : [])),
    ...scores.map((score) => html("td", {}, score.toFixed(2).replace("-", "−"))),
    html("td", {}, ...share(next, next > not)), html("td", {}, ...share(not, not > next)));
}

/** @param {number} probability @param {boolean} larger */
function share(probability, larger) {
  const bar = html("i", { className: "live-bar" });
  bar.style.setProperty("--share", String(probability));
  return [html(larger ? "strong" : "span", {}, tenths(probability)), bar];
}

/** @param {number} probability */
function tenths(probability) {
  return `${(100 * probability).toFixed(1)}\u00a0%`;
}

/** @param {HTMLElement} rows */
function table(rows) {
  return html("table", { "data-beside": HEADS[3] },
    html("thead", {}, html("tr", {}, ...HEADS.map((one) => html("th", { scope: "col" }, one)))), rows);
}

/** @param {string} name */
function text(name) {
  return html("textarea", { name, rows: 2, spellcheck: false, autocomplete: "off" });
}

/** @param {string} words @param {HTMLElement} field */
function labelled(words, field) {
  return html("label", { className: "live-text" }, html("span", {}, words), field);
}

/** @param {string} words @param {() => void} onclick */
function button(words, onclick) {
  return html("button", { type: "button", className: "md-button", onclick }, words);
}

await styled();
for (const box of document.querySelectorAll(".live-pair")) ready(/** @type {HTMLElement} */ (box));
