// Text of a file as one line that moves nothing, as `plain` of report_formats.py writes it.

const LONGEST_LINE = 600;
const NOT_SHOWN = /[\p{C}\p{Z}]/gu;

/**
 * One line of text that moves no cursor and turns no writing direction.
 * @param {unknown} text
 */
export function plainText(text) {
  return String(text).replace(NOT_SHOWN, (letter) => (letter === " " ? letter : escaped(letter)));
}

/**
 * A line without its middle, if that is longer than anybody reads.
 * @param {string} line
 */
export function shortLine(line) {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE - 150)} … ${line.slice(-150)}`;
}

/** @param {string} letter */
function escaped(letter) {
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[letter];
  if (short) return short;
  const code = letter.codePointAt(0) ?? 0;
  const [mark, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${mark}${code.toString(16).padStart(digits, "0")}`;
}
