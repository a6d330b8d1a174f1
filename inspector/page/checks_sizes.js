// What shapes and types tell beside the configuration: sizes, labels, vocabulary, files, types.

import { FLOATS } from "./data.js";
import { LABELS } from "./families.js";
import { mostFrequent } from "./file_contents.js";
import { Code, code, listed } from "./messages.js";

/** @typedef {import("./context.js").CheckContext} CheckContext */
/** @typedef {import("./types.js").Finding} Finding */
/** @typedef {import("./types.js").Whole} Whole */

const HALF = ["float16", "bfloat16"];
const SHOWN_SIZES = 6;

/**
 * Whether the shapes agree with the configuration, and with one another.
 * @param {CheckContext} context
 * @returns {Finding[]}
 */
export function checkSizes(context) {
  const { file, config } = context;
  const sizes = [...file.sizes].filter(([field]) => field !== LABELS);
  const found = [...checkLabels(context), ...sizes.flatMap(([field, held]) => checkSize(context, field, held))];
  const disagree = found.length > 0;
  const shown = sizes.slice(0, SHOWN_SIZES).map(([field, held]) => `${code(field).text} ${mostFrequent(held)}`);
  if (!config.isThere && !context.header.adapter) {
    const layers = [...file.layers].map(([field, held]) => `${code(field).text} ${held}`);
    found.push(context.say("config_absent", { sizes: new Code([...shown, ...layers].join(", ") || "nothing") }));
  } else if (sizes.length && !disagree && sizes.some(([field]) => config.number(field) !== null)) {
    found.push(context.say("sizes_agree", { sizes: new Code(shown.join(", ")) }));
  }
  return [...found, ...checkVocabulary(context)];
}

/**
 * One field of the configuration: whether all shapes say the same of it, and what the configuration says.
 * @param {CheckContext} context
 * @param {string} field
 * @param {Map<Whole, string[]>} sizes
 */
function checkSize(context, field, sizes) {
  const held = mostFrequent(sizes);
  const said = context.config.number(field);
  const found = [];
  if (sizes.size > 1) {
    const examples = [...sizes].slice(0, 3).map(([size, names]) => `${code(names[0]).text} has ${size}`);
    found.push(context.say("sizes_conflict", { field: code(field), examples: new Code(examples.join(", ")) }));
  }
  if (said !== null && !sizes.has(said)) {
    found.push(context.say("sizes_differ", { field: code(field), said, held, example: code(sizes.get(held)?.[0]) }));
  }
  return found;
}

/**
 * The outputs of the task layer of the class that the configuration names.
 * @param {CheckContext} context
 */
function checkLabels(context) {
  const { labels } = context.config;
  const { ending } = context;
  if (labels === null || ending === null || context.messages.oneOutput.includes(ending)) return [];
  for (const one of context.file.named.values()) {
    const [held] = context.file.tensorOf(one).shape;
    if (one.row.shape.includes(LABELS) && one.row.classes.includes(ending) && held !== labels) {
      return [context.say("labels_differ", { said: labels, held: held ?? "no rows", example: code(one.name) })];
    }
  }
  return [];
}

/** @param {CheckContext} context */
function checkVocabulary(context) {
  const lines = context.header.vocabulary.lines;
  const rows = context.file.wordEmbedding?.shape[0];
  if (rows === undefined || !lines || lines === rows) return [];
  return [context.say(lines > rows ? "vocabulary_longer" : "vocabulary_shorter", { lines, rows })];
}

/**
 * What else lies in the folder, and how the configuration is called.
 * @param {CheckContext} context
 */
export function checkFiles(context) {
  const { header } = context;
  const found = [];
  if (header.config_name && header.config_name !== "config.json") {
    found.push(context.say("config_of_2018", { config_name: code(header.config_name) }));
  }
  if (header.others.length) {
    found.push(context.say("several_files", { read: code(header.files[0]?.name), others: listed(header.others) }));
  }
  return found;
}

/**
 * The weights' types, and the one that the configuration says.
 * @param {CheckContext} context
 */
export function checkTypes(context) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { dtype } of context.file.tensors.values()) {
    if (FLOATS.includes(dtype) || dtype.startsWith("float")) counts.set(dtype, (counts.get(dtype) ?? 0) + 1);
  }
  const types = [...counts].sort((one, other) => other[1] - one[1]);
  const [first] = types;
  if (!first) return [];
  const [most] = first;
  const found = [];
  if (types.length > 1) {
    found.push(context.say("dtype_mixed", { dtypes: types.map(([type, count]) => `${type} (${count})`).join(", ") }));
  } else found.push(context.say(HALF.includes(most) ? "dtype_half" : "dtype", { dtype: most }));
  const said = context.config.dtype;
  if (said !== null && !counts.has(said.startsWith("torch.") ? said.slice(6) : said)) {
    found.push(context.say("dtype_differs", { said: code(said), dtype: most }));
  }
  return found;
}
