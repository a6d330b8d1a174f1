// pydoc-bert in the reader's browser: its encoder, and both of its heads step by step. Nothing is fetched before `load`.
//
//   const model = await load(new URL("artifacts/live/", site), (received, total) => …);
//   const { ids, types, tokens } = model.tokenizer.pair("returns a [MASK] object");
//   const hidden = model.encode(ids, types);              // layers + 1 times (tokens × 128), the embeddings first
//   const steps = model.head(row(hidden.at(-1), 3));      // encoder, dense, gelu, layernorm, decoder, bias, softmax
//   best(steps.at(-1).scores, 5).map((id) => model.vocab[id]);
//   model.nextSentence(hidden.at(-1)).probabilities;      // [the second follows, it does not]
//
// Why no library: ONNX Runtime Web (1.30) does the same in a third of the time, 4 ms for 32 tokens to our 10, but a
// reader who waits for the first answer would fetch 3.7 MB of WebAssembly, compressed, where these scripts are 0.01 MB.
// A graph also has its steps as they are: for a step that is off, or a fresh decoder, it would need inputs of its own.
import { Tokenizer } from "./tokenizer.js";

const FILE = "pydoc_bert.safetensors";
const SEED = 20181011; // of the fresh decoder; the number is the day on which BERT's paper appeared

/**
 * @typedef {{hidden_size: number, num_hidden_layers: number, num_attention_heads: number, intermediate_size: number,
 *   vocab_size: number, max_position_embeddings: number, initializer_range: number, layer_norm_eps: number,
 *   pad_token_id: number}} Config
 * @typedef {{shape: number[], values: Float32Array}} Tensor
 * @typedef {"trained" | "zero"} PadRow
 * @typedef {{pads?: number, mask?: boolean, padRow?: PadRow}} EncodeOptions
 * @typedef {{dense?: boolean, gelu?: boolean, layerNorm?: boolean, beta?: boolean, bias?: boolean,
 *   decoder?: "tied" | "fresh", padRow?: PadRow}} HeadOptions
 * @typedef {"encoder" | "dense" | "gelu" | "layernorm" | "decoder" | "bias" | "softmax"} StepName
 * @typedef {{name: StepName, off: boolean, vector?: Float32Array, scores: Float32Array}} Step
 */

/** @typedef {(received: number, total: number) => void} Progress in bytes; the total is 0 until it is known */

/** Fetches weights, vocabulary and configuration, which are one file.
 * @param {string | URL} base where the file is, with a slash at its end @param {Progress} [progress] */
export async function load(base, progress = () => {}) {
  const response = await fetch(new URL(FILE, new URL(base, globalThis.location?.href)));
  if (!response.ok || !response.body) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return new Model(...parse(await received(response.body.getReader(), progress)));
}

/** @param {ReadableStreamDefaultReader<Uint8Array>} reader @param {Progress} progress */
async function received(reader, progress) {
  let bytes = new Uint8Array(1 << 16);
  let length = 0;
  let total = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const needed = length + part.value.length;
    if (needed > bytes.length) {
      const more = new Uint8Array(Math.max(needed, total, 2 * bytes.length));
      more.set(bytes);
      bytes = more;
    }
    bytes.set(part.value, length);
    length = needed;
    total ||= sizeOf(bytes.subarray(0, length));
    progress(length, total);
  }
  if (length !== total) throw new Error(`the file of weights has ${length} bytes, not ${total}`);
  return bytes.slice(0, length);
}

const METADATA = "__metadata__";

/** The size of the whole file by its first bytes, or 0 if they are too few. A server's Content-Length would be that of
 * the compressed file. @param {Uint8Array} bytes */
function sizeOf(bytes) {
  const header = headerOf(bytes);
  if (!header) return 0;
  const ends = Object.entries(header.entries).map(([name, entry]) => (name === METADATA ? 0 : entry.data_offsets[1]));
  return header.end + Math.max(...ends);
}

/** @param {Uint8Array} bytes @returns {{end: number, entries: Record<string, any>} | null} */
function headerOf(bytes) {
  if (bytes.length < 8) return null;
  const end = 8 + Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (bytes.length < end) return null;
  return { end, entries: JSON.parse(new TextDecoder().decode(bytes.subarray(8, end))) };
}

/** @param {Uint8Array} bytes @returns {[Config, string[], Map<string, Tensor>]} */
function parse(bytes) {
  const header = headerOf(bytes);
  if (!header) throw new Error("this is no file of weights");
  const { [METADATA]: about, ...entries } = header.entries;
  const tensors = new Map();
  for (const [name, { shape, data_offsets: ends }] of Object.entries(entries)) {
    const half = new Uint16Array(bytes.slice(header.end + ends[0], header.end + ends[1]).buffer);
    tensors.set(name, { shape, values: fromHalf(half) });
  }
  return [JSON.parse(about.config), about.vocab.split("\n"), tensors];
}

