// The load report of transformers 5: rows below a head; also where a copy has lost its lines, bars or spaces.

/** @import { Message, Status } from "./types.js" */

import { at, LONGEST_KEY, matched, places, SHAPE, sizes } from "./reading.js";

const CLASSES = /(?:TF|Flax)?(?:[A-Z][a-z]+)*(?:DistilBert|XLMRoberta|Camembert|Roberta|MobileBert|ConvBert|Albert|Electra|Bert)(?:For[A-Z]\w*|Model|LMHeadModel)$/;
const TABLE = { anchor: "LOADREPORTfrom:", head: at("LOADREPORTfrom:(.{0,300}?)\\|*Key\\|*Status") };
// What a row's name cannot begin before, though no line begins after it.
const EDGE = /Key\|*Status(?:\|*Details)?|\|(?:MISSING|UNEXPECTED|MISMATCH|CONVERSION)/g;
const ROW_DETAIL = new RegExp(`^\\|*Reinitduetosizemismatch-?ckpt:${SHAPE}vsmodel:${SHAPE}`);
/** @type {Record<string, Status>} */
const ROW_STATUS = { MISSING: "missing", UNEXPECTED: "unexpected", MISMATCH: "mismatched", CONVERSION: "conversion" };
const ROW_CUT = /\|([A-Z]{1,10})(?:\.\.\.|$)/g;

/**
 * The last place of these, which are in order, that is not after `place`.
 * @param {number[]} starts
 * @param {number} place
 */
function startOf(starts, place) {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle;
  }
  return starts[low] ?? 0;
}

/**
 * The rows of load reports, each with the last head before it, or none if the paste begins below it.
 * @param {string} text
 * @param {number[]} starts
 * @param {(Message & { place: number })[]} found
 */
export function* tables(text, starts, found) {
  const heads = [];
  // Markdown puts names and words between backticks.
  text = text.replaceAll("`", "|");
  const edges = [0];
  for (const match of text.matchAll(EDGE)) {
    edges.push(match.index + match[0].length);
    if (edges.length % 200 === 0) yield;
  }
  let notes = 0;
  for (const place of places(text, TABLE.anchor)) {
    yield;
    const before = text.slice(Math.max(startOf(starts, place), place - 80), place);
    // A word may stand before the class, and a squeezed text has no space between them.
    const name = (CLASSES.exec(before) ?? /[A-Za-z_]\w*$/.exec(before))?.[0] ?? "";
    const after = text.indexOf(TABLE.anchor, place + 1);
    if (notes >= 0 && notes < place) notes = text.indexOf("Notes:-", place);
    // The notes explain each word of the rows: where they speak of missing keys, a paste without such a row is a part.
    const whole = notes > 0 && (after < 0 || notes < after) && !text.slice(notes, notes + 500).includes("-MISSING:");
    heads.push({ place, class: name, from: matched(TABLE.head, text, place)?.[1] ?? "", whole });
  }
  let head = 0;
  if (heads.length) {
    for (const match of text.matchAll(ROW_CUT)) {
      while (head + 1 < heads.length && (heads[head + 1]?.place ?? 0) < match.index) head += 1;
      const owner = heads[head];
      const begun = Object.keys(ROW_STATUS).find((word) => word.startsWith(match[1] ?? ""));
      if (!owner || owner.place > match.index || !begun || match[0] === `|${begun}`) continue;
      found.push({ place: match.index, form: "table", class: owner.class, from: owner.from, status: "missing", keys: [], cut: true });
      yield;
    }
  }
  for (const word of Object.keys(ROW_STATUS)) {
    head = 0;
    for (const place of places(text, `|${word}`)) {
      yield;
      let end = place;
      while (text[end - 1] === "|") end -= 1;
      const start = keyStart(text, end, Math.max(startOf(starts, end - 1), startOf(edges, end - 1)));
      if (start === end) continue;
      while (head + 1 < heads.length && (heads[head + 1]?.place ?? 0) < place) head += 1;
      const owner = (heads[head]?.place ?? Infinity) < place ? heads[head] : undefined;
      const detail = ROW_DETAIL.exec(text.slice(place + word.length + 1, place + word.length + 201));
      found.push({
        place,
        form: "table",
        class: owner?.class ?? "",
        from: owner?.from ?? "",
        status: ROW_STATUS[word] ?? "unsaid",
        ...(owner?.whole ? { whole: true } : {}),
        keys: named(text.slice(start, end)).map((key) => ({ key, detail: detail ? sizes(detail[1], detail[2]) : "" })),
      });
    }
  }
}

/**
 * The names in a row: one, or several where somebody shortened a report by hand; braces hold a name's own numbers.
 * @param {string} cell
 */
function named(cell) {
  return cell.split(/,(?![^{]*\})/).filter(Boolean);
}

/**
 * Where the name that ends at `end` begins: after the last rule, bar or bracket.
 * @param {string} text
 * @param {number} end
 * @param {number} least
 */
function keyStart(text, end, least) {
  let start = end;
  while (start > least && end - start < LONGEST_KEY && /[\w.{},*]/.test(text[start - 1] ?? "")) start -= 1;
  // A name may begin with a number of its own, as in `0.auto_model.` and in `{0, 1}.weight`.
  while (start < end && !/^(?:[A-Za-z_]|\d+\.|\{\d)/.test(text.slice(start, end))) start += 1;
  return start;
}
