// What a parameter's name means: whose it is, which role it has, and how it would be spelled in full.

/** @import { Known, Meaning, Rules } from "./types.js" */

// Classes of the library that begin as a family's do, and are none of its.
const OF_NO_FAMILY = /^(?:BertGeneration|BertJapanese|RobertaPreLayerNorm|ModernBertDecoder|T5Gemma|ViT(?:Hybrid|MAE|MSN|Det|Matte|Pose))/;

/** The names that the build found in the library's classes. */
export class Names {
  /** @param {Rules} rules */
  constructor(rules) {
    /** @type {Map<string, Map<string, Known>>} by family and full name, numbered layers as one */
    this.families = new Map(rules.families.map(({ name }) => [name, new Map()]));
    for (const cells of rules.keys.rows) {
      const row = /** @type {Known} */ (/** @type {unknown} */ (Object.fromEntries(rules.keys.columns.map((column, at) => [column, cells[at] ?? ""]))));
      const family = this.families.get(row.family);
      family?.set(row.key, row);
      // Where a report has put all numbers together, of several names the first is meant.
      if (!family?.has(collapsed(row.key))) family?.set(collapsed(row.key), row);
    }
    /** The base model's attribute, by family: Bert → bert. */
    this.bases = new Map(rules.families.map(({ name, prefix }) => [name, prefix.replace(/\.$/, "")]));
    const named = [...rules.families.map(({ name, classes }) => ({ name, as: name, classes })), ...rules.same_names];
    /** The family of each class that the build found. */
    this.classes = new Map(named.flatMap(({ name, as, classes }) => classes.map((ending) => [name + ending, as])));
    /** How a family's classes begin, the longest first. */
    this.stems = named.map(({ name, as }) => ({ stem: name, family: as })).sort((one, other) => other.stem.length - one.stem.length);
    this.patterns = rules.patterns.map(({ match, role }) => ({ match: new RegExp(match), role }));
    this.spelling = rules.spelling;
    this.retired = rules.retired;
  }

  /**
   * The family of a class, "" if the message names none, null if it is none of those that the build found.
   * @param {string} className
   */
  familyOf(className) {
    if (!className || /^(?:TF|Flax)?Auto|^(?:PreTrainedModel|Model)$/.test(className)) return "";
    return this.classes.get(className.replace(/^(?:TF|Flax)/, "")) ?? null;
  }

  /** The family that somebody's own class seems to be made from, by its name; "" if none. @param {string} className */
  stemOf(className) {
    if (OF_NO_FAMILY.test(className)) return "";
    return this.stems.find(({ stem }) => className.startsWith(stem) && !/^v\d/.test(className.slice(stem.length)))?.family ?? "";
  }

  /** Whether a family's own word is among the modules of a name: `bert`, and not `model`. @param {string} key */
  isOwned(key) {
    return key.split(".").slice(0, -1).some((part) => this.ownerOf(part) !== "");
  }

  /** @param {string} family */
  rowsOf(family) {
    return [...(this.families.get(family)?.values() ?? [])];
  }

  /** What a name means in every family; null if no pattern has it. @param {string} key @returns {Known | null} */
  patterned(key) {
    const role = this.patterns.find(({ match }) => match.test(key))?.role;
    return role ? { key, family: "", role, module: "", shape: "", alias_of: "" } : null;
  }

  /**
   * The family that most of these names belong to, where the class does not say it; "" if none has any.
   * @param {string[]} keys
   */
  likeliest(keys) {
    const step = Math.ceil(keys.length / 100);
    const sample = keys.filter((_, at) => at % step === 0);
    for (let cut = 0; cut < 4; cut += 1) {
      let [best, most] = ["", 0];
      const shortened = sample.map((key) => key.split(".").slice(cut).join("."));
      for (const [family, base] of this.bases) {
        let hits = 0;
        for (const key of shortened) {
          if (key && this.meaning(key, family)) hits += isOwn(base, family) && key.split(".").includes(base) ? 3 : 1;
        }
        if (hits > most) [best, most] = [family, hits];
      }
      if (best) return best;
    }
    return "";
  }

  /** The family whose base model has this prefix. @param {string} prefix */
  ownerOf(prefix) {
    const first = prefix.split(".")[0];
    return [...this.bases].find(([family, base]) => base === first && isOwn(base, family))?.[0] ?? "";
  }

  /** Whether a name is below the heads, by what it says itself. @param {string} key */
  isInside(key) {
    const bases = [...this.bases.values()];
    return key.split(".").slice(0, -2).some((part) => bases.includes(part)) || /^(?:encoder|embeddings|transformer)\./.test(key);
  }

  /**
   * A key as classes of today spell it: files of 2018 have `gamma` and `beta` in their normalisation layers.
   * @param {string} key
   */
  today(key) {
    const { renamed, renamed_in: inside } = this.spelling;
    const parts = key.split(".");
    const [owner = "", last = ""] = parts.slice(-2);
    if (parts.length < 2 || !Object.hasOwn(renamed, last) || !owner.toLowerCase().includes(inside)) return key;
    return [...parts.slice(0, -1), renamed[last]].join(".");
  }

  /**
   * What a name is in one family, with the base's prefix or without it; null if no class of it has the name.
   * @param {string} key @param {string} family @returns {Meaning | null}
   */
  meaning(key, family) {
    const modern = this.retired[family]?.[key] ?? this.today(key);
    for (const full of [modern, `${this.bases.get(family) ?? ""}.${modern}`]) {
      const known = this.row(full, family);
      if (known) return { known, canonical: full };
    }
    return !key.includes(".") || key.endsWith(".*") ? this.layer(key.replace(/\.\*$/, ""), family) : null;
  }

