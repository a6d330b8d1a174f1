// What lies beside the weights and says what they are: an adapter's configuration, SentenceTransformer's modules.

import { Unreadable } from "./data.js";
import { repr } from "./python_text.js";
import { parseList, parseObject } from "./strict_json.js";

/** @typedef {import("./files.js").Files} Files */
/** @typedef {import("./source.js").CheckedSource} CheckedSource */

const LARGEST_CONFIG = 2 ** 20;
export const ADAPTER = "adapter_config.json";
export const MODULES = "modules.json";
const MODULE_FOLDER = /^[\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,80}$/u;
const MOST_MODULES = 20;
const POOLING = /^pooling_mode_([\p{L}\p{N}_]+?)(_tokens?)?$/u;

/**
 * All bytes of a small file.
 * @param {CheckedSource} source
 * @param {number} largest
 */
export async function readWhole(source, largest) {
  if (source.size > largest) {
    throw new Unreadable(`${source.name}: ${source.size} bytes; more than ${largest / 2 ** 20} MB are not read`);
  }
  return source.read(0, source.size);
}

/**
 * A configuration.
 * @param {CheckedSource} source
 * @param {string} name
 */
export async function readObject(source, name) {
  return parseObject(await readWhole(source, LARGEST_CONFIG), name, true);
}

/**
 * Where a SentenceTransformer keeps its Transformer's weights: a folder's name, "" for the folder itself.
 * @param {Files} files
 * @param {string} folder
 */
export async function transformerFolder(files, folder) {
  const modules = await modulesIn(files, folder);
  return modules.find(({ kind }) => kind === "Transformer")?.name ?? "";
}

/**
 * The modules of a SentenceTransformer in words, in order; none where the folder is none.
 * @param {Files} files
 * @param {string} folder
 */
export async function readModules(files, folder) {
  const found = [];
  for (const { kind, name } of await modulesIn(files, folder)) found.push(await moduleInWords(files, kind, folder, name));
  return found;
}

/**
 * The kind of each module, and the name of its folder.
 * @param {Files} files
 * @param {string} folder
 */
async function modulesIn(files, folder) {
  if (!files.has(folder + MODULES)) return [];
  const found = [];
  const listed = parseList(await readWhole(files.open(folder + MODULES), LARGEST_CONFIG), MODULES);
  for (const one of listed.slice(0, MOST_MODULES)) {
    const [kind, name] = one instanceof Map ? [one.get("type"), one.get("path")] : [];
    if (typeof kind !== "string" || typeof name !== "string") continue;
    if (name && !MODULE_FOLDER.test(name)) {
      const shown = repr([...name].slice(0, 100).join(""));
      throw new Unreadable(`${MODULES}: names ${shown}, which is no folder in this one; left alone`);
    }
    found.push({ kind: kind.slice(kind.lastIndexOf(".") + 1), name });
  }
  return found;
}

/** @param {Files} files @param {string} kind @param {string} folder @param {string} name */
async function moduleInWords(files, kind, folder, name) {
  const path = `${folder}${name ? `${name}/` : ""}config.json`;
  if (kind !== "Pooling" || !files.has(path)) return kind;
  const content = await readObject(files.open(path), `${name}/config.json`);
  const old = [...content].map(([key, value]) => (value === true ? (POOLING.exec(key)?.[1] ?? "") : "")).filter(Boolean);
  const said = content.has("pooling_mode") ? content.get("pooling_mode") : old;
  const modes = (Array.isArray(said) ? said : [said]).filter((one) => typeof one === "string" && one);
  return modes.length ? `Pooling (${modes.join(" + ")})` : kind;
}

/**
 * As Python takes a value for true: an empty list or object is not.
 * @param {unknown} value
 */
export function isTrue(value) {
  if (value instanceof Map) return value.size > 0;
  if (Array.isArray(value)) return value.length > 0;
  return value instanceof Object && "value" in value ? Boolean(value.value) || Number.isNaN(value.value) : Boolean(value);
}
