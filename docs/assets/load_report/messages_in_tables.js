// The load report of transformers 5: rows below a head; also where a copy has lost its lines, bars or spaces.

/** @import { Placed, Status } from "./types.js" */

import { at, LONGEST_KEY, matched, places, SHAPE, sizes } from "./reading.js";

const CLASSES = /(?:TF|Flax)?(?:[A-Z][a-z]+)*(?:DistilBert|XLMRoberta|Camembert|Roberta|MobileBert|ConvBert|Albert|Electra|Bert)(?:For[A-Z]\w*|Model|LMHeadModel)$/;
const TITLE = "LOADREPORTfrom:";
const HEAD = at("LOADREPORTfrom:(.{0,300}?)\\|*Key\\|*Status");
// What a row's name cannot begin before, though no line begins after it.
const EDGE = /Key\|*Status(?:\|*Details)?|\|(?:MISSING|UNEXPECTED|MISMATCH|CONVERSION)/g;
const ROW_DETAIL = new RegExp(`^\\|*Reinitduetosizemismatch-?ckpt:${SHAPE}vsmodel:${SHAPE}`);
/** @type {Record<string, Status>} */
const ROW_STATUS = { MISSING: "missing", UNEXPECTED: "unexpected", MISMATCH: "mismatched", CONVERSION: "conversion" };
const ROW_CUT = /\|([A-Z]{1,10})(?:\.\.\.|$)/g;

/** @typedef {{ class: string, from: string, whole: boolean }} Head */

/**
 * The rows of load reports, each with the last head before it, or none if the paste begins below it.
 * @param {string} text @param {number[]} starts
 */
export function tables(text, starts) {
  /** @type {Placed[]} */
  const found = [];
  // Markdown puts names and words between backticks.
  text = text.replaceAll("`", "|");
  const heads = headsOf(text, starts);
  const headPlaces = [...heads.keys()];
  const headOf = (/** @type {number} */ place) => heads.get(lastUpTo(headPlaces, place) ?? -1);
  for (const match of heads.size ? text.matchAll(ROW_CUT) : []) {
    const head = headOf(match.index);
    const begun = Object.keys(ROW_STATUS).find((word) => word.startsWith(match[1] ?? ""));
    if (!head || !begun || match[0] === `|${begun}`) continue;
    found.push({ place: match.index, form: "table", class: head.class, from: head.from, status: "missing", keys: [], cut: true });
  }
  const edges = [0, ...[...text.matchAll(EDGE)].map((match) => match.index + match[0].length)];
  for (const [word, status] of Object.entries(ROW_STATUS)) {
    for (const place of places(text, `|${word}`)) {
      let end = place;
      while (text[end - 1] === "|") end -= 1;
      const start = keyStart(text, end, Math.max(lastUpTo(starts, end - 1) ?? 0, lastUpTo(edges, end - 1) ?? 0));
      if (start === end) continue;
      const head = headOf(place);
      const shapes = ROW_DETAIL.exec(text.slice(place + word.length + 1, place + word.length + 201));
      const detail = shapes ? sizes(shapes[1], shapes[2]) : "";
      // One name, or several where somebody shortened a report by hand; braces hold a name's own numbers.
      const keys = text.slice(start, end).split(/,(?![^{]*\})/).filter(Boolean).map((key) => ({ key, detail }));
      found.push({ place, form: "table", class: head?.class ?? "", from: head?.from ?? "", status, keys, ...(head?.whole ? { whole: true } : {}) });
    }
  }
  return found;
}

/** The heads of load reports by their places, in order. @param {string} text @param {number[]} starts */
function headsOf(text, starts) {
  /** @type {Map<number, Head>} */
  const heads = new Map();
  let notes = 0;
  for (const place of places(text, TITLE)) {
    const before = text.slice(Math.max(lastUpTo(starts, place) ?? 0, place - 80), place);
    // A word may precede the class, and a squeezed text has no space between them.
    const className = (CLASSES.exec(before) ?? /[A-Za-z_]\w*$/.exec(before))?.[0] ?? "";
    const after = text.indexOf(TITLE, place + 1);
    if (notes >= 0 && notes < place) notes = text.indexOf("Notes:-", place);
    // The notes explain each word of the rows: where they speak of missing keys, a paste without such a row is a part.
    const whole = notes > 0 && (after < 0 || notes < after) && !text.slice(notes, notes + 500).includes("-MISSING:");
    heads.set(place, { class: className, from: matched(HEAD, text, place)?.[1] ?? "", whole });
  }
  return heads;
}

/**
 * The last of these places, which are in order, that is not after `place`; undefined if all are.
 * @param {number[]} inOrder @param {number} place
 */
function lastUpTo(inOrder, place) {
  let [low, high] = [0, inOrder.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((inOrder[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return inOrder[low - 1];
}

/**
 * Where the name that ends at `end` begins: after the last rule, bar or bracket.
 * @param {string} text @param {number} end @param {number} least
 */
function keyStart(text, end, least) {
  let start = end;
  while (start > least && end - start < LONGEST_KEY && /[\w.{},*]/.test(text[start - 1] ?? "")) start -= 1;
  // A name may begin with a number of its own, as in `0.auto_model.` and in `{0, 1}.weight`.
  while (start < end && !/^(?:[A-Za-z_]|\d+\.|\{\d)/.test(text.slice(start, end))) start += 1;
  return start;
}
