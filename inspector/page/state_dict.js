// The tensors in what a pickle describes, and where in the file each lies.

import { Unreadable } from "./data.js";
import { TensorRef } from "./pickle_values.js";
import { repr } from "./python_text.js";
import { plus, times } from "./whole.js";

/** @typedef {import("./types.js").Tensor} Tensor */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./source.js").CheckedSource} CheckedSource */
/** @typedef {{ tensors: Map<string, Tensor>, wrapper: string }} Read */

// Under these a training script keeps the weights beside other things.
const WRAPPERS = ["state_dict", "model_state_dict", "model", "module", "net"];

/**
 * The tensors of what was saved, by name, and the key under which they lay.
 * @param {unknown} value
 * @param {CheckedSource} source
 */
export function stateDictIn(value, { name, allowance }) {
  if (!(value instanceof Map)) throw new Unreadable(`${name}: holds no dict of tensors; save \`model.state_dict()\``);
  if (value.has("param_groups")) throw new Unreadable(`${name}: an optimiser's state, not weights; give the model's own file`);
  // A step or a loss may lie beside the weights: what holds the most tensors is meant, and of equals the first.
  const inner = [...WRAPPERS, ...[...value.keys()].filter((key) => typeof key === "string" && !WRAPPERS.includes(key))];
  let best = { found: tensorsOf(value), wrapper: "" };
  const seen = new Set(); // a pickle can name one dict many times
  for (const wrapper of inner) {
    const one = value.get(wrapper);
    const found = one instanceof Map && !seen.has(one) ? tensorsOf(one) : new Map();
    seen.add(one);
    if (found.size > best.found.size) best = { found, wrapper };
  }
  if (!best.found.size) throw new Unreadable(`${name}: holds no tensors by name; save \`model.state_dict()\``);
  allowance.takeNames(best.found.keys(), name);
  return best;
}

/**
 * @param {Map<unknown, unknown>} value
 * @returns {Map<string, TensorRef>}
 */
function tensorsOf(value) {
  /** @type {Map<string, TensorRef>} */
  const found = new Map();
  for (const [key, one] of value) if (typeof key === "string" && one instanceof TensorRef) found.set(key, one);
  return found;
}

/**
 * @param {Map<string, TensorRef>} found
 * @param {Map<string, Place>} places
 * @param {CheckedSource} source
 */
export function tensorsAt(found, places, source) {
  /** @type {Map<string, Tensor>} */
  const tensors = new Map();
  for (const [key, { storage, start, shape, strides }] of found) {
    if (strides.length !== shape.length) {
      throw new Unreadable(`${source.name}: ${repr(key)} has a shape of ${shape.length} numbers and ${strides.length} strides`);
    }
    const last = shape.reduce((sum, length, at) => plus(sum, times(plus(length, -1), strides[at] ?? 0)), start);
    if (!shape.includes(0) && last >= storage.numbers) {
      throw new Unreadable(`${source.name}: ${repr(key)} reaches beyond its storage; the file is damaged, or made to harm`);
    }
    const place = /** @type {Place} */ (places.get(storage.key));
    tensors.set(key, { name: key, shape, dtype: storage.dtype, place, storage: `${source.path}:${storage.key}`, start, strides });
  }
  return tensors;
}
