// What rules may ask: of a key, of its side of the message, and of the whole message.

/** @import { Listed, Meaning, Message, Status } from "./types.js" */
/** @import { Catalogue } from "./keys.js" */

import { familyOf, foreignPrefix, headOf, isInside, ownerOf, prefixed, prefixes, stemOf, today, unwrapped } from "./keys.js";
import { factsOfBias } from "./output_bias.js";

export const BODY_ROLES = ["encoder", "embedding alias"];
const BERTS_KIND = ["Bert", "Roberta", "DistilBert", "Albert", "Electra"];
const PRETRAINING_ROLES = ["MLM head", "LM head", "MLM head of another name", "output bias", "decoder weight", "decoder bias", "NSP head", "SOP head", "discriminator head"];
const LAYERED = /(?:^|\.)(?:layers?|h|blocks?|albert_layers)\.(?:\d+|\*|N|\{[^}]*\})\./;
const EMBEDDED = /(?:^|\.)(?:embeddings|(?:word|position|token_type)_embeddings|embed_tokens|wte|shared)\.(?!position_ids|token_type)/;
const BODY = /(?:^|\.)(?:encoder|decoder|embeddings?|layers?|blocks?|transformer|backbone|model)\./;
// A model of two parts names them so: a class of one part leaves the other in the file.
const PART = /^(?:model\.)?(?:decoder|(?:vision|text|audio|language)_(?:model|tower|encoder))\./;
// A softmax over keys ignores these; DeBERTa's `key_proj` also meets the positions, which differ along a row.
const KEY_BIAS = /\.(?:key|key_global|k_proj|k_lin|k)\.bias$/;
const NORM = /(?:^|[._])(?:layer_?norm|norm\d?|ln_\w+)\.\w+$/i;

/** @typedef {{ facts: Set<string>, old: string, fresh: string }} FactsOfKey */

/**
 * A function from a key, and what the message calls it, to its facts; with the prefixes in which two names of it differ.
 * @param {{ all: Listed[], meanings: Map<string, Meaning>, messages: Message[], named: string, family: string, known: Catalogue }} group
 * @returns {Generator<undefined, (key: string, status: Status) => FactsOfKey>}
 */
export function* factsOfKeys(group) {
  const { all, meanings, messages, family, known } = group;
  const sides = sidesOf(all, meanings);
  const pairs = yield* paired(sides);
  const always = factsOfAll(group);
  yield;
  const ofBias = factsOfBias(all, meanings, family, known);
  yield;
  const whole = bodies(all);
  yield;
  const norms = new Set(["missing", "unexpected"].filter((side) => isNorms(all, side, meanings)));
  const absent = new Set(messages.flatMap((one) => (one.absent ? one.keys.map(({ key }) => key) : [])));
  yield;
  const noRows = messages.every((one) => one.absent || !one.keys.length);
  const parts = new Set(all.filter(({ plain }) => LAYERED.test(plain) || EMBEDDED.test(plain)).map(({ plain }) => PART.exec(plain)?.[0] ?? ""));
  const alone = sides.get("missing")?.size === 0;
  return (/** @type {string} */ key, /** @type {Status} */ status) => {
    const { known: own, canonical } = meanings.get(key) ?? { known: null, canonical: key };
    const other = sides.get(status === "missing" ? "unexpected" : "missing")?.get(canonical) ?? pairs.get(key);
    const two = other && other !== key && (status === "missing" || status === "unexpected");
    const facts = new Set([...always, ...ofBias(own)]);
    const { plain, wrapped, adapter } = unwrapped(key);
    let [old, fresh] = ["", ""];
    if (two) [old, fresh] = differing(status === "missing" ? [other, key] : [key, other], family, known, facts);
    if (own?.family && family && own.family !== family) facts.add("other family");
    if (own?.alias_of && ["missing", "mismatched", "conversion"].some((one) => sides.get(one)?.has(own.alias_of))) facts.add("source missing");
    const before = foreignPrefix(today(plain, known.spelling), canonical, known.bases.get(family) ?? "");
    if (!other && before && BODY_ROLES.includes(own?.role ?? "")) {
      facts.add("foreign prefix");
      // A class with a head has the base's own prefix as well.
      const own = `.${known.bases.get(family)}.`;
      old = before.endsWith(own) && !/Model$/.test(group.named) ? before.slice(0, 1 - own.length) : before;
    }
    if (alone && facts.has("base or no class") && facts.has("refused") && family && ownerOf(key, known) === family && own?.role !== "buffer") {
      facts.add("base prefix");
      old = `${known.bases.get(family)}.`;
    }
    if (parts.size === 1 && PART.test(plain)) facts.add("one part");
    if (wrapped) facts.add("wrapped");
    if (adapter) facts.add("adapters");
    if (absent.has(key)) facts.add("both absent");
    if (absent.has(key) && noRows) facts.add("no rows");
    if (own?.role === "encoder" && KEY_BIAS.test(plain)) facts.add("key bias");
    if (norms.has(status) && NORM.test(key)) facts.add("norms alone");
    if (whole.has(status === "unexpected")) facts.add("whole body");
    if (status === "mismatched" && messages.some((one) => one.stopped)) facts.add("refused");
    if (LAYERED.test(key) || EMBEDDED.test(key) || isInside(key, known)) facts.add("inside");
    else if (!NORM.test(key) && !BODY.test(key)) facts.add("outside");
    return { facts, old, fresh };
  };
}

/**
 * What is true of every key of a group.
 * @param {{ all: Listed[], meanings: Map<string, Meaning>, messages: Message[], named: string, family: string, known: Catalogue }} group
 */