/** Numbers of 16 bits as numbers of 32: sign, five bits of exponent, ten of fraction. @param {Uint16Array} half */
function fromHalf(half) {
  const values = new Float32Array(half.length);
  for (let i = 0; i < half.length; i++) {
    const exponent = (half[i] >> 10) & 31;
    const fraction = half[i] & 1023;
    // Without exponent there is no leading one. Infinity and NaN are in no file of weights.
    const size = exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24;
    values[i] = half[i] >> 15 ? -size : size;
  }
  return values;
}

export class Model {
  /** @param {Config} config @param {string[]} vocab @param {Map<string, Tensor>} tensors */
  constructor(config, vocab, tensors) {
    this.config = config;
    this.vocab = vocab;
    this.tokenizer = new Tokenizer(vocab);
    this.tensors = tensors;
    /** @type {Float32Array | null} */
    this.freshDecoder = null; // drawn when somebody wants it
  }

  /** @param {string} name */
  weight(name) {
    const tensor = this.tensors.get(name);
    if (!tensor) throw new Error(`there is no ${name} in the file`);
    return tensor.values;
  }

  /** The hidden states, embeddings first: each has a row of 128 numbers for each token, then one for each pad.
   * With `mask: false` the tokens attend to the pads.
   * @param {number[]} ids @param {number[]} types @param {EncodeOptions} [options] */
  encode(ids, types, { pads = 0, mask = true, padRow = "trained" } = {}) {
    const rows = ids.length + pads;
    if (rows > this.config.max_position_embeddings) throw new RangeError(`${rows} tokens are too many`);
    const attended = mask ? ids.length : rows;
    const padding = new Array(pads).fill(this.config.pad_token_id);
    const hidden = [this.embed([...ids, ...padding], types, padRow)];
    for (let layer = 0; layer < this.config.num_hidden_layers; layer++) {
      hidden.push(this.layer(hidden[layer], rows, attended, `bert.encoder.layer.${layer}.`));
    }
    return hidden;
  }

  /** @param {number[]} ids @param {number[]} types @param {PadRow} padRow */
  embed(ids, types, padRow) {
    const size = this.config.hidden_size;
    const [words, places, kinds] = ["word", "position", "token_type"].map((kind) => this.weight(`bert.embeddings.${kind}_embeddings.weight`));
    const sums = new Float32Array(ids.length * size);
    ids.forEach((id, place) => {
      const word = id === this.config.pad_token_id && padRow === "zero" ? 0 : 1;
      const kind = (types[place] ?? 0) * size;
      for (let i = 0; i < size; i++) {
        sums[place * size + i] = word * words[id * size + i] + places[place * size + i] + kinds[kind + i];
      }
    });
    return this.norm(sums, "bert.embeddings.LayerNorm");
  }

  /** @param {Float32Array} states @param {number} rows @param {number} attended @param {string} at */
  layer(states, rows, attended, at) {
    const [query, key, value] = ["query", "key", "value"].map((part) => this.linear(states, rows, `${at}attention.self.${part}`));
    const mixed = attention(query, key, value, rows, attended, this.config.num_attention_heads);
    const seen = this.linear(mixed, rows, `${at}attention.output.dense`);
    const between = this.norm(added(seen, states), `${at}attention.output.LayerNorm`);
    const wide = gelu(this.linear(between, rows, `${at}intermediate.dense`));
    return this.norm(added(this.linear(wide, rows, `${at}output.dense`), between), `${at}output.LayerNorm`);
  }

  /** @param {Float32Array} rows @param {number} count @param {string} name */
  linear(rows, count, name) {
    return product(rows, count, this.weight(`${name}.weight`), this.weight(`${name}.bias`));
  }

  /** @param {Float32Array} rows @param {string} name @param {boolean} [beta] */
  norm(rows, name, beta = true) {
    return layerNorm(rows, this.weight(`${name}.weight`), beta ? this.weight(`${name}.bias`) : null, this.config.layer_norm_eps);
  }

