// The MLM head, live: one token of a sentence is hidden, and its vector becomes a token, step by step. Before somebody
// starts it, it shows the example that the build recorded, from the table on the page; without this script the table and
// its figure are what is there.
import { button, html, readAddress, writeAddress } from "../shared.js";
import { best, rank, row, softmax } from "./model.js";
import { afterTyping, claim, percent, sentenceField, starter, styled, thousands } from "./page.js";
import { column, drawing, named, pieces, story } from "./readings.js";

/** @import { Model, Step, StepName } from "./model.js" */
/** @import { Guess, Readings } from "./readings.js" */
/**
 * @typedef {{sentence: string, hide: number}} Example
 * @typedef {{sentence: string, hide: number, layer: number, off: string[], decoder: "tied" | "fresh", padRow: "trained" | "zero",
 *   pads: "none" | "mask" | "open"}} State
 */

const SWITCHED = ["layer", "off", "decoder", "pad-row", "pads"]; // in the address, by the folded switches
const NAMES = ["sentence", "hide", ...SWITCHED];
const PADS = 8;
const BEST = 10;
/** The product is how a vector is read, and the softmax changes no order: neither has a column of its own.
 * @type {StepName[]} */
const COLUMNS = ["encoder", "dense", "gelu", "layernorm", "bias"];
/** @type {Record<string, string>} */
const WORDS = { gelu: "GELU", layernorm: "LayerNorm" };

/** @typedef {[value: string, words: string, claim: string]} Choice */
/** @type {Choice[]} */
const STEPS = [
  ["dense", "dense", "what-each-step-is-worth"],
  ["gelu", "GELU", "what-each-step-is-worth"],
  ["layernorm", "LayerNorm", "what-each-step-is-worth"],
  ["beta", "LayerNorm's shift β", "bias-follows-log-frequency"],
  ["bias", "output bias", "what-each-step-is-worth"],
];
/** @type {Choice[]} */
const DECODERS = [
  ["tied", "tied: the embedding's rows", "decoder-weight-is-the-embedding"],
  ["fresh", "untied: fresh random rows", "untying-on-load-makes-a-random-decoder"],
];
/** @type {Choice[]} */
const PADDING = [
  ["none", "no [PAD] tokens", ""],
  ["mask", `${PADS} [PAD] tokens, with the attention mask`, "padding-moves-only-without-the-mask"],
  ["open", `${PADS} [PAD] tokens, without it`, "padding-moves-only-without-the-mask"],
];

/** Before the start: the recorded example, and the button. @param {HTMLElement} box */
function ready(box) {
  const figure = /** @type {HTMLElement} */ (box.querySelector("figure"));
  const example = { sentence: box.dataset.sentence ?? "", hide: Number(box.dataset.hide) };
  const recorded = read(figure);
  const [before, after = ""] = example.sentence.split(recorded.word);
  const inAddress = readAddress(NAMES);
  const results = new Results();
  results.show(recorded);
  const view = html("div", { className: "live" },
    html("p", { className: "live-example" }, html("small", {}, "A recorded example"),
      "“", before, html("del", {}, recorded.word), html("span", { className: "live-heard" }, " (hidden)"), " ", html("b", {}, "[MASK]"), after, "”"),
    starter((model) => new LiveHead(model, example, results).begin(view, inAddress), Object.keys(inAddress).length > 0),
    html("p", { className: "live-answer" }, story(recorded)), results.box);
  box.append(view);
  for (const part of box.children) /** @type {HTMLElement} */ (part).hidden = part !== view;
}

/** The figure, of which a telephone has room for one column. */
class Results {
  constructor() {
    this.box = html("div", { className: "live-results" });
    this.shown = COLUMNS.length - 1;
  }

  /** @param {Readings} shown @param {string} [matrix] what each vector is multiplied with */
  show(shown, matrix = "the word embedding's rows") {
    const { word, readings } = shown;
    const columns = html("ol", { className: "live-columns" }, ...readings.map((reading) => column(reading, word)));
    const choose = html("fieldset", { className: "live-choose" }, html("legend", {}, "The ten best tokens after"),
      ...readings.map((reading, index) => html("label", {},
        html("input", { type: "radio", name: "column", checked: index === this.shown, onchange: () => this.turn(columns, index) }),
        ` ${named(reading)}`)));
    this.turn(columns, this.shown);
    const hadFocus = this.box.contains(document.activeElement);
    this.box.replaceChildren(drawing(shown), choose, columns, how(shown, matrix));
    if (hadFocus) /** @type {HTMLElement | null} */ (choose.querySelector("input:checked"))?.focus();
  }

