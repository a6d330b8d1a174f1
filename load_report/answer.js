// From a text to its answer. Everything here is plain data; view.js shows it.

/** @import { Answer, Group, Kind, Rules } from "./types.js" */

import { squeezed } from "./clean.js";
import { bareKeys, messages } from "./messages.js";
import { judge } from "./judge.js";

// A version that somebody names beside the message. A configuration's own `transformers_version` says who saved the file.
// Only where a line begins with it, as `pip freeze` and `transformers env` print it: elsewhere it may be of another time.
const VERSION = /^[ \t>*-]{0,20}`?(?:transformers|pytorch[-_]pretrained[-_]bert)`?(?:[ \t]*==[ \t]*|[ \t]+version:?[ \t]+|[ \t]+|-)v?(\d+\.\d+(?:\.\d+)?)/gim;
const NOTHING = "this names no key: paste the whole message, from “Some weights …” or “LOAD REPORT” on";
/** Characters: ten million would hold a page up for seconds. */
export const MOST_READ = 1_000_000;
const UNREAD = `only its first ${MOST_READ.toLocaleString("en")} characters were read, and what follows may matter`;
const NO_KEY = "this names no key as missing or not used; what it does say is below";

/**
 * The answer to a text, in steps, so that a page can stay awake.
 * @param {string} text
 * @param {Rules} rules
 * @returns {Generator<undefined, Answer>}
 */
export function* answering(text, rules) {
  const unread = text.length > MOST_READ;
  text = text.slice(0, MOST_READ);
  const { text: words, starts } = yield* squeezed(text);
  const kinds = [];
  for (const kind of rules.kinds) {
    if (kind.match?.some((pattern) => new RegExp(pattern.replace(/ /g, ""), "i").test(words))) kinds.push(kind);
    yield;
  }
  let found = yield* messages(words, starts);
  if (!found.some((one) => one.keys.length || one.complete) && !kinds.length) found = [...found, ...bareKeys(text)];
  const named = new Set([...text.matchAll(VERSION)].map((one) => one[1] ?? ""));
  const version = named.size === 1 ? ([...named][0] ?? "") : "";
  const groups = yield* judge(found, version, rules);
  for (const group of groups) group.from = spaced(group.from, text);
  const said = verdict(groups, kinds, words, rules);
  const order = Object.keys(rules.wholes);
  // What was not read may be worse than “fine”.
  if (unread && order.indexOf(said.whole) >= order.indexOf("unknown")) Object.assign(said, { whole: "unknown", headline: rules.wholes.unknown, short: UNREAD });
  return { empty: !words, ...said, groups, kinds };
}

/**
 * A path with the blanks that squeezing took out of it.
 * @param {string} path
 * @param {string} text
 */
function spaced(path, text) {
  const letters = [...path].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|]/, "\\$&"));
  const found = path && new RegExp(`(?:at|from:)[\\s|]*(${letters.join("\\s*")})`, "u").exec(text);
  return found ? (found[1] ?? "").replace(/[\r\n]/g, "") : path;
}

/**
 * The worst of what the keys mean and of what the kinds of message do.
 * @param {Group[]} groups
 * @param {Kind[]} kinds
 * @param {string} words
 * @param {Rules} rules
 */
function verdict(groups, kinds, words, rules) {
  const order = Object.keys(rules.wholes);
  const [first] = groups;
  const said = kinds.filter((kind) => kind.whole).sort((one, other) => order.indexOf(one.whole ?? "") - order.indexOf(other.whole ?? ""))[0];
  if (said && (!first || order.indexOf(said.whole ?? "") < order.indexOf(first.whole))) {
    const whole = said.whole ?? "unknown";
    return { whole, headline: said.headline ?? rules.wholes[whole] ?? whole, short: said.short };
  }
  const whole = first?.whole ?? "unknown";
  return { whole, headline: first?.headline || (rules.wholes[whole] ?? whole), short: first?.short || (kinds.length ? NO_KEY : words ? NOTHING : "") };
}

/**
 * The same at once.
 * @param {string} text
 * @param {Rules} rules
 * @returns {Answer}
 */
export function answer(text, rules) {
  const steps = answering(text, rules);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