  /** What the MLM head makes of one row of the last hidden states, in its order. The scores of a vector are its products
   * with the rows of the decoder's matrix. `padRow: "zero"` is about the tied matrix: a fresh one has no row of zeros.
   * A step that is switched off has `off: true`, and the vector and the scores of the step before it.
   * @param {Float32Array} vector @param {HeadOptions} [options] @returns {Step[]} */
  head(vector, options = {}) {
    const { dense = true, gelu: bend = true, layerNorm: scale = true, beta = true, bias = true } = options;
    const { decoder = "tied", padRow = "trained" } = options;
    const at = "cls.predictions.transform.";
    const afterDense = dense ? this.linear(vector, 1, `${at}dense`) : vector;
    const afterGelu = bend ? gelu(afterDense) : afterDense;
    const afterNorm = scale ? this.norm(afterGelu, `${at}LayerNorm`, beta) : afterGelu;
    const vectors = [vector, afterDense, afterGelu, afterNorm];
    const scores = this.scores(vectors, decoder, padRow);
    const logits = bias ? added(scores[3], this.weight("cls.predictions.bias")) : scores[3];
    const names = /** @type {const} */ (["encoder", "dense", "gelu", "layernorm"]);
    const isOff = [false, !dense, !bend, !scale];
    return [
      ...names.map((name, i) => ({ name, off: isOff[i], vector: vectors[i], scores: scores[i] })),
      { name: "decoder", off: false, scores: scores[3] },
      { name: "bias", off: !bias, scores: logits },
      { name: "softmax", off: false, scores: softmax(logits) },
    ];
  }

  /** All vectors at once: the matrix is large, and is read once. @param {Float32Array[]} vectors
   * @param {"tied" | "fresh"} decoder @param {PadRow} padRow */
  scores(vectors, decoder, padRow) {
    const size = this.config.hidden_size;
    const rows = new Float32Array(vectors.length * size);
    vectors.forEach((vector, i) => rows.set(vector, i * size));
    const matrix = decoder === "fresh" ? this.fresh() : this.weight("bert.embeddings.word_embeddings.weight");
    const all = product(rows, vectors.length, matrix, null);
    return vectors.map((_, i) => {
      const scores = all.subarray(i * this.vocab.length, (i + 1) * this.vocab.length);
      if (padRow === "zero" && decoder === "tied") scores[this.config.pad_token_id] = 0;
      return scores;
    });
  }

  /** A decoder as one begins: drawn from a normal distribution, the same in each browser. */
  fresh() {
    this.freshDecoder ??= normal(this.vocab.length * this.config.hidden_size, this.config.initializer_range, SEED);
    return this.freshDecoder;
  }

  /** What the next-sentence head makes of the last hidden states: of their first row, `[CLS]`'s. @param {Float32Array} hidden */
  nextSentence(hidden) {
    const pooled = this.linear(hidden.subarray(0, this.config.hidden_size), 1, "bert.pooler.dense").map(Math.tanh);
    const scores = this.linear(pooled, 1, "cls.seq_relationship");
    return { scores: [...scores], probabilities: [...softmax(scores)] };
  }
}

/** @param {Float32Array} matrix @param {number} index */
export const row = (matrix, index, size = 128) => matrix.subarray(index * size, (index + 1) * size);

/** @param {Float32Array} scores */
export function softmax(scores) {
  const most = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = Float64Array.from(scores, (score) => Math.exp(score - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return Float32Array.from(powers, (power) => power / sum);
}

/** The ids of the `k` highest scores, the highest first; of equal ones the lower id.
 * @param {Float32Array} scores @param {number} k */
export function best(scores, k) {
  /** @type {number[]} */
  const ids = [];
  for (let id = 0; id < scores.length; id++) {
    if (ids.length === k && scores[id] <= scores[ids[k - 1]]) continue;
    let place = ids.length;
    while (place > 0 && scores[ids[place - 1]] < scores[id]) place--;
    ids.splice(place, 0, id);
    if (ids.length > k) ids.pop();
  }
  return ids;
}

/** The place of an id, 1 for the highest score; of equal ones the lower id comes first.
 * @param {Float32Array} scores @param {number} id */
export function rank(scores, id) {
  return scores.reduce((place, score, i) => place + Number(score > scores[id] || (score === scores[id] && i < id)), 1);
}

/** rows · matrixᵀ + bias, as `torch.nn.functional.linear`. Two rows by four columns at a time: what is loaded is used
 * several times, and eight sums grow side by side. Sums are of 64 bits, as all arithmetic of JavaScript.
 * @param {Float32Array} rows @param {number} count @param {Float32Array} matrix @param {Float32Array | null} bias */
function product(rows, count, matrix, bias) {
  const size = rows.length / count;
  const columns = matrix.length / size;
  const out = new Float32Array(count * columns);
  for (let i = 0; i < count; i += 2) {
    const x0 = i * size;
    const x1 = i + 1 < count ? x0 + size : x0; // the last row of an odd number twice
    for (let j = 0; j < columns; j += 4) {
      const w0 = j * size;
      const few = columns - j < 4; // the two scores of the next-sentence head
      const w1 = w0 + size;
      const w2 = few ? w0 : w1 + size;
      const w3 = few ? w1 : w2 + size;
      let a0 = 0, a1 = 0, a2 = 0, a3 = 0, b0 = 0, b1 = 0, b2 = 0, b3 = 0;
      for (let k = 0; k < size; k++) {
        const x = rows[x0 + k], y = rows[x1 + k];
        const p = matrix[w0 + k], q = matrix[w1 + k], r = matrix[w2 + k], s = matrix[w3 + k];
        a0 += x * p; a1 += x * q; a2 += x * r; a3 += x * s;
        b0 += y * p; b1 += y * q; b2 += y * r; b3 += y * s;
      }
      put(out, i * columns + j, columns - j, a0, a1, a2, a3);
      if (x1 !== x0) put(out, (i + 1) * columns + j, columns - j, b0, b1, b2, b3);
    }
  }
  if (bias) for (let i = 0; i < out.length; i++) out[i] += bias[i % columns];
  return out;
}

/** @param {Float32Array} out @param {number} at @param {number} free @param {number} a @param {number} b
 * @param {number} c @param {number} d */
function put(out, at, free, a, b, c, d) {
  out[at] = a;
  out[at + 1] = b;
  if (free < 4) return;
  out[at + 2] = c;
  out[at + 3] = d;
}

/** @param {Float32Array} query @param {Float32Array} key @param {Float32Array} value @param {number} rows
 * @param {number} attended the keys that are not masked: the first so many @param {number} heads */
function attention(query, key, value, rows, attended, heads) {
  const size = query.length / rows;
  const width = size / heads;
  const out = new Float32Array(query.length);
  const weights = new Float32Array(attended);
  for (let start = 0; start < size; start += width) {
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < attended; j++) {
        let sum = 0;
        for (let k = start; k < start + width; k++) sum += query[i * size + k] * key[j * size + k];
        weights[j] = sum / Math.sqrt(width);
      }
      const shares = softmax(weights);
      for (let j = 0; j < attended; j++) {
        for (let k = start; k < start + width; k++) out[i * size + k] += shares[j] * value[j * size + k];
      }
    }
  }
  return out;
}

