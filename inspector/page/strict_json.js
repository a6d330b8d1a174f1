// JSON from files that nobody vouches for: bounded in depth, no key twice, whole numbers whole, and errors as Python's.

import { Unreadable } from "./data.js";
import { JsonError, Parser, TooDeep } from "./json_parser.js";
import { thousands } from "./python_text.js";
import { decoded } from "./utf8.js";

const DEEPEST = 50;
const MOST_VALUES = 1_000_000; // ten for each tensor of the largest header

/** @typedef {Map<string, unknown>} JsonObject */

/**
 * The object that the bytes spell. Throws Unreadable, naming the file, for anything else. `constants`: NaN and Infinity
 * are let through, as texts.
 * @param {Uint8Array} data
 * @param {string} name
 * @param {boolean} [constants]
 * @returns {JsonObject}
 */
export function parseObject(data, name, constants = false) {
  const value = parsed(data, name, constants);
  if (!(value instanceof Map)) throw new Unreadable(`${name}: expected a JSON object, found ${kindOf(value)}; is it the right file?`);
  return value;
}

/**
 * The list that the bytes spell. Throws Unreadable, naming the file, for anything else.
 * @param {Uint8Array} data
 * @param {string} name
 * @returns {unknown[]}
 */
export function parseList(data, name) {
  const value = parsed(data, name, false);
  if (!Array.isArray(value)) throw new Unreadable(`${name}: expected a JSON list, found ${kindOf(value)}; is it the right file?`);
  return value;
}

/**
 * @param {Uint8Array} data
 * @param {string} name
 * @param {boolean} constants
 * @returns {unknown}
 */
function parsed(data, name, constants) {
  let marks = 0;
  for (const byte of data) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) marks += 1;
  if (marks > MOST_VALUES) throw new Unreadable(`${name}: more than ${thousands(MOST_VALUES)} values in its JSON, which no model needs; left alone`);
  const found = decoded(data);
  if ("bad" in found) throw new Unreadable(`${name}: byte ${found.bad} is not UTF-8, so this is no JSON; fetch the file again`);
  let value;
  try {
    value = new Parser(found.text, constants).document();
  } catch (error) {
    if (error instanceof TooDeep) throw new Unreadable(`${name}: its JSON is nested too deep to be a checkpoint's; left alone`);
    if (!(error instanceof JsonError)) throw error;
    throw new Unreadable(`${name}: no valid JSON (${shortened(error.message)}); fetch the file again, or fix it`);
  }
  if (isNested(value) && deeperThan(value, DEEPEST)) throw new Unreadable(`${name}: its JSON is nested deeper than ${DEEPEST}; left alone`);
  return value;
}

/** @param {unknown} value */
function isNested(value) {
  return value instanceof Map || Array.isArray(value);
}

/** @param {unknown} value @param {number} levels */
function deeperThan(value, levels) {
  let layer = [value];
  for (let level = 0; level <= levels; level += 1) {
    layer = layer.flatMap((outer) => (outer instanceof Map ? [...outer.values()] : /** @type {unknown[]} */ (outer)));
    layer = layer.filter(isNested);
    if (!layer.length) return false;
  }
  return true;
}

/** @param {string} text */
function shortened(text) {
  const letters = [...text];
  return letters.length <= 200 ? text : `${letters.slice(0, 200).join("")}…`;
}

/** @param {unknown} value */
function kindOf(value) {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a text";
  if (typeof value === "boolean") return "a truth value";
  if (value instanceof Map) return "an object";
  return value === null ? "null" : "a number";
}
