// What a name means: whose it is, which role it has, and how it would be spelled in full.

/** @import { Known, Meaning, Rules } from "./types.js" */

/**
 * What the build knows of names: by family and full name, numbered layers as one; and how the families begin.
 * @typedef {object} Catalogue
 * @property {Map<string, Map<string, Known>>} names
 * @property {Map<string, string>} bases the base model's attribute, by family: Bert → bert
 * @property {Map<string, string>} classes the family of each class that the build found
 * @property {[string, string][]} stems how a family's classes begin, the longest first, and the family
 * @property {{ match: RegExp, role: string }[]} patterns names of no family's class that mean the same everywhere
 * @property {Rules["spelling"]} spelling
 * @property {Rules["retired"]} retired
 */

/**
 * The rules' table of names, to look names up in.
 * @param {Rules} rules
 * @returns {Catalogue}
 */
export function catalogue(rules) {
  const names = new Map(rules.families.map(({ name }) => [name, new Map()]));
  for (const row of rules.keys.rows) {
    const known = /** @type {Known} */ (/** @type {unknown} */ (Object.fromEntries(rules.keys.columns.map((column, at) => [column, row[at] ?? ""]))));
    const family = names.get(known.family);
    family?.set(known.key, known);
    // Where a report has put all numbers together, of several names the first is meant.
    if (!family?.has(collapsed(known.key))) family?.set(collapsed(known.key), known);
  }
  const named = [...rules.families.map(({ name, classes }) => ({ name, as: name, classes })), ...rules.same_names];
  return {
    names,
    bases: new Map(rules.families.map(({ name, prefix }) => [name, prefix.replace(/\.$/, "")])),
    classes: new Map(named.flatMap(({ name, as, classes }) => classes.map((ending) => [name + ending, as]))),
    stems: named.map(({ name, as }) => /** @type {[string, string]} */ ([name, as])).sort((one, other) => other[0].length - one[0].length),
    patterns: rules.patterns.map(({ match, role }) => ({ match: new RegExp(match), role })),
    spelling: rules.spelling,
    retired: rules.retired,
  };
}

/**
 * The family of a class, "" if the message names none, null if it is none of those that the build found.
 * @param {string} name
 * @param {Catalogue} known
 * @returns {string | null}
 */
export function familyOf(name, known) {
  if (!name || /^(?:TF|Flax)?Auto|^(?:PreTrainedModel|Model)$/.test(name)) return "";
  return known.classes.get(name.replace(/^(?:TF|Flax)/, "")) ?? null;
}

/**
 * The family that somebody's own class seems to be made from, by its name; "" if none.
 * @param {string} name
 * @param {Catalogue} known
 */
export function stemOf(name, known) {
  return known.stems.find(([stem]) => name.startsWith(stem))?.[1] ?? "";
}

/**
 * What a name means in every family; null if no pattern has it.
 * @param {string} key
 * @param {Catalogue} known
 * @returns {Known | null}
 */
export function patterned(key, known) {
  const role = known.patterns.find(({ match }) => match.test(key))?.role;
  return role ? { key, family: "", role, module: "", shape: "", alias_of: "" } : null;
}

/**
 * The family that most of these names belong to, where the class does not say it.
 * @param {string[]} keys
 * @param {Catalogue} known
 */
export function likeliest(keys, known) {
  const step = Math.ceil(keys.length / 100);
  const some = keys.filter((_, at) => at % step === 0);
  for (let cut = 0; cut < 4; cut += 1) {
    const best = bestOf(some.map((key) => key.split(".").slice(cut).join(".")), known);
    if (best) return best;
  }
  return "";
}

/**
 * The family that has most of these names; "" if none has any.
 * @param {string[]} keys
 * @param {Catalogue} known
 */
function bestOf(keys, known) {
  let best = "";
  let most = 0;
  for (const [family, base] of known.bases) {
    let hits = 0;
    for (const key of keys) {
      if (key && meaning(key, family, known)) hits += isOwn(base, family) && key.split(".").includes(base) ? 3 : 1;
    }
    if (hits > most) [best, most] = [family, hits];
  }
  return best;
}

/**
 * Whether a base's name is its family's: `bert` is BERT's, `model` could be anyone's.
 * @param {string} base
 * @param {string} family
 */
function isOwn(base, family) {
  return family.toLowerCase().includes(base);
}

/**
 * The family whose base model has this prefix.
 * @param {string} prefix
 * @param {Catalogue} known
 */
export function ownerOf(prefix, known) {
  const base = prefix.split(".")[0];
  return [...known.bases].find(([family, one]) => one === base && isOwn(one, family))?.[0] ?? "";
}

/**
 * What kind of head the library's classes of this name have: for a task, from pre-training, or neither is known.
 * @param {string} name
 */
export function headOf(name) {
  if (/For(?:SequenceClassification|TokenClassification|QuestionAnswering|MultipleChoice|ImageClassification)$/.test(name)) return "task";
  return /(?:For(?:MaskedLM|CausalLM|PreTraining|NextSentencePrediction)|LMHeadModel)$/.test(name) ? "pre-training" : "";
}

/**
 * Whether a name is below the heads, by what it says itself.
 * @param {string} key
 * @param {Catalogue} known
 */
export function isInside(key, known) {
  const bases = [...known.bases.values()];
  return key.split(".").slice(0, -2).some((part) => bases.includes(part)) || /^(?:encoder|embeddings|transformer)\./.test(key);
}

