// What torch itself says of shapes, errors that end loading, and lists that a program prints.

/** @import { Placed } from "./types.js" */

import { at, CLASS, CLOSING, EXTENT, matched, places, shaped, sizes } from "./reading.js";

const ERROR = at(`Error\\(s\\)inloadingstate_dictfor${CLASS}:`);
const TWO_NAMES = "specifiestotie([\\w.]{1,200}?\\.(?:weight|bias))to([\\w.]{1,200}?),butbothare";
const ABSENT = at(`${TWO_NAMES}absent`);
const APART = at(`${TWO_NAMES}presentinthecheckpointswithdifferentvalues`);
const SIZE = at(`sizemismatchfor([\\w.]{1,300}?):copyingaparamwithshape${EXTENT}(?:fromcheckpoint,theshapeincurrentmodelis${EXTENT})?`);
const PAIRS = at("mismatched_?keys['\"]?[=:][\\[{(](?=[\\[(.])");
const PAIR = at(`[[(]['"]([\\w.]{1,300}?)['"],${EXTENT},${EXTENT}[\\])],?`);
const OF_AN_ERROR = /** @type {const} */ ({ form: "", class: "", from: "" });
// A line about a report of transformers 5, which names the class.
const OF_A_REPORT = /** @type {const} */ ({ form: "table", class: "?", from: "", status: "missing" });

/** @param {string} text */
export function oddments(text) {
  /** @type {Placed[]} */
  const found = [];
  for (const place of places(text, "sizemismatchfor")) {
    const match = matched(SIZE, text, place);
    if (match) found.push({ ...OF_AN_ERROR, place, status: "mismatched", stopped: true, keys: [{ key: match[1] ?? "", detail: sizes(match[2], match[3]) }] });
  }
  for (const place of places(text, "mismatched")) {
    const opened = matched(PAIRS, text, place)?.[0];
    if (!opened) continue;
    const { keys, end } = shaped(PAIR, text, place + opened.length);
    found.push({ ...OF_AN_ERROR, place, status: "mismatched", keys, cut: text[end] !== CLOSING[opened.at(-1) ?? ""] });
  }
  for (const place of places(text, "specifiestotie")) {
    const absent = matched(ABSENT, text, place)?.slice(1);
    const apart = matched(APART, text, place)?.slice(1);
    if (absent) found.push({ ...OF_A_REPORT, place, absent: true, keys: absent.map((key) => ({ key, detail: "" })) });
    if (apart) found.push({ ...OF_A_REPORT, place, keys: [], apart });
  }
  for (const place of places(text, "Error(s)inloadingstate_dictfor")) {
    const className = matched(ERROR, text, place)?.groups?.class;
    if (className) found.push({ ...OF_AN_ERROR, class: className, place, status: "missing", keys: [], stopped: true });
  }
  for (const place of places(text, "thusraisinganerror")) found.push({ ...OF_A_REPORT, place, keys: [], stopped: true });
  return found;
}
