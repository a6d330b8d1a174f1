// From messages to answers: what fits a key, under which versions, and what that means for the model.

/** @import { Answers, Bucket, Choice, Group, GroupKeys, Item, Known, Listed, Meaning, Message, Origin, Pill, Rule, Rules, Said, Status, Verdict } from "./types.js" */

import { BODY_ROLES, factsOfKeys, isInside } from "./facts.js";
import { Names, collapsed, unwrapped, valueOf } from "./keys.js";
import { originOf } from "./origin.js";

// What these mean depends on what the class ties.
const TIED_ROLES = ["decoder weight", "decoder bias", "output bias", "embedding alias", "tied output"];
const WORDS = /(?:word_embeddings|tok_embeddings|embed_tokens|wte|shared|patch_embeddings\.projection)\.weight$/;
const DECODER = /^(?:model\.|transformer\.)?decoder\./;
// Labels of a tensor that the class has made itself.
const NEW = ["random", "zeros", "mismatch", "unread"];
/** @type {Record<string, string>} */
const FILLED_WITH = { random: "random numbers", ones: "ones", zeros: "zeros" };
const CUT = "The list is cut off or not readable, and what it hides may matter: paste the whole message.";
const STOPPED = "Yes: an error ended loading, and this text does not say at which names: paste the whole message.";
const BARE_NAMES = "These are names of keys, without the message that says what happened to them: paste that, too.";
const COMPLETE = "No: the library says that every weight was loaded.";
const MOST_KEYS = 4; // in code
const YOURS = "your-model"; // where a message names no path
// A path that can stand in a program between quotes.
const PLAIN_PATH = /^(?!.*\.\.\.)[\p{L}\p{N}_./~: @+-]{1,200}$/u;

// How the library's classes end; a program imports any other from where it is.
const OF_THE_LIBRARY = /(?:Model|For[A-Z]\w+)$/;
const WRAPPER = /^Peft/;

/**
 * Where a pill is on the scale: the worst has the lowest number.
 * @param {Pill | ""} pill @param {Rules} rules
 */
export function rank(pill, rules) {
  return Object.keys(rules.pills).indexOf(pill);
}

/** The answers of a rule: its own, or those of the message that it is a case of. @param {Rule} rule @param {Rules} rules @returns {Answers} */
export function answersOf({ answers, message }, rules) {
  return answers ?? rules.messages.find(({ name }) => name === message)?.answers ?? [];
}

/** The answer for a file of this origin. @template {{ origin?: Origin }} One @param {One[]} answers @param {Origin} origin */
export function answerFor(answers, origin) {
  return answers.find((one) => one.origin === origin) ?? answers[0];
}

/** What a rule says of a file of this origin. @param {Rule} rule @param {Origin} origin @param {Rules} rules @returns {Pill} */
function pillOf(rule, origin, rules) {
  return answerFor(answersOf(rule, rules), origin)?.pill ?? "unknown";
}

/** An answer that no file has: one for any origin, without code. @param {Pill} pill @param {string} answer @returns {Verdict} */
export function verdict(pill, answer) {
  return { whole: pill, said: answer ? [{ origin: "any", pill, answer, code: "" }] : [], message: "" };
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
 * @param {Message[]} messages @param {string} version @param {Origin | ""} asked @param {Rules} rules @param {Names} names @returns {Group}
 */
function judged(messages, version, asked, rules, names) {
  const className = messages[0]?.class ?? "";
  const all = listing(messages);
  const origin = asked || (messages.some(({ form }) => form === "trainer") ? "own" : originOf(messages[0]?.from ?? "", all.some(({ status }) => status === "mismatched")));
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
      const filled = !stopped && status !== "unexpected" && found.some(({ rule }) => NEW.includes(rule.label)) ? valueOf(known) : "";
      return { key, status, detail, known, old, new: fresh, choices: found, value: filled && library ? "new" : filled };
    });
  });
  const unsaid = messages.some(({ status }) => status === "unsaid");
  const from = messages[0]?.from ?? "";
  const place = { class: className, from, library, origin };
  return { ...place, forms, versions: era, unsaid, stopped, items, buckets: bucketed(items, origin, rules), ...ofKeys(items, rules, keys, place) };
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
 * @param {Item[]} items @param {Origin} origin @param {Rules} rules
 */
function bucketed(items, origin, rules) {
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
  const rankOf = (/** @type {Bucket} */ { item }) => {
    const rule = item.choices[0]?.rule;
    return rank(rule ? pillOf(rule, origin, rules) : "unknown", rules);
  };
  return [...buckets.values()].sort((one, other) => rankOf(one) - rankOf(other));
}

/** @typedef {{ class: string, from: string, library: string, origin: Origin }} Place of a group: what its answers are filled in with */

/**
 * What the keys mean together: the worst that one of them means, or nothing certain.
 * @param {Item[]} items @param {Rules} rules @param {GroupKeys} group @param {Place} place @returns {Verdict}
 */
function ofKeys(items, rules, { messages, names }, place) {
  if (messages.some(({ status }) => status === "unsaid")) return verdict("unknown", BARE_NAMES);
  const stopped = messages.some((message) => message.stopped);
  const cut = messages.some((message) => message.cut);
  if (!items.length && stopped) return verdict("error", STOPPED);
  if (!items.length && cut) return verdict("unknown", CUT);
  if (!items.length && messages.some(({ complete }) => complete)) return verdict("fine", COMPLETE);
  if (!items.length) return verdict("unknown", "");
  const found = worst(items, rules, names, place);
  if (stopped) return found.whole === "error" ? found : verdict("error", STOPPED);
  if (found.whole === "stop") return found;
  const strange = found.whole === "train" && items.find(({ status, known, key }) => status !== "unexpected" && !known && (names.isInside(key) || isInside(key)));
  if (strange) return verdict("unknown", `\`${collapsed(strange.key)}\` is new inside the model, and this site does not know what it is there.`);
  if (cut && rank(found.whole, rules) > rank("unknown", rules)) return verdict("unknown", CUT);
  return found;
}

