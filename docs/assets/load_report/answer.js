// From a text to what it means, as plain data; in_words.js puts that into sentences.

/** @import { Answer, Group, Origin, Rules, Verdict, Written } from "./types.js" */

import { squeezed, unescaped } from "./clean.js";
import { answerFor, inCode, judge, rank, saidOf, verdict } from "./judge.js";
import { bareKeys, messages } from "./messages.js";

// A version that somebody names beside the message. A configuration's own `transformers_version` says who saved the file.
// Only where a line begins with it, as `pip freeze` and `transformers env` print it: elsewhere it may be of another time.
const VERSION = /^[ \t>*-]{0,20}`?(?:transformers|pytorch[-_]pretrained[-_]bert)`?(?:[ \t]*==[ \t]*|[ \t]+version:?[ \t]+|[ \t]+|-)v?(\d+\.\d+(?:\.\d+)?)/gim;
const NOTHING = "This names no key and no message that this site knows: paste all of it, from “Some weights …” or “LOAD REPORT” on.";
const NO_NAMES = "What this means is in the names that it lists, and they are not in this text: paste the whole message.";
const ELSEWHERE = "This is not a message about loading, saving or running a model: it names no tensor, no checkpoint and no file of weights.";
// Words of a text that may be a part of a message about loading, and not yet enough of one; without white space.
const OF_LOADING = /weight|checkpoint|state_?dict|initializ|pretrained|loadreport|loading|missing|unexpected|mismatch|newly|safetensors|pytorch_model|\.(?:bin|pt|pth|ckpt|h5)\b|tensor|adapter|nofilenamed|modelfoundwithname|\.bias/i;
const MOST_PATHS = 20; // of so many classes a page shows where they came from
/** Characters: ten million would take seconds. */
export const MOST_READ = 1_000_000;
const UNREAD = `Only the first ${MOST_READ.toLocaleString("en")} characters were read, and what follows may matter.`;
const CLASS = /\b[A-Z]\w{2,60}?(?:Model|LMHeadModel|For[A-Z]\w{1,40})\b/;

/** @param {string} text @param {Rules} rules @param {Origin | ""} origin where the file comes from, as the reader says it @returns {Answer} */
export function answer(text, rules, origin = "") {
  const read = unescaped(text.slice(0, MOST_READ));
  const { text: words, starts } = squeezed(read);
  const known = rules.messages.filter(({ match }) => match?.some((pattern) => new RegExp(pattern.replace(/ /g, ""), "i").test(words)));
  let found = messages(words, starts);
  if (!found.some(({ keys, complete }) => keys.length || complete) && !known.length) found = [...found, ...bareKeys(read)];
  const versions = new Set([...read.matchAll(VERSION)].map((match) => match[1] ?? ""));
  const groups = judge(found, versions.size === 1 ? ([...versions][0] ?? "") : "", origin, rules);
  for (const group of groups.slice(0, MOST_PATHS)) {
    const path = spaced(group.from, read);
    for (const one of path === group.from ? [] : group.said) one.code = one.code.replaceAll(inCode(group.from), inCode(path));
    group.from = path;
  }
  const className = CLASS.exec(read)?.[0] ?? "";
  const leading = leader(groups, known, words, origin, className, rules);
  // What was not read may be worse than “fine”.
  const hidden = text.length > MOST_READ && rank(leading.whole, rules) >= rank("unknown", rules);
  // A message that introduces keys; where these are answered, what it says of others would be beside the point.
  const answered = groups.some(({ stopped, items }) => stopped && items.length);
  return { empty: !words, ...leading, ...(hidden ? verdict("unknown", UNREAD) : {}), groups, known: answered ? known.filter((one) => !one.lists_keys) : known };
}

/** A path with the blanks that squeezing took out of it. @param {string} path @param {string} text */
function spaced(path, text) {
  const letters = [...path].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|]/, "\\$&"));
  const found = path && new RegExp(`(?:at|from:)[\\s|]*(${letters.join("\\s*")})`, "u").exec(text);
  return found ? (found[1] ?? "").replace(/[\r\n]/g, "") : path;
}

/**
 * The worst of what the keys mean and of what the known messages do.
 * @param {Group[]} groups the worst first @param {Written[]} known @param {string} words @param {Origin | ""} asked
 * @param {string} className @param {Rules} rules @returns {Verdict & { origin: Origin, elsewhere?: boolean }}
 */
function leader([group], known, words, asked, className, rules) {
  const origin = asked || group?.origin || "pretrained";
  const place = { class: group?.class || className, from: group?.from ?? "", library: "", origin };
  // A group without keys says no more than its message, unless its list is cut off.
  const says = group && (group.items.length || (group.whole === "unknown" && group.said.length));
  const pill = (/** @type {Written} */ one) => answerFor(one.answers, origin)?.pill ?? "unknown";
  const own = known.filter((one) => !one.lists_keys || !group || (!says && pill(one) === group.whole));
  const [one] = own.sort((a, b) => rank(pill(a), rules) - rank(pill(b), rules));
  if (one && (!says || rank(pill(one), rules) < rank(group.whole, rules))) {
    // What lists names, without any, is certain only of an error.
    if (one.lists_keys && !group && pill(one) !== "error") return { ...verdict("unknown", NO_NAMES), message: one.name, origin };
    return { whole: pill(one), said: saidOf(one.answers, null, place, [], rules), message: one.name, origin };
  }
  if (group) return { whole: group.whole, said: group.said, message: group.message, origin };
  const elsewhere = Boolean(words) && !OF_LOADING.test(words);
  return { ...verdict("unknown", elsewhere ? ELSEWHERE : words ? NOTHING : ""), origin, elsewhere };
}
