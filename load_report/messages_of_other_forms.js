// What torch itself says of shapes, errors that end loading, and lists that a program prints.

/** @import { Message } from "./types.js" */

import { at, CLASS, CLOSING, EXTENT, matched, places, sizes } from "./reading.js";

const ERROR = { anchor: "Error(s)inloadingstate_dictfor", head: at(`Error\\(s\\)inloadingstate_dictfor${CLASS}:`) };
const RAISED = "thusraisinganerror";
const ABSENT = { anchor: "specifiestotie", head: at("specifiestotie([\\w.]{1,200}?\\.(?:weight|bias))to([\\w.]{1,200}?),butbothareabsent") };
const APART = at("specifiestotie([\\w.]{1,200}?\\.(?:weight|bias))to([\\w.]{1,200}?),butbotharepresentinthecheckpointswithdifferentvalues");
const SIZE = { anchor: "sizemismatchfor", head: at(`sizemismatchfor([\\w.]{1,300}?):copyingaparamwithshape${EXTENT}(?:fromcheckpoint,theshapeincurrentmodelis${EXTENT})?`) };
const PAIRS = at("mismatched_?keys['\"]?[=:][\\[{(](?=[\\[(.])");
const PAIR = at(`[[(]['"]([\\w.]{1,300}?)['"],${EXTENT},${EXTENT}[\\])],?`);

/**
 * What torch itself says of shapes, and the two names of a bias that a file has not.
 * @param {string} text
 * @param {(Message & { place: number })[]} found
 */
export function* oddments(text, found) {
  for (const place of places(text, SIZE.anchor)) {
    yield;
    const match = matched(SIZE.head, text, place);
    if (match) found.push({ place, form: "", class: "", from: "", status: "mismatched", stopped: true, keys: [{ key: match[1] ?? "", detail: sizes(match[2], match[3]) }] });
  }
  for (const place of places(text, "mismatched")) {
    yield;
    const opened = matched(PAIRS, text, place);
    if (!opened) continue;
    const keys = [];
    let end = place + opened[0].length;
    for (let match = matched(PAIR, text, end); match; match = matched(PAIR, text, end)) {
      keys.push({ key: match[1] ?? "", detail: sizes(match[2], match[3]) });
      end = PAIR.lastIndex;
      if (keys.length % 200 === 0) yield;
    }
    const cut = text[end] !== CLOSING[opened[0].at(-1) ?? ""];
    found.push({ place, form: "", class: "", from: "", status: "mismatched", keys, cut });
  }
  for (const place of places(text, ABSENT.anchor)) {
    yield;
    const match = matched(ABSENT.head, text, place);
    if (match) found.push({ place, form: "table", class: "?", from: "", status: "missing", absent: true, keys: [match[1], match[2]].map((key) => ({ key: key ?? "", detail: "" })) });
    const apart = matched(APART, text, place);
    if (apart) found.push({ place, form: "table", class: "?", from: "", status: "missing", keys: [], apart: apart.slice(1) });
  }
  for (const place of places(text, ERROR.anchor)) {
    const match = matched(ERROR.head, text, place);
    if (match) found.push({ place, form: "", class: match[1] ?? "", from: "", status: "missing", keys: [], stopped: true });
  }
  for (const place of places(text, RAISED)) {
    yield;
    found.push({ place, form: "table", class: "?", from: "", status: "missing", keys: [], stopped: true });
  }
}
