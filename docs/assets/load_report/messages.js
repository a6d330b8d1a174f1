// From squeezed text to messages: which keys of which class are called what. Each era had its own words.

/** @import { Message, Placed, Status } from "./types.js" */

import { errors, sentences } from "./messages_in_sentences.js";
import { tables } from "./messages_in_tables.js";

/** Every message in a squeezed text, in its order. @param {string} text @param {number[]} starts */
export function messages(text, starts) {
  const found = [...sentences(text), ...tables(text, starts), ...errors(text)];
  if (isUnread(text, found)) found.push({ place: text.length, form: "sentence", class: "", from: "", status: "missing", keys: [], cut: true });
  found.sort((one, other) => one.place - other.place);
  return withClasses(found);
}

/**
 * Whether a text says more often than was read that something is new: the rest of such a message is cut off or garbled.
 * @param {string} text @param {Message[]} found
 */
function isUnread(text, found) {
  const times = [/arenewlyinitialized/g, /notinitializedfrompretrainedmodel/g, /YoushouldprobablyTRAINthismodel/g].map((words) => text.match(words)?.length ?? 0);
  return Math.max(...times) > found.filter(({ form, status, complete }) => form !== "table" && !complete && status !== "unexpected").length;
}

/**
 * A message of torch's belongs to the class that its error names; the line about two names to the report that follows,
 * or to that above it; and transformers 5's own error to the report above it.
 * @param {Placed[]} found @returns {Message[]}
 */
function withClasses(found) {
  let error = "";
  /** @type {Message | undefined} */
  let above;
  found.forEach((message, index) => {
    if (message.form === "") {
      error = message.class || error;
      message.class = error;
    } else if (message.class === "?") {
      const below = message.stopped ? undefined : found.slice(index + 1, index + 400).find((other) => other.form === "table" && other.class !== "?");
      const report = below ?? above;
      message.class = report?.class ?? "";
      message.from = report?.from ?? "";
    } else if (message.form === "table") above = message;
  });
  return found.filter(({ keys, complete, cut, stopped }) => keys.length || complete || cut || stopped);
}

/**
 * Names in a text which is no message: what somebody types, or a link has.
 * @param {string} text @returns {Message[]}
 */
export function bareKeys(text) {
  const lines = text.slice(0, 20000).replace(/^[ \t]*\* `.*$/gm, "");
  const names = lines.match(/(?<![\w.])\w[\w*]{0,80}(?:\.[\w*]{1,80}){0,20}\.(?:weight|bias|gamma|beta|kernel|\w+_ids)(?![\w.])/g) ?? [];
  if (!names.length) return [];
  const keys = [...new Set(names)].slice(0, 200).map((key) => ({ key, detail: "" }));
  // The words of a table's rows, which somebody typed before a name: as good as a row.
  const statuses = new Set(lines.match(/\b(?:MISSING|UNEXPECTED)\b/g));
  const [word] = statuses.size === 1 ? statuses : [];
  /** @type {Status} */
  const status = word === "MISSING" ? "missing" : word ? "unexpected" : "unsaid";
  return [{ form: word ? "table" : "", class: "", from: "", status, keys }];
}
