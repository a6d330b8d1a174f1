// What a report says, and of which names: messages.yml, which the build hands over as JSON.

import { asString, thousands } from "./python_text.js";

const LONGEST = 120;

/** Text in which stretches between backticks are code. What a file says gets its backticks taken away first. */
export class Code {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/**
 * A name of a file as code, cut where it is long.
 * @param {unknown} text
 */
export function code(text) {
  const plain = withoutTicks(text);
  const letters = plain.length <= LONGEST ? [] : [...plain];
  return new Code(`\`${letters.length <= LONGEST ? plain : `${letters.slice(0, LONGEST).join("")}…`}\``);
}

/**
 * The first names as code, and how many more there are.
 * @param {Iterable<unknown>} names
 * @param {number} [most]
 */
export function listed(names, most = 3) {
  const all = [...names];
  const more = all.length > most ? ` and ${thousands(all.length - most)} more` : "";
  return new Code(joined(all.slice(0, most).map(code), ", ") + more);
}

/**
 * Several stretches of code as one.
 * @param {Code[]} codes
 * @param {string} between
 */
export function joined(codes, between) {
  return codes.map((one) => one.text).join(between);
}

/** @param {unknown} text */
function withoutTicks(text) {
  return asString(text).replaceAll("`", "ˋ");
}

/** The file's content, and its patterns as regular expressions. */
export class Messages {
  /** @param {import("./types.js").MessageFile} file */
  constructor(file) {
    this.findings = file.findings;
    this.sameNames = file.same_names;
    this.leftAside = file.left_aside.map(([pattern = "", what = ""]) => ({ pattern: asPattern(pattern), what }));
    this.optional = file.optional.map(([pattern = "", field = ""]) => ({ pattern: asPattern(pattern), field }));
    this.oneOutput = file.one_output;
    this.adapter = asPattern(file.adapter);
    this.scales = asPattern(file.scales);
  }

  /**
   * A finding in the file's words, with the values in their places.
   * @param {string} name
   * @param {Record<string, unknown>} [values]
   * @returns {import("./types.js").Finding}
   */
  finding(name, values = {}) {
    const entry = this.findings[name];
    if (!entry) throw new Error(`messages.yml has no ${name}`);
    const [what, why, do_] = [entry.what, entry.why, entry.do].map((text) => filled(text ?? "", values));
    return { name, level: entry.level, what: what ?? "", why: why ?? "", do: do_ ?? "", page: entry.page ?? "", about: entry.about ?? "file", counts: true };
  }
}

/**
 * As Python's str.format fills a text in.
 * @param {string} text
 * @param {Record<string, unknown>} values
 */
function filled(text, values) {
  return text.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name) => {
    if (name === undefined) return found.slice(1);
    if (!Object.hasOwn(values, name)) throw new Error(`no value for {${name}}`);
    const value = values[name];
    return value instanceof Code ? value.text : withoutTicks(value);
  });
}

/**
 * A pattern of Python's, whose `$` is also before a line's last end.
 * @param {string} pattern
 */
function asPattern(pattern) {
  return new RegExp(pattern.replace(/\\.|\[(?:\\.|[^\]])*\]|\$/g, (part) => (part === "$" ? "(?=\\n?$)" : part)), "u");
}