  /** @param {HTMLElement} columns @param {number} index */
  turn(columns, index) {
    this.shown = index;
    [...columns.children].forEach((column, at) => column.classList.toggle("live-shown", at === index));
  }
}

/** After the start. */
class LiveHead {
  /** @param {Model} model @param {Example} example @param {Results} results */
  constructor(model, example, results) {
    this.model = model;
    this.example = example;
    this.results = results;
    this.last = model.config.num_hidden_layers;
    this.hide = 0; // the hidden token's place in the sentence, from 1; 0 for none
    /** @type {string[]} */
    this.tokens = [];
    const { field, label } = sentenceField("sentence", "Your sentence");
    this.text = field;
    this.choices = html("fieldset", { className: "live-tokens" });
    this.note = html("p", { className: "live-note" });
    this.answer = html("p", { className: "live-answer", role: "status" });
    this.again = button("Back to the example", () => this.reset());
    this.more = html("details", { className: "live-more" }, html("summary", {}, "Change the head"), this.switches());
    this.form = html("form", { onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      label, this.choices, this.note, this.answer, results.box, this.more, this.again);
  }

  /** @param {HTMLElement} view @param {Record<string, string>} inAddress */
  begin(view, inAddress) {
    view.replaceChildren(this.form);
    this.restore(inAddress);
    this.form.addEventListener("change", () => this.run());
    this.text.addEventListener("input", afterTyping(() => this.run()));
    this.run();
    // No text field: a telephone's keyboard would hide the answer.
    /** @type {HTMLElement | null} */ (this.choices.querySelector("input:checked"))?.focus({ preventScroll: true });
  }

  switches() {
    const layers = Array.from({ length: this.last + 1 }, (_, layer) => /** @type {Choice} */ ([
      String(layer), layer === 0 ? "after the embeddings" : `after layer ${layer}${layer === this.last ? " (the last)" : ""}`, "",
    ]));
    const zero = /** @type {Choice} */ (["zero", "[PAD]'s row set to zero", "zeroing-the-row-of-a-trained-model"]);
    return html("div", { className: "live-switches" },
      group("The head", STEPS.map((step) => choice("checkbox", "on", step, true))),
      group("The decoder", [...DECODERS.map((decoder) => choice("radio", "decoder", decoder, decoder[0] === "tied")),
        choice("checkbox", "pad-row", zero, false)]),
      group("Padding", PADDING.map((padding) => choice("radio", "pads", padding, padding[0] === "none"))),
      group("Logit lens: the head reads the vector", layers.map((layer) => choice("radio", "layer", layer, layer[0] === String(this.last)))));
  }

  reset() {
    this.restore({});
    this.run();
  }

  /** Sets all controls as an address says; what it does not say is as in the example. @param {Record<string, string>} inAddress */
  restore(inAddress) {
    this.form.reset();
    if (SWITCHED.some((name) => name in inAddress)) this.more.setAttribute("open", "");
    this.text.value = inAddress.sentence ?? this.example.sentence;
    const hide = Number(inAddress.hide ?? (inAddress.sentence === undefined ? this.example.hide : 0));
    this.hide = Number.isInteger(hide) ? hide : 0;
    this.tokens = [];
    this.choices.replaceChildren();
    const off = (inAddress.off ?? "").split(",");
    for (const input of this.form.querySelectorAll("input")) {
      const { name, value } = input;
      if (name === "on") input.checked = !off.includes(value);
      else if (name === "pad-row") input.checked = inAddress[name] === value;
      else if (inAddress[name] === value) input.checked = true;
    }
  }

  /** @returns {State} */
  state() {
    const data = new FormData(this.form);
    const on = data.getAll("on");
    return {
      sentence: this.text.value,
      hide: this.hide,
      layer: Number(data.get("layer")),
      off: STEPS.map(([name]) => name).filter((name) => !on.includes(name)),
      decoder: data.get("decoder") === "fresh" ? "fresh" : "tied",
      padRow: data.get("pad-row") ? "zero" : "trained",
      pads: /** @type {State["pads"]} */ (data.get("pads")),
    };
  }

  run() {
    const most = this.model.config.max_position_embeddings - 2 - (new FormData(this.form).get("pads") === "none" ? 0 : PADS);
    const all = this.model.tokenizer.encode(this.text.value);
    const tokens = all.tokens.slice(0, most);
    this.offer(tokens);
    const state = this.state();
    this.remember(state);
    this.note.textContent = noteOn(tokens, all.tokens.length);
    this.again.hidden = location.search === "" || !Object.keys(readAddress(NAMES)).length;
    this.results.box.hidden = !state.hide;
    if (!state.hide) {
      this.answer.textContent = tokens.length ? "No token is hidden. Choose one." : "Type a sentence.";
      return;
    }
    const { shown, words, more } = compute(this.model, tokens, state);
    this.results.show(shown, state.decoder === "fresh" ? "the fresh random rows" : undefined);
    this.answer.replaceChildren(html("strong", {}, words), [story(shown), more].join(" "));
  }

  /** The tokens as radio buttons. What was hidden stays hidden, also where it is at another place now. @param {string[]} tokens */
  offer(tokens) {
    const chosen = this.choices.querySelector("input:checked");
    if (chosen) this.hide = Number(/** @type {HTMLInputElement} */ (chosen).value);
    if (tokens.join(" ") === this.tokens.join(" ") && this.tokens.length) return;
    const hidden = this.hide > 0 ? this.tokens[this.hide - 1] : undefined;
    if (hidden !== undefined && tokens[this.hide - 1] !== hidden) {
      const fromTheEnd = tokens.length - this.tokens.length + this.hide; // where it is if what changed is before it
      this.hide = tokens[fromTheEnd - 1] === hidden ? fromTheEnd : tokens.indexOf(hidden) + 1;
    }
    if (!(this.hide >= 1 && this.hide <= tokens.length)) this.hide = tokens.indexOf("[MASK]") + 1;
    this.tokens = tokens;
    this.choices.hidden = !tokens.length;
    this.choices.replaceChildren(html("legend", {}, "Click the token to hide"),
      ...tokens.map((token, at) => html("label", {},
        html("input", { type: "radio", name: "hide", value: at + 1, checked: at + 1 === this.hide }), html("span", { className: token === "[MASK]" ? "" : "live-word" }, token))));
  }

  /** @param {State} state */
  remember(state) {
    const same = state.sentence === this.example.sentence;
    writeAddress({
      sentence: same ? null : state.sentence,
      hide: state.hide && !(same && state.hide === this.example.hide) ? String(state.hide) : null,
      layer: state.layer === this.last ? null : String(state.layer),
      off: state.off.join(",") || null,
      decoder: state.decoder === "tied" ? null : state.decoder,
      "pad-row": state.padRow === "trained" ? null : state.padRow,
      pads: state.pads === "none" ? null : state.pads,
    });
  }
}

/** What the figure shows. @param {Readings} shown @param {string} matrix */
function how(shown, matrix) {
  return html("p", { className: "live-note" },
    `To see which tokens a vector points to, we take its dot product with each of ${matrix}, and apply a softmax. Before LayerNorm this only gives us a look inside. `
    + `From LayerNorm on it is what the head itself does: the product, then the bias, then the softmax. The line is the rank of the token that we follow. ${pieces(shown)}`);
}

/** @param {string} legend @param {Node[]} inside @param {Node[]} more */
function group(legend, inside, ...more) {
  return html("fieldset", {}, html("legend", {}, legend, ...more.flatMap((node) => [" ", node])), ...inside);
}

/** @param {"radio" | "checkbox"} type @param {string} name @param {Choice} choice @param {boolean} checked */
function choice(type, name, [value, words, proof], checked) {
  const label = html("label", {}, html("input", { type, name, value, defaultChecked: checked }), ` ${words}`);
  return html("div", {}, label, ...(proof ? [" ", claim(proof, words)] : []));
}

/** @param {string[]} tokens those that are read @param {number} typed how many there were */
function noteOn(tokens, typed) {
  const notes = [];
  if (typed > tokens.length) notes.push(`Only the first ${tokens.length} of ${typed} tokens are read: the model has no more places.`);
  if (tokens.some((token) => token.startsWith("##"))) notes.push("## marks a piece that goes on with the word before it.");
  if (tokens.includes("[UNK]")) notes.push("[UNK] is what the vocabulary has no pieces for.");
  return notes.join(" ");
}

/** @param {Model} model @param {string[]} tokens @param {State} state */
function compute(model, tokens, state) {
  const all = ["[CLS]", ...tokens.map((token, at) => (at + 1 === state.hide ? "[MASK]" : token)), "[SEP]"];
  const ids = all.map((token) => model.tokenizer.id(token));
  const { padRow, decoder } = state;
  const pads = state.pads === "none" ? 0 : PADS;
  const hidden = model.encode(ids, ids.map(() => 0), { pads, mask: state.pads !== "open", padRow });
  const has = Object.fromEntries(STEPS.map(([name]) => [name, !state.off.includes(name)]));
  const options = { dense: has.dense, gelu: has.gelu, layerNorm: has.layernorm, beta: has.beta, bias: has.bias, decoder, padRow };
  const steps = model.head(row(hidden[state.layer], state.hide), options);
  const word = tokens[state.hide - 1];
  return report(model, steps, word, state);
}

/** @param {Model} model @param {Step[]} steps @param {string} hidden @param {State} state */
function report(model, steps, hidden, state) {
  const logits = steps[5].scores;
  // Nobody knows the word of a [MASK] that the reader typed, or of an [UNK]: then the one that wins is followed.
  const unknown = hidden === "[MASK]" || hidden === "[UNK]";
  const id = unknown ? best(logits, 1)[0] : model.tokenizer.id(hidden);
  const word = model.vocab[id];
  const readings = COLUMNS.map((name) => {
    const { off, scores } = /** @type {Step} */ (steps.find((step) => step.name === name));
    const shares = softmax(scores);
    const guess = (/** @type {number} */ id) => ({ token: model.vocab[id], percent: percent(shares[id]), share: shares[id] });
    return {
      name: wordsFor(name, state, model), off, rank: rank(scores, id), own: guess(id),
      best: off && name !== "bias" ? [] : best(scores, BEST).map(guess), // the last list is the answer
    };
  });
  const shown = { word, vocabulary: model.vocab.length, readings };
  return { shown, words: verdict(shown, unknown), more: aboutPad(model, logits, state) };
}

/** @param {string} name @param {State} state @param {Model} model */
function wordsFor(name, state, model) {
  if (name !== "encoder" || state.layer === model.config.num_hidden_layers) return WORDS[name] ?? name;
  return state.layer ? `layer ${state.layer}` : "embeddings";
}

/** @param {Readings} shown @param {boolean} unknown */
function verdict({ word, vocabulary, readings }, unknown) {
  const { rank: place, own, best: [first] } = readings[readings.length - 1];
  if (unknown) return `Best for this [MASK]: “${word}”, with ${own.percent}. Nobody knows the hidden word, so this one is followed.`;
  const end = `The hidden “${word}” ends as no. ${thousands(place)} of ${thousands(vocabulary)} tokens, with ${own.percent}`;
  return place === 1 ? `${end}.` : `${end}; first is “${first.token}”, with ${first.percent}.`;
}

/** @param {Model} model @param {Float32Array} logits @param {State} state */
function aboutPad(model, logits, state) {
  if (state.decoder === "fresh" || (state.padRow === "trained" && state.pads === "none")) return "";
  const id = model.config.pad_token_id;
  const power = Math.log10(softmax(logits)[id]);
  return `[PAD] itself is no. ${thousands(rank(logits, id))}, with a probability of about 10${raised(Math.round(power))}.`;
}

/** @param {number} power */
function raised(power) {
  return String(power).replace(/./g, (sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]);
}

/** The recorded example, from its table: the step, rank and probability of the word, and the ten best.
 * @param {HTMLElement} figure @returns {Readings} */
function read(figure) {
  const table = /** @type {HTMLTableElement} */ (figure.querySelector("table"));
  const [, vocabulary] = figure.querySelector("desc")?.textContent?.match(/among ([\d,]+) tokens/) ?? [];
  const word = (table.tHead?.rows[0].cells[1].textContent ?? "").replace(/[“”]/g, "");
  const readings = [...table.tBodies[0].rows].map((line) => {
    const [name, own, tokens] = [...line.cells].map((cell) => cell.textContent ?? "");
    const [, place, share] = own.match(/no\. ([\d,]+), (.*)/) ?? [];
    return {
      name, off: false, rank: count(place), own: guessed(word, share),
      best: [...tokens.matchAll(/(\S+)\s((?:<\s)?[\d.]+%)(?:,\s|$)/g)].map(([, token, share]) => guessed(token, share)),
    };
  });
  return { word, vocabulary: count(vocabulary), readings };
}

/** @param {string} written with its thousands apart */
const count = (written) => Number(written.replaceAll(",", ""));

/** @param {string} token @param {string} share as the table has it @returns {Guess} */
function guessed(token, share) {
  return { token, percent: share.replace(/\s/g, " "), share: Number(share.replace(/[^\d.]/g, "")) / 100 };
}

await styled();
for (const box of document.querySelectorAll(".live-head")) ready(/** @type {HTMLElement} */ (box));
