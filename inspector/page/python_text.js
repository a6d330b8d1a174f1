// Text as Python writes it, so that a report is the same to the letter: values, order, and rounded numbers.

/** A number with a point or an exponent in JSON or a pickle: Python tells 1.0 from 1. */
export class Float {
  /** @param {number} value */
  constructor(value) {
    this.value = value;
  }
}

/** What Python calls a tuple; a list is an Array. */
export class Tuple {
  /** @param {unknown[]} items */
  constructor(items) {
    this.items = items;
  }
}

/**
 * str(value)
 * @param {unknown} value
 * @returns {string}
 */
export function asString(value) {
  return typeof value === "string" ? value : repr(value);
}

/**
 * repr(value)
 * @param {unknown} value
 * @returns {string}
 */
export function repr(value) {
  if (typeof value === "string") return quoted(value);
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value instanceof Float) return floatText(value.value);
  if (value instanceof Tuple) return `(${value.items.map(repr).join(", ")}${value.items.length === 1 ? "," : ""})`;
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (value instanceof Map) return `{${[...value].map(([key, one]) => `${repr(key)}: ${repr(one)}`).join(", ")}}`;
  return String(value);
}

const UNPRINTABLE = /(?! )[\p{C}\p{Z}]/u;

/** @param {string} text */
function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  /** @type {Record<string, string>} */
  const short = { "\\": "\\\\", [mark]: `\\${mark}`, "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  const parts = [...text].map((letter) => short[letter] ?? (UNPRINTABLE.test(letter) ? escapedLetter(letter) : letter));
  return mark + parts.join("") + mark;
}

/** @param {string} letter */
function escapedLetter(letter) {
  const point = letter.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  if (point < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return point < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/** @param {number} value */
function floatText(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const [digits = "0", power = "0"] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) return `${digits}e${signed(exponent)}`;
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes(".") ? text : `${text}.0`;
}

/** @param {number} exponent */
function signed(exponent) {
  return (exponent < 0 ? "-" : "+") + String(Math.abs(exponent)).padStart(2, "0");
}

/**
 * How Python orders texts: by code points, not by halves of pairs.
 * @param {string} one
 * @param {string} other
 */
export function byCodePoint(one, other) {
  if (one === other) return 0;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  if (at >= one.length || at >= other.length) return one.length - other.length;
  return rank(one.charCodeAt(at)) - rank(other.charCodeAt(at));
}

/** @param {number} unit */
function rank(unit) {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

/**
 * f"{value:,}"
 * @param {import("./types.js").Whole} value
 */
export function thousands(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * f"{value:.{digits}g}"
 * @param {number} value
 * @param {number} digits
 */
export function general(value, digits) {
  if (!Number.isFinite(value)) return floatText(value);
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa, exponent] = rounded(value, digits);
  if (exponent < -4 || exponent >= digits) {
    const [, lead, rest = ""] = /^(-?\d)(\d*?)0*$/.exec(mantissa) ?? [];
    const text = rest ? `${lead}.${rest}` : lead;
    return `${text}e${signed(exponent)}`;
  }
  return plainDigits(mantissa, exponent).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

/**
 * f"{value:.{places}f}", for numbers that are not huge.
 * @param {number} value
 * @param {number} places
 * @returns {string}
 */
export function fixed(value, places) {
  if (!Number.isFinite(value)) return floatText(value);
  if (Object.is(value, -0)) return `-${fixed(0, places)}`;
  const text = value.toFixed(places);
  const exact = value.toFixed(Math.min(places + 40, 100));
  const rest = exact.slice(exact.indexOf(".") + 1 + places);
  if (!/^50*$/.test(rest)) return text;
  const down = exact.slice(0, exact.length - rest.length).replace(/\.$/, "");
  return /[02468]$/.test(down) ? down : text;
}

/**
 * The digits of a number and the power of ten of the first; a tie goes to the even digit, as in Python.
 * @param {number} value
 * @param {number} digits
 * @returns {[string, number]}
 */
function rounded(value, digits) {
  const [near = "", power = "0"] = value.toExponential(digits - 1).split("e");
  const [exact = "", exactPower = "0"] = value.toExponential(60).split("e");
  const all = exact.replace(".", "");
  const kept = digits + (value < 0 ? 1 : 0);
  if (/^50*$/.test(all.slice(kept)) && /[02468]$/.test(all.slice(0, kept))) return [all.slice(0, kept), Number(exactPower)];
  return [near.replace(".", ""), Number(power)];
}

/** @param {string} mantissa @param {number} exponent */
function plainDigits(mantissa, exponent) {
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.slice(sign.length);
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}
