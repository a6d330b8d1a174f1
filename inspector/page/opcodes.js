// What each opcode that torch.save writes does to the stack. Each reads all its bytes before it changes anything.

import { PythonError, asText } from "./pickle_values.js";
import { Float, Tuple } from "./python_text.js";
import { fromLittle, whole } from "./whole.js";

/** @typedef {import("./unpickler.js").Unpickler} Unpickler */

/** What stands on the stack where a tuple, a list or a dict begins. */
export const MARK = Symbol("mark");

/** @param {number} size @returns {(u: Unpickler) => void} */
const getFrom = (size) => (u) => {
  const index = u.number(size);
  if (!u.memo.has(index)) throw new PythonError("KeyError");
  u.stack.push(u.memo.get(index));
};
/** @param {number} size @returns {(u: Unpickler) => void} */
const putAt = (size) => (u) => void u.memo.set(u.number(size), u.top());
/** @param {number} size @returns {(u: Unpickler) => void} */
const pushText = (size) => (u) => void u.stack.push(u.text(u.number(size)));

/** @param {Unpickler} u */
function pushLong(u) {
  const bytes = u.bytes(u.number(1));
  u.stack.push(whole(BigInt.asIntN(8 * bytes.length, BigInt(fromLittle(bytes)))));
}

/** @param {Unpickler} u */
function pushFloat(u) {
  const bytes = u.bytes(8);
  u.stack.push(new Float(new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0)));
}

/** @param {Unpickler} u */
function stackGlobal(u) {
  const name = u.pop();
  u.find(asText(u.pop()), asText(name));
}

/** @param {Unpickler} u */
function setItem(u) {
  const value = u.pop();
  u.set([u.pop(), value]);
}

/** @param {Unpickler} u */
function checkProtocol(u) {
  const protocol = u.byte();
  if (protocol < 2 || protocol > 5) throw u.bad(`protocol ${protocol}`);
}

/** @param {string} letter */
const byteOf = (letter) => letter.charCodeAt(0);

/** @type {Map<number, (u: Unpickler) => void>} */
export const OPCODES = new Map([
  [0x80, checkProtocol],
  [0x95, (/** @type {Unpickler} */ u) => void u.bytes(8)], // FRAME: how long the next part is
  [byteOf("}"), (u) => void u.stack.push(new Map())],
  [byteOf("]"), (u) => void u.stack.push([])],
  [byteOf(")"), (u) => void u.stack.push(new Tuple([]))],
  [byteOf("("), (u) => void u.stack.push(MARK)],
  [byteOf("N"), (u) => void u.stack.push(null)],
  [0x88, (u) => void u.stack.push(true)],
  [0x89, (u) => void u.stack.push(false)],
  [byteOf("J"), (u) => void u.stack.push(u.number(4) | 0)],
  [byteOf("K"), (u) => void u.stack.push(u.number(1))],
  [byteOf("M"), (u) => void u.stack.push(u.number(2))],
  [byteOf("G"), pushFloat],
  [0x8a, pushLong],
  [byteOf("X"), pushText(4)],
  [0x8c, pushText(1)],
  [byteOf("T"), pushText(4)], // a text of Python 2
  [byteOf("U"), pushText(1)],
  [byteOf("c"), (u) => u.find(u.line(), u.line())],
  [0x93, stackGlobal],
  [byteOf("q"), putAt(1)],
  [byteOf("r"), putAt(4)],
  [0x94, (u) => void u.memo.set(u.memo.size, u.top())],
  [byteOf("h"), getFrom(1)],
  [byteOf("j"), getFrom(4)],
  [byteOf("t"), (u) => void u.stack.push(new Tuple(u.popMark()))],
  [0x85, (u) => u.tuple(1)],
  [0x86, (u) => u.tuple(2)],
  [0x87, (u) => u.tuple(3)],
  [byteOf("a"), (u) => u.append([u.pop()])],
  [byteOf("e"), (u) => u.append(u.popMark())],
  [byteOf("s"), setItem],
  [byteOf("u"), (u) => u.set(u.popMark())],
  [byteOf("R"), (u) => u.reduce()],
  [byteOf("b"), (u) => u.build()],
  [byteOf("Q"), (u) => u.persistent()],
  [byteOf("0"), (u) => void u.pop()],
]);