/**
 * The worst that one of these keys means, and the answers to it.
 * @param {Item[]} items @param {Rules} rules @param {Names} names @param {Place} place @returns {Verdict}
 */
function worst(items, rules, names, place) {
  let found = verdict("fine", "");
  let first = Infinity;
  for (const item of items) {
    const rule = item.choices[0]?.rule;
    const pills = new Set(item.choices.map((choice) => pillOf(choice.rule, place.origin, rules)));
    const now = pills.size === 1 && rule ? pillOf(rule, place.origin, rules) : "unknown";
    // Of reasons that loading stopped, or that a model is lost, the ledger's first is the one to mend first.
    const before = now === found.whole && ["error", "stop"].includes(now) && rule && rules.rules.indexOf(rule) < first;
    if (found.said.length && !before && rank(now, rules) >= rank(found.whole, rules)) continue;
    first = rule ? rules.rules.indexOf(rule) : first;
    const alike = items.filter((other) => other.status === item.status && other.choices[0]?.rule === rule);
    if (pills.size > 1) found = verdict(now, `What \`${collapsed(item.key)}\` means differs between releases, and this message does not tell which printed it.`);
    else if (rule) found = { whole: now, message: rule.message ?? "", said: saidOf(answersOf(rule, rules), item, place, alike, rules, lostOf(items, rules, names, place.origin)) };
  }
  return found;
}

/** A path as a program has it between quotes. @param {string} path */
export function inCode(path) {
  const plain = path.replaceAll("\\", "/");
  return PLAIN_PATH.test(plain) ? plain : YOURS;
}

/**
 * Answers with what the message says in their places.
 * @param {Answers} answers @param {Item | null} item @param {Place} place @param {Item[]} alike @param {Rules} rules @param {string} lost
 * @returns {Said[]}
 */
export function saidOf(answers, item, place, alike, rules, lost = "") {
  const output = item?.known?.family === "GPT2" ? "AutoModelForCausalLM" : "AutoModelForMaskedLM";
  const values = {
    class: place.class && !WRAPPER.test(place.class) ? place.class : item?.known?.role === "task head" ? "AutoModelForSequenceClassification" : "AutoModel",
    lm_class: /(?:LM|LMHeadModel|PreTraining|Generation)$/.test(place.class) ? place.class : output,
    path: inCode(place.from),
    keys: JSON.stringify([...new Set(alike.map(({ key }) => key))].slice(0, MOST_KEYS)),
    old: item?.old ?? "",
    new: item?.new ?? "",
  };
  return answers.map(({ origin = "any", pill, answer, code = "" }) => {
    const text = item ? filled(answer, item, place.class, alike, { lost: rules.lost[lost] ?? lost }) : answer.replaceAll("{class}", place.class || "the class");
    // The programs are for PyTorch's classes.
    return { origin, pill, answer: text, code: place.library ? "" : imported(fill(code, values), values.class) };
  });
}

/** Code that imports the class from where it is. @param {string} code @param {string} className */
function imported(code, className) {
  return OF_THE_LIBRARY.test(className) || /^Auto/.test(className) ? code : code.replace(`from transformers import ${className}`, `from your_code import ${className}`);
}

/**
 * How much of a model's body is lost: a name in the rules' `lost`.
 * @param {Item[]} items @param {Rules} rules @param {Names} names @param {Origin} origin
 */
function lostOf(items, rules, names, origin) {
  const lost = items.filter(({ value, known, choices: [choice] }) => value && known && BODY_ROLES.includes(known.role) && choice && pillOf(choice.rule, origin, rules) === "stop");
  if (!lost.length) return "part";
  const family = lost[0]?.known?.family ?? "";
  const matrices = [...new Set(names.rowsOf(family))].filter((row) => row.role === "encoder" && valueOf(row) === "random");
  const decoder = matrices.filter(({ key }) => DECODER.test(key));
  // Names without a layer's number, or of the first layer: those of a higher one may be all that is lost.
  const rows = new Set(lost.filter(({ key }) => /^0|^\{0|^$/.test(/(?<=\.)(?:\d+|\{[^}]*\})(?=\.)/.exec(key)?.[0] ?? "")).map(({ known }) => known?.key));
  const most = (/** @type {Known[]} */ all) => all.length > 0 && 2 * all.filter(({ key }) => rows.has(key)).length > all.length;
  if (lost.every(({ known }) => DECODER.test(known?.key ?? "")) && most(decoder)) return "decoder";
  if (most(matrices) && [...rows].some((row) => WORDS.test(row ?? ""))) return decoder.length || family === "GPT2" ? "model" : "encoder";
  return lost.some(({ value }) => value === "random") ? "part" : "constant";
}

/**
 * A rule's text with what the report says in its places. `alike` are the keys of which it says the same.
 * @param {string} text @param {Item} item @param {string} className @param {Item[]} alike @param {Record<string, string>} more
 */
export function filled(text, item, className, alike = [item], more = {}) {
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
  return fill(text, { ...found, ...more });
}

/** @param {string} text @param {Record<string, string>} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

/**
 * Everything there is to say about these messages, the worst first.
 * @param {Message[]} messages @param {string} version @param {Origin | ""} origin as the reader says it @param {Rules} rules
 */
export function judge(messages, version, origin, rules) {
  const names = new Names(rules);
  const groups = grouped(messages).map((group) => judged(group, version, origin, rules, names));
  return groups.sort((one, other) => rank(one.whole, rules) - rank(other.whole, rules));
}
