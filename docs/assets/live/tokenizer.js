// BERT's WordPiece, as `tokenizers` has it: clean, decompose, drop accents, lower-case, split at spaces and punctuation,
// then the longest piece first. Which characters are spaces, marks or punctuation is not the browser's to say: it knows
// another Unicode than `tokenizers`, whose own classes are in characters.js.
import { CJK, MARKS, PUNCTUATION, REMOVED, SPACES } from "./characters.js";

const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
const LONGEST_WORD = 100; // code points; a longer word is [UNK]
const IN_TEXT = /\[(?:PAD|UNK|CLS|SEP|MASK)\]/g;

/**
 * @typedef {[number, number]} Span from and to, in UTF-16 units of the text
 * @typedef {{ids: number[], tokens: string[], spans: Span[]}} Encoded
 * @typedef {{character: string, span: Span}} Piece one code point of the normalised text, and what it was made from
 */

export class Tokenizer {
  /** @param {string[]} vocab */
  constructor(vocab) {
    this.vocab = vocab;
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
    /** @type {Encoded} */
    const encoded = { ids: [], tokens: [], spans: [] };
    let start = 0;
    for (const found of text.matchAll(IN_TEXT)) {
      this.addWords(text.slice(start, found.index), start, encoded);
      start = found.index + found[0].length;
      this.add(found[0], [found.index, start], encoded);
    }
    this.addWords(text.slice(start), start, encoded);
    return encoded;
  }

  /** What the model reads: `[CLS] first [SEP]`, and of two texts `[CLS] first [SEP] second [SEP]`.
   * @param {string} first @param {string | null} [second] */
  pair(first, second = null) {
    const one = ["[CLS]", ...this.encode(first).tokens, "[SEP]"];
    const two = second === null ? [] : [...this.encode(second).tokens, "[SEP]"];
    const tokens = [...one, ...two];
    return { ids: tokens.map((token) => this.id(token)), types: [...one.map(() => 0), ...two.map(() => 1)], tokens };
  }

  /** @param {string} text @param {number} offset @param {Encoded} encoded */
  addWords(text, offset, encoded) {
    for (const word of words(normalised(text, offset))) this.addWord(word, encoded);
  }

  /** @param {Piece[]} word @param {Encoded} encoded */
  addWord(word, encoded) {
    const pieces = word.length > LONGEST_WORD ? null : this.pieces(word);
    if (!pieces) return this.add("[UNK]", spanOf(word), encoded);
    for (const { token, span } of pieces) this.add(token, span, encoded);
  }

  /** The longest piece first; null if one of them is not in the vocabulary. @param {Piece[]} word */
  pieces(word) {
    /** @type {{token: string, span: Span}[]} */
    const pieces = [];
    const last = (/** @type {number} */ from) => Math.min(word.length, from + this.longest);
    for (let start = 0, end = last(0); start < word.length; end--) {
      if (end === start) return null;
      const part = word.slice(start, end);
      const token = (start ? "##" : "") + part.map(({ character }) => character).join("");
      if (!this.ids.has(token)) continue;
      pieces.push({ token, span: spanOf(part) });
      start = end;
      end = last(start) + 1; // the loop takes one off
    }
    return pieces;
  }

  /** @param {string} token @param {Span} span @param {Encoded} encoded */
  add(token, span, encoded) {
    encoded.ids.push(this.id(token));
    encoded.tokens.push(token);
    encoded.spans.push(span);
  }
}

/** @param {Piece[]} pieces @returns {Span} */
function spanOf(pieces) {
  return [pieces[0].span[0], pieces[pieces.length - 1].span[1]];
}

/**
 * The code points of the normalised text. They are lower-cased one by one, as in Rust: no rule looks at the neighbours.
 * Nor are marks put in Unicode's order. Those that take room stay, and make the word [UNK] in any order: the
 * vocabulary is ASCII.
 * @param {string} text @param {number} offset @returns {Piece[]}
 */
function normalised(text, offset) {
  /** @type {Piece[]} */
  const decomposed = [];
  let at = offset;
  for (const character of text) {
    /** @type {Span} */
    const span = [at, (at += character.length)];
    for (const one of cleaned(character).normalize("NFD")) decomposed.push({ character: one, span });
  }
  return decomposed
    .filter(({ character }) => !MARKS.has(character))
    .flatMap(({ character, span }) => [...character.toLowerCase()].map((one) => ({ character: one, span })));
}

/** @param {string} character @returns {string} */
function cleaned(character) {
  if (REMOVED.has(character)) return "";
  if (SPACES.has(character)) return " ";
  return CJK.has(character) ? ` ${character} ` : character;
}

/** Words, and each punctuation mark for itself. @param {Piece[]} pieces @returns {Piece[][]} */
function words(pieces) {
  /** @type {Piece[][]} */
  const found = [];
  let isOpen = false;
  for (const piece of pieces) {
    const isSpace = piece.character === " ";
    const isMark = PUNCTUATION.has(piece.character);
    if (isOpen && !isSpace && !isMark) found[found.length - 1].push(piece);
    else if (!isSpace) found.push([piece]);
    isOpen = !isSpace && !isMark;
  }
  return found;
}
