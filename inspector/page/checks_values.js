// What needs numbers: whether two names are equal, the [PAD] row, NaN and infinities.

import { isInteger } from "./configuration.js";
import { numbersOf, sameBytes, stretchKey } from "./data.js";
import { headAlias } from "./families.js";
import { code, listed } from "./messages.js";
import { countNonFinite } from "./non_finite.js";
import { Tuple, byCodePoint, fixed, general, thousands } from "./python_text.js";
import { SAMPLED_ROWS, WHOLE, cosine, norm, readBytes, readable, rowAt, spread, sumOf, whyNot } from "./values.js";
import { total } from "./whole.js";

/** @typedef {import("./context.js").CheckContext} CheckContext */
/** @typedef {import("./types.js").Finding} Finding */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Tensor} Tensor */

const TWIN = 0.9; // cosine from which a row is said to point the way of others

/** @param {number[]} numbers */
function median(numbers) {
  const ordered = [...numbers].sort((one, other) => one - other);
  const [low, high] = [(ordered.length - 1) >> 1, ordered.length >> 1].map((at) => ordered[at] ?? Number.NaN);
  return ((low ?? 0) + (high ?? 0)) / 2;
}

/**
 * The output matrix against the word embedding.
 * @param {CheckContext} context
 * @returns {Promise<Finding[]>}
 */
export async function checkMatrix(context) {
  const words = context.file.wordEmbedding;
  const alias = headAlias(context.file.family, "weight");
  if (!alias || !words || !context.wanted(alias)) return [];
  const stored = context.file.tensor(alias.key);
  if (stored) return [await comparedMatrix(context, stored, words)];
  if (!hasPart(context, alias) && !partsOfConfig(context).has(alias.part)) return [];
  const name = context.tied ? "decoder_not_stored" : "decoder_random";
  return [context.say(name, { decoder: code(alias.key), words: code(words.name) })];
}

/** @param {CheckContext} context @param {Tensor} stored @param {Tensor} embedding */
async function comparedMatrix(context, stored, embedding) {
  const [decoder, words] = [code(stored.name), code(embedding.name)];
  if (String(stored.shape) !== String(embedding.shape)) {
    const [one, other] = [new Tuple(stored.shape), new Tuple(embedding.shape)];
    return context.say("decoder_other_shape", { decoder, words, one, other });
  }
  const why = stored.dtype !== embedding.dtype ? "their types differ" : whyNotCompared(stored, embedding);
  if (why) return context.say("decoder_not_compared", { decoder, words, why_not: why });
  const says = context.config.whoTies;
  if (await context.equal(stored, embedding)) {
    const apart = sameBytes(stored, embedding) ? "decoder_shared_untied" : "decoder_equal_untied";
    return context.say(context.tied ? "decoder_equal" : apart, { decoder, words, says, looked: context.looked(stored, embedding) });
  }
  return context.say(context.tied ? "decoder_differs" : "decoder_untied", { decoder, words, says });
}

/** @param {Tensor} one @param {Tensor} other */
function whyNotCompared(one, other) {
  return (readable(one) && readable(other)) || sameBytes(one, other) ? "" : whyNot(one, other);
}

/**
 * Parts of the class that the configuration names.
 * @param {CheckContext} context
 */
function partsOfConfig(context) {
  const rows = [...(context.file.family?.rows.values() ?? [])];
  return new Set(rows.filter((row) => context.ending !== null && row.classes.includes(context.ending)).map((row) => row.part));
}

/**
 * The output bias under its two names.
 * @param {CheckContext} context
 * @returns {Promise<Finding[]>}
 */
export async function checkBias(context) {
  const row = headAlias(context.file.family, "bias");
  if (!row || !context.wanted(row)) return [];
  const [older, newer] = [context.file.tensor(row.alias_of), context.file.tensor(row.key)];
  const looked = older && newer ? context.looked(older, newer) : "";
  const names = { bias: code(row.alias_of), alias: code(row.key), looked };
  if (!older && !newer) return [];
  if (!older) return [context.say("bias_newer_name", names)];
  if (!newer) return [context.say(!context.tied && hasPart(context, row) ? "bias_lost" : "bias_once", names)];
  return [context.say(await comparedBias(context, older, newer), names)];
}

/** @param {CheckContext} context @param {Tensor} older @param {Tensor} newer */
async function comparedBias(context, older, newer) {
  if (String(older.shape) !== String(newer.shape) || older.dtype !== newer.dtype) return "bias_differs";
  if (whyNotCompared(older, newer)) return "bias_not_read";
  if (await context.equal(older, newer)) return !context.tied && sameBytes(older, newer) ? "bias_shared_untied" : "bias_equal";
  if (context.tied) return "bias_differs";
  const numbers = numbersOf(newer);
  const bytes = await readBytes(newer, 0, numbers < WHOLE ? numbers : WHOLE);
  return bytes.some(Boolean) ? "bias_untied" : "bias_untied_zero";
}

/** @param {CheckContext} context @param {Row} alias */
function hasPart(context, alias) {
  return [...context.file.named.values()].some((one) => one.row.part === alias.part);
}