function factsOfAll({ all, meanings, messages, named, family, known }) {
  const strange = familyOf(named, known) === null;
  const forms = messages.map((one) => one.form);
  const facts = [];
  if (strange) facts.push("strange class");
  if (isOneSide(all, messages)) facts.push("one side");
  else if (all.every((one) => one.status === "unexpected")) facts.push("nothing missing");
  if (strange && !stemOf(named, known)) facts.push("class of no family");
  if (forms.includes("trainer")) facts.push("trainer");
  else if (!forms.includes("table")) facts.push("no table");
  if (!BERTS_KIND.includes(family)) facts.push("not of BERT's kind");
  if (headOf(named) === "pre-training") facts.push("pre-training class");
  if (messages.some((one) => one.stopped && one.form === "")) facts.push("refused");
  if (!/For|LMHead/.test(named)) facts.push("base or no class");
  if (!named) facts.push("no class");
  const based = /Model$/.test(named) && !/LMHead/.test(named);
  if (based) facts.push("base class");
  const pooled = based && [...(known.names.get(family)?.values() ?? [])].some(({ role }) => role === "pooler");
  if (isHalf([...meanings.values()], all, messages, named, strange, pooled)) facts.push("half");
  return facts;
}

/**
 * Names by what the message calls them: the name in full, and the name as it is there.
 * @param {Listed[]} all
 * @param {Map<string, Meaning>} meanings
 */
function sidesOf(all, meanings) {
  /** @type {Map<string, Map<string, string>>} */
  const sides = new Map([["missing", new Map()], ["unexpected", new Map()], ["mismatched", new Map()], ["conversion", new Map()]]);
  for (const { key, status } of all) sides.get(status)?.set(meanings.get(key)?.canonical ?? key, key);
  return sides;
}

/**
 * In what two names of one tensor differ: their prefixes; and that they do, as facts.
 * @param {[string, string]} names the file's and the class's
 * @param {string} family
 * @param {Catalogue} known
 * @param {Set<string>} facts
 * @returns {[string, string]}
 */
function differing([file, inClass], family, known, facts) {
  facts.add("renamed");
  if (unwrapped(file).wrapped) facts.add("adapters");
  const [old, fresh] = facts.has("adapters") ? ["", ""] : prefixes(today(file, known.spelling), today(inClass, known.spelling));
  if (!old && !fresh && !facts.has("adapters")) facts.add("respelled");
  if (![family, ""].includes(ownerOf(old, known))) facts.add("other family");
  return [old, fresh];
}

/**
 * The sides of a message that name a model's whole body: true is what is not used, false what is new.
 * @param {Listed[]} all
 */
export function bodies(all) {
  return new Set([true, false].filter((left) => isBody(all.filter((one) => (one.status === "unexpected") === left).map((one) => one.plain))));
}

/**
 * Whether these are a model's whole body: embeddings and layers.
 * @param {string[]} keys
 */
function isBody(keys) {
  return keys.some((key) => LAYERED.test(key)) && keys.some((key) => EMBEDDED.test(key));
}

/**
 * Whether the normalisation layers, several of them, are all that one side names of the body: then they have other names there.
 * @param {Listed[]} all
 * @param {string} side
 * @param {Map<string, Meaning>} meanings
 */
function isNorms(all, side, meanings) {
  const body = all.filter(({ key, status }) => status === side && meanings.get(key)?.known?.role === "encoder");
  return body.length > 2 && body.some(({ key }) => LAYERED.test(key)) && body.every(({ key }) => NORM.test(key));
}

/**
 * Names of one side that are those of the other behind one prefix, each with its counterpart.
 * @param {Map<string, Map<string, string>>} sides
 * @returns {Generator<undefined, Map<string, string>>}
 */
function* paired(sides) {
  const [missing, unexpected] = [sides.get("missing") ?? new Map(), sides.get("unexpected") ?? new Map()];
  const [file, own] = [[...unexpected.values()], [...missing.values()]];
  // A head's short name is found behind many prefixes: without a name of the body that is chance.
  const found = [...(yield* prefixed(file, new Set(own))), ...(yield* prefixed(own, new Set(file)))];
  if (!found.some(([key]) => LAYERED.test(key) || EMBEDDED.test(key))) return new Map();
  return new Map(found.flatMap(([one, other]) => [[one, other], [other, one]]));
}

/**
 * Whether a message lists what is not used, and nothing else.
 * @param {Listed[]} all
 * @param {Message[]} messages
 */
function isOneSide(all, messages) {
  return all.length > 0 && all.every((one) => one.status === "unexpected") && !messages.some((one) => one.whole || one.complete);
}

/**
 * Whether a message names what the class leaves out, and not what must then be new: a file with pre-training heads has no
 * task head, and a file with a task head no pre-training heads. What a class of somebody's own adds, no such list tells;
 * nor what rows without their head and notes leave out; nor whether a file with an MLM head alone has the pooler.
 * @param {Meaning[]} meanings
 * @param {Listed[]} all
 * @param {Message[]} messages
 * @param {string} named
 * @param {boolean} strange
 * @param {boolean} pooled the class has a pooler
 */
function isHalf(meanings, all, messages, named, strange, pooled) {
  if (!isOneSide(all, messages)) return false;
  if (strange || (!named && messages.every((one) => one.form === "table"))) return true;
  const roles = meanings.map((one) => one.known?.role ?? "");
  const head = headOf(named);
  const task = roles.includes("task head");
  if (pooled) return roles.some((role) => PRETRAINING_ROLES.includes(role)) && !roles.some((role) => ["NSP head", "SOP head", "pooler"].includes(role));
  return (head === "task" && (task || roles.some((role) => PRETRAINING_ROLES.includes(role)))) || (head === "pre-training" && task);
}
