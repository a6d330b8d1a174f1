// From a text to what it means, as plain data; in_words.js puts that into sentences.

/** @import { Answer, Group, Kind, Rules, Verdict } from "./types.js" */

import { squeezed, unescaped } from "./clean.js";
import { judge, rank } from "./judge.js";
import { bareKeys, messages } from "./messages.js";

// A version that somebody names beside the message. A configuration's own `transformers_version` says who saved the file.
// Only where a line begins with it, as `pip freeze` and `transformers env` print it: elsewhere it may be of another time.
const VERSION = /^[ \t>*-]{0,20}`?(?:transformers|pytorch[-_]pretrained[-_]bert)`?(?:[ \t]*==[ \t]*|[ \t]+version:?[ \t]+|[ \t]+|-)v?(\d+\.\d+(?:\.\d+)?)/gim;
const NOTHING = "this names no key: paste the whole message, from “Some weights …” or “LOAD REPORT” on";
const ELSEWHERE = "This is not a message about loading";
const NO_MESSAGE = "it names no tensor, no checkpoint and no file of weights";
// Words of a text that may be a part of a message about loading, and not yet enough of one; without white space.
const OF_LOADING = /weight|checkpoint|state_?dict|initializ|pretrained|loadreport|loading|missing|unexpected|mismatch|newly|safetensors|pytorch_model|\.(?:bin|pt|pth|ckpt|h5)\b|tensor|adapter|nofilenamed|modelfoundwithname|\.bias/i;
const MOST_PATHS = 20; // of so many classes a page shows where they came from
/** Characters: ten million would take seconds. */
export const MOST_READ = 1_000_000;
const UNREAD = `only its first ${MOST_READ.toLocaleString("en")} characters were read, and what follows may matter`;
const NO_KEY = "this names no key as missing or not used; what it does say is below";

/** @param {string} text @param {Rules} rules @returns {Answer} */
export function answer(text, rules) {
  const read = unescaped(text.slice(0, MOST_READ));
  const { text: words, starts } = squeezed(read);
  const kinds = rules.kinds.filter(({ match }) => match?.some((pattern) => new RegExp(pattern.replace(/ /g, ""), "i").test(words)));
  let found = messages(words, starts);
  if (!found.some(({ keys, complete }) => keys.length || complete) && !kinds.length) found = [...found, ...bareKeys(read)];
  const versions = new Set([...read.matchAll(VERSION)].map((match) => match[1] ?? ""));
  const groups = judge(found, versions.size === 1 ? ([...versions][0] ?? "") : "", rules);
  for (const group of groups.slice(0, MOST_PATHS)) group.from = spaced(group.from, read);
  const verdict = worstOf(groups, kinds, words, rules);
  // A kind without a verdict introduces keys; where these are answered, what it says of others would be beside the point.
  const answered = groups.some(({ stopped, items }) => stopped && items.length);
  // What was not read may be worse than “fine”.
  const hidden = text.length > MOST_READ && rank(verdict.whole, rules) >= rank("unknown", rules);
  return { empty: !words, ...(hidden ? { whole: "unknown", headline: rules.wholes.unknown ?? "", short: UNREAD } : verdict), groups, kinds: answered ? kinds.filter(({ whole }) => whole) : kinds };
}

/** A path with the blanks that squeezing took out of it. @param {string} path @param {string} text */
function spaced(path, text) {
  const letters = [...path].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|]/, "\\$&"));
  const found = path && new RegExp(`(?:at|from:)[\\s|]*(${letters.join("\\s*")})`, "u").exec(text);
  return found ? (found[1] ?? "").replace(/[\r\n]/g, "") : path;
}

/**
 * The worst of what the keys mean and of what the kinds of message do.
 * @param {Group[]} groups the worst first
 * @param {Kind[]} kinds @param {string} words @param {Rules} rules @returns {Required<Verdict> & { elsewhere?: boolean }}
 */
function worstOf([group], kinds, words, rules) {
  const [kind] = kinds.filter((one) => one.whole).sort((one, other) => rank(one.whole, rules) - rank(other.whole, rules));
  if (kind?.whole && (!group || rank(kind.whole, rules) < rank(group.whole, rules))) {
    return { whole: kind.whole, headline: kind.headline ?? rules.wholes[kind.whole] ?? kind.whole, short: kind.short };
  }
  if (!group && !kinds.length && words && !OF_LOADING.test(words)) return { whole: "unknown", headline: ELSEWHERE, short: NO_MESSAGE, elsewhere: true };
  const whole = group?.whole ?? "unknown";
  return { whole, headline: group?.headline || (rules.wholes[whole] ?? whole), short: group?.short || (kinds.length ? NO_KEY : words ? NOTHING : "") };
}
