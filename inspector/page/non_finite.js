// NaN and infinities in a tensor, counted among a few numbers.

import { itemBytes, numbersOf } from "./data.js";
import { numbersIn, readBytes, spread, sumOf } from "./values.js";
import { plus, times, whole } from "./whole.js";

/** @typedef {import("./types.js").Whole} Whole */

const TALL = 8192; // rows from which a matrix is looked at row by row
const AT_ONCE = 2 ** 20; // bytes
const WIDEST = 2 ** 16; // numbers in a row that is looked at whole
const MOST_EMBEDDINGS = 1000; // tensors among which embeddings are looked at row by row
const SAMPLED_NUMBERS = 512; // of a tensor, at its start and in its middle

/**
 * Among a few numbers at the start and in the middle, how many are none or infinite.
 * @param {import("./types.js").Tensor} tensor
 * @param {number} among how many tensors
 */
export async function countNonFinite(tensor, among) {
  const numbers = numbersOf(tensor);
  const count = numbers < SAMPLED_NUMBERS ? numbers : SAMPLED_NUMBERS;
  /** @type {Map<string, [Whole, Whole]>} */
  const stretches = new Map();
  const middle = whole(BigInt(plus(numbers, -BigInt(count))) / 2n);
  for (const first of [0, middle]) stretches.set(`${first} ${count}`, [first, count]);
  const [rows = 0, width = 0] = tensor.shape;
  if (tensor.shape.length === 2 && rows >= TALL && width <= WIDEST && among <= MOST_EMBEDDINGS) {
    // An embedding, whose rows live apart.
    for (const index of spread(rows)) stretches.set(`${times(index, width)} ${width}`, [times(index, width), width]);
  }
  const seen = { lookedAt: /** @type {Whole} */ (0), bad: 0 };
  for (const group of grouped([...stretches.values()], itemBytes(tensor.dtype))) {
    const read = await Promise.all(group.map(([from, length]) => readBytes(tensor, from, length)));
    for (const data of read) {
      const values = numbersIn(data, tensor.dtype);
      seen.lookedAt = plus(seen.lookedAt, values.length);
      if (!Number.isFinite(sumOf(values))) seen.bad += Array.from(values).filter((one) => !Number.isFinite(one)).length;
    }
  }
  return seen;
}

/**
 * Stretches that are read at the same time, which is quicker than one after another; few bytes in all.
 * @param {[Whole, Whole][]} stretches
 * @param {number} item
 */
function grouped(stretches, item) {
  /** @type {[Whole, Whole][][]} */
  const groups = [];
  let bytes = AT_ONCE;
  for (const one of stretches) {
    bytes += Number(one[1]) * item;
    if (bytes > AT_ONCE) {
      groups.push([]);
      bytes = Number(one[1]) * item;
    }
    groups.at(-1)?.push(one);
  }
  return groups;
}
