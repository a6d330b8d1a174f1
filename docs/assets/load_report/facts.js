// What rules may ask: of a key, of its side of the message, and of the whole message.

/** @import { GroupKeys, Known, Listed, Meaning, Status } from "./types.js" */
/** @import { Names } from "./keys.js" */

import { foreignPrefix, headOf, prefixed, prefixes, unwrapped } from "./keys.js";

export const BODY_ROLES = ["encoder", "embedding alias"];
const BERTS_KIND = ["Bert", "Roberta", "DistilBert", "Albert", "Electra"];
const MLM_MATRICES = ["MLM head", "decoder weight"];
const PRETRAINING_ROLES = ["MLM head", "LM head", "MLM head of another name", "output bias", "decoder weight", "decoder bias", "NSP head", "SOP head", "discriminator head"];
const LAYERED = /(?:^|\.)(?:layers?|h|blocks?|albert_layers)\.(?:\d+|\*|N|\{[^}]*\})\./;
const EMBEDDED = /(?:^|\.)(?:embeddings|(?:word|position|token_type)_embeddings|embed_tokens|wte|shared)\.(?!position_ids|token_type)/;
const BODY = /(?:^|\.)(?:encoder|decoder|embeddings?|layers?|blocks?|transformer|backbone|model)\./;
// A model of two parts names them so: a class of one part leaves the other in the file.
const PART = /^(?:model\.)?(?:decoder|(?:vision|text|audio|language)_(?:model|tower|encoder))\./;
// A softmax over keys ignores these; DeBERTa's `key_proj` also meets the positions, which differ along a row.
const KEY_BIAS = /\.(?:key|key_global|k_proj|k_lin|k)\.bias$/;
const NORM = /(?:^|[._])(?:layer_?norm|norm\d?|ln_\w+)\.\w+$/i;

// A shape that no tensor of a model has in its file: what a partitioned model leaves of each where it is not gathered.
const EMPTY = /^\(0\) in the file/;
const PARTITIONED = /, \(0\) in the class$/;
// A name that a wrapper of PEFT's has, and no file: those have plain names.
const WRAPPED = /\.(?:modules_to_save\.[^.]+|base_layer)\./;
const POOLER_CAN_GO = ["Bert", "Roberta", "Albert", "MPNet", "Longformer", "ViT"];
const MODULE = "module"; // DataParallel's prefix

/** @typedef {{ facts: Set<string>, old: string, fresh: string }} FactsOfKey */

/**
 * A function from a key, and what the message calls it, to its facts; with the prefixes in which two names of it differ.
 * @param {GroupKeys} group @returns {(key: string, status: Status) => FactsOfKey}
 */
