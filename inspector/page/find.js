// Dropped files → which of them to read, by the order in which transformers looks for them.

import { Unreadable } from "./data.js";
import { byCodePoint } from "./python_text.js";
import { CheckedSource } from "./source.js";

/** @typedef {import("./types").Source} Source */

/**
 * What to read: the file with the weights (or their index), and what lies beside it.
 * @typedef {object} Found
 * @property {string} weights
 * @property {string} folder "" or the path of the folder, with a slash
 * @property {string} config "" if there is none
 * @property {string} vocabulary "" if there is none
 * @property {string[]} others further files with weights in the folder, which are not read
 */

/** In transformers' order: the first that is there is the one that is loaded. */
const WEIGHTS = ["model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json"];
const ADAPTER = "adapter_config.json";
export const CONFIGS = ["config.json", "bert_config.json"];
const SHARD = /-\d{5}-of-(?!00001)\d{5}\.(safetensors|bin)$/;
/** What a training run leaves beside the weights. */
const NO_WEIGHTS = ["optimizer.pt", "optimizer.bin", "scheduler.pt", "rng_state.pth", "training_args.bin", "scaler.pt"];

/** The files that were dropped, by path; each is opened once. */
export class Files {
  /** @param {Source[]} sources */
  constructor(sources) {
    this.sources = new Map(sources.map((one) => [one.path, one]));
    /** @type {Map<string, CheckedSource>} */
    this.opened = new Map();
  }

  /** @param {string} path */
  has(path) {
    return this.sources.has(path);
  }

  /** @param {string} path */
  open(path) {
    const known = this.opened.get(path);
    if (known) return known;
    const source = this.sources.get(path);
    if (!source) throw new Unreadable(`${path}: cannot be opened; is the path right?`);
    const opened = new CheckedSource(source);
    this.opened.set(path, opened);
    return opened;
  }
}

/**
 * The files behind what was chosen: a path, or "" for the folder. Throws Unreadable with what to give instead.
 * @param {Files} files
 * @param {string} chosen
 * @param {string} given how a line calls it
 * @returns {Found}
 */
export function find(files, chosen, given) {
  const folder = chosen.slice(0, chosen.lastIndexOf("/") + 1);
  if (!files.has(chosen)) return inFolder(files, chosen ? `${chosen}/` : "", given);
  if (chosen.endsWith(".json") && !chosen.endsWith(".index.json")) {
    throw new Unreadable(`${given}: a configuration, not weights; give the folder that it lies in`);
  }
  if (SHARD.test(chosen)) throw new Unreadable(`${given}: one of the parts of a sharded file; give the folder, or its index`);
  return beside(files, chosen, folder, []);
}

/**
 * The one file that is meant where several were dropped that are no folder of transformers': "" if that cannot be told.
 * @param {Files} files
 */
export function onlyWeights(files) {
  const names = namesIn(files, "");
  const [one, ...more] = names.some(isCandidate) ? [] : names.filter(isLoose);
  return one !== undefined && !more.length && files.has(one) ? one : "";
}

/** @param {Files} files @param {string} folder */
function namesIn(files, folder) {
  const paths = [...files.sources.keys()].filter((path) => path.startsWith(folder));
  return [...new Set(paths.map((path) => path.slice(folder.length).split("/")[0] ?? ""))].sort(byCodePoint);
}

/** @param {string} name */
function isCandidate(name) {
  return WEIGHTS.includes(name) || isOther(name);
}

/** @param {string} name */
function isOther(name) {
  return /(\.tar\.gz|\.tgz|\.ckpt\.index)$/.test(name) || name === "model.index";
}

/** @param {string} name */
function isLoose(name) {
  return /\.(safetensors|bin|pt|pth)$/.test(name) && !NO_WEIGHTS.includes(name);
}

/** @param {Files} files @param {string} folder @param {string} given */
function inFolder(files, folder, given) {
  const names = namesIn(files, folder);
  const [first, ...others] = [...WEIGHTS.filter((one) => names.includes(one)), ...names.filter(isOther)];
  if (first !== undefined) return beside(files, folder + first, folder, others);
  const loose = [...names.filter(isLoose), ...names.filter((name) => WEIGHTS.some((one) => files.has(`${folder}${name}/${one}`)))];
  let hint = loose.length ? `; to read ${loose[0]}, give its path` : "";
  if (names.includes(ADAPTER)) hint = "; it holds an adapter, so give the model that the adapter changes";
  throw new Unreadable(`${given}: no model.safetensors, pytorch_model.bin, archive or TensorFlow index in it${hint}`);
}

/**
 * @param {Files} files
 * @param {string} weights
 * @param {string} folder
 * @param {string[]} others
 * @returns {Found}
 */
function beside(files, weights, folder, others) {
  const config = CONFIGS.map((name) => folder + name).find((path) => files.has(path)) ?? "";
  const vocabulary = files.has(`${folder}vocab.txt`) ? `${folder}vocab.txt` : "";
  return { weights, folder, config, vocabulary, others };
}
