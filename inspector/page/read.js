// Files → a header: names, shapes, and where each tensor lies. No number is read here.

import { ADAPTER, readModules, readObject, readWhole } from "./beside.js";
import { NeedsCommand, Unreadable } from "./data.js";
import { ADAPTERS, FOREIGN } from "./find.js";
import { byCodePoint, repr } from "./python_text.js";
import { readSafetensors } from "./safetensors_file.js";
import { latin } from "./source.js";
import { parseObject } from "./strict_json.js";
import { readTorch } from "./torch_file.js";

/** @typedef {import("./types.js").Header} Header */
/** @typedef {import("./types.js").Tensor} Tensor */
/** @typedef {import("./find.js").Found} Found */
/** @typedef {import("./files.js").Files} Files */
/** @typedef {import("./source.js").CheckedSource} CheckedSource */
/** @typedef {{ form: string, tensors: Map<string, Tensor>, metadata: Map<string, string>, wrapper: string }} OneFile */

const LARGEST_VOCABULARY = 2 ** 24;
const LARGEST_INDEX = 2 ** 24;
const MOST_SHARDS = 1000;
const SHOWN_NOTES = 5;
const NO_VOCABULARY = { lines: 0, unused: [], pads: [] };
/** How files begin that lie where weights should, what they are, and what to do. */
const STRANGERS = [
  ["version https://git-lfs", "a pointer of Git LFS, not the file; run `git lfs pull`, or download it"],
  ["<!DOCTYPE", "a web page, saved in place of the file; fetch the file itself"],
  ["<!doctype", "a web page, saved in place of the file; fetch the file itself"],
  ["<html", "a web page, saved in place of the file; fetch the file itself"],
  ["\x89HDF\r\n", FOREIGN.get(".h5")],
  ["GGUF", FOREIGN.get(".gguf")],
  ["\x93NUMPY", "an array of numpy's, not weights by name; save them with safetensors"],
];

/**
 * What the files say of themselves. Throws Unreadable.
 * @param {Found} found
 * @param {Files} files
 * @returns {Promise<Header>}
 */
export async function read(found, files) {
  const name = found.weights.slice(found.folder.length);
  const header = await (name.endsWith(".index.json") ? readShards : readOne)(found, files);
  if (!header.tensors.size) throw new Unreadable(`${name}: holds no tensors`);
  return header;
}

/**
 * @param {Found} found
 * @param {Files} files
 * @returns {Promise<Header>}
 */
async function readOne(found, files) {
  const source = files.open(found.weights);
  if (await isGzip(source)) {
    throw new NeedsCommand(`${source.name} is packed with gzip, which the page does not unpack`);
  }
  const { form, tensors, metadata, wrapper } = await readFile(source);
  const shown = [{ name: source.name, size: source.size }];
  return { format: form, files: shown, tensors, metadata, wrapper, others: found.others, notes: [], ...(await readBeside(found, files)) };
}

/** @param {CheckedSource} source */
async function isGzip(source) {
  return source.size >= 2 && latin(await source.read(0, 2)) === "\x1f\x8b";
}

/**
 * By what the bytes are, not by what the name says.
 * @param {CheckedSource} source
 * @returns {Promise<OneFile>}
 */
async function readFile(source) {
  const { name } = source;
  const foreign = FOREIGN.get(/[^.].*(\.[^.]+)$/.exec(name)?.[1] ?? "");
  if (foreign) throw new Unreadable(`${name}: ${foreign}`);
  const start = latin(await source.read(0, Math.min(source.size, 32)));
  const stranger = STRANGERS.find(([beginning]) => start.startsWith(String(beginning)));
  if (stranger) throw new Unreadable(`${name}: ${stranger[1]}`);
  if (name.endsWith(".index")) throw new NeedsCommand(`${name} is TensorFlow's, which the page does not read`);
  const none = { metadata: new Map(), wrapper: "" };
  if (start.startsWith("PK\x03\x04") || (start.startsWith("\x80") && !name.endsWith(".safetensors"))) {
    return { ...none, form: start.startsWith("PK") ? "PyTorch, zip" : "PyTorch, before 1.6", ...(await readTorch(source)) };
  }
  if (name.endsWith(".safetensors") || start[8] === "{") return { ...none, form: "safetensors", ...(await readSafetensors(source)) };
  return { ...none, form: "PyTorch", ...(await readTorch(source)) }; // says what is wrong with it
}

