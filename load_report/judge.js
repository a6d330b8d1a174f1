// From messages to answers: what fits a key, under which versions, and what that means for the model.

/** @import { Bucket, Choice, Group, Item, Message, Rule, Rules, Status } from "./types.js" */
/** @import { Catalogue } from "./keys.js" */

import { catalogue, collapsed, familyOf, headOf, isInside, likeliest, ownerOf, prefixes, today, understood, unwrapped } from "./keys.js";
import { factsOfBias } from "./output_bias.js";

// What these mean depends on what the class ties.
const TIED_ROLES = ["decoder weight", "decoder bias", "output bias"];
const PRETRAINING_ROLES = ["MLM head", "output bias", "decoder weight", "decoder bias", "NSP head", "SOP head", "discriminator head"];
const CUT = "the list is cut off or not readable, and what it hides may matter";
const STOPPED = "what it stopped at is not in this text";

/**
 * Releases compare number by number.
 * @param {string} one
 * @param {string} other
 */
export function earlier(one, other) {
  const [a, b] = [one.split(".").map(Number), other.split(".").map(Number)];
  for (let at = 0; at < 3; at += 1) {
    if ((a[at] ?? 0) !== (b[at] ?? 0)) return (a[at] ?? 0) < (b[at] ?? 0);
  }
  return false;
}

/**
 * What two ranges of versions have in common; the end "" is today.
 * @param {string[]} one
 * @param {string[]} other
 * @returns {string[] | null}
 */
function common(one, other) {
  const first = earlier(one[0] ?? "", other[0] ?? "") ? other[0] : one[0];
  const lasts = [one[1] ?? "", other[1] ?? ""].filter(Boolean);
  const last = lasts.length === 2 ? (earlier(lasts[0] ?? "", lasts[1] ?? "") ? lasts[0] : lasts[1]) : (lasts[0] ?? "");
  return last && earlier(last, first ?? "") ? null : [first ?? "", last ?? ""];
}

/**
 * The rules that fit, in the order of the ledger: one; or several, where some hold only for a part of the era.
 * The last of several is for all other versions, and names none.
 * @param {Rule[]} rules
 * @param {string} role
 * @param {string} key
 * @param {Status} status
 * @param {Set<string>} facts
 * @param {string[]} era
 * @returns {Choice[]}
 */
function choices(rules, role, key, status, facts, era) {
  /** @type {Choice[]} */
  const found = [];
  for (const rule of rules) {
    if (!rule.roles.includes(role) || !rule.status.includes(status)) continue;
    if (!(rule.if ?? []).every((fact) => facts.has(fact))) continue;
    if (rule.part && !key.split(".").includes(rule.part)) continue;
    if (!rule.versions) return [...found, { rule, versions: [] }];
    const shared = rule.versions.map((one) => common(era, one)).filter((one) => one !== null);
    if (shared.length) found.push({ rule, versions: shared });
    if (shared.some((one) => one.join() === era.join())) break;
  }
  return found;
}

/**
 * The versions that a group's messages can come from.
 * @param {string[]} forms
 * @param {string} version
 * @param {Rules} rules
 * @returns {string[]}
 */
function eraOf(forms, version, rules) {
  /** @type {string[]} */
  let era = ["0", ""];
  for (const form of forms) {
    const range = rules.forms[form];
    if (range?.length) era = common(era, range) ?? era;
  }
  return version && common(era, [version, version]) ? [version, version] : era;
}

/**
 * Messages of one class from one place, in the words of one era, belong together; so do those that name no class, with the only one that is named.
 * @param {Message[]} messages
 */
