// The side that reads: files come in as the browser's own handles, and of each only pieces are ever in memory.

/** @import { Answered, Picked, Question } from "./page_types.js" */
/** @import { Outcome, Source } from "./types.js" */

import { inspect } from "./inspect.js";

// What the build knows: it puts the constant before all modules.
const known = INSPECTOR;
// The ways out that a worker has, and what runs text as code. Nothing here uses one; so that nothing can, they go.
const TAKEN = [
  "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "importScripts", "Worker", "FontFace", "fonts",
  "BroadcastChannel", "indexedDB", "caches", "eval", "Function", "setTimeout", "setInterval",
];

/**
 * Takes the ways out away from a worker: from what it inherits, too, and the functions that make functions of text.
 * @param {object} scope
 */
export function shut(scope) {
  for (const name of TAKEN) {
    for (let one = scope; one; one = Object.getPrototypeOf(one)) Reflect.deleteProperty(one, name);
    Object.defineProperty(scope, name, { value: undefined });
  }
  for (const one of [() => {}, async () => {}, function* () {}, async function* () {}]) Reflect.deleteProperty(Object.getPrototypeOf(one), "constructor");
}

/** A reading that nobody waits for any more. */
class Superseded extends Error {}

/**
 * A function that answers questions through `post`. A new question ends the one before, at its next read.
 * @param {(message: Answered) => void} post
 */
export function reading(post) {
  let current = 0;
  return async (/** @type {Question} */ { run, files, options }) => {
    current = run;
    const read = { bytes: 0, largest: 0 };
    const count = (/** @type {number} */ bytes) => {
      if (run !== current) throw new Superseded();
      read.bytes += bytes;
      read.largest = Math.max(read.largest, bytes);
    };
    try {
      const first = (/** @type {Outcome} */ answer) => post({ run, answer, read, more: true });
      const answer = await inspect(files.map((one) => source(one, count)), known, { ...options, first });
      if (run === current) post({ run, answer, read, more: false });
    } catch (error) {
      if (run === current) post({ run, answer: { unreadable: [unexpected(error)] }, read, more: false });
    }
  };
}

/**
 * A file whose pieces are read when they are asked for.
 * @param {Picked} picked
 * @param {(bytes: number) => void} count
 * @returns {Source}
 */
function source({ path, file }, count) {
  return {
    path,
    size: file.size,
    async read(offset, wanted) {
      const piece = file.slice(offset, offset + wanted);
      count(piece.size);
      return new Uint8Array(await piece.arrayBuffer());
    },
  };
}

/** @param {unknown} error */
function unexpected(error) {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotReadableError" || name === "NotFoundError") return "the browser cannot read this file: it was changed, moved, or is not yours to read; choose it again";
  return `the page stopped while it read this (${error instanceof Error ? `${name}: ${error.message}` : String(error)}); try the command`;
}
