// From messages to answers: what fits a key, under which versions, and what that means for the model.

/** @import { Bucket, Choice, Group, Item, Known, Listed, Meaning, Message, Rule, Rules, Status } from "./types.js" */
/** @import { Catalogue } from "./keys.js" */

import { BODY_ROLES, bodies, factsOfKeys } from "./facts.js";
import { catalogue, collapsed, familyOf, isInside, likeliest, ownerOf, patterned, stemOf, understood, unwrapped, valueOf } from "./keys.js";

// What these mean depends on what the class ties.
const TIED_ROLES = ["decoder weight", "decoder bias", "output bias", "embedding alias", "tied output"];
const CUT = "the list is cut off or not readable, and what it hides may matter";
const WORDS = /(?:word_embeddings|tok_embeddings|embed_tokens|wte|shared|patch_embeddings\.projection)\.weight$/;
const DECODER = /^(?:model\.|transformer\.)?decoder\./;
// Answers to a tensor that the class has made itself.
const NEW = ["random", "zeros", "mismatch", "unread"];
/** @type {Record<string, string>} */
const FILLED_WITH = { random: "random numbers", ones: "ones", zeros: "zeros" };
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
  const all = yield* listing(messages);
  const { family, meanings } = yield* understanding(all, named, known);
  const forms = [...new Set(messages.map((one) => one.form))];
  const era = eraOf(forms, version, rules);
  const factsOf = yield* factsOfKeys({ all, meanings, messages, named, family, known });
  const stopped = messages.some((one) => one.stopped);
  const library = messages.find((one) => one.library)?.library ?? "";
  /** @type {Item[]} */
  const items = [];
  for (const [at, { key, status, detail }] of all.entries()) {
    if (at % 25 === 0) yield;
    const own = meanings.get(key)?.known ?? null;
    const { facts, old, fresh } = factsOf(key, status);
    const statuses = status === "unsaid" ? /** @type {Status[]} */ (["missing", "unexpected"]) : [status];
    for (const one of statuses) {
      const found = choices(rules.rules, own?.role ?? "unknown", key, one, facts, era);
      const filled = !stopped && one !== "unexpected" && found.some(({ rule }) => NEW.includes(rule.answer)) ? valueOf(own) : "";
      items.push({ key, status: one, detail, known: own, old, new: fresh, choices: found, value: filled && library ? "new" : filled });
    }
  }
  const buckets = yield* bucketed(items, rules);
  const unsaid = messages.some((one) => one.status === "unsaid");
  return { class: named, from: messages[0]?.from ?? "", forms, versions: era, library, unsaid, stopped, items, buckets, ...meant(items, rules, messages, known) };
}

/**
 * Each key of these messages once for each thing that they say of it.
 * @param {Message[]} messages
 * @returns {Generator<undefined, Listed[]>}
 */
function* listing(messages) {
  /** @type {Map<string, Listed>} */
  const keys = new Map();
  for (const one of messages) {
    for (const { key, detail } of one.keys) keys.set(`${one.status} ${key}`, { key, status: one.status, detail, ...unwrapped(key) });
    yield;
  }
  return [...keys.values()];
}

/**
 * The family of a class, or the one that the names speak for, and what each name means there.
 * @param {Listed[]} all
 * @param {string} named
 * @param {Catalogue} known
 * @returns {Generator<undefined, { family: string, meanings: Map<string, Meaning> }>}
 */
