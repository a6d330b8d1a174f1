// From messages to answers: what fits a key, under which versions, and what that means for the model.

/** @import { Bucket, Choice, Group, GroupKeys, Item, Known, Listed, Meaning, Message, Rule, Rules, Status, Verdict } from "./types.js" */

import { BODY_ROLES, factsOfKeys, isInside } from "./facts.js";
import { Names, collapsed, unwrapped, valueOf } from "./keys.js";

// What these mean depends on what the class ties.
const TIED_ROLES = ["decoder weight", "decoder bias", "output bias", "embedding alias", "tied output"];
const WORDS = /(?:word_embeddings|tok_embeddings|embed_tokens|wte|shared|patch_embeddings\.projection)\.weight$/;
const DECODER = /^(?:model\.|transformer\.)?decoder\./;
// Answers to a tensor that the class has made itself.
const NEW = ["random", "zeros", "mismatch", "unread"];
/** @type {Record<string, string>} */
const FILLED_WITH = { random: "random numbers", ones: "ones", zeros: "zeros" };
const CUT = "the list is cut off or not readable, and what it hides may matter";
const STOPPED = "what it stopped at is not in this text";
const BARE_NAMES = "these are names of keys, without the message that says what happened to them";

/**
 * Where a verdict is in the rules' order: the worst has the lowest number.
 * @param {string | undefined} whole @param {Rules} rules
 */
export function rank(whole, rules) {
  return Object.keys(rules.wholes).indexOf(whole ?? "");
}

/** Releases compare number by number. @param {string} one @param {string} other */
export function earlier(one, other) {
  const [a, b] = [one.split(".").map(Number), other.split(".").map(Number)];
  for (let at = 0; at < 3; at += 1) {
    if ((a[at] ?? 0) !== (b[at] ?? 0)) return (a[at] ?? 0) < (b[at] ?? 0);
  }
  return false;
}

/**
 * What two ranges of versions have in common; the end "" is today.
 * @param {string[]} one @param {string[]} other @returns {string[] | null}
 */
function common([first = "", last = ""], [otherFirst = "", otherLast = ""]) {
  const from = earlier(first, otherFirst) ? otherFirst : first;
  const to = !last || (otherLast && earlier(otherLast, last)) ? otherLast : last;
  return to && earlier(to, from) ? null : [from, to];
}

/**
 * The rules that fit, in the order of the ledger: one; or several, where some hold only for a part of the era.
 * The last of several is for all other versions, and names none.
 * @param {Rule[]} rules @param {string} key @param {string} role @param {Status} status @param {Set<string>} facts
 * @param {string[]} era
 */
function choices(rules, key, role, status, facts, era) {
  /** @type {Choice[]} */
  const found = [];
  for (const rule of rules) {
    if (!rule.roles.includes(role) || !rule.status.includes(status)) continue;
    if (!(rule.if ?? []).every((fact) => facts.has(fact))) continue;
    if (rule.part && !key.split(".").includes(rule.part)) continue;
    if (!rule.versions) return [...found, { rule, versions: [] }];
    const shared = rule.versions.map((range) => common(era, range)).filter((range) => range !== null);
    if (shared.length) found.push({ rule, versions: shared });
    if (shared.some((range) => range.join() === era.join())) break;
  }
  return found;
}

/**
 * The versions that a group's messages can come from.
 * @param {string[]} forms @param {string} version @param {Rules} rules
 */
function eraOf(forms, version, rules) {
  let era = ["0", ""];
  for (const form of forms) {
    const range = rules.forms[form];
    if (range?.length) era = common(era, range) ?? era;
  }
  return version && common(era, [version, version]) ? [version, version] : era;
}

/** Messages of one class from one place, in the words of one era, belong together. @param {Message[]} messages */
function grouped(messages) {
  /** @type {Map<string, Message[]>} */
  const groups = new Map();
  for (const message of messages) {
    const name = `${message.form} ${message.class} ${message.form === "first" ? "" : message.from}`;
    const group = groups.get(name);
    if (group) group.push(message);
    else groups.set(name, [message]);
  }
  return [...groups.values()];
}

/**
 * One group's keys, each with what is known of it and what fits.
 * @param {Message[]} messages @param {string} version @param {Rules} rules @param {Names} names @returns {Group}
 */