/**
 * What a class fills a tensor with that the file lacks; "" where that is not known.
 * @param {Known | null} own
 */
export function valueOf(own) {
  if (!own?.module || own.role === "buffer") return "";
  if (own.key.endsWith("bias")) return "zeros";
  return own.module.endsWith("Norm") ? "ones" : "random";
}

/**
 * Numbers between dots, as one name: also where a report has put layers together already.
 * @param {string} key
 */
export function collapsed(key) {
  return key.replace(/\.(?:\d+|\*|N|\{[^}]*\})(?=\.)/g, ".N");
}

/**
 * A key as classes of today spell it: files of 2018 have `gamma` and `beta` in their normalisation layers.
 * @param {string} key
 * @param {Rules["spelling"]} spelling
 */
export function today(key, spelling) {
  const parts = key.split(".");
  const [owner = "", last = ""] = parts.slice(-2);
  const renamed = parts.length > 1 && Object.hasOwn(spelling.renamed, last) && owner.toLowerCase().includes(spelling.renamed_in);
  return renamed ? [...parts.slice(0, -1), spelling.renamed[last]].join(".") : key;
}

/**
 * A name without what PEFT puts around it, and whether the tensor is an adapter's own.
 * @param {string} key
 */
export function unwrapped(key) {
  const plain = key.replace(/^base_model\.model\./, "").replace(/\.(?:base_layer|modules_to_save\.[^.]+)(?=\.)/g, "");
  return { plain, wrapped: plain !== key, adapter: /\.lora_[A-Za-z_]+\.|\.original_module\./.test(key) };
}

/**
 * What a name is in one family, with the base's prefix or without it; null if no class of it has the name.
 * @param {string} key
 * @param {string} family
 * @param {Catalogue} known
 * @returns {Meaning | null}
 */
function meaning(key, family, known) {
  const modern = known.retired[family]?.[key] ?? today(key, known.spelling);
  for (const full of [modern, `${known.bases.get(family) ?? ""}.${modern}`]) {
    const found = rowOf(full, family, known);
    if (found) return { known: found, canonical: full };
  }
  return !key.includes(".") || key.endsWith(".*") ? layer(key.replace(/\.\*$/, ""), family, known) : null;
}

/**
 * The row of a family's table that a name in full has: with the first number as N, or with all of them.
 * @param {string} full
 * @param {string} family
 * @param {Catalogue} known
 */
function rowOf(full, family, known) {
  const names = known.names.get(family);
  return names?.get(full.replace(/\.\d+(?=\.)/, ".N")) ?? names?.get(collapsed(full));
}

/**
 * What a layer's name means, as TensorFlow lists them and people shorten them: what most of its tensors are.
 * @param {string} name
 * @param {string} family
 * @param {Catalogue} known
 * @returns {Meaning | null}
 */
function layer(name, family, known) {
  /** @type {Map<string, Known[]>} */
  const found = new Map();
  for (const one of known.names.get(family)?.values() ?? []) {
    if (!`${one.key}`.replace(`${known.bases.get(family)}.`, "").startsWith(`${name}.`) && !one.key.startsWith(`${name}.`)) continue;
    found.set(one.role, [...(found.get(one.role) ?? []), one]);
  }
  const most = [...found.values()].sort((one, other) => other.length - one.length)[0]?.[0];
  return most ? { known: { ...most, module: "", shape: "", alias_of: "" }, canonical: name } : null;
}

/**
 * What a name means in a family: as it is, without the base's prefix, or under a foreign one; else in another family.
 * @param {string} key
 * @param {string} family
 * @param {Catalogue} known
 * @returns {Meaning}
 */
export function understood(key, family, known) {
  const own = meaning(key, family, known);
  if (own) return own;
  const parts = key.split(".");
  // Another family's own name is no foreign prefix on ours.
  for (const [other, base] of known.bases) {
    const theirs = other !== family && rowOf(key, other, known);
    if (theirs && (parts[0] !== base || isOwn(base, other)) && (parts[0] === base || theirs.role !== "task head")) {
      const alike = parts[0] === base ? meaning(parts.slice(1).join("."), family, known) : null;
      return { known: theirs, canonical: alike ? alike.canonical : key };
    }
  }
  for (let cut = 1; cut <= 16 && parts.length - cut >= 2; cut += 1) {
    const rest = meaning(parts.slice(cut).join("."), family, known);
    if (rest) return rest.known?.role === "encoder" || rest.known?.role === "pooler" || parts.length - cut > 2 ? rest : { known: null, canonical: rest.canonical };
  }
  const last = rowOf(parts.at(-1) ?? "", family, known);
  return { known: null, canonical: last ? last.key : key };
}

/**
 * What stands before a name of the base model, beside the base's own prefix; "" if nothing does.
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
 * @param {string[]} longer
 * @param {Set<string>} shorter
 * @returns {Generator<undefined, Map<string, string>>}
 */
export function* prefixed(longer, shorter) {
  /** @type {Map<string, Map<string, string>>} */
  const found = new Map();
  for (const [at, key] of longer.entries()) {
    if (at % 200 === 0) yield;
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
 * @param {string} file
 * @param {string} own
 * @returns {[string, string]}
 */
export function prefixes(file, own) {
  const [one, other] = [file.split("."), own.split(".")];
  while (one.length && other.length && one[one.length - 1] === other[other.length - 1]) {
    one.pop();
    other.pop();
  }
  return [one.map((part) => `${part}.`).join(""), other.map((part) => `${part}.`).join("")];
}
