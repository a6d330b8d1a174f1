// What a name means: whose it is, which role it has, and how it would be spelled in full.

/** @import { Known, Meaning, Rules } from "./types.js" */

/** Families by how their classes begin. The longer names come first: DistilBert is no Bert. */
const BASES = { DistilBert: "distilbert", Roberta: "roberta", Albert: "albert", Electra: "electra", Bert: "bert" };

/**
 * The names of all families, by family and full name; numbered layers count as one.
 * @param {Rules} rules
 * @returns {Map<string, Map<string, Known>>}
 */
export function catalogue(rules) {
  const found = new Map(Object.keys(BASES).map((family) => [family, new Map()]));
  for (const row of rules.keys.rows) {
    const known = /** @type {Known} */ (/** @type {unknown} */ (Object.fromEntries(rules.keys.columns.map((name, at) => [name, row[at] ?? ""]))));
    found.get(known.family)?.set(known.key, known);
  }
  return found;
}

/**
 * The family of a class, "" if the message names none, null if it is none of these.
 * @param {string} name
 * @returns {string | null}
 */
export function familyOf(name) {
  if (!name || /^(?:TF|Flax)?Auto|^(?:PreTrainedModel|Model)$/.test(name)) return "";
  const bare = name.replace(/^(?:TF|Flax)/, "");
  return Object.keys(BASES).find((family) => new RegExp(`^${family}(?:For|Model|LMHead|PreTrained|$)`).test(bare)) ?? null;
}

/**
 * The family that most of these names belong to, where the class does not say it.
 * @param {string[]} keys
 * @param {Map<string, Map<string, Known>>} known
 */
export function likeliest(keys, known) {
  let best = "";
  let most = 0;
  for (const family of ["Bert", "Roberta", "DistilBert", "Albert", "Electra"]) {
    const base = BASES[/** @type {keyof typeof BASES} */ (family)];
    const names = known.get(family) ?? new Map();
    let hits = 0;
    for (const key of keys.slice(0, 400)) {
      if (meaning(key, names, base)) hits += key.split(".").includes(base) ? 3 : 1;
    }
    if (hits > most) [best, most] = [family, hits];
  }
  return best;
}

/**
 * The family whose base model has this prefix.
 * @param {string} prefix
 */
export function ownerOf(prefix) {
  const base = prefix.split(".")[0];
  return Object.entries(BASES).find(([, one]) => one === base)?.[0] ?? "";
}

/**
 * Whether a name is below the heads, by what it says itself.
 * @param {string} key
 */
export function isInside(key) {
  const bases = Object.values(BASES);
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
 * @param {string} key
 * @param {Map<string, Known>} names
 * @param {string} base
 * @returns {Meaning | null}
 */
function meaning(key, names, base) {
  const modern = key.replace(/LayerNorm\.gamma$/, "LayerNorm.weight").replace(/LayerNorm\.beta$/, "LayerNorm.bias");
  for (const full of [modern, `${base}.${modern}`]) {
    const found = names.get(collapsed(full));
    if (found) return { known: found, canonical: full };
  }
  return null;
}

/**
 * What a name means in a family: as it is, without the base's prefix, or under a foreign one; else in another family.
 * @param {string} key
 * @param {string} family
 * @param {Map<string, Map<string, Known>>} known
 * @returns {Meaning}
 */
export function understood(key, family, known) {
  const base = BASES[/** @type {keyof typeof BASES} */ (family)] ?? "";
  const own = meaning(key, known.get(family) ?? new Map(), base);
  if (own) return own;
  const parts = key.split(".");
  // Another family's own name is no foreign prefix on ours.
  for (const [other, names] of known) {
    const otherBase = BASES[/** @type {keyof typeof BASES} */ (other)];
    const theirs = other !== family && names.get(collapsed(key));
    if (theirs && (parts[0] === otherBase || theirs.role !== "task head")) {
      const alike = parts[0] === otherBase ? meaning(parts.slice(1).join("."), known.get(family) ?? new Map(), base) : null;
      return { known: theirs, canonical: alike ? alike.canonical : key };
    }
  }
  for (let cut = 1; cut <= 4 && parts.length - cut >= 2; cut += 1) {
    const rest = meaning(parts.slice(cut).join("."), known.get(family) ?? new Map(), base);
    if (rest) return rest.known?.role === "encoder" || rest.known?.role === "pooler" || parts.length - cut > 2 ? rest : { known: null, canonical: rest.canonical };
  }
  return { known: null, canonical: key };
}

/**
 * Where two names of one tensor differ: what the file's begins with, and the class's.
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
