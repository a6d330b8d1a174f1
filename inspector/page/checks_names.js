// What names alone tell: the family, whether encoder and classes are whole, prefixes, and names of no class.

import { isTrue } from "./beside.js";
import { largest } from "./checks_storage.js";
import { sameBytes } from "./data.js";
import { Code, code, joined, listed } from "./messages.js";
import { asString } from "./python_text.js";
import { readable, whyNot } from "./values.js";

/** @typedef {import("./context.js").CheckContext} CheckContext */
/** @typedef {import("./types.js").ClassFit} ClassFit */
/** @typedef {import("./types.js").Finding} Finding */
/** @typedef {import("./types.js").Tensor} Tensor */

const AUTO_MODEL = /^\d+\.auto_model\.$/;

/**
 * Which family, and whether its classes would know the names.
 * @param {CheckContext} context
 * @returns {Finding[]}
 */
export function checkFamily(context) {
  const { file, config, header } = context;
  const found = header.wrapper ? [context.say("inside_another_dict", { wrapper: code(header.wrapper) })] : [];
  if (!file.match) return header.adapter ? found : [...found, noFamily(context)];
  const { family, named, wrapper, alike } = file.match;
  const title = context.classPrefix;
  found.push(context.say("family", { title, matched: named.size, names: file.tensors.size }));
  if (wrapper) {
    const plain = code(wrapper).text.replace(/^`+|`+$/g, "");
    const name = AUTO_MODEL.test(wrapper) ? "prefix_of_sentence_transformer" : "prefix_unknown";
    found.push(context.say(name, { wrapper: code(wrapper), wrapper_code: plain }));
  }
  if (config.namesOf && family.type !== config.namesOf) {
    const known = file.families.some((one) => one.type === config.namesOf);
    found.push(context.say(known ? "family_differs" : "family_other", { said: code(config.modelType), title }));
  } else if (alike.length && !config.namesOf) {
    const others = file.families.filter((one) => alike.includes(one.type)).map((one) => one.name);
    found.push(context.say("family_alike", { title, others: others.join(" and ") }));
  }
  return found;
}

/** @param {CheckContext} context */
function noFamily(context) {
  const { file, config, messages } = context;
  const all = [...file.tensors.keys()];
  const values = { names: all.length, examples: listed(all) };
  if (2 * all.filter((one) => messages.adapter.test(one)).length > all.length) return context.say("adapter", values);
  const family = file.families.find((one) => one.type === config.namesOf);
  const classes = family ? family.endings.map((ending) => config.classPrefix(family) + ending) : [];
  if (family && (!config.className || classes.includes(config.className))) {
    return context.say("family_not_there", { said: code(config.modelType), ...values });
  }
  return context.say("family_unknown", values);
}

/**
 * Whether the encoder is whole, layer by layer.
 * @param {CheckContext} context
 * @returns {Finding[]}
 */
export function checkEncoder(context) {
  const { file } = context;
  if (!file.family) return [];
  const found = [];
  const short = new Set();
  for (const [field, held] of file.layers) {
    const asked = context.config.number(field);
    if (asked === null || asked === held) continue;
    found.push(context.say(asked > held ? "layers_missing" : "layers_left_out", { field: code(field), asked, held }));
    short.add(field);
  }
  const rows = [...file.family.rows.values()].filter((row) => row.part === "encoder" && row.kind === "parameter" && context.wanted(row));
  const keys = rows.filter((row) => !short.has(row.layers)).flatMap((row) => context.keys(row));
  const missing = keys.filter((key) => !file.named.has(key));
  if (missing.length) return [...found, context.say("encoder_incomplete", { count: missing.length, examples: listed(missing) })];
  if (short.size) return found;
  const layers = context.layersInWords(" and ", " layer", " layers") || "no layers";
  return [...found, context.say("encoder_whole", { layers })];
}

/**
 * Whether the class that the configuration names finds everything.
 * @param {CheckContext} context
 * @param {ClassFit[]} classes
 * @returns {Finding[]}
 */
export function checkClasses(context, classes) {
  const { config, file } = context;
  if (!classes.length || !config.className) return [];
  const fit = classes.find((one) => one.name === config.className);
  const class_name = code(config.className);
  if (!fit) {
    // Otherwise another finding says that the families differ.
    return file.family && config.namesOf === file.family.type ? [context.say("class_unknown", { class_name })] : [];
  }
  if (file.isWrapped) return []; // another finding says so
  if (fit.misfits.length) return [context.say("class_misfit", { class_name, examples: listed(fit.misfits) })];
  if (fit.missing.length) return [context.say("class_incomplete", { class_name, missing: fit.missing.join(" and ") })];
  return [context.say("class_whole", { class_name })];
}