function judged(messages, version, rules, names) {
  const className = messages[0]?.class ?? "";
  const all = listing(messages);
  const keys = { all, messages, className, names, ...understanding(all, className, names) };
  const forms = [...new Set(messages.map(({ form }) => form))];
  const era = eraOf(forms, version, rules);
  const factsOf = factsOfKeys(keys);
  const stopped = messages.some((message) => message.stopped);
  const library = messages.find((message) => message.library)?.library ?? "";
  const items = all.flatMap(({ key, status, detail }) => {
    const known = keys.meanings.get(key)?.known ?? null;
    const { facts, old, fresh } = factsOf(key, status);
    const statuses = status === "unsaid" ? /** @type {Status[]} */ (["missing", "unexpected"]) : [status];
    return statuses.map((status) => {
      const found = choices(rules.rules, key, known?.role ?? "unknown", status, facts, era);
      const filled = !stopped && status !== "unexpected" && found.some(({ rule }) => NEW.includes(rule.answer)) ? valueOf(known) : "";
      return { key, status, detail, known, old, new: fresh, choices: found, value: filled && library ? "new" : filled };
    });
  });
  const unsaid = messages.some(({ status }) => status === "unsaid");
  const verdict = withTie(ofKeys(items, rules, keys), messages, rules);
  return { class: className, from: messages[0]?.from ?? "", forms, versions: era, library, unsaid, stopped, items, buckets: bucketed(items, rules), ...verdict };
}

/**
 * Each key of these messages once for each thing that they say of it.
 * @param {Message[]} messages @returns {Listed[]}
 */
function listing(messages) {
  /** @type {Map<string, Listed>} */
  const found = new Map();
  for (const { status, keys } of messages) {
    for (const { key, detail } of keys) found.set(`${status} ${key}`, { key, status, detail, ...unwrapped(key) });
  }
  return [...found.values()];
}

/**
 * The family of a class, or the one that the names speak for, and what each name means there.
 * @param {Listed[]} all @param {string} className @param {Names} names
 */
function understanding(all, className, names) {
  const ofClass = names.familyOf(className);
  const strange = ofClass === null;
  const missing = all.filter(({ status }) => status !== "unexpected");
  const stem = strange ? names.stemOf(className) : "";
  // Somebody's own class may be built on a base model: then names mean what they always mean, except what it ties itself.
  // Of a class of another family nothing is known, even where names are the same.
  const foreign = strange && !stem && !all.some(({ plain }) => names.isOwned(plain));
  const family = foreign ? "" : ofClass || stem || names.likeliest((missing.length ? missing : all).map(({ plain }) => plain));
  /** @type {Map<string, Meaning>} */
  const meanings = new Map();
  for (const { key, status, plain, adapter } of all) {
    let { known, canonical } = adapter || foreign ? { known: null, canonical: plain } : names.understood(plain, family);
    const pattern = known || adapter ? null : names.patterned(plain);
    if (pattern) [known, canonical] = [pattern, foreign ? plain : key];
    // No class for CTC ties its output layer.
    if (/ForCTC$/.test(className) && known && /^lm_head\./.test(plain)) known = { ...known, role: "task head" };
    if (strange && status !== "unexpected" && known && TIED_ROLES.includes(known.role)) known = { ...known, role: "tied output" };
    meanings.set(key, { known, canonical });
  }
  return { family, meanings };
}

/**
 * Keys with the same answer are listed together, what matters most first, and numbered layers as one.
 * @param {Item[]} items @param {Rules} rules
 */