  /**
   * The row of a family's table that a name in full has: with the first number as N, or with all of them.
   * @param {string} full @param {string} family
   */
  row(full, family) {
    const rows = this.families.get(family);
    return rows?.get(full.replace(/\.\d+(?=\.)/, ".N")) ?? rows?.get(collapsed(full));
  }

  /**
   * What a layer's name means, as TensorFlow lists them and people shorten them: what most of its tensors are.
   * @param {string} layer @param {string} family @returns {Meaning | null}
   */
  layer(layer, family) {
    const inside = this.rowsOf(family).filter(({ key }) => [key, key.replace(`${this.bases.get(family)}.`, "")].some((name) => name.startsWith(`${layer}.`)));
    /** @type {Map<string, Known[]>} */
    const roles = new Map();
    for (const row of inside) roles.set(row.role, [...(roles.get(row.role) ?? []), row]);
    const most = [...roles.values()].sort((one, other) => other.length - one.length)[0]?.[0];
    return most ? { known: { ...most, module: "", shape: "", alias_of: "" }, canonical: layer } : null;
  }

  /**
   * What a name means in a family: as it is, without the base's prefix, or under a foreign one; else in another family.
   * @param {string} key @param {string} family @returns {Meaning}
   */
  understood(key, family) {
    const own = this.meaning(key, family);
    if (own) return own;
    const parts = key.split(".");
    // Another family's own name is no foreign prefix on ours.
    for (const [other, base] of this.bases) {
      const theirs = other !== family && this.row(key, other);
      if (theirs && (parts[0] !== base || isOwn(base, other)) && (parts[0] === base || theirs.role !== "task head")) {
        const alike = parts[0] === base ? this.meaning(parts.slice(1).join("."), family) : null;
        return { known: theirs, canonical: alike ? alike.canonical : key };
      }
    }
    for (let cut = 1; cut <= 16 && parts.length - cut >= 2; cut += 1) {
      const rest = this.meaning(parts.slice(cut).join("."), family);
      if (rest) return rest.known?.role === "encoder" || rest.known?.role === "pooler" || parts.length - cut > 2 ? rest : { known: null, canonical: rest.canonical };
    }
    return { known: null, canonical: this.row(parts.at(-1) ?? "", family)?.key ?? key };
  }
}

/**
 * Whether a base's name is its family's: `bert` is BERT's, `model` could be anyone's.
 * @param {string} base @param {string} family
 */
function isOwn(base, family) {
  return family.toLowerCase().includes(base);
}

/**
 * What kind of head the library's classes of this name have: for a task, from pre-training, or neither is known.
 * @param {string} className
 */
export function headOf(className) {
  if (/For(?:SequenceClassification|TokenClassification|QuestionAnswering|MultipleChoice|ImageClassification)$/.test(className)) return "task";
  return /(?:For(?:MaskedLM|CausalLM|PreTraining|NextSentencePrediction)|LMHeadModel)$/.test(className) ? "pre-training" : "";
}

/** What a class fills a tensor with that the file lacks; "" where that is not known. @param {Known | null} known */
export function valueOf(known) {
  if (!known?.module || known.role === "buffer") return "";
  if (known.key.endsWith("bias")) return "zeros";
  return known.module.endsWith("Norm") ? "ones" : "random";
}

/** Numbers between dots, as one name: also where a report has put layers together already. @param {string} key */
export function collapsed(key) {
  return key.replace(/\.(?:\d+|\*|N|\{[^}]*\})(?=\.)/g, ".N");
}

/** A name without what PEFT puts around it, and whether the tensor is an adapter's own. @param {string} key */
export function unwrapped(key) {
  const plain = key.replace(/^base_model\.model\./, "").replace(/\.(?:base_layer|modules_to_save\.[^.]+)(?=\.)/g, "");
  return { plain, wrapped: plain !== key, adapter: /\.lora_[A-Za-z_]+(?:\.|$)|\.original_module\./.test(key) };
}

/**
 * What precedes a name of the base model, other than the base's own prefix; "" if nothing does.
 * @param {string} key spelled as today
 * @param {string} canonical the same in full
 * @param {string} base
 */
export function foreignPrefix(key, canonical, base) {
  const tail = canonical.startsWith(`${base}.`) ? canonical.slice(base.length + 1) : canonical;
  if (!key.endsWith(`.${tail}`)) return "";
  const before = key.slice(0, -tail.length);
  return before === `${base}.` ? "" : before;
}

/**
 * The prefix that most names of one side have before a name of the other, and those pairs; at least two, and half of a side.
 * @param {string[]} longer @param {Set<string>} shorter
 */
export function prefixed(longer, shorter) {
  /** @type {Map<string, Map<string, string>>} */
  const found = new Map();
  for (const key of longer) {
    for (let place = key.indexOf("."), depth = 0; place > 0 && depth < 16; place = key.indexOf(".", place + 1), depth += 1) {
      const rest = key.slice(place + 1);
      if (!shorter.has(rest)) continue;
      const prefix = key.slice(0, place + 1);
      found.set(prefix, (found.get(prefix) ?? new Map()).set(key, rest));
    }
  }
  const best = [...found.values()].sort((one, other) => other.size - one.size)[0] ?? new Map();
  return best.size >= 2 && 2 * best.size >= Math.min(longer.length, shorter.size) ? best : new Map();
}

/**
 * Where two names of one tensor differ: what the file's begins with, and the class's. Both are spelled as today.
 * @param {string} inFile @param {string} inClass @returns {[string, string]}
 */
export function prefixes(inFile, inClass) {
  const [file, own] = [inFile.split("."), inClass.split(".")];
  while (file.length && own.length && file.at(-1) === own.at(-1)) {
    file.pop();
    own.pop();
  }
  return [file.map((part) => `${part}.`).join(""), own.map((part) => `${part}.`).join("")];
}
