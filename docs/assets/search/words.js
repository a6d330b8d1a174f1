// What the search takes for words: of a text, and of what a reader types.

// A number with its thousands, or letters and digits with what holds a name together: `cls.predictions.bias`, `GPT-2`.
const WORD = /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\p{L}\p{N}])|[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu;
// Where a name like BertForMaskedLM or GPT2LMHeadModel falls into pieces.
export const PIECES = /[._-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const NUMBER = /^\d[\d.,]*$/;
// The forms that no rule gives, under one stem each.
const STEMS = new Map(
  Object.entries({
    behavior: "behaviour",
    config: "configuration",
    embed: "embed",
    freez: "frozen froze",
    label: "labelled labelling",
    matrix: "matrices",
    model: "modelling",
    param: "parameter parameters params",
    tie: "tie tied ties tying",
    unfreez: "unfrozen",
    use: "used uses using",
    untie: "untie untied untying",
    vocab: "vocabulary",
  }).flatMap(([stem, words]) => words.split(" ").map((word) => [word, stem])),
);

// What people type, and what the site says for it.
const OTHERS = new Map(
  Object.entries({
    affect: "change",
    bf16: "bfloat16",
    ckpt: "tensorflow",
    copy: "own parameter, same parameter, one matrix",
    ddp: "distributed data parallel",
    dtype: "half precision, float16",
    fp16: "float16, half precision",
    fsdp: "fsdp2",
    lm_head: "decoder, output embedding",
    lora: "adapter, peft",
    mlm: "masked language, masked lm",
    nsp: "next sentence",
    output_embeddings: "decoder, lm_head",
    same: "tie",
    segment: "token type",
    seq_relationship_logits: "next sentence",
    share: "tie",
    sop: "sentence order",
    vocab: "token embed",
  }).map(([word, others]) => [stem(word), others.split(", ").map((phrase) => phrase.split(" ").map(stem))]),
);

/** A word without its ending, and with one spelling: "initialised" and "initializing" are one.
 * @param {string} word @returns {string} */
function stem(word) {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  return STEMS.get(word) ?? word
    .replace(/ies$/, "y")
    .replace(/(?<=[sxz]|[cs]h)es$|(?<![suia])s$/, "")
    .replace(/(?<=^.*[aeiouy].*.)(?:ing|ed)$/, "")
    .replace(/([^aeiouylsz])\1$/, "$1")
    .replace(/(?<=....)(?:ation|ly)$/, "")
    .replace(/(?<=...)e$/, "")
    .replace(/(?<=....)is(?=$|er$)/, "iz");
}

// They say how a question is asked, not what about.
const STOP = new Set(
  [
    "a about also am an and any are aren as at be been but by can could did didn do does doesn don for from had has have",
    "how i if in into is isn it its me my no not of on or our s should so t than that the their them then there these they",
    "this to too us was we were what when where which who why will with without would you your",
  ].flatMap((line) => line.split(" ").map(stem)),
);

/** The parts of a name; none of a word that has no parts. @param {string} word */
export function piecesOf(word) {
  const pieces = word.split(PIECES).filter(Boolean);
  return pieces.length > 1 && !NUMBER.test(word) ? pieces.map((piece) => stem(piece.toLowerCase())) : [];
}

/** @type {Map<string, string[]>} */
const known = new Map(); // The site says most of its words often.

/** Under which terms a word is found: whole first, then each end of a dotted name, then its pieces. @param {string} word */
export function termsOf(word) {
  const terms = known.get(word) ?? newTermsOf(word);
  known.set(word, terms);
  return terms;
}

/** @param {string} word */
function newTermsOf(word) {
  const plain = word.replace(/[,-]/g, "").toLowerCase();
  const parts = NUMBER.test(plain) ? [] : plain.split(".");
  const ends = parts.slice(1, -1).map((_, skipped) => parts.slice(skipped + 1).join("."));
  return [...new Set([stem(plain), ...ends, ...piecesOf(word)])];
}

/** The words of a plain text, each with its place. @param {string} text */
export function wordsIn(text) {
  return [...text.matchAll(WORD)].map((found) => ({ word: found[0], start: found.index }));
}

/** All terms under which a plain text is found. @param {string} text */
export const allTermsOf = (text) => wordsIn(text).flatMap(({ word }) => termsOf(word));

/** Each two words of a text that stand side by side. @param {string} text */
export function pairsIn(text) {
  const terms = wordsIn(text).map(({ word }) => termsOf(word)[0]);
  return new Set(terms.slice(1).map((term, i) => `${terms[i]} ${term}`));
}

/** @typedef {{word: string, term: string, pieces: string[], others: string[][]}} QueryWord */

/** The words of a query, each once; without those that say nothing, if there are others. @param {string} query @returns {QueryWord[]} */
export function queryWords(query) {
  const words = new Map(wordsIn(query.slice(0, 2000)).map(({ word }) => [termsOf(word)[0], word]));
  const telling = [...words].filter(([term]) => !STOP.has(term));
  return (telling.length ? telling : [...words]).slice(0, 40).map(([term, word]) => {
    const pieces = piecesOf(word).filter((piece) => !STOP.has(piece));
    return { word, term, pieces, others: [term, pieces.at(-1) ?? ""].flatMap((known) => OTHERS.get(known) ?? []) };
  });
}
