// What is stored twice, what is shared, and bytes that nobody uses.

import { itemBytes, numbersOf, sameBytes, sizeOf, stretchKey } from "./data.js";
import { Code, code, joined, listed } from "./messages.js";
import { fixed, general } from "./python_text.js";
import { readable } from "./values.js";
import { plus, total } from "./whole.js";

/** @typedef {import("./context.js").CheckContext} CheckContext */
/** @typedef {import("./types.js").Tensor} Tensor */
/** @typedef {import("./types.js").Whole} Whole */

const SPARE = 4096; // bytes beyond the tensors that are not worth a finding

/**
 * What is stored twice, what is shared, and what nobody uses.
 * @param {CheckContext} context
 */
export async function checkBytes(context) {
  const whole = total(context.header.files.map((one) => one.size));
  const groups = sharedNames(context);
  const pairs = await storedTwice(context);
  const twice = pairs.map(([one]) => one);
  const found = [];
  if (twice.length) {
    const examples = new Code(joined(twice.slice(0, 3).map((one) => code(one.name)), " and "));
    const looked = context.looked(...largest(pairs));
    found.push(context.say("stored_twice", { examples, looked, bytes: inWords(total(twice.map(sizeOf))), total: inWords(whole) }));
  } else if (groups.length) {
    const examples = new Code(joined(groups.slice(0, 3).map((names) => listed(names)), "; "));
    found.push(context.say("stored_shared", { examples }));
  } else if (context.file.family) found.push(context.say("stored_once"));
  const spare = beyond(context);
  if (spare > SPARE) found.push(context.say("stored_beyond", { bytes: inWords(spare) }));
  return found;
}

/**
 * Tensors that are another name of one that is stored as well, with the same bytes elsewhere, and that one.
 * @param {CheckContext} context
 */
async function storedTwice(context) {
  /** @type {[Tensor, Tensor][]} */
  const found = [];
  for (const one of context.file.named.values()) {
    if (one.row.kind !== "alias" || !(context.tied || !one.row.part.endsWith("head"))) continue;
    const [alias, source] = [context.file.tensorOf(one), context.file.tensor(one.row.alias_of)];
    if (source && (await areCopies(context, alias, source))) found.push([alias, source]);
  }
  return found;
}

/**
 * The pair with the most numbers.
 * @param {[Tensor, Tensor][]} pairs
 */
export function largest(pairs) {
  return pairs.reduce((best, one) => (numbersOf(one[0]) > numbersOf(best[0]) ? one : best));
}

/** @param {CheckContext} context @param {Tensor} one @param {Tensor} other */
async function areCopies(context, one, other) {
  if (String(one.shape) !== String(other.shape) || one.dtype !== other.dtype || sameBytes(one, other)) return false;
  return readable(one) && readable(other) && context.equal(one, other);
}

/**
 * Bytes as a person reads them.
 * @param {Whole} count
 */
export function inWords(count) {
  if (count < 1000) return `${count} bytes`;
  const units = ["kB", "MB", "GB", "TB"];
  const at = units.findIndex((_, index) => Number(count) / 1000 ** (index + 1) < 1000);
  const place = at < 0 ? units.length - 1 : at;
  const countIn = Number(count) / 1000 ** (place + 1);
  return `${countIn < 100 ? general(countIn, 3) : fixed(countIn, 0)} ${units[place]}`;
}

/**
 * Names that mean the very same bytes.
 * @param {CheckContext} context
 */
export function sharedNames(context) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const [name, one] of context.header.tensors) {
    if (!numbersOf(one)) continue;
    const names = groups.get(stretchKey(one)) ?? [];
    names.push(name);
    groups.set(stretchKey(one), names);
  }
  return [...groups.values()].filter((names) => names.length > 1);
}

/**
 * Bytes of storages that no tensor uses.
 * @param {CheckContext} context
 */
export function beyond(context) {
  /** @type {Map<string, Map<string, Tensor>>} */
  const used = new Map();
  for (const one of context.header.tensors.values()) {
    const tensors = used.get(one.storage) ?? new Map();
    used.set(one.storage, tensors.set(stretchKey(one), one));
  }
  /** @type {Whole} */
  let spare = 0;
  for (const tensors of used.values()) {
    const [first] = tensors.values();
    if (!first?.place || !itemBytes(first.dtype)) continue;
    const left = plus(first.place.size, -total([...tensors.values()].map(sizeOf)));
    if (left > 0) spare = plus(spare, left);
  }
  return spare;
}
