// Answers texts for page.js: a long one takes time, and must not hold up the page.

/** @import { Rules } from "./types.js" */

import { MOST_READ, answer } from "./answer.js";
import { inWords } from "./in_words.js";

const ROOT = new URL("../../", import.meta.url).href;
/** @type {Rules} */
let rules;

// The first message is the rules; then each is a text, with where the file comes from, as the reader says it.
addEventListener("message", ({ data }) => {
  if (!("text" in data)) {
    rules = data;
    return;
  }
  const found = answer(data.text, rules, data.origin);
  postMessage(found.empty ? null : { ...inWords(found, rules, ROOT), read: Math.min(data.text.length, MOST_READ) });
});
