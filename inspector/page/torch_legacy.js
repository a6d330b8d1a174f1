// What torch.save wrote before 1.6: a magic number, a protocol, the machine's sizes, the object, the storages' keys, and
// their numbers.

import { Unreadable, itemBytes } from "./data.js";
import { StorageRef } from "./pickle_values.js";
import { repr } from "./python_text.js";
import { stateDictIn, tensorsAt } from "./state_dict.js";
import { Unpickler } from "./unpickler.js";
import { fromLittle, plus, times } from "./whole.js";

/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./source.js").CheckedSource} CheckedSource */
/** @typedef {import("./state_dict.js").Read} Read */

const MAGIC = 0x1950a86a20f9469cfc6cn;
const PROTOCOL = 1001;

/**
 * @param {CheckedSource} source
 * @returns {Promise<Read>}
 */
export async function readLegacy(source) {
  const { name } = source;
  const reader = new Unpickler(source, 0, source.size);
  if ((await reader.load()) !== MAGIC) {
    throw new Unreadable(`${name}: a pickle, and not one that torch.save wrote; ask for a safetensors file`);
  }
  if ((await reader.load()) !== PROTOCOL) throw new Unreadable(`${name}: of a protocol of torch.save that is not known; save it again`);
  const machine = await reader.load();
  if (!(machine instanceof Map) || machine.get("little_endian") !== true) {
    throw new Unreadable(`${name}: its numbers are big-endian, which is not read here; save it again`);
  }
  const { found, wrapper } = stateDictIn(await reader.load(), source);
  const keys = await reader.load();
  const references = reader.storages; // an optimiser's too: they lie between the weights
  const same = Array.isArray(keys) && new Set(keys).size === references.size && keys.every((key) => references.has(key));
  if (!same) throw new Unreadable(`${name}: a tensor's storage is not in the file; fetch it again`);
  return { tensors: tensorsAt(found, await legacyPlaces(source, reader.position, keys, references), source), wrapper };
}

/**
 * @param {CheckedSource} source
 * @param {number} begin
 * @param {string[]} keys
 * @param {Map<string, StorageRef>} references
 */
async function legacyPlaces(source, begin, keys, references) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  let position = begin;
  for (const key of keys) {
    const numbers = fromLittle(await source.read(position, 8));
    const wanted = /** @type {StorageRef} */ (references.get(key));
    if (numbers !== wanted.numbers || places.has(key)) {
      throw new Unreadable(`${source.name}: the storage ${repr(key)} has ${numbers} numbers, not ${wanted.numbers}; fetch it again`);
    }
    const size = times(numbers, itemBytes(wanted.dtype));
    places.set(key, { file: source, offset: position + 8, size });
    const end = plus(position + 8, size);
    if (end > source.size) {
      throw new Unreadable(`${source.name}: cut off: the storage ${repr(key)} ends at byte ${end}, the file at ${source.size}`);
    }
    position = Number(end);
  }
  return places;
}