/**
 * The [PAD] row: its length, among all, and beside the [unused] rows.
 * @param {CheckContext} context
 * @returns {Promise<Finding[]>}
 */
export async function checkPad(context) {
  const words = context.file.wordEmbedding;
  if (!words || !context.file.family) return [];
  const { content } = context.config;
  const pad = content.has("pad_token_id") ? content.get("pad_token_id") : context.file.family.pad;
  const [rows = 0] = words.shape;
  if (pad === null) return [context.say("pad_none")];
  if (!isInteger(pad) || pad < 0 || pad >= rows) return [context.say("pad_outside", { pad: code(pad), rows })];
  if (!readable(words) || !numbersOf(words)) return [context.say("pad_not_read", { why_not: whyNot(words) })];
  const values = Array.from(await rowAt(words, pad));
  if (!Number.isFinite(sumOf(values))) return [context.say("pad_row_bad", { pad })];
  if (!values.some(Boolean)) return [context.say("pad_row_zero", { pad })];
  const length = norm(values);
  const rank = await rankOf(words, length);
  return [context.say("pad_row", { pad, length: general(length, 4), rank }), ...(await twins(context, words, Number(pad)))];
}

/** @param {Tensor} words @param {number} length */
async function rankOf(words, length) {
  const [rows = 0] = words.shape;
  const lengths = [];
  for (const index of spread(rows)) lengths.push(norm(await rowAt(words, index)));
  const plain = lengths.filter(Number.isFinite);
  if (!plain.length) return "no other row that was read is whole";
  const shorter = plain.filter((one) => one < length * (1 - 1e-9)).length;
  const ofWhich = rows <= SAMPLED_ROWS ? `all ${thousands(rows)} rows` : `${plain.length} sampled rows of ${thousands(rows)}`;
  return `the median of ${ofWhich} is ${general(median(plain), 4)}; ${shorter} of the ${plain.length} are shorter`;
}

/** @param {CheckContext} context @param {Tensor} words @param {number} pad */
async function twins(context, words, pad) {
  const { vocabulary } = context.header;
  const lines = Math.min(vocabulary.lines, Number(words.shape[0]));
  const unused = vocabulary.unused.filter((index) => index < lines);
  if (unused.length < 2 || !vocabulary.pads.includes(pad)) return [];
  /** @type {ArrayLike<number>[]} */
  const rows = [];
  for (const one of spread(unused.length, 32)) rows.push(await rowAt(words, unused[Number(one)] ?? 0));
  const mean = Array.from({ length: rows[0]?.length ?? 0 }, (_, at) => sumOf(rows.map((one) => one[at] ?? 0)) / rows.length);
  const apart = new Set([...unused, pad]);
  const others = [];
  for (const index of spread(lines, 32)) if (!apart.has(Number(index))) others.push(await rowAt(words, index));
  if (!others.length || ![mean, ...others].every((one) => Number.isFinite(sumOf(one)))) return [];
  const mine = cosine(await rowAt(words, pad), mean);
  const theirs = median(others.map((one) => cosine(one, mean)));
  const name = mine > TWIN && mine > theirs ? "pad_twin" : "pad_no_twin";
  const values = { cosine: fixed(mine, 2), others: fixed(theirs, 2), unused: rows.length, sampled: others.length };
  return [context.say(name, { count: unused.length, ...values })];
}

/**
 * NaN and infinities.
 * @param {CheckContext} context
 * @returns {Promise<Finding[]>}
 */
export async function checkFinite(context) {
  const looked = [...context.header.tensors.values()].filter((one) => readable(one) && numbersOf(one));
  looked.sort(inFile);
  const done = new Set();
  /** @type {{ name: string, lookedAt: import("./types.js").Whole, bad: number }[]} */
  const seen = [];
  for (const one of looked) {
    if (done.has(stretchKey(one))) continue; // of two names for the same bytes, one
    done.add(stretchKey(one));
    seen.push({ name: one.name, ...(await countNonFinite(one, looked.length)) });
  }
  const how = `${thousands(total(seen.map((one) => one.lookedAt)))} numbers looked at; --full looks at all`;
  const bad = seen.filter((one) => one.bad);
  const found = [];
  if (bad.length) {
    const count = thousands(total(bad.map((one) => one.bad)));
    found.push(context.say("not_finite", { count, tensors: bad.length, looked: how, examples: listed(bad.map((one) => one.name)) }));
  } else if (seen.length) found.push(context.say("finite", { looked: how }));
  const names = new Set(looked.map((one) => one.name));
  const left = [...context.file.tensors.values()].filter((one) => !names.has(one.name) && numbersOf(one) && /^b?float/.test(one.dtype));
  if (left.length) found.push(context.say("values_not_read", { count: left.length, why_not: whyNot(...left) }));
  return found;
}

/** @param {Tensor} one @param {Tensor} other */
function inFile(one, other) {
  const paths = byCodePoint(one.place?.file.path ?? "", other.place?.file.path ?? "");
  return paths || Number(one.place?.offset) - Number(other.place?.offset) || Number(one.start) - Number(other.start);
}
