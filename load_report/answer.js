// From a text to its answer. Everything here is plain data; view.js shows it.

/** @import { Answer, Rules } from "./types.js" */

import { squeezed } from "./clean.js";
import { bareKeys, messages } from "./messages.js";
import { judge } from "./judge.js";

// A version that somebody names beside the message. A configuration's own `transformers_version` says who saved the file.
// Only where a line begins with it, as `pip freeze` and `transformers env` print it: elsewhere it may be of another time.
const VERSION = /^[ \t>*-]{0,20}`?(?:transformers|pytorch[-_]pretrained[-_]bert)`?(?:[ \t]*==[ \t]*|[ \t]+version:?[ \t]+|[ \t]+|-)v?(\d+\.\d+(?:\.\d+)?)/gim;
const NOTHING = "this names no key: paste the whole message, from “Some weights …” or “LOAD REPORT” on";
const NO_KEY = "this names no key as missing or not used; what it does say is below";

/**
 * The answer to a text, in steps, so that a page can stay awake.
 * @param {string} text
 * @param {Rules} rules
 * @returns {Generator<undefined, Answer>}
 */
export function* answering(text, rules) {
  const { text: words, starts } = yield* squeezed(text);
  const lines = rules.lines.filter((line) => words.includes(line.has.replace(/\s+/g, "")));
  let found = yield* messages(words, starts);
  if (!found.some((one) => one.keys.length || one.complete) && !lines.length) found = [...found, ...bareKeys(text)];
  const named = new Set([...text.matchAll(VERSION)].map((one) => one[1] ?? ""));
  const version = named.size === 1 ? ([...named][0] ?? "") : "";
  const groups = yield* judge(found, version, rules);
  const first = groups[0];
  return {
    empty: !words,
    whole: first?.whole ?? "unknown",
    short: first?.short || (lines.length ? NO_KEY : words ? NOTHING : ""),
    groups,
    lines: lines.map(({ why, claims }) => ({ why, claims })),
  };
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
