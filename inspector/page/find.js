// Dropped files → which of them to read, by the order in which transformers looks for them.

import { ADAPTER, MODULES, transformerFolder } from "./beside.js";
import { Unreadable } from "./data.js";
import { byCodePoint } from "./python_text.js";

/** @typedef {import("./files.js").Files} Files */

/**
 * What to read: the file with the weights (or their index), and what lies beside it.
 * @typedef {object} Found
 * @property {string} weights
 * @property {string} folder "" or the path of the folder, with a slash
 * @property {string} config "" if there is none
 * @property {string} vocabulary "" if there is none
 * @property {string[]} others further files with weights in the folder, which are not read
 * @property {string | null} modules the folder with a SentenceTransformer's modules.json, as `folder`
 */

/** In transformers' order: the first that is there is the one that is loaded. */
const WEIGHTS = ["model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json"];
export const ADAPTERS = ["adapter_model.safetensors", "adapter_model.bin"];
export const CONFIGS = ["config.json", "bert_config.json"];
const SHARD = /-\d{5}-of-(?!00001)\d{5}\.(safetensors|bin)$/;
/** What a training run leaves beside the weights. */
const NO_WEIGHTS = ["optimizer.pt", "optimizer.bin", "scheduler.pt", "rng_state.pth", "training_args.bin", "scaler.pt"];
const OTHER = "which is not read here; take the model.safetensors or pytorch_model.bin of the same model";
const CONVERT = `${OTHER}, or convert it with transformers 4, which has`;
/** @type {Map<string, string>} How a file is called that holds weights of another form, what it is, and what to do. */
export const FOREIGN = new Map([
  [".h5", `an HDF5 file, as Keras writes TensorFlow's weights, ${CONVERT} \`from_tf=True\``],
  [".msgpack", `Flax's weights, ${CONVERT} \`from_flax=True\``],
  [".ot", `weights for Rust, ${OTHER}`],
  [".onnx", `an ONNX graph, ${OTHER}`],
  [".gguf", "a GGUF file, as llama.cpp reads it, which is not read here; take the file that it was made from"],
  [".mlmodel", `Core ML's, ${OTHER}`],
]);

/**
 * The files behind what was chosen: a path, or "" for the folder. Throws Unreadable with what to give instead.
 * @param {Files} files
 * @param {string} chosen
 * @param {string} given how a line calls it
 * @returns {Promise<Found>}
 */
export async function find(files, chosen, given) {
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
  return /\.(safetensors|bin|pt|pth)$/.test(name) && !NO_WEIGHTS.includes(name) && !SHARD.test(name);
}

/**
 * @param {Files} files
 * @param {string} folder
 * @param {string} given
 * @param {boolean} [nested]
 * @returns {Promise<Found>}
 */
async function inFolder(files, folder, given, nested = false) {
  const names = namesIn(files, folder);
  const below = nested || names.some((name) => WEIGHTS.includes(name)) ? "" : await transformerFolder(files, folder);
  if (below && files.hasFolder(folder + below)) {
    return { ...(await inFolder(files, `${folder}${below}/`, `${given}/${below}`, true)), modules: folder };
  }
  /** @type {string[]} */
  const candidates = WEIGHTS.filter((one) => names.includes(one));
  if (!candidates.length && names.includes(ADAPTER)) candidates.push(...ADAPTERS.filter((one) => names.includes(one)));
  const [first, ...others] = [...candidates, ...names.filter(isOther)];
  if (first !== undefined) return beside(files, folder + first, folder, others);
  const loose = [...names.filter(isLoose), ...names.filter((name) => WEIGHTS.some((one) => files.has(`${folder}${name}/${one}`)))];
  const hint = loose.length ? `; to read ${loose[0]}, give its path` : foreign(names);
  throw new Unreadable(`${given}: no model.safetensors, pytorch_model.bin, archive or TensorFlow index in it${hint}`);
}

/**
 * What a folder holds instead of weights that are read here.
 * @param {string[]} names
 */
function foreign(names) {
  for (const name of names) {
    for (const [ending, what] of FOREIGN) if (name.endsWith(ending)) return `; ${name} is ${what}`;
  }
  return "";
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
  return { weights, folder, config, vocabulary, others, modules: files.has(folder + MODULES) ? folder : null };
}
