// What each class of the family finds in the file, and what it would make new.

import { LEVELS } from "./data.js";
import { LABELS, PRE_TRAINED, TASK, isHeadAlias } from "./families.js";
import { byCodePoint } from "./python_text.js";

/** @typedef {import("./context.js").CheckContext} CheckContext */
/** @typedef {import("./types.js").ClassFit} ClassFit */
/** @typedef {import("./types.js").Family} Family */
/** @typedef {import("./types.js").Level} Level */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {{ level: Level, verdict: string }} Rated */

const OUTPUT = ["output matrix", "output bias"];

/**
 * One for each class of the family.
 * @param {CheckContext} context
 * @param {boolean} tieBroken
 * @returns {ClassFit[]}
 */
export function classCoverage(context, tieBroken) {
  const { family } = context.file;
  return family ? family.endings.map((ending) => fitOf(context, family, ending, tieBroken)) : [];
}

/**
 * @param {CheckContext} context
 * @param {Family} family
 * @param {string} ending
 * @param {boolean} tieBroken
 * @returns {ClassFit}
 */
function fitOf(context, family, ending, tieBroken) {
  const { named } = context.file;
  const rows = [...family.rows.values()].filter((row) => row.classes.includes(ending) && context.wanted(row));
  const { found, missing } = looked(context, family, rows);
  const has = new Set(rows.map((row) => row.key));
  const unused = [...named.values()].filter((one) => !has.has(one.row.key) && one.row.kind !== "buffer").map((one) => one.row.part);
  const wholes = rows.filter((row) => row.kind === "parameter" && missing.some((one) => one.part === row.part)).map((row) => row.part);
  const lost = inOrder(missing.filter(({ part, key }) => !OUTPUT.includes(part) || !wholes.includes(partOf(family, key))).map((one) => one.part));
  const misfits = found.filter((key) => isMisfit(context, key, ending)).map((key) => String(named.get(key)?.name));
  const head = rows.some(isHeadAlias);
  const name = context.classPrefix + ending;
  let rated = verdictOf(lost, head && tieBroken, head && !context.tied);
  if (misfits.length) {
    rated = { level: "problem", verdict: "does not load: other sizes" };
  } else if (found.some((key) => named.get(key)?.row.part === TASK) && name !== context.config.className) {
    if (LEVELS.indexOf(rated.level) < 1) rated = { level: "note", verdict: `${rated.verdict}, if it is for the same task` };
  }
  if (context.file.isWrapped) rated = { level: "problem", verdict: "finds no name" };
  const names = missing.map((one) => one.key);
  return { name, level: rated.level, found: found.length, missing: lost, unused: inOrder(unused), missing_names: names, misfits, verdict: rated.verdict };
}

/**
 * The keys of a class that are in the file, and those that are not.
 * @param {CheckContext} context
 * @param {Family} family
 * @param {Row[]} rows
 */
function looked(context, family, rows) {
  const found = [];
  const missing = [];
  for (const row of rows) {
    const needed = (row.kind === "parameter" || row.kind === "alias") && !elsewhere(context, family, row);
    for (const key of context.keys(row)) {
      if (context.file.named.has(key)) found.push(key);
      else if (needed) missing.push({ part: missingPart(row), key });
    }
  }
  return { found, missing };
}

/** @param {CheckContext} context @param {string} key @param {string} ending */
function isMisfit(context, key, ending) {
  const one = context.file.named.get(key);
  if (one?.row.shape.includes(LABELS) && context.messages.oneOutput.includes(ending)) {
    return context.file.tensorOf(one).shape[0] !== 1;
  }
  return context.misfits.has(key);
}

/** @param {Family} family @param {string} key */
function partOf(family, key) {
  return family.rows.get(key)?.part ?? "";
}

/**
 * What a report calls a tensor that is missing: of a head that is not tied, the matrix and the bias by name.
 * @param {Row} row
 */
function missingPart(row) {
  if (!isHeadAlias(row)) return row.part;
  return row.key.endsWith("bias") ? "output bias" : "output matrix";
}

/**
 * Whether a tensor that is not in the file is another name of one that is.
 * @param {CheckContext} context
 * @param {Family} family
 * @param {Row} row
 */
function elsewhere(context, family, row) {
  const { named } = context.file;
  // A stack's own copy of the embedding is tied whatever is said.
  if (row.kind === "alias") return (context.tied || !row.part.endsWith("head")) && named.has(row.alias_of);
  return context.tied && [...family.rows.values()].some((other) => other.kind === "alias" && other.alias_of === row.key && named.has(other.key));
}

/**
 * @param {string[]} missing
 * @param {boolean} tieBroken
 * @param {boolean} untied
 * @returns {Rated}
 */
function verdictOf(missing, tieBroken, untied) {
  const lost = missing.filter((part) => part !== TASK);
  if (lost.length === 1 && lost[0] === "output bias") return { level: "problem", verdict: "output bias new: zeros" };
  if (lost.length) return { level: "problem", verdict: `${lost.join(", ")} random` };
  if (tieBroken) return { level: "problem", verdict: "tie broken" };
  if (missing.length) return { level: "note", verdict: `${TASK} new: train it` };
  return untied ? { level: "note", verdict: "all there, untied as asked" } : { level: "fine", verdict: "all there" };
}

/** @param {Iterable<string>} parts */
function inOrder(parts) {
  const all = new Set(parts);
  const known = PRE_TRAINED.filter((part) => all.has(part));
  return [...known, ...[...all].filter((part) => !known.includes(part)).sort(byCodePoint)];
}

/**
 * What the file holds: encoder, pooler, heads, task layer.
 * @param {CheckContext} context
 */
export function heldParts(context) {
  const { family, named } = context.file;
  const parts = new Set([...named.values()].filter((one) => one.row.kind !== "buffer").map((one) => one.row.part));
  if (family && context.tied && parts.size) {
    // A head that is nothing but the word embedding's other name.
    const rows = [...family.rows.values()];
    const own = new Set(rows.filter((row) => row.kind !== "alias").map((row) => row.part));
    for (const row of rows) if (isHeadAlias(row) && !own.has(row.part)) parts.add(row.part);
  }
  return inOrder(parts);
}
