// From squeezed text to messages: which keys of which class are called what. Each era had its own words.

/** @import { Message, Status } from "./types.js" */

import { oddments } from "./messages_of_other_forms.js";
import { sentences } from "./messages_in_sentences.js";
import { tables } from "./messages_in_tables.js";

/**
 * Every message in a squeezed text, in its order.
 * @param {string} text
 * @param {number[]} starts
 * @returns {Generator<undefined, Message[]>}
 */
export function* messages(text, starts) {
  /** @type {(Message & { place: number })[]} */
  const found = [];
  yield* sentences(text, found);
  yield* tables(text, starts, found);
  yield* oddments(text, found);
  if (isUnread(text, found)) found.push({ place: text.length, form: "sentence", class: "", from: "", status: "missing", keys: [], cut: true });
  found.sort((one, other) => one.place - other.place);
  return withClasses(found);
}

/**
 * Whether a text says more often than was read that something is new: the rest of such a message is cut off or garbled.
 * @param {string} text
 * @param {Message[]} found
 */
function isUnread(text, found) {
  const said = Math.max(...[/arenewlyinitialized/g, /notinitializedfrompretrainedmodel/g, /YoushouldprobablyTRAINthismodel/g].map((words) => text.match(words)?.length ?? 0));
  return said > found.filter(({ form, status, complete }) => form !== "table" && !complete && status !== "unexpected").length;
}

/**
 * A message of torch's belongs to the class that its error names; the line about two names to the report that follows,
 * or to that above it; and transformers 5's own error to the report above it.
 * @param {(Message & { place: number })[]} found
 * @returns {Message[]}
 */
function withClasses(found) {
  let error = "";
  /** @type {Message | undefined} */
  let above;
  found.forEach((one, index) => {
    if (one.form === "" && one.class) error = one.class;
    else if (one.form === "" && !one.class) one.class = error;
    if (one.class === "?") {
      const below = one.stopped ? undefined : found.slice(index + 1, index + 400).find((other) => other.form === "table" && other.class !== "?");
      const report = below ?? above;
      one.class = report?.class ?? "";
      one.from = report?.from ?? "";
    } else if (one.form === "table") above = one;
  });
  return found.filter((one) => one.keys.length || one.complete || one.cut || one.stopped || one.apart);
}

/**
 * Names that stand in a text which is no message: what somebody types, or a link asks for.
 * @param {string} text
 * @returns {Message[]}
 */
export function bareKeys(text) {
  const lines = text.slice(0, 20000).replace(/^[ \t]*\* `.*$/gm, "");
  const names = lines.match(/(?<![\w.])\w[\w*]{0,80}(?:\.[\w*]{1,80}){0,20}\.(?:weight|bias|gamma|beta|kernel|\w+_ids)(?![\w.])/g) ?? [];
  const keys = [...new Set(names)].slice(0, 200).map((key) => ({ key, detail: "" }));
  // The words of a table's rows, which somebody typed before a name: as good as a row.
  const said = new Set(lines.match(/\b(?:MISSING|UNEXPECTED)\b/g));
  const [row] = said.size === 1 ? said : [];
  /** @type {Status} */
  const status = row === "MISSING" ? "missing" : row ? "unexpected" : "unsaid";
  return keys.length ? [{ form: row ? "table" : "", class: "", from: "", status, keys }] : [];
}