/** @param {Float32Array} a @param {Float32Array} b */
const added = (a, b) => a.map((value, i) => value + b[i]);

/** Each row with mean 0 and variance 1, times gamma, plus beta. @param {Float32Array} rows @param {Float32Array} gamma
 * @param {Float32Array | null} beta @param {number} eps */
function layerNorm(rows, gamma, beta, eps) {
  const size = gamma.length;
  const out = new Float32Array(rows.length);
  for (let start = 0; start < rows.length; start += size) {
    const values = rows.subarray(start, start + size);
    const mean = values.reduce((sum, value) => sum + value, 0) / size;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / size;
    const scale = 1 / Math.sqrt(variance + eps);
    for (let i = 0; i < size; i++) out[start + i] = (values[i] - mean) * scale * gamma[i] + (beta ? beta[i] : 0);
  }
  return out;
}

/** @param {Float32Array} values */
const gelu = (values) => values.map((x) => 0.5 * x * (1 + erf(x * Math.SQRT1_2)));

const ERF_END = 6; // from here on erf is 1 in double precision
const ERF_STEPS = 64; // a unit; a cubic between two points is then within 1e-9
const ERF = Float64Array.from({ length: ERF_END * ERF_STEPS + 2 }, (_, i) => erfSeries(i / ERF_STEPS));
const SLOPE = ERF.map((_, i) => erfSlope(i / ERF_STEPS) / ERF_STEPS);

/** The series of which all terms are positive, so that no digits cancel. @param {number} x */
function erfSeries(x) {
  let term = x;
  let sum = x;
  for (let n = 1; term > 1e-17 * sum; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return erfSlope(x) * sum;
}

/** @param {number} x */
function erfSlope(x) {
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x);
}

/** JavaScript has no erf: a cubic between points of a table, by value and slope at both ends. @param {number} x */
function erf(x) {
  const size = Math.abs(x);
  if (!(size < ERF_END)) return Number.isNaN(x) ? x : Math.sign(x);
  const i = Math.floor(size * ERF_STEPS);
  const t = size * ERF_STEPS - i;
  const rise = ERF[i + 1] - ERF[i];
  const bend = (1 - t) * (SLOPE[i] - rise) + t * (rise - SLOPE[i + 1]);
  const value = ERF[i] + t * rise + t * (1 - t) * bend;
  return x < 0 ? -value : value;
}

/** Numbers from a normal distribution: Box and Muller's pairs from mulberry32. @param {number} count
 * @param {number} deviation @param {number} seed */
function normal(count, deviation, seed) {
  const uniform = mulberry32(seed);
  const values = new Float32Array(count);
  for (let i = 0; i < count; i += 2) {
    const radius = deviation * Math.sqrt(-2 * Math.log(1 - uniform())); // never the logarithm of 0
    const angle = 2 * Math.PI * uniform();
    values[i] = radius * Math.cos(angle);
    values[i + 1] = radius * Math.sin(angle);
  }
  return values;
}

/** Tommy Ettinger's generator of 32 bits: JavaScript has none with a seed. @param {number} seed */
function mulberry32(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