export function factsOfKeys(group) {
  const { all, meanings, messages, className, family, names } = group;
  const base = names.bases.get(family) ?? "";
  const sides = sidesOf(all, meanings);
  const pairs = paired([...sides.unexpected.values()], [...sides.missing.values()]);
  const always = factsOfAll(group);
  const ofBias = factsOfBias(group);
  const bodySides = bodies(all);
  const normSides = new Set(["missing", "unexpected"].filter((side) => isNorms(all, side, meanings)));
  const details = new Map(all.filter(({ detail }) => detail).map(({ key, detail }) => [key, detail]));
  const absent = new Set(messages.flatMap((message) => (message.absent ? message.keys.map(({ key }) => key) : [])));
  const noRows = messages.every((message) => message.absent || !message.keys.length);
  const parts = new Set(all.filter(({ plain }) => LAYERED.test(plain) || EMBEDDED.test(plain)).map(({ plain }) => PART.exec(plain)?.[0] ?? ""));
  return (key, status) => {
    const { known, canonical } = meanings.get(key) ?? { known: null, canonical: key };
    const other = sides[status === "missing" ? "unexpected" : "missing"].get(canonical) ?? pairs.get(key);
    const facts = new Set([...always, ...ofBias(known)]);
    const { plain, wrapped, adapter } = unwrapped(key);
    let [old, fresh] = ["", ""];
    if (other && other !== key && status === "missing") [old, fresh] = differing(other, key, group, facts);
    if (other && other !== key && status === "unexpected") [old, fresh] = differing(key, other, group, facts);
    if (known?.family && family && known.family !== family) facts.add("other family");
    if (known?.alias_of && [sides.missing, sides.mismatched, sides.conversion].some((side) => side.has(known.alias_of))) facts.add("source missing");
    const before = foreignPrefix(names.today(plain), canonical, base);
    if (!other && before && BODY_ROLES.includes(known?.role ?? "")) {
      facts.add("foreign prefix");
      // A class with a head has the base's own prefix as well.
      old = before.endsWith(`.${base}.`) && !/Model$/.test(className) ? before.slice(0, -`${base}.`.length) : before;
    }
    if (!sides.missing.size && facts.has("base or no class") && facts.has("refused") && family && names.ownerOf(key) === family && known?.role !== "buffer") {
      facts.add("base prefix");
      old = `${base}.`;
    }
    if (parts.size === 1 && PART.test(plain)) facts.add("one part");
    if (wrapped) facts.add("wrapped");
    if (adapter) facts.add("adapters");
    if (absent.has(key)) facts.add("both absent");
    if (absent.has(key) && noRows) facts.add("no rows");
    if (known?.role === "encoder" && KEY_BIAS.test(plain)) facts.add("key bias");
    if (normSides.has(status) && NORM.test(key)) facts.add("norms alone");
    if (bodySides.has(status === "unexpected")) facts.add("whole body");
    if (status === "mismatched" && messages.some(({ stopped }) => stopped)) facts.add("refused");
    if (/\.?bias$/.test(plain)) facts.add("bias");
    const [inFile, inClass] = [EMPTY, PARTITIONED].map((shape) => shape.test(details.get(key) ?? ""));
    if (inFile && !inClass) facts.add("empty");
    if (inClass && !inFile) facts.add("partitioned");
    if (key.split(".").includes(MODULE) || old.startsWith(`${MODULE}.`)) facts.add("data parallel");
    if (LAYERED.test(key) || EMBEDDED.test(key) || names.isInside(key)) facts.add("inside");
    else if (!isInside(key)) facts.add("outside");
    return { facts, old, fresh };
  };
}

/** Whether a name says that it stands in a model's body, or is a normalisation's, which may. @param {string} key */
export function isInside(key) {
  return LAYERED.test(key) || EMBEDDED.test(key) || NORM.test(key) || BODY.test(key);
}

/** What is true of every key of a group. @param {GroupKeys} group */
function factsOfAll(group) {
  const { all, messages, className, family, names } = group;
  const strange = names.familyOf(className) === null;
  const forms = messages.map(({ form }) => form);
  const facts = [];
  if (strange) facts.push("strange class");
  if (isOneSide(group)) facts.push("one side");
  else if (all.every(({ status }) => status === "unexpected")) facts.push("nothing missing");
  if (strange && !names.stemOf(className)) facts.push("class of no family");
  if (forms.includes("trainer")) facts.push("trainer");
  else if (!forms.includes("table")) facts.push("no table");
  if (!BERTS_KIND.includes(family)) facts.push("not of BERT's kind");
  if (headOf(className) === "pre-training") facts.push("pre-training class");
  if (messages.some(({ stopped, form }) => stopped && form === "")) facts.push("refused");
  if (!/For|LMHead/.test(className)) facts.push("base or no class");
  if (!className) facts.push("no class");
  if (isBase(className)) facts.push("base class");
  if (isHalf(group)) facts.push("half");
  if (!POOLER_CAN_GO.includes(family)) facts.push("pooler stays");
  return facts;
}

/**
 * A function from an output bias to what its report shows: is the rest of the MLM head there, and the bias's other name?
 * @param {GroupKeys} group @returns {(known: Known | null) => string[]}
 */
function factsOfBias({ all, meanings, family, names }) {
  const absent = all.filter(({ status }) => status !== "unexpected");
  const loaded = !absent.some(({ key }) => MLM_MATRICES.includes(meanings.get(key)?.known?.role ?? ""));
  const missing = new Set(absent.filter(({ status }) => status === "missing" || status === "unsaid").map(({ key }) => meanings.get(key)?.canonical));
  const seconds = names.rowsOf(family).filter(({ role }) => role === "decoder bias");
  return (known) => {
    const pair = seconds.find(({ key, alias_of }) => alias_of === known?.key || key === known?.key);
    const facts = loaded ? ["head loaded"] : [];
    if (pair) facts.push("two names");
    if (pair && missing.has(pair.key) && missing.has(pair.alias_of)) facts.push("both missing");
    return facts;
  };
}

