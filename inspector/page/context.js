// What every check is given: the file's contents, the configuration, and both laid side by side.

import { Configuration, isInteger } from "./configuration.js";
import { numbersOf, sameBytes } from "./data.js";
import { LABELS, headAlias } from "./families.js";
import { FileContents, mostFrequent } from "./file_contents.js";
import { Float, thousands } from "./python_text.js";
import { SAMPLED_ROWS, WHOLE, equal } from "./values.js";

/** @typedef {import("./types.js").Tensor} Tensor */
/** @typedef {import("./types.js").Whole} Whole */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Named} Named */

const MOST_LAYERS = 10_000;
const GROUPS = "num_hidden_groups"; // of ALBERT: layers that share their parameters

/** What is examined. */
export class CheckContext {
  /** @param {FileContents} file @param {Configuration} config @param {import("./messages.js").Messages} messages */
  constructor(file, config, messages) {
    this.file = file;
    this.config = config;
    this.messages = messages;
    this.header = file.header;
    /** @type {Map<Tensor, Map<Tensor, boolean>>} */
    this.compared = new Map();
    /** How the names of the family's classes begin; "" where no family fits. */
    this.classPrefix = file.family ? config.classPrefix(file.family) : "";
    /** Whether the output matrix is tied to the word embedding. */
    this.tied = config.ties(file.family);
    /** What the configuration's class has after the family's name: `ForMaskedLM`; null if it is no such class. */
    this.ending = file.family?.endings.find((one) => this.classPrefix + one === config.className) ?? null;
    /** Whether the weights are no plain numbers. */
    this.quantised = config.content.get("quantization_config") instanceof Map || file.hasWholeNumbers;
    /** What must be said for some name of the file. */
    this.conditions = new Set([...file.named.values()].map((one) => JSON.stringify(one.row.only_if)));
    this.misfits = this.misfitsOf();
  }

  /**
   * Whether two tensors are equal. Two names are read once, however many checks compare them.
   * @param {Tensor} one
   * @param {Tensor} other
   */
  async equal(one, other) {
    const compared = this.compared.get(one) ?? new Map();
    this.compared.set(one, compared);
    if (!compared.has(other)) compared.set(other, await equal(one, other));
    return compared.get(other);
  }

  /**
   * How closely two tensors were compared.
   * @param {Tensor} one
   * @param {Tensor} other
   */
  looked(one, other) {
    if (sameBytes(one, other)) return "the same bytes";
    if (numbersOf(one) <= WHOLE) return "every byte";
    const [rows = 0] = one.shape;
    const kind = one.shape.length > 1 ? "rows" : "numbers";
    return `${rows < SAMPLED_ROWS ? rows : SAMPLED_ROWS} of ${thousands(rows)} ${kind} compared; --full compares all`;
  }

  /**
   * Whether a class has an output matrix that is another name of the word embedding.
   * @param {string} name
   */
  hasHead(name) {
    const alias = headAlias(this.file.family, "weight");
    const ending = name.startsWith(this.classPrefix) ? name.slice(this.classPrefix.length) : name;
    return Boolean(alias?.classes.includes(ending));
  }

  /**
   * How many layers the file has; of ALBERT, how many groups, and how many layers share them.
   * @param {string} between
   * @param {string} one
   * @param {string} more
   */
  layersInWords(between, one, more) {
    const words = [...this.file.layers].map(([name, held]) => {
      if (name !== GROUPS) return `${held}${held === 1 ? one : more}`;
      const shared = this.config.number("num_hidden_layers");
      return `${held} group${held === 1 ? "" : "s"}${shared ? ` (shared by ${shared} layers)` : ""}`;
    });
    return words.join(between);
  }

  /**
   * A finding in the words of messages.yml.
   * @param {string} name
   * @param {Record<string, unknown>} [values]
   */
  say(name, values) {
    return this.messages.finding(name, values);
  }

  /**
   * Whether the classes have the row, by the configuration. Without one, of the encoder the file decides.
   * @param {Row} row
   */
  wanted(row) {
    if (!row.only_if.length) return true;
    if (!this.config.isThere && row.part === "encoder") return this.conditions.has(JSON.stringify(row.only_if));
    return row.only_if.every(([field, condition, asked]) => this.holds(field, condition, asked));
  }

