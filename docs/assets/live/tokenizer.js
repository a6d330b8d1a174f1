// BERT's WordPiece, as `tokenizers` has it: clean, decompose, drop accents, lower-case, split at spaces and punctuation,
// then the longest piece first. Which characters are spaces, marks or punctuation is not the browser's to say: it knows
// another Unicode than `tokenizers`, whose own classes are in characters.js.
import { CJK, MARKS, PUNCTUATION, REMOVED, SPACES } from "./characters.js";

const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
const LONGEST_WORD = 100; // code points; a longer word is [UNK]
const IN_TEXT = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;

export class Tokenizer {
  /** @param {string[]} vocab */
  constructor(vocab) {
    this.ids = new Map(vocab.map((token, id) => [token, id]));
    this.longest = Math.max(...vocab.map((token) => token.length));
    for (const token of SPECIAL) this.id(token);
  }

  /** @param {string} token @returns {number} */
  id(token) {
    const id = this.ids.get(token);
    if (id === undefined) throw new Error(`there is no ${token} in the vocabulary`);
    return id;
  }

  /** The tokens of a text, with nothing before or after them. A special token in the text is one. @param {string} text */
  encode(text) {
    const tokens = text.split(IN_TEXT).flatMap((part, i) =>
      (i % 2 ? [part] : words(normalised(part)).flatMap((word) => this.pieces(word))));
    return { ids: tokens.map((token) => this.id(token)), tokens };
  }

  /** What the model reads: `[CLS] first [SEP]`, and of two texts `[CLS] first [SEP] second [SEP]`.
   * @param {string} first @param {string | null} [second] */
  pair(first, second = null) {
    const one = ["[CLS]", ...this.encode(first).tokens, "[SEP]"];
    const two = second === null ? [] : [...this.encode(second).tokens, "[SEP]"];
    const tokens = [...one, ...two];
    return { ids: tokens.map((token) => this.id(token)), types: [...one.map(() => 0), ...two.map(() => 1)], tokens };
  }

  /** The longest piece first; [UNK] if one of them is not in the vocabulary. @param {string[]} word */
  pieces(word) {
    if (word.length > LONGEST_WORD) return ["[UNK]"];
    const pieces = [];
    for (let start = 0, end = 0; start < word.length; start = end) {
      const token = () => (start ? "##" : "") + word.slice(start, end).join("");
      end = Math.min(word.length, start + this.longest);
      while (end > start && !this.ids.has(token())) end--;
      if (end === start) return ["[UNK]"];
      pieces.push(token());
    }
    return pieces;
  }
}

/**
 * The code points of the normalised text. They are lower-cased one by one, as in Rust: no rule looks at the neighbours.
 * Nor are marks put in Unicode's order. Those that take room stay, and make the word [UNK] in any order: the
 * vocabulary is ASCII.
 * @param {string} text
 */
function normalised(text) {
  return [...text]
    .flatMap((character) => [...cleaned(character).normalize("NFD")])
    .filter((character) => !MARKS.has(character))
    .flatMap((character) => [...character.toLowerCase()]);
}

/** @param {string} character */
function cleaned(character) {
  if (REMOVED.has(character)) return "";
  if (SPACES.has(character)) return " ";
  return CJK.has(character) ? ` ${character} ` : character;
}

/** Words, and each punctuation mark for itself. @param {string[]} characters */
function words(characters) {
  /** @type {string[][]} */
  const found = [];
  let isOpen = false;
  for (const character of characters) {
    const isWord = character !== " " && !PUNCTUATION.has(character);
    if (isOpen && isWord) found[found.length - 1].push(character);
    else if (character !== " ") found.push([character]);
    isOpen = isWord;
  }
  return found;
}
