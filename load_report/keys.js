// What a name means: whose it is, which role it has, and how it would be spelled in full.

/** @import { Known, Meaning, Rules } from "./types.js" */

/**
 * What the build knows of names: by family and full name, numbered layers as one; and how the families begin.
 * @typedef {object} Catalogue
 * @property {Map<string, Map<string, Known>>} names
 * @property {Map<string, string>} bases the base model's attribute, by family: Bert → bert
 * @property {Rules["spelling"]} spelling
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
    names.get(known.family)?.set(collapsed(known.key), known);
  }
  return { names, bases: new Map(rules.families.map(({ name, prefix }) => [name, prefix.replace(/\.$/, "")])), spelling: rules.spelling };
}

/**
 * The family of a class, "" if the message names none, null if it is none of these.
 * @param {string} name
 * @param {Catalogue} known
 * @returns {string | null}
 */
export function familyOf(name, known) {
  if (!name || /^(?:TF|Flax)?Auto|^(?:PreTrainedModel|Model)$/.test(name)) return "";
  const bare = name.replace(/^(?:TF|Flax)/, "");
  return [...known.bases.keys()].find((family) => new RegExp(`^${family}(?:For|Model|LMHead|PreTrained|$)`).test(bare)) ?? null;
}

/**
 * The family that most of these names belong to, where the class does not say it.
 * @param {string[]} keys
 * @param {Catalogue} known
 */
export function likeliest(keys, known) {
  let best = "";
  let most = 0;
  for (const [family, base] of known.bases) {
    let hits = 0;
    for (const key of keys.slice(0, 400)) {
      if (meaning(key, family, known)) hits += key.split(".").includes(base) ? 3 : 1;
    }
    if (hits > most) [best, most] = [family, hits];
  }
  return best;
}

/**
 * The family whose base model has this prefix.
 * @param {string} prefix
 * @param {Catalogue} known
 */
export function ownerOf(prefix, known) {
  const base = prefix.split(".")[0];
  return [...known.bases].find(([, one]) => one === base)?.[0] ?? "";
}

/**
 * What kind of head the library's classes of this name have: for a task, from pre-training, or neither is known.
 * @param {string} name
 */
export function headOf(name) {
  if (/For(?:SequenceClassification|TokenClassification|QuestionAnswering|MultipleChoice)$/.test(name)) return "task";
  return /(?:For(?:MaskedLM|PreTraining|NextSentencePrediction)|LMHeadModel)$/.test(name) ? "pre-training" : "";
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
  const modern = today(key, known.spelling);
  for (const full of [modern, `${known.bases.get(family) ?? ""}.${modern}`]) {
    const found = known.names.get(family)?.get(collapsed(full));
    if (found) return { known: found, canonical: full };
  }
  return null;
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
    const theirs = other !== family && known.names.get(other)?.get(collapsed(key));
    if (theirs && (parts[0] === base || theirs.role !== "task head")) {
      const alike = parts[0] === base ? meaning(parts.slice(1).join("."), family, known) : null;
      return { known: theirs, canonical: alike ? alike.canonical : key };
    }
  }
  for (let cut = 1; cut <= 4 && parts.length - cut >= 2; cut += 1) {
    const rest = meaning(parts.slice(cut).join("."), family, known);
    if (rest) return rest.known?.role === "encoder" || rest.known?.role === "pooler" || parts.length - cut > 2 ? rest : { known: null, canonical: rest.canonical };
  }
  return { known: null, canonical: key };
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