function* understanding(all, named, known) {
  const asked = familyOf(named, known);
  const strange = asked === null;
  const missing = all.filter((one) => one.status !== "unexpected");
  const names = (missing.length ? missing : all).map((one) => one.plain);
  const stem = strange ? stemOf(named, known) : "";
  const family = asked || stem || likeliest(names, known);
  // Somebody's own class may be built on a base model: then names mean what they always mean, but for what it ties itself.
  const based = !strange || Boolean(stem) || bodies(all).size > 0 || all.some((one) => Boolean(ownerOf(one.plain, known)));
  /** @type {Map<string, Meaning>} */
  const meanings = new Map();
  for (const [at, { key, status, plain, adapter }] of all.entries()) {
    if (at % 25 === 0) yield;
    let { known: own, canonical } = adapter ? { known: null, canonical: key } : understood(plain, family, known);
    if (!based && BODY_ROLES.includes(own?.role ?? "")) [own, canonical] = [null, key];
    const pattern = own || adapter ? null : patterned(plain, known);
    if (pattern) [own, canonical] = [pattern, key];
    if (strange && status !== "unexpected" && own && TIED_ROLES.includes(own.role)) own = { ...own, role: "tied output" };
    meanings.set(key, { known: own, canonical });
  }
  return { family, meanings };
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
    // Two names of one tensor stand together: what is to do about them is one thing.
    const paired = item.old || item.new || item.choices.some(({ rule }) => rule.if?.some((fact) => fact === "renamed" || fact === "respelled"));
    const name = [paired ? "" : item.status, item.old, item.new, ...answers].join(" ");
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
 * What the messages mean together: the worst of their keys, that a tie is broken, or nothing certain.
 * @param {Item[]} items
 * @param {Rules} rules
 * @param {Message[]} messages
 * @param {Catalogue} known
 */
function meant(items, rules, messages, known) {
  const order = Object.keys(rules.wholes);
  const found = ofKeys(items, rules, messages, known, order);
  const [one, other] = messages.find(({ apart }) => apart)?.apart ?? [];
  if (!one || (found.short && order.indexOf(found.whole) < order.indexOf("untied"))) return found;
  return { whole: "untied", short: `the class ties \`${one}\` and \`${other}\`, and the file has other values for each: the model keeps both` };
}

/**
 * @param {Item[]} items
 * @param {Rules} rules
 * @param {Message[]} messages
 * @param {Catalogue} known
 * @param {string[]} order
 * @returns {{ whole: string, short: string, headline?: string }}
 */
function ofKeys(items, rules, messages, known, order) {
  if (messages.some((one) => one.status === "unsaid")) return { whole: "unknown", short: "these are names of keys, without the message that says what happened to them" };
  const stopped = messages.some((one) => one.stopped);
  const cut = messages.some((one) => one.cut);
  const complete = messages.some((one) => one.complete);
  if (!items.length && stopped) return { whole: "error", short: STOPPED };
  if (!items.length && cut) return { whole: "unknown", short: CUT };
  if (!items.length) return { whole: complete ? "fine" : "unknown", short: complete ? "the library says that every weight was loaded" : "" };
  let [whole, short, headline] = ["fine", "", ""];
  let place = Infinity;
  for (const item of items) {
    const wholes = new Set(item.choices.map((one) => one.rule.whole));
    const [one] = item.choices;
    const now = wholes.size === 1 ? [...wholes][0] ?? "unknown" : "unknown";
    // Of reasons that loading stopped, or that a model is lost, the ledger's first is the one to mend first.
    const first = now === whole && ["error", "stop"].includes(now) && one && rules.rules.indexOf(one.rule) < place;
    if (!short || first || order.indexOf(now) < order.indexOf(whole)) {
      place = one ? rules.rules.indexOf(one.rule) : place;
      whole = now;
      headline = one?.rule.headline ?? "";
      const alike = items.filter((other) => other.status === item.status && other.choices[0]?.rule === one?.rule);
      short = wholes.size > 1 ? `what \`${collapsed(item.key)}\` means depends on the version, and this message does not tell it` : filled(one?.rule.short ?? "", item, messages[0]?.class ?? "", alike);
    }
  }
  if (stopped) return { whole: "error", short: whole === "error" ? short : STOPPED };
  if (whole === "stop") return { whole, short, headline: lostOf(items, rules, known) || headline };
  const strange = whole === "train" && items.find((one) => one.status !== "unexpected" && !one.known && isInside(one.key, known));
  if (strange) return { whole: "unknown", short: `\`${collapsed(strange.key)}\` is new inside the encoder, and this page does not know it` };
  if (cut && order.indexOf(whole) > order.indexOf("unknown")) return { whole: "unknown", short: CUT };
  return { whole, short, headline };
}

/**
 * How much of a model's body is lost, in place of the words for the whole; "" where the keys do not tell it.
 * @param {Item[]} items
 * @param {Rules} rules
 * @param {Catalogue} known
 */
function lostOf(items, rules, known) {
  const lost = items.filter(({ value, known: own, choices: [one] }) => value && own && BODY_ROLES.includes(own.role) && one?.rule.whole === "stop");
  if (!lost.length) return "";
  const family = lost[0]?.known?.family ?? "";
  const matrices = [...new Set(known.names.get(family)?.values())].filter((row) => row.role === "encoder" && valueOf(row) === "random");
  const decoder = matrices.filter(({ key }) => DECODER.test(key));
  // Names without a layer's number, or of the first layer: those of a higher one may be all that is lost.
  const rows = new Set(lost.filter(({ key }) => /^0|^\{0|^$/.test(/(?<=\.)(?:\d+|\{[^}]*\})(?=\.)/.exec(key)?.[0] ?? "")).map((one) => one.known?.key));
  const most = (/** @type {Known[]} */ all) => all.length > 0 && 2 * all.filter(({ key }) => rows.has(key)).length > all.length;
  if (lost.every((one) => DECODER.test(one.known?.key ?? "")) && most(decoder)) return rules.stops.decoder;
  if (most(matrices) && [...rows].some((row) => WORDS.test(row ?? ""))) return decoder.length || family === "GPT2" ? rules.stops.model : rules.wholes.stop;
  return lost.some(({ value }) => value === "random") ? rules.stops.part : rules.stops.constant;
}

/**
 * A rule's text with what the report says in its places. `alike` are the keys of which it says the same.
 * @param {string} text
 * @param {Item} item
 * @param {string} name
 * @param {Item[]} alike
 */
export function filled(text, item, name, alike = [item]) {
  const names = [...new Set(alike.map(({ key }) => collapsed(key)))];
  const values = [...new Set(alike.map(({ value }) => FILLED_WITH[value] ?? "new values"))];
  /** @type {Record<string, string>} */
  const found = {
    key: collapsed(item.key),
    which: `\`${alike.length > 1 ? collapsed(item.key) : item.key}\`${names.length > 1 ? ` and ${names.length - 1} more ${names.length > 2 ? "names" : "name"}` : ""}`,
    it: alike.length > 1 ? "them" : "it",
    values: values.join(", ").replace(/, (?=[^,]*$)/, " and "),
    alias: item.known?.alias_of ?? "",
    family: item.known?.family ?? "",
    class: name || "the class",
    old: item.old,
    new: item.new,
    before: item.old ? `the prefix \`${item.old}\`` : "no prefix",
    after: item.new ? `the prefix \`${item.new}\`` : "no prefix",
  };
  return text.replace(/\{(key|which|it|values|alias|family|class|old|new|before|after)\}/g, (_, place) => found[place] ?? "");
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