/**
 * The names' era and prefix, and names that nobody reads.
 * @param {CheckContext} context
 * @returns {Promise<Finding[]>}
 */
export async function checkNames(context) {
  const { file } = context;
  const found = [];
  const named = [...file.named.values()];
  const old = named.filter((one) => one.old).map((one) => one.name);
  if (old.length) found.push(context.say("names_of_2018", { examples: listed(old, 1) }));
  found.push(...checkPrefix(context));
  const kinds = new Map(file.aside);
  for (const one of named) if (one.row.kind === "buffer") kinds.set(one.name, "lists of numbers that the class makes itself");
  for (const kind of new Set(kinds.values())) {
    const names = [...kinds].filter(([, one]) => one === kind).map(([name]) => name);
    found.push(context.say("left_aside", { kind, examples: listed(names) }));
  }
  if (file.match?.twice.length) found.push(await twiceNamed(context, file.match.twice));
  return [...found, ...checkUnknown(context, file.match?.unknown ?? [])];
}

/**
 * @param {CheckContext} context
 * @returns {Finding[]}
 */
function checkPrefix(context) {
  const { match } = context.file;
  if (!match || match.wrapper) return [];
  const prefix = code(match.family.prefix);
  if ([...match.named.values()].some((one) => one.prefixed)) return [context.say("prefix_present", { prefix })];
  return match.family.type === "t5" ? [] : [context.say("prefix_absent", { prefix, base: code(`${context.classPrefix}Model`) })];
}

/** @param {CheckContext} context @param {[string, string][]} names */
async function twiceNamed(context, names) {
  const { tensors } = context.file;
  const pairs = names.map((two) => /** @type {[Tensor, Tensor]} */ (two.map((name) => tensors.get(name))));
  const values = { count: pairs.length, examples: new Code(joined((names[0] ?? []).map(code), " and ")) };
  const unread = pairs.find(([one, other]) => !sameBytes(one, other) && !(readable(one) && readable(other)));
  let alike = pairs.every(([one, other]) => String(one.shape) === String(other.shape) && one.dtype === other.dtype);
  if (alike && unread) return context.say("names_twice_not_read", { ...values, why_not: whyNot(...unread) });
  for (const [one, other] of pairs) alike = alike && (await context.equal(one, other));
  const looked = context.looked(...largest(pairs));
  return context.say(alike ? "names_twice" : "names_twice_differ", { ...values, looked });
}

/**
 * Names of no class: scales of a quantised file, layers that a configuration can ask for, or anything.
 * @param {CheckContext} context
 * @param {string[]} unknown
 */
function checkUnknown(context, unknown) {
  const { messages, config } = context;
  const found = [];
  let rest = unknown;
  if (context.quantised) {
    rest = unknown.filter((one) => !messages.scales.test(one));
    found.push(context.say("quantised", { count: unknown.length - rest.length }));
  }
  for (const { pattern, field } of messages.optional) {
    const names = rest.filter((one) => pattern.test(one));
    if (!names.length) continue;
    const name = isTrue(config.content.get(field)) ? "names_optional" : "names_optional_off";
    found.push(context.say(name, { count: names.length, field: code(field), examples: listed(names) }));
    rest = rest.filter((one) => !pattern.test(one));
  }
  found.push(...checkConditions(context));
  if (rest.length) found.push(context.say("names_unknown", { count: rest.length, examples: listed(rest) }));
  return found;
}

/**
 * Names that a class has only under another configuration, such as DeBERTa's other head.
 * @param {CheckContext} context
 */
function checkConditions(context) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const { name, row } of context.file.named.values()) {
    if (row.kind === "buffer" || context.wanted(row)) continue;
    const words = row.only_if.map(([field, how, value]) => `${field} ${how} ${asString(value).toLowerCase()}`).join(" and ");
    const names = found.get(words) ?? [];
    names.push(name);
    found.set(words, names);
  }
  return [...found].map(([words, names]) => {
    const values = { condition: code(words), count: names.length, examples: listed(names) };
    return context.say("names_of_another_configuration", values);
  });
}
