// Reads dropped files beside the page: the inspector's own Python, in Pyodide. Of a file only slices are ever in memory.

/** @import { Answer, Question } from "./types.js" */

const PYODIDE = new URL("../pyodide/pyodide.mjs", import.meta.url); // `make` copies it from npm's package
const PROGRAM = new URL("../../artifacts/inspector/program.json", import.meta.url);
const DROPPED = "/dropped";
const EIO = 29; // Emscripten's number for an input/output error
// The ways out that a worker has, and what runs text as code. Nothing here needs one of them after the start; they go,
// so that nothing can use them.
const WAYS_OUT = [
  "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "importScripts", "Worker", "FontFace", "fonts",
  "BroadcastChannel", "indexedDB", "caches", "eval", "Function", "setTimeout", "setInterval",
];

/** Bytes that were read for the present question: in all, and the most at once. */
const read = { bytes: 0, largest: 0 };
/** Questions that come before the start is over. @type {MessageEvent<Question>[]} */
const early = [];
self.onmessage = (event) => early.push(event);
// Pyodide waits for ever for what did not arrive: the page learns of it as of any error here.
self.addEventListener("unhandledrejection", ({ reason }) => self.reportError(reason));

/** @type {typeof import("pyodide")} */
const { loadPyodide } = await import(PYODIDE.href);
const [python, program] = await Promise.all([loadPyodide(), fetch(PROGRAM).then((response) => response.json())]);
python.FS.mkdir(DROPPED);
const { WORKERFS } = python.FS.filesystems;
countReads();
for (const [path, text] of Object.entries(program)) {
  python.FS.mkdirTree(`/program/${path.replace(/\/[^/]*$/, "")}`);
  python.FS.writeFile(`/program/${path}`, text);
}
const answer = python.runPython(`
import os, sys
sys.path.insert(0, "/program")
os.chdir("${DROPPED}")
from inspector.page import answer
answer`);
removeWaysOut();
self.onmessage = reply;
early.forEach(reply);

/** @param {MessageEvent<Question>} event */
function reply({ data: { run, name, files, loose, className, baseUrl } }) {
  Object.assign(read, { bytes: 0, largest: 0 });
  python.FS.mount(WORKERFS, { blobs: files.map(({ path, file }) => ({ name: path, data: file })) }, DROPPED);
  const answered = JSON.parse(answer(name, loose, className, baseUrl));
  python.FS.unmount(DROPPED);
  self.postMessage(/** @type {Answer} */ ({ run, ...answered, read }));
}

/** Counts what is read, and makes an error of the system of what the browser throws when a file has changed or gone. */
function countReads() {
  const { stream_ops } = WORKERFS;
  const original = stream_ops.read;
  stream_ops.read = (/** @type {unknown[]} */ ...given) => {
    let bytes;
    try {
      bytes = original(...given);
    } catch {
      throw new python.FS.ErrnoError(EIO);
    }
    read.bytes += bytes;
    read.largest = Math.max(read.largest, bytes);
    return bytes;
  };
}

/** Takes the ways out away, from what the worker inherits, too, and the functions that make functions of text. */
function removeWaysOut() {
  for (const name of WAYS_OUT) {
    for (let owner = self; owner; owner = Object.getPrototypeOf(owner)) Reflect.deleteProperty(owner, name);
    Object.defineProperty(self, name, { value: undefined });
  }
  for (const made of [() => {}, async () => {}, function* () {}, async function* () {}]) Reflect.deleteProperty(Object.getPrototypeOf(made), "constructor");
}
