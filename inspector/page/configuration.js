// What a `config.json` says, and what transformers takes where it says nothing.

/** @typedef {import("./types.js").Family} Family */
/** @typedef {import("./types.js").Whole} Whole */

/** A configuration as it was read; `content` is empty where there is none. */
export class Configuration {
  /** @param {Map<string, unknown> | null} content @param {import("./messages.js").Messages} messages */
  constructor(content, messages) {
    this.content = content ?? new Map();
    this.isThere = content !== null;
    const type = this.content.get("model_type");
    /** The family that it names, "" if none. */
    this.modelType = typeof type === "string" ? type : "";
    const same = Object.hasOwn(messages.sameNames, this.modelType) ? messages.sameNames[this.modelType] : undefined;
    this.sameType = same?.[0] ?? "";
    this.sameName = same?.[1] ?? "";
    /** The family whose parameter names that family's files have: XLM-RoBERTa's are RoBERTa's. */
    this.namesOf = same ? this.sameType : this.modelType;
    const named = this.content.get("architectures");
    /** The class that it names, "" if none. */
    this.className = Array.isArray(named) && typeof named[0] === "string" ? named[0] : "";
  }

  /**
   * A field's whole number; null where it says none, or a negative one: that stands for none.
   * @param {string} field
   * @returns {Whole | null}
   */
  number(field) {
    const value = this.content.get(field);
    return isInteger(value) && value >= 0 ? value : null;
  }

  /**
   * How the classes of a family begin, in the spelling of the family that is named: `Camembert`, say.
   * @param {Family} family
   */
  classPrefix(family) {
    return this.sameType === family.type ? this.sameName : family.name;
  }

  /**
   * Whether the output matrix is tied: as it says, or else as the family's classes do.
   * @param {Family | null} family
   */
  ties(family) {
    const value = this.content.get("tie_word_embeddings");
    return typeof value === "boolean" ? value : Boolean(family?.tied);
  }

  /** Who says whether it is tied, in words that begin a sentence's part. */
  get whoTies() {
    const explicit = typeof this.content.get("tie_word_embeddings") === "boolean";
    return explicit ? "the configuration says that" : "where no configuration says otherwise,";
  }

  /**
   * How many outputs it gives a task layer, as transformers counts them; null without a configuration.
   * @returns {Whole | null}
   */
  get labels() {
    const names = this.content.get("id2label");
    const count = this.content.get("num_labels");
    if (!this.isThere) return null;
    if (names instanceof Map) return names.size;
    return isInteger(count) ? count : 2;
  }

  /** The type of number that it names. */
  get dtype() {
    const value = this.content.has("dtype") ? this.content.get("dtype") : this.content.get("torch_dtype");
    return typeof value === "string" ? value : null;
  }
}

/**
 * Whether a value is what Python calls an int.
 * @param {unknown} value
 * @returns {value is Whole}
 */
export function isInteger(value) {
  return typeof value === "number" || typeof value === "bigint";
}
