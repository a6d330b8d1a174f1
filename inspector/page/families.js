// Which family the names in a file belong to, by the recorded names of each family's classes.

import { Unreadable } from "./data.js";

/** @typedef {import("./types.js").Family} Family */
/** @typedef {import("./types.js").Named} Named */
/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").Row} Row */

const SCHEMA = 1;
export const TASK = "task layer";
export const LABELS = "num_labels";
const LONGEST_NUMBER = 6; // digits of a layer's number
export const PRE_TRAINED = [
  "encoder", "pooler", "MLM head", "LM head", "output matrix", "output bias", "NSP head", "SOP head",
  "discriminator head",
];

/**
 * The families of the recorded table.
 * @param {import("./types.js").Names} table
 * @returns {Family[]}
 */
export function readFamilies(table) {
  if (table.schema !== SCHEMA) throw new Unreadable("names.json: not in the form that this page reads; load the page again");
  return table.families.map((one) => {
    const rows = one.names.map((cells) => rowOf(Object.fromEntries(table.columns.map((name, at) => [name, cells[at]])), one.classes));
    const required = rows.filter((row) => row.part === "encoder" && row.kind === "parameter" && !row.only_if.length);
    return {
      type: one.family, name: one.name, prefix: one.prefix, tied: one.tied, pad: one.pad, endings: one.classes,
      rows: new Map(rows.map((row) => [row.key, row])), spelling: table.spelling, defaults: one.defaults,
      words: rows.find((row) => row.shape[0] === "vocab_size" && row.kind === "parameter")?.key ?? "",
      required: new Set(required.map((row) => row.key)),
    };
  });
}

/**
 * @param {any} row
 * @param {string[]} endings
 * @returns {Row}
 */
function rowOf(row, endings) {
  const classes = row.classes === "all" ? endings : row.classes.split(" ").filter(Boolean);
  // The classes were made with two labels.
  const shape = row.shape.map((/** @type {string} */ one) => (one === "2" && row.part === TASK ? LABELS : one));
  const { key, part, kind, layers, alias_of, only_if } = row;
  return { key, part, kind, layers, alias_of, shape, classes, only_if };
}

/**
 * The output matrix (`ending` weight) or its bias, where it is another name of something.
 * @param {Family | null} family
 * @param {string} ending
 * @returns {Row | null}
 */
export function headAlias(family, ending) {
  return [...(family?.rows.values() ?? [])].find((row) => isHeadAlias(row) && row.key.endsWith(ending)) ?? null;
}

/**
 * Whether a row is a head's other name of something.
 * @param {Row} row
 */
export function isHeadAlias(row) {
  return row.kind === "alias" && row.part.endsWith("head");
}

/**
 * The family that the names fit best; null if they fit none.
 * @param {string[]} names
 * @param {Family[]} families
 * @param {string} configType
 * @returns {Match | null}
 */
export function match(names, families, configType) {
  const withWords = families.filter(({ words }) => words && names.some((name) => name.endsWith(words)));
  const fitting = withWords.map((family) => matchOf(names, family)).filter((one) => fits(one, names.length));
  const named = (/** @type {Match} */ one) => Number(one.family.type === configType);
  const [best] = [...fitting].sort((one, other) => compareRanks(other, one) || named(other) - named(one));
  if (!best) return null;
  const alike = fitting.filter((one) => one !== best && compareRanks(one, best) === 0).map((one) => one.family.type);
  return { ...best, alike };
}

/** @param {Match} one @param {Match} other */
function compareRanks(one, other) {
  return one.named.size - other.named.size || [...other.wrapper].length - [...one.wrapper].length || other.missing.size - one.missing.size;
}

/** @param {Match} found @param {number} names */
function fits(found, names) {
  const { family, named, missing, wrapper } = found;
  const wrapped = [...named.values()].filter((one) => one.name.startsWith(wrapper)).length;
  if (wrapper && wrapped < 0.9 * names) return false; // a part of a larger model: an encoder beside a decoder, say
  return named.has(family.words) && 2 * named.size >= names && missing.size <= 0.4 * family.required.size;
}

/**
 * @param {string[]} names
 * @param {Family} family
 * @returns {Match}
 */
function matchOf(names, family) {
  const wrapper = wrapperOf(names, family);
  /** @type {Map<string, Named>} */
  const named = new Map();
  const unknown = [];
  /** @type {[string, string][]} */
  const twice = [];
  for (const name of names) {
    const one = readName(name, wrapper, family);
    const before = one && named.get(one.key);
    if (!one) unknown.push(name);
    else if (before) twice.push([before.name, name]);
    else named.set(one.key, one);
  }
  const missing = new Set(family.required);
  for (const one of named.values()) missing.delete(one.row.key);
  return { family, wrapper, named, unknown, twice, alike: [], missing };
}

/**
 * What stands before the word embedding's name, beside the family's own prefix.
 * @param {string[]} names
 * @param {Family} family
 */
function wrapperOf(names, family) {
  /** @type {string[]} */
  const found = [];
  for (const name of names) {
    if (name.endsWith(family.words)) {
      let before = name.slice(0, name.length - family.words.length);
      if (before.endsWith(family.prefix)) before = before.slice(0, before.length - family.prefix.length);
      if (before === "" || before.endsWith(".")) found.push(before);
    }
  }
  /** @type {string | undefined} */
  let shortest;
  for (const one of found) if (shortest === undefined || [...one].length < [...shortest].length) shortest = one;
  return shortest ?? "";
}

/**
 * What a name of a file is in a family; null if no class has it.
 * @param {string} name
 * @param {string} wrapper
 * @param {Family} family
 * @returns {Named | null}
 */
export function readName(name, wrapper, family) {
  if (!name.startsWith(wrapper)) return null;
  let key = name.slice(wrapper.length);
  const prefixed = key.startsWith(family.prefix);
  if (prefixed) key = key.slice(family.prefix.length);
  const today = inTodaysWords(key, family.spelling);
  const [short, layer] = withoutLayer(today);
  const row = family.rows.get(short) ?? family.rows.get(today);
  if (!row || (prefixed && row.part !== "encoder" && row.part !== "pooler")) return null;
  return { name, key: today, row, layer: row.key === short ? layer : -1, prefixed, old: today !== key };
}

/**
 * A key as classes of today spell it.
 * @param {string} key
 * @param {import("./types.js").Spelling} spelling
 */
function inTodaysWords(key, spelling) {
  const dot = key.lastIndexOf(".");
  const [before, last] = [dot < 0 ? "" : key.slice(0, dot), key.slice(dot + 1)];
  const module = before.slice(before.lastIndexOf(".") + 1).toLowerCase();
  const renamed = Object.hasOwn(spelling.renamed, last) && module.includes(spelling.renamed_in);
  return renamed ? `${before}.${spelling.renamed[last]}` : key;
}

/**
 * A key with N for its first number between dots, and that number; -1 if there is none.
 * @param {string} key
 * @returns {[string, number]}
 */
function withoutLayer(key) {
  const parts = key.split(".");
  const place = parts.findIndex((part, at) => at > 0 && at < parts.length - 1 && /^[0-9]+$/.test(part) && part.length <= LONGEST_NUMBER);
  if (place < 0) return [key, -1];
  return [[...parts.slice(0, place), "N", ...parts.slice(place + 1)].join("."), Number(parts[place])];
}
