// A reader of JSON that sees a key that is there twice, keeps whole numbers whole, and complains in Python's words.

import { Float, repr } from "./python_text.js";
import { whole } from "./whole.js";

const RECURSION = 900; // beyond that, Python's own reader gives up as well
const MOST_DIGITS = 4300; // that Python makes a number of
/** @type {Record<string, string>} */
const ESCAPED = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** @typedef {Map<string, unknown>} JsonObject */

/** What is wrong with a text, in the words of Python's reader. */
export class JsonError extends Error {}
/** Brackets in brackets, beyond what Python's own reader takes. */
export class TooDeep extends Error {}

/** Reads one text. */
export class Parser {
  /** @param {string} text @param {boolean} constants */
  constructor(text, constants) {
    this.text = text;
    this.constants = constants;
    this.at = 0;
    this.depth = 0;
  }

  document() {
    if (this.text.startsWith("\ufeff")) this.fail("Unexpected UTF-8 BOM (decode using utf-8-sig)", 0);
    this.skip();
    const value = this.value();
    this.skip();
    if (this.at < this.text.length) this.fail("Extra data", this.at);
    return value;
  }

  /**
   * @param {string} what
   * @param {number} place
   * @returns {never}
   */
  fail(what, place) {
    let [line, column, letters] = [1, 1, 0];
    for (const letter of this.text.slice(0, place)) {
      letters += 1;
      column = letter === "\n" ? 1 : column + 1;
      if (letter === "\n") line += 1;
    }
    throw new JsonError(`${what}: line ${line} column ${column} (char ${letters})`);
  }

  skip() {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 32 && unit !== 10 && unit !== 13 && unit !== 9) return;
      this.at += 1;
    }
  }

  /** @returns {unknown} */
  value() {
    const first = this.text[this.at];
    if (first === '"') return this.string();
    if (first === "{" || first === "[") {
      this.depth += 1;
      if (this.depth > RECURSION) throw new TooDeep();
      const found = first === "{" ? this.object() : this.array();
      this.depth -= 1;
      return found;
    }
    for (const [word, value] of /** @type {[string, unknown][]} */ ([["null", null], ["true", true], ["false", false]])) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.constant() ?? this.number();
  }

  /** @returns {string | undefined} */
  constant() {
    const word = ["NaN", "Infinity", "-Infinity"].find((one) => this.text.startsWith(one, this.at));
    if (word === undefined) return undefined;
    if (!this.constants) throw new JsonError(`${word} is no JSON`);
    this.at += word.length;
    return word;
  }

  number() {
    const pattern = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return this.fail("Expecting value", this.at);
    this.at = pattern.lastIndex;
    if (found[2] !== undefined || found[3] !== undefined) return new Float(Number(found[0]));
    const digits = found[0].length - (found[0].startsWith("-") ? 1 : 0);
    if (digits > MOST_DIGITS) {
      throw new JsonError(
        `Exceeds the limit (${MOST_DIGITS} digits) for integer string conversion: value has ${digits} digits; ` +
          "use sys.set_int_max_str_digits() to increase the limit",
      );
    }
    return digits < 16 ? Number(found[0]) + 0 : whole(BigInt(found[0]));
  }

  object() {
    /** @type {JsonObject} */
    const found = new Map();
    let twice = "";
    let count = 0;
    this.at += 1;
    this.skip();
    while (count > 0 || this.text[this.at] !== "}") {
      if (this.text[this.at] !== '"') this.fail("Expecting property name enclosed in double quotes", this.at);
      const key = this.string();
      this.skip();
      if (this.text[this.at] !== ":") this.fail("Expecting ':' delimiter", this.at);
      this.at += 1;
      this.skip();
      const value = this.value();
      if (found.has(key) && found.size === count) twice = key;
      count += 1;
      found.set(key, value);
      this.skip();
      if (this.text[this.at] === "}") break;
      if (this.text[this.at] !== ",") this.fail("Expecting ',' delimiter", this.at);
      this.at += 1;
      this.skip();
    }
    this.at += 1;
    if (found.size !== count) throw new JsonError(`the key ${repr(twice)} is there twice`);
    return found;
  }

  array() {
    /** @type {unknown[]} */
    const found = [];
    this.at += 1;
    this.skip();
    while (found.length || this.text[this.at] !== "]") {
      found.push(this.value());
      this.skip();
      if (this.text[this.at] === "]") break;
      if (this.text[this.at] !== ",") this.fail("Expecting ',' delimiter", this.at);
      this.at += 1;
      this.skip();
    }
    this.at += 1;
    return found;
  }

  string() {
    const begin = this.at;
    const plain = /[^"\\\u0000-\u001f]*/y;
    let found = "";
    this.at += 1;
    for (;;) {
      plain.lastIndex = this.at;
      plain.test(this.text);
      found += this.text.slice(this.at, plain.lastIndex);
      this.at = plain.lastIndex;
      if (this.at >= this.text.length) this.fail("Unterminated string starting at", begin);
      const letter = this.text[this.at];
      if (letter === '"') break;
      if (letter !== "\\") this.fail("Invalid control character at", this.at);
      found += this.escape(begin);
    }
    this.at += 1;
    return found;
  }

  /** @param {number} begin */
  escape(begin) {
    const letter = this.text[this.at + 1];
    if (letter === undefined) return this.fail("Unterminated string starting at", begin);
    if (letter !== "u") {
      const meant = ESCAPED[letter];
      if (meant === undefined) return this.fail("Invalid \\escape", this.at);
      this.at += 2;
      return meant;
    }
    const digits = this.text.slice(this.at + 2, this.at + 6);
    if (this.at + 6 >= this.text.length || !/^[0-9a-fA-F]{4}$/.test(digits)) this.fail("Invalid \\uXXXX escape", this.at + 1);
    this.at += 6;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }
}