function bucketed(items, rules) {
  /** @type {Map<string, Bucket>} */
  const buckets = new Map();
  for (const item of items) {
    const answers = item.choices.map(({ rule, versions }) => rule.name + versions.join());
    // Two names of one tensor are listed together: what is to do about them is one thing.
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
  const rankOf = (/** @type {Bucket} */ { item }) => rank(item.choices[0]?.rule.whole ?? "unknown", rules);
  return [...buckets.values()].sort((one, other) => rankOf(one) - rankOf(other));
}

/**
 * A verdict on keys, or that a tie is broken where no key means worse.
 * @param {Verdict} verdict @param {Message[]} messages @param {Rules} rules @returns {Verdict}
 */
function withTie(verdict, messages, rules) {
  const [one, other] = messages.find(({ apart }) => apart)?.apart ?? [];
  if (!one || (verdict.short && rank(verdict.whole, rules) < rank("untied", rules))) return verdict;
  return { whole: "untied", short: `the class ties \`${one}\` and \`${other}\`, and the file has other values for each: the model keeps both` };
}

/**
 * What the keys mean together: the worst that one of them means, or nothing certain.
 * @param {Item[]} items @param {Rules} rules @param {GroupKeys} group @returns {Verdict}
 */
function ofKeys(items, rules, { messages, className, names }) {
  if (messages.some(({ status }) => status === "unsaid")) return { whole: "unknown", short: BARE_NAMES };
  const stopped = messages.some((message) => message.stopped);
  const cut = messages.some((message) => message.cut);
  if (!items.length && stopped) return { whole: "error", short: STOPPED };
  if (!items.length && cut) return { whole: "unknown", short: CUT };
  if (!items.length && messages.some(({ complete }) => complete)) return { whole: "fine", short: "the library says that every weight was loaded" };
  if (!items.length) return { whole: "unknown", short: "" };
  const { whole, short, headline } = worst(items, rules, className);
  if (stopped) return { whole: "error", short: whole === "error" ? short : STOPPED };
  if (whole === "stop") return { whole, short, headline: headline || lostOf(items, rules, names) };
  const strange = whole === "train" && items.find(({ status, known, key }) => status !== "unexpected" && !known && (names.isInside(key) || isInside(key)));
  if (strange) return { whole: "unknown", short: `\`${collapsed(strange.key)}\` is new inside the model, and this page does not know what it is there` };
  if (cut && rank(whole, rules) > rank("unknown", rules)) return { whole: "unknown", short: CUT };
  return { whole, short, headline };
}

/**
 * The worst that one of these keys means, and why.
 * @param {Item[]} items @param {Rules} rules @param {string} className
 */
function worst(items, rules, className) {
  let [whole, short, headline] = ["fine", "", ""];
  let place = Infinity;
  for (const item of items) {
    const rule = item.choices[0]?.rule;
    const wholes = new Set(item.choices.map((choice) => choice.rule.whole));
    const now = wholes.size === 1 && rule ? rule.whole : "unknown";
    // Of reasons that loading stopped, or that a model is lost, the ledger's first is the one to mend first.
    const first = now === whole && ["error", "stop"].includes(now) && rule && rules.rules.indexOf(rule) < place;
    if (short && !first && rank(now, rules) >= rank(whole, rules)) continue;
    place = rule ? rules.rules.indexOf(rule) : place;
    whole = now;
    headline = rule?.headline ?? "";
    const alike = items.filter((other) => other.status === item.status && other.choices[0]?.rule === rule);
    short = wholes.size > 1 ? `what \`${collapsed(item.key)}\` means depends on the version, and this message does not tell it` : filled(rule?.short ?? "", item, className, alike);
  }
  return { whole, short, headline };
}

/**
 * How much of a model's body is lost, in place of the words for the whole; "" where the keys do not tell it.
 * @param {Item[]} items @param {Rules} rules @param {Names} names
 */
function lostOf(items, rules, names) {
  const lost = items.filter(({ value, known, choices: [choice] }) => value && known && BODY_ROLES.includes(known.role) && choice?.rule.whole === "stop");
  if (!lost.length) return "";
  const family = lost[0]?.known?.family ?? "";
  const matrices = [...new Set(names.rowsOf(family))].filter((row) => row.role === "encoder" && valueOf(row) === "random");
  const decoder = matrices.filter(({ key }) => DECODER.test(key));
  // Names without a layer's number, or of the first layer: those of a higher one may be all that is lost.
  const rows = new Set(lost.filter(({ key }) => /^0|^\{0|^$/.test(/(?<=\.)(?:\d+|\{[^}]*\})(?=\.)/.exec(key)?.[0] ?? "")).map(({ known }) => known?.key));
  const most = (/** @type {Known[]} */ all) => all.length > 0 && 2 * all.filter(({ key }) => rows.has(key)).length > all.length;
  if (lost.every(({ known }) => DECODER.test(known?.key ?? "")) && most(decoder)) return rules.stops.decoder;
  if (most(matrices) && [...rows].some((row) => WORDS.test(row ?? ""))) return decoder.length || family === "GPT2" ? rules.stops.model : rules.wholes.stop;
  return lost.some(({ value }) => value === "random") ? rules.stops.part : rules.stops.constant;
}

/**
 * A rule's text with what the report says in its places. `alike` are the keys of which it says the same.
 * @param {string} text @param {Item} item @param {string} className @param {Item[]} alike
 */
export function filled(text, item, className, alike = [item]) {
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
    class: className || "the class",
    old: item.old,
    new: item.new,
    before: item.old ? `the prefix \`${item.old}\`` : "no prefix",
    after: item.new ? `the prefix \`${item.new}\`` : "no prefix",
  };
  return text.replace(/\{(\w+)\}/g, (place, name) => found[name] ?? place);
}

/**
 * Everything there is to say about these messages, the worst first.
 * @param {Message[]} messages @param {string} version @param {Rules} rules
 */
export function judge(messages, version, rules) {
  const names = new Names(rules);
  const groups = grouped(messages).map((group) => judged(group, version, rules, names));
  return groups.sort((one, other) => rank(one.whole, rules) - rank(other.whole, rules));
}
