// Numbers of a tensor, by offset: a few rows, and never a whole matrix.

import { FLOATS, Unreadable, isContiguous, itemBytes, numbersOf, sameBytes } from "./data.js";
import { whole, plus, times } from "./whole.js";

/** @typedef {import("./types.js").Tensor} Tensor */
/** @typedef {import("./types.js").Whole} Whole */
/** @typedef {ArrayLike<number> & Iterable<number>} Numbers */

const SLICE = 2 ** 18; // bytes that are compared at once
export const WHOLE = 2 ** 16; // numbers of a tensor that is compared whole in any case
export const SAMPLED_ROWS = 64;
const NOT_THERE = "the file that holds the numbers is not there";
const NO_FLOATS = "the numbers are of a type that is not read, or do not lie row by row";

/**
 * Whether the numbers' file is there, and they are floats that lie in order.
 * @param {Tensor} tensor
 */
export function readable(tensor) {
  return tensor.place !== null && FLOATS.includes(tensor.dtype) && isContiguous(tensor);
}

/**
 * Why values are not looked at.
 * @param {Tensor[]} tensors
 */
export function whyNot(...tensors) {
  return tensors.some((one) => !one.place) ? NOT_THERE : NO_FLOATS;
}

/**
 * The bytes of so many numbers, from number `first` on.
 * @param {Tensor} tensor
 * @param {Whole} first
 * @param {Whole} numbers
 */
export async function readBytes(tensor, first, numbers) {
  const { place } = tensor;
  if (!place) throw new Unreadable(`${tensor.name}: its numbers are not there`);
  const item = itemBytes(tensor.dtype);
  return place.file.read(plus(place.offset, times(plus(tensor.start, first), item)), times(numbers, item));
}

/**
 * The numbers that the bytes spell, the lowest byte first, as every processor that browsers run on has them.
 * @param {Uint8Array} data
 * @param {string} dtype
 * @returns {Numbers}
 */
export function numbersIn(data, dtype) {
  const { buffer } = new Uint8Array(data); // a copy of its own, at whose start a number of any size may lie
  if (dtype === "float64") return new Float64Array(buffer);
  if (dtype === "float32") return new Float32Array(buffer);
  const decode = dtype === "bfloat16" ? brainNumber : halfNumber;
  const bits = new Uint16Array(buffer);
  const found = new Float64Array(bits.length);
  for (let at = 0; at < bits.length; at += 1) found[at] = decode(bits[at] ?? 0);
  return found;
}

const PAIR = new DataView(new ArrayBuffer(4));

/**
 * The upper half of a float32.
 * @param {number} bits
 */
function brainNumber(bits) {
  PAIR.setUint16(0, bits);
  return PAIR.getFloat32(0);
}

/** @param {number} bits */
function halfNumber(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24);
}

/**
 * One row of a matrix.
 * @param {Tensor} tensor
 * @param {Whole} index
 */
export async function rowAt(tensor, index) {
  const width = divided(numbersOf(tensor), tensor.shape[0] ?? 1);
  return numbersIn(await readBytes(tensor, times(index, width), width), tensor.dtype);
}

/** @param {Whole} one @param {Whole} other */
function divided(one, other) {
  return whole(BigInt(one) / BigInt(other));
}

/**
 * The Euclidean length.
 * @param {Numbers} values
 */
export function norm(values) {
  return Number.isFinite(sumOf(values)) ? Math.sqrt(exactSum(Array.from(values, (one) => one * one))) : Number.NaN;
}

/**
 * How far two rows point the same way; 0 for a row of zeros.
 * @param {Numbers} one
 * @param {Numbers} other
 */
export function cosine(one, other) {
  const [mine, its] = [one, other].map((values) => Math.sqrt(exactSum(Array.from(values, (x) => x * x))));
  const lengths = (mine ?? 0) * (its ?? 0);
  return lengths ? exactSum(Array.from(one, (x, at) => x * (other[at] ?? 0))) / lengths : 0;
}

/**
 * Added one after another, as Python's sum did before 3.12.
 * @param {Iterable<number>} values
 */
export function sumOf(values) {
  let found = 0;
  for (const one of values) found += one;
  return found;
}

/**
 * The sum rounded once, as Python's math.fsum: Shewchuk's partial sums, which do not overlap.
 * @param {number[]} values
 */
export function exactSum(values) {
  /** @type {number[]} */
  const partials = [];
  for (const value of values) {
    let [one, kept] = [value, 0];
    for (let at = 0; at < partials.length; at += 1) {
      let other = partials[at] ?? 0;
      if (Math.abs(one) < Math.abs(other)) [one, other] = [other, one];
      const high = one + other;
      const low = other - (high - one);
      if (low) partials[kept++] = low;
      one = high;
    }
    partials.length = kept;
    partials.push(one);
  }
  return roundedSum(partials);
}

/** @param {number[]} partials */
function roundedSum(partials) {
  let at = partials.length - 1;
  let high = partials[at] ?? 0;
  let low = 0;
  while (at > 0) {
    const [one, other] = [high, partials[--at] ?? 0];
    high = one + other;
    low = other - (high - one);
    if (low) break;
  }
  const next = at > 0 ? partials[at - 1] ?? 0 : 0;
  // Half-way, and what is left says which way: without it the last bit could be wrong.
  if ((low < 0 && next < 0) || (low > 0 && next > 0)) {
    const twice = low * 2;
    const sum = high + twice;
    if (twice === sum - high) return sum;
  }
  return high;
}

/**
 * At most so many indices, from the first to the last, evenly.
 * @param {Whole} count
 * @param {number} [most]
 * @returns {Whole[]}
 */
export function spread(count, most = SAMPLED_ROWS) {
  if (count <= most) return Array.from({ length: Number(count) }, (_, index) => index);
  const last = plus(count, -1);
  return [...new Set(Array.from({ length: most }, (_, index) => divided(times(index, last), most - 1)))];
}

/**
 * Whether two tensors of one shape and type have the same bytes: in sampled rows, or in all of them if they are small.
 * @param {Tensor} one
 * @param {Tensor} other
 */
export async function equal(one, other) {
  if (sameBytes(one, other)) return true;
  const [rows = 0] = one.shape;
  const numbers = numbersOf(one);
  if (numbers <= WHOLE) return equalStretches(one, other, stretchesOf(Number(numbers), SLICE / itemBytes(one.dtype)));
  const share = rows ? divided(numbers, rows) : 1;
  const width = share > 1 ? share : 1;
  return equalStretches(one, other, spread(rows).map((index) => ({ first: times(index, width), count: width })));
}

/** @param {number} numbers @param {number} step */
function stretchesOf(numbers, step) {
  return Array.from({ length: Math.ceil(numbers / step) }, (_, at) => ({ first: at * step, count: Math.min(step, numbers - at * step) }));
}

/** @param {Tensor} one @param {Tensor} other @param {{ first: Whole, count: Whole }[]} stretches */
async function equalStretches(one, other, stretches) {
  for (const { first, count } of stretches) {
    const [mine, its] = [await readBytes(one, first, count), await readBytes(other, first, count)];
    for (let at = 0; at < mine.length; at += 1) if (mine[at] !== its[at]) return false;
  }
  return true;
}