function grouped(messages) {
  /** @type {Map<string, Message[]>} */
  const groups = new Map();
  for (const one of messages) {
    const name = `${one.form} ${one.class} ${one.form === "first" ? "" : one.from}`;
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return [...groups.values()];
}

/**
 * One group's keys, each with what is known of it and what fits.
 * @param {Message[]} messages
 * @param {string} version
 * @param {Rules} rules
 * @param {Catalogue} known
 * @returns {Generator<undefined, Group>}
 */
function* judged(messages, version, rules, known) {
  const named = messages[0]?.class ?? "";
  /** @type {Map<string, { key: string, status: Status, detail: string }>} */
  const keys = new Map();
  for (const one of messages) {
    for (const { key, detail } of one.keys) keys.set(`${one.status} ${key}`, { key, status: one.status, detail });
    yield;
  }
  const all = [...keys.values()];
  const asked = familyOf(named, known);
  const missing = all.filter((one) => one.status !== "unexpected").map((one) => one.key);
  // Somebody's own class may be built on a base model: then names mean what they always mean, but for what it ties itself.
  const based = asked === null && all.some((one) => Boolean(ownerOf(unwrapped(one.key).plain, known)));
  const family = asked || (asked === "" || based ? likeliest((missing.length ? missing : all.map((one) => one.key)).map((key) => unwrapped(key).plain), known) : "");
  const stopped = messages.some((one) => one.stopped);
  const refused = stopped && messages.some((one) => one.stopped && one.form === "");
  const meanings = new Map();
  /** @type {Map<string, Map<string, string>>} */
  const sides = new Map([["missing", new Map()], ["unexpected", new Map()], ["mismatched", new Map()], ["conversion", new Map()]]);
  for (const [at, { key, status }] of all.entries()) {
    if (at % 25 === 0) yield;
    const { plain, adapter } = unwrapped(key);
    let found = adapter || (asked === null && !based) ? { known: null, canonical: key } : understood(plain, family, known);
    if (based && status !== "unexpected" && TIED_ROLES.includes(found.known?.role ?? "")) found = { known: null, canonical: key };
    meanings.set(key, found);
    sides.get(status)?.set(found.canonical, key);
  }
  const forms = [...new Set(messages.map((one) => one.form))];
  const era = eraOf(forms, version, rules);
  const ofBias = factsOfBias(all, meanings, family, known);
  const half = isHalf([...meanings], all, messages, named, asked);
  /** @type {Item[]} */
  const items = [];
  for (const [at, { key, status, detail }] of all.entries()) {
    if (at % 25 === 0) yield;
    const { known: own, canonical } = meanings.get(key);
    const other = sides.get(status === "missing" ? "unexpected" : "missing")?.get(canonical);
    const facts = new Set(ofBias(own));
    let [old, fresh] = ["", ""];
    if (other && other !== key && (status === "missing" || status === "unexpected")) {
      const [file, inClass] = status === "missing" ? [other, key] : [key, other];
      facts.add("renamed");
      if (unwrapped(file).wrapped) facts.add("adapters");
      else [old, fresh] = prefixes(today(file, known.spelling), today(inClass, known.spelling));
      if (!old && !fresh && !facts.has("adapters")) facts.add("respelled");
      if (![family, ""].includes(ownerOf(old, known))) facts.add("other family");
    }
    if (own && family && own.family !== family) facts.add("other family");
    if (own?.alias_of && ["missing", "mismatched", "conversion"].some((one) => sides.get(one)?.has(own.alias_of))) facts.add("source missing");
    if (asked === null) facts.add("strange class");
    if (unwrapped(key).adapter) facts.add("adapters");
    if (refused || (stopped && status === "mismatched")) facts.add("refused");
    if (half) facts.add("half");
    const role = own?.role ?? "unknown";
    const statuses = status === "unsaid" ? /** @type {Status[]} */ (["missing", "unexpected"]) : [status];
    for (const one of statuses) {
      items.push({ key, status: one, detail, known: own, old, new: fresh, choices: choices(rules.rules, role, key, one, facts, era) });
    }
  }
  const buckets = yield* bucketed(items, rules);
  const unsaid = messages.some((one) => one.status === "unsaid");
  return { class: named, from: messages[0]?.from ?? "", forms, versions: era, unsaid, stopped, items, buckets, ...meant(items, rules, messages, known) };
}

/**
 * Whether a message names what the class leaves out, and not what must then be new: a file with pre-training heads has no
 * task head, and a file with a task head no pre-training heads. What a class of somebody's own adds, no such list tells.
 * @param {[string, import("./types.js").Meaning][]} meanings
 * @param {{ key: string, status: Status }[]} all
 * @param {Message[]} messages
 * @param {string} named
 * @param {string | null} asked
 */
function isHalf(meanings, all, messages, named, asked) {
  if (!all.length || messages.some((one) => one.whole || one.complete) || all.some((one) => one.status !== "unexpected")) return false;
  if (asked === null) return true;
  const roles = meanings.map(([, one]) => one.known?.role ?? "");
  const head = headOf(named);
  const task = roles.includes("task head");
  return (head === "task" && (task || roles.some((role) => PRETRAINING_ROLES.includes(role)))) || (head === "pre-training" && task);
}

/**
 * Keys with the same answer stand together, what matters most first, and numbered layers as one.
 * @param {Item[]} items
 * @param {Rules} rules
 * @returns {Generator<undefined, Bucket[]>}
 */
function* bucketed(items, rules) {
  /** @type {Map<string, Bucket>} */
  const buckets = new Map();
  for (const [at, item] of items.entries()) {
    if (at % 25 === 0) yield;
    const answers = item.choices.map((one) => one.rule.name + one.versions.join());
    const name = [item.old || item.new ? "" : item.status, item.old, item.new, ...answers].join(" ");
    const bucket = buckets.get(name) ?? { item, lists: new Map() };
    buckets.set(name, bucket);
    const list = bucket.lists.get(item.status) ?? { count: 0, names: new Map() };
    bucket.lists.set(item.status, list);
    list.count += 1;
    const short = collapsed(item.key);
    const before = list.names.get(short);
    if (before) before.count += 1;
    else list.names.set(short, { item, count: 1 });
  }
  const order = Object.keys(rules.wholes);
  const rank = (/** @type {Bucket} */ one) => order.indexOf(one.item.choices[0]?.rule.whole ?? "unknown");
  return [...buckets.values()].sort((one, other) => rank(one) - rank(other));
}

/**
 * What the keys mean together: the worst of them, or nothing certain.
 * @param {Item[]} items
 * @param {Rules} rules
 * @param {Message[]} messages
 * @param {Catalogue} known
 */
function meant(items, rules, messages, known) {
  if (messages.some((one) => one.status === "unsaid")) return { whole: "unknown", short: "these are names of keys, without the message that says what happened to them" };
  const stopped = messages.some((one) => one.stopped);
  const cut = messages.some((one) => one.cut);
  const complete = messages.some((one) => one.complete);
  if (!items.length && stopped) return { whole: "error", short: STOPPED };
  if (!items.length && cut) return { whole: "unknown", short: CUT };
  if (!items.length) return { whole: complete ? "fine" : "unknown", short: complete ? "the library says that every weight was loaded" : "" };
  const order = Object.keys(rules.wholes);
  let [whole, short] = ["fine", ""];
  for (const item of items) {
    const wholes = new Set(item.choices.map((one) => one.rule.whole));
    const [one] = item.choices;
    const now = wholes.size === 1 ? [...wholes][0] ?? "unknown" : "unknown";
    if (!short || order.indexOf(now) < order.indexOf(whole)) {
      whole = now;
      short = wholes.size > 1 ? `what \`${collapsed(item.key)}\` means depends on the version, and this message does not tell it` : filled(one?.rule.short ?? "", item, messages[0]?.class ?? "");
    }
  }
  if (stopped) return { whole: "error", short: whole === "error" ? short : STOPPED };
  const strange = whole === "train" && items.find((one) => one.status !== "unexpected" && !one.known && isInside(one.key, known));
  if (strange) return { whole: "unknown", short: `\`${collapsed(strange.key)}\` is new inside the encoder, and this page does not know it` };
  if (cut && order.indexOf(whole) > order.indexOf("unknown")) return { whole: "unknown", short: CUT };
  return { whole, short };
}

/**
 * A rule's text with what the report says in its places.
 * @param {string} text
 * @param {Item} item
 * @param {string} name
 */
export function filled(text, item, name) {
  /** @type {Record<string, string>} */
  const values = {
    key: collapsed(item.key),
    alias: item.known?.alias_of ?? "",
    family: item.known?.family ?? "",
    class: name || "the class",
    old: item.old,
    new: item.new,
    before: item.old ? `the prefix \`${item.old}\`` : "no prefix",
    after: item.new ? `the prefix \`${item.new}\`` : "no prefix",
  };
  return text.replace(/\{(key|alias|family|class|old|new|before|after)\}/g, (_, place) => values[place] ?? "");
}

/**
 * Everything there is to say about these messages.
 * @param {Message[]} messages
 * @param {string} version
 * @param {Rules} rules
 * @returns {Generator<undefined, Group[]>}
 */
export function* judge(messages, version, rules) {
  const known = catalogue(rules);
  const groups = [];
  for (const group of grouped(messages)) {
    groups.push(yield* judged(group, version, rules, known));
    yield;
  }
  const order = Object.keys(rules.wholes);
  return groups.sort((one, other) => order.indexOf(one.whole) - order.indexOf(other.whole));
}