/** @param {Found} found @param {Files} files */
async function readBeside(found, files) {
  let config = null;
  const configName = found.config.slice(found.folder.length);
  if (found.config) config = await readObject(files.open(found.config), configName);
  const vocabulary = found.vocabulary ? vocabularyOf(await readWhole(files.open(found.vocabulary), LARGEST_VOCABULARY)) : NO_VOCABULARY;
  const isAdapter = ADAPTERS.includes(found.weights.slice(found.folder.length)) && files.has(found.folder + ADAPTER);
  const adapter = isAdapter ? await readObject(files.open(found.folder + ADAPTER), ADAPTER) : null;
  const modules = found.modules === null ? [] : await readModules(files, found.modules);
  return { config, config_name: configName, vocabulary, adapter, modules };
}

/** Line by line: as texts, the lines of a long file would take many times its bytes. @param {Uint8Array} data */
function vocabularyOf(data) {
  /** @type {import("./types.js").Vocabulary} */
  const found = { lines: 0, unused: [], pads: [] };
  for (let at = 0; at < data.length; found.lines += 1) {
    const next = data.indexOf(10, at);
    let end = next < 0 ? data.length : next;
    while (end > at && data[end - 1] === 13) end -= 1;
    const start = data[at] === 0x5b ? latin(data.subarray(at, Math.min(end, at + 7))) : "";
    if (start === "[unused") found.unused.push(found.lines);
    else if (start === "[PAD]") found.pads.push(found.lines);
    at = next < 0 ? data.length : next + 1;
  }
  return found;
}

// Shards

/**
 * @param {Found} found
 * @param {Files} files
 * @returns {Promise<Header>}
 */
async function readShards(found, files) {
  const index = files.open(found.weights);
  const where = placesIn(parseObject(await readWhole(index, LARGEST_INDEX), index.name), index.name);
  const names = [...new Set(where.values())].sort(byCodePoint);
  if (names.length > MOST_SHARDS) throw new Unreadable(`${index.name}: names ${names.length} files; more than ${MOST_SHARDS} are not read`);
  /** @type {Map<string, Tensor>} */
  const tensors = new Map();
  const shown = [];
  const notes = [];
  let more = 0;
  let form = "";
  for (const name of names) {
    const source = await shard(name, index.name, found.folder, files);
    const one = await readFile(source);
    form = one.form;
    shown.push({ name, size: source.size });
    for (const [key, tensor] of one.tensors) {
      if (where.get(key) === name) tensors.set(key, tensor);
      else if (notes.length === SHOWN_NOTES) more += 1;
      else notes.push(`${name} holds ${repr(key)}, which the index does not look for there`);
    }
  }
  const lost = [...where.keys()].find((key) => !tensors.has(key));
  if (lost !== undefined) {
    throw new Unreadable(`${index.name}: says that ${repr(lost)} is in ${repr(where.get(lost))}, and it is not; fetch both again`);
  }
  if (more) notes.push(`and ${more} more such names`);
  const beside = await readBeside(found, files);
  const format = `${form}, ${shown.length} shards`;
  return { format, files: shown, tensors, metadata: new Map(), wrapper: "", others: found.others, notes, ...beside };
}

/**
 * @param {Map<string, unknown>} content
 * @param {string} index
 * @returns {Map<string, string>}
 */
function placesIn(content, index) {
  const where = content.get("weight_map");
  if (where instanceof Map && where.size && [...where.values()].every((one) => typeof one === "string")) return where;
  throw new Unreadable(`${index}: has no \`weight_map\` from names to files; fetch it again`);
}

/** @param {string} name @param {string} index @param {string} folder @param {Files} files */
async function shard(name, index, folder, files) {
  if (!name || name === "." || name === ".." || /[/\\:\0]/.test(name)) {
    throw new Unreadable(`${index}: names ${repr(name)}, which leads out of the folder; left alone`);
  }
  if (!files.has(folder + name)) {
    throw new Unreadable(`${index}: names ${repr(name)}, which is not in the folder; fetch the missing file`);
  }
  const source = files.open(folder + name);
  if (await isGzip(source)) throw new Unreadable(`${name}: a gzip file among the shards; unpack it`);
  return source;
}