  /** @param {string} field @param {string} condition @param {unknown} asked */
  holds(field, condition, asked) {
    if (condition === "differs from") return this.expected(field) !== this.expected(String(asked));
    const said = this.config.content.get(field) ?? this.byDefault(field);
    if (condition === "has" || condition === "has not") return holdsOne(said, asked) === (condition === "has");
    return isSame(said, asked) === (condition === "is");
  }

  /**
   * @param {string} field
   * @returns {unknown}
   */
  byDefault(field) {
    const defaults = this.file.family?.defaults ?? {};
    return Object.hasOwn(defaults, field) ? defaults[field] : null;
  }

  /**
   * A field's size: what the configuration says, or else most of the shapes.
   * @param {string} field
   * @returns {Whole | null}
   */
  expected(field) {
    if (field === LABELS) return this.config.labels;
    const held = this.file.sizes.get(field);
    const byDefault = this.byDefault(field);
    const said = this.config.number(field);
    if (said === null && this.config.isThere && byDefault !== null) {
      if (isInteger(byDefault)) return byDefault;
      return typeof byDefault === "string" ? this.expected(byDefault) : null;
    }
    return said ?? (held?.size ? mostFrequent(held) : null);
  }

  /** Fields of sizes and layers that config.json does not say, for which a class takes its own. */
  get unsaid() {
    const read = this.header.config_name === "config.json";
    const fields = new Set([...this.file.sizes.keys(), ...this.file.layers.keys()].filter((field) => field !== LABELS));
    return [...fields].filter((one) => !read || (this.config.number(one) === null && this.byDefault(one) === null));
  }

  /** Keys whose shape is not what the configuration, or most of the file, asks for. */
  misfitsOf() {
    const found = new Set();
    for (const [field, sizes] of this.file.sizes) {
      const expected = this.expected(field);
      for (const [size, names] of sizes) if (expected !== null && expected !== size) for (const one of names) found.add(one);
    }
    const keys = [...this.file.named].filter(([, one]) => found.has(one.name) || this.isOfAnotherForm(one));
    return new Set(keys.map(([key]) => key));
  }

  /**
   * Whether a tensor has too many dimensions or too few, or a head is not as wide as every such head is.
   * @param {Named} one
   */
  isOfAnotherForm(one) {
    const { shape, dtype } = this.file.tensorOf(one);
    const { row } = one;
    if (row.kind === "buffer" || dtype.includes("int")) return false;
    if (shape.length !== row.shape.length) return true;
    return row.part !== "encoder" && row.shape.some((words, at) => /^\d+$/.test(words) && Number(words) !== shape[at]);
  }

  /**
   * How many layers of a row there should be.
   * @param {Row} row
   */
  layerCount(row) {
    if (/^\d+$/.test(row.layers)) return Number(row.layers);
    const said = this.config.number(row.layers);
    const held = this.file.layers.get(row.layers) ?? 0;
    return said !== null && said >= 0 && said <= MOST_LAYERS ? Number(said) : Math.min(held, MOST_LAYERS);
  }

  /**
   * The keys of a row, with the layers' numbers.
   * @param {Row} row
   */
  keys(row) {
    if (!row.layers) return [row.key];
    return Array.from({ length: this.layerCount(row) }, (_, index) => row.key.replace(".N.", `.${index}.`));
  }
}

/** @param {unknown} said @param {unknown} asked */
function holdsOne(said, asked) {
  if (typeof said === "string") return said.includes(String(asked));
  return Array.isArray(said) && said.some((one) => isSame(one, asked));
}

/**
 * Python's ==, to which True is 1 and 1.0 as well.
 * @param {unknown} one
 * @param {unknown} other
 */
function isSame(one, other) {
  const [mine, its] = [one, other].map((value) => (value instanceof Float ? value.value : typeof value === "boolean" ? Number(value) : value));
  return mine === its;
}

/**
 * Looks a header's names up.
 * @param {import("./types.js").Header} header
 * @param {import("./messages.js").Messages} messages
 * @param {import("./types.js").Family[]} families
 */
export function makeContext(header, messages, families) {
  const config = new Configuration(header.config, messages);
  return new CheckContext(new FileContents(header, messages, families, config.namesOf), config, messages);
}