/**
 * Names by what the message calls them: the name in full, and the name as it is there.
 * @param {Listed[]} all @param {Map<string, Meaning>} meanings
 */
function sidesOf(all, meanings) {
  const side = (/** @type {Status} */ wanted) => new Map(all.filter(({ status }) => status === wanted).map(({ key }) => [meanings.get(key)?.canonical ?? key, key]));
  return { missing: side("missing"), unexpected: side("unexpected"), mismatched: side("mismatched"), conversion: side("conversion") };
}

/**
 * In what two names of one tensor differ: their prefixes; and that they do, as facts.
 * @param {string} inFile @param {string} inClass @param {{ family: string, names: Names }} group
 * @param {Set<string>} facts @returns {[string, string]}
 */
function differing(inFile, inClass, { family, names }, facts) {
  facts.add("renamed");
  if (WRAPPED.test(inClass) && !WRAPPED.test(inFile)) facts.add("into adapters");
  else if (unwrapped(inFile).wrapped) facts.add("adapters");
  const [old, fresh] = facts.has("adapters") || facts.has("into adapters") ? ["", ""] : prefixes(names.today(inFile), names.today(inClass));
  if (!old && !fresh && !facts.has("adapters") && !facts.has("into adapters")) facts.add("respelled");
  if (![family, ""].includes(names.ownerOf(old))) facts.add("other family");
  return [old, fresh];
}

/**
 * The sides of a message that name a model's whole body, embeddings and layers: true is what is not used, false what is new.
 * @param {Listed[]} all
 */
function bodies(all) {
  return new Set([true, false].filter((unused) => {
    const keys = all.filter(({ status }) => (status === "unexpected") === unused).map(({ plain }) => plain);
    return keys.some((key) => LAYERED.test(key)) && keys.some((key) => EMBEDDED.test(key));
  }));
}

/**
 * Whether the normalisation layers, several of them, are all that one side names of the body: then they have other names there.
 * @param {Listed[]} all @param {string} side @param {Map<string, Meaning>} meanings
 */
function isNorms(all, side, meanings) {
  const body = all.filter(({ key, status }) => status === side && meanings.get(key)?.known?.role === "encoder");
  return body.length > 2 && body.some(({ key }) => LAYERED.test(key)) && body.every(({ key }) => NORM.test(key));
}

/**
 * Names of one side that are those of the other behind one prefix, each with its counterpart.
 * @param {string[]} inFile @param {string[]} inClass @returns {Map<string, string>}
 */
function paired(inFile, inClass) {
  const found = [...prefixed(inFile, new Set(inClass)), ...prefixed(inClass, new Set(inFile))];
  // A head's short name is found behind many prefixes: without a name of the body that is chance.
  if (!found.some(([key]) => LAYERED.test(key) || EMBEDDED.test(key))) return new Map();
  return new Map(found.flatMap(([longer, shorter]) => [[longer, shorter], [shorter, longer]]));
}

/** @param {string} className */
function isBase(className) {
  return /Model$/.test(className) && !/LMHead/.test(className);
}

/** Whether a message lists what is not used, and nothing else. @param {GroupKeys} group */
function isOneSide({ all, messages }) {
  return all.length > 0 && all.every(({ status }) => status === "unexpected") && !messages.some(({ whole, complete }) => whole || complete);
}

/**
 * Whether a message names what the class leaves out, and not what must then be new: a file with pre-training heads has no
 * task head, and a file with a task head no pre-training heads. What a class of somebody's own adds, no such list tells;
 * nor what rows without their head and notes leave out; nor whether a file with an MLM head alone has the pooler.
 * @param {GroupKeys} group
 */
function isHalf(group) {
  const { meanings, messages, className, family, names } = group;
  if (!isOneSide(group)) return false;
  if (names.familyOf(className) === null || (!className && messages.every(({ form }) => form === "table"))) return true;
  const roles = [...meanings.values()].map(({ known }) => known?.role ?? "");
  const task = roles.includes("task head");
  const pretraining = roles.some((role) => PRETRAINING_ROLES.includes(role));
  const pooled = isBase(className) && names.rowsOf(family).some(({ role }) => role === "pooler");
  if (pooled) return pretraining && !roles.some((role) => ["NSP head", "SOP head", "pooler"].includes(role));
  return headOf(className) === "task" ? task || pretraining : headOf(className) === "pre-training" && task;
}
