// The sentences of the first ports and of transformers 2 to 4.

/** @import { Message, Status } from "./types.js" */

import { at, CLASS, listed, matched, PATH, places, EXTENT, sizes } from "./reading.js";

/**
 * How each message begins, and what it says of its keys. The groups are the class and the path, by `order`.
 * `stopped`: only an error has these words.
 * @type {{ anchor: string, form: string, status: Status, head: RegExp, order: string, stopped?: boolean }[]}
 */
const SENTENCES = [
  { anchor: "Weightsof", form: "first", status: "missing", order: "c", head: at(`Weightsof${CLASS}notinitializedfrompretrainedmodel:`) },
  { anchor: "Weightsfrompretrainedmodel", form: "first", status: "unexpected", order: "c", head: at(`Weightsfrompretrainedmodelnotusedin${CLASS}:`) },
  { anchor: "Some", form: "sentence", status: "missing", order: "cp", head: at(`Some(?:weights|layers)of${CLASS}werenotinitialized(?:from(?:the)?modelcheckpoint(?:at${PATH})?andarenewlyinitialized:|\\.\\.\\.(?:andarenewlyinitialized:)?(?=\\[))`) },
  { anchor: "Some", form: "sentence", status: "mismatched", order: "cp", head: at(`Some(?:weights|layers)of${CLASS}werenotinitializedfromthemodelcheckpoint(?:at${PATH}andarenewlyinitialized|\\.\\.\\.)becausetheshapesdidnotmatch:`) },
  { anchor: "Some", form: "sentence", status: "unexpected", order: "pc", head: at(`Some(?:weights|layers)(?:of|from)themodelcheckpointat${PATH}werenotusedwheninitializing${CLASS}:`) },
  { anchor: "SomeweightsorbuffersoftheTF2.0model", form: "", status: "missing", order: "c", head: at(`SomeweightsorbuffersoftheTF2\\.0model${CLASS}werenotinitializedfromthePyTorchmodelandarenewlyinitialized:`) },
  { anchor: "SomeweightsofthePyTorchmodel", form: "", status: "unexpected", order: "c", head: at(`SomeweightsofthePyTorchmodelwerenotusedwheninitializingtheTF2\\.0model${CLASS}:`) },
  { anchor: "Someweightsof", form: "", status: "missing", order: "c", head: at(`Someweightsof${CLASS}werenotinitializedfromtheFlaxmodelandarenewlyinitialized:`) },
  { anchor: "SomeweightsoftheFlaxmodel", form: "", status: "unexpected", order: "c", head: at(`SomeweightsoftheFlaxmodelwerenotusedwheninitializingthePyTorchmodel${CLASS}:`) },
  { anchor: "issingkeysinthecheckpoint", form: "trainer", status: "missing", order: "", head: at("issingkeysinthecheckpointmodelloaded:") },
  { anchor: "nexpectedkeysinthecheckpoint", form: "trainer", status: "unexpected", order: "", head: at("nexpectedkeysinthecheckpointmodelloaded:") },
  { anchor: "Missingkey(s)instate_dict:", form: "", status: "missing", order: "", stopped: true, head: at("Missingkey\\(s\\)instate_dict:") },
  { anchor: "Unexpectedkey(s)instate_dict:", form: "", status: "unexpected", order: "", stopped: true, head: at("Unexpectedkey\\(s\\)instate_dict:") },
  { anchor: "missing_keys", form: "", status: "missing", order: "", head: at("missing_keys['\"]?[=:](?=[\\[{(])") },
  { anchor: "unexpected_keys", form: "", status: "unexpected", order: "", head: at("unexpected_keys['\"]?[=:](?=[\\[{(])") },
  { anchor: "issingkeys", form: "", status: "missing", order: "", head: at("issingkeys['\"]?[=:](?=[\\[{(])") },
  { anchor: "nexpectedkeys", form: "", status: "unexpected", order: "", head: at("nexpectedkeys['\"]?[=:](?=[\\[{(])") },
];
// The last sentence of a text, where it ends before its list.
const BEGUN = at("Some(?:weights|layers)(?:ofthemodelcheckpoint|fromthemodelcheckpoint|of([A-Z]\\w{0,79}?)werenot).{0,400}$");
// Or where it ends within the first words of one; other texts seldom end so.
const BEGINNING = /Some(?:[wl]\w{0,90})?(?:\.{3})?\W{0,4}$/;
const COMPLETE = [
  { anchor: "Allthe", head: at(`Allthe(?:weights|layers)of${CLASS}wereinitializedfromthemodelcheckpointat${PATH}\\.(?:Ifyourtask|[A-Z]|$)`) },
];
const FOUND_SHAPE = new RegExp(`-?([\\w.]{1,300}?):foundshape${EXTENT}(?:inthecheckpointand|\\.\\.\\.)${EXTENT}(?:inthemodelinstantiated)?`, "y");

/**
 * @param {string} text
 * @param {(Message & { place: number })[]} found
 */
export function* sentences(text, found) {
  for (const { anchor, form, status, head, order, stopped } of SENTENCES) {
    for (const place of places(text, anchor)) {
      yield;
      const match = matched(head, text, place);
      if (!match) continue;
      const start = place + match[0].length;
      const { keys, cut } = status === "mismatched" ? shapes(text, start) : yield* listed(text, start);
      const names = [match[1] ?? "", match[2] ?? ""];
      if (order === "pc") names.reverse();
      const library = /^(?:TF|Flax)/.exec(names[0] ?? "")?.[0] ?? (text.startsWith("Somelayers", place) ? "TF" : "");
      found.push({ place, form, class: names[0] ?? "", from: names[1] ?? "", status, keys, ...(library ? { library } : {}), ...(stopped ? { stopped } : {}), cut: cut && (form !== "" || order !== "" || keys.length > 0 || text.startsWith("...", start + 1)) });
    }
  }
  const last = Math.max(text.lastIndexOf("Someweights"), text.lastIndexOf("Somelayers"));
  const begun = last < 0 || found.some((one) => one.place === last) ? null : matched(BEGUN, text, last);
  if (begun) found.push({ place: last, form: "sentence", class: begun[1] ?? "", from: "", status: "missing", keys: [], cut: true });
  else if (BEGINNING.test(text.slice(-120))) found.push({ place: text.length, form: "sentence", class: "", from: "", status: "missing", keys: [], cut: true });
  for (const { anchor, head } of COMPLETE) {
    for (const place of places(text, anchor)) {
      yield;
      const match = matched(head, text, place);
      if (match) found.push({ place, form: "sentence", class: match[1] ?? "", from: match[2] ?? "", status: "missing", keys: [], complete: true });
    }
  }
}

/**
 * The keys of a 4.x sentence about shapes.
 * @param {string} text
 * @param {number} start
 */
function shapes(text, start) {
  const keys = [];
  let end = start;
  for (let match = matched(FOUND_SHAPE, text, start); match; match = matched(FOUND_SHAPE, text, FOUND_SHAPE.lastIndex)) {
    keys.push({ key: match[1] ?? "", detail: sizes(match[2], match[3]) });
    end = FOUND_SHAPE.lastIndex;
  }
  return { keys, cut: !keys.length || /[-.]/.test(text[end] ?? "") };
}
