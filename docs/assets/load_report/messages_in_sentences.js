// The sentences of the first ports and of transformers 2 to 4, of torch's errors, and lists that a program prints.

/** @import { Placed, Status } from "./types.js" */

import { at, CLASS, CLOSING, EXTENT, listed, matched, PATH, places, shaped, sizes } from "./reading.js";

/**
 * How each message begins, and what it says of its keys. `stopped`: only an error has these words.
 * @type {{ anchor: string, form: string, status: Status, head: RegExp, stopped?: boolean }[]}
 */
const SENTENCES = [
  { anchor: "Weightsof", form: "first", status: "missing", head: at(`Weightsof${CLASS}notinitializedfrompretrainedmodel:`) },
  { anchor: "Weightsfrompretrainedmodel", form: "first", status: "unexpected", head: at(`Weightsfrompretrainedmodelnotusedin${CLASS}:`) },
  { anchor: "Some", form: "sentence", status: "missing", head: at(`Some(?:weights|layers)of${CLASS}werenotinitialized(?:from(?:the)?modelcheckpoint(?:at${PATH})?andarenewlyinitialized:|\\.\\.\\.(?:andarenewlyinitialized:)?(?=\\[))`) },
  { anchor: "Some", form: "sentence", status: "mismatched", head: at(`Some(?:weights|layers)of${CLASS}werenotinitializedfromthemodelcheckpoint(?:at${PATH}andarenewlyinitialized|\\.\\.\\.)becausetheshapesdidnotmatch:`) },
  { anchor: "Some", form: "sentence", status: "unexpected", head: at(`Some(?:weights|layers)(?:of|from)themodelcheckpointat${PATH}werenotusedwheninitializing${CLASS}:`) },
  { anchor: "SomeweightsorbuffersoftheTF2.0model", form: "", status: "missing", head: at(`SomeweightsorbuffersoftheTF2\\.0model${CLASS}werenotinitializedfromthePyTorchmodelandarenewlyinitialized:`) },
  { anchor: "SomeweightsofthePyTorchmodel", form: "", status: "unexpected", head: at(`SomeweightsofthePyTorchmodelwerenotusedwheninitializingtheTF2\\.0model${CLASS}:`) },
  { anchor: "Someweightsof", form: "", status: "missing", head: at(`Someweightsof${CLASS}werenotinitializedfromtheFlaxmodelandarenewlyinitialized:`) },
  { anchor: "SomeweightsoftheFlaxmodel", form: "", status: "unexpected", head: at(`SomeweightsoftheFlaxmodelwerenotusedwheninitializingthePyTorchmodel${CLASS}:`) },
  { anchor: "issingkeysinthecheckpoint", form: "trainer", status: "missing", head: at("issingkeysinthecheckpointmodelloaded:") },
  { anchor: "nexpectedkeysinthecheckpoint", form: "trainer", status: "unexpected", head: at("nexpectedkeysinthecheckpointmodelloaded:") },
  { anchor: "Missingkey(s)instate_dict:", form: "", status: "missing", stopped: true, head: at("Missingkey\\(s\\)instate_dict:") },
  { anchor: "Unexpectedkey(s)instate_dict:", form: "", status: "unexpected", stopped: true, head: at("Unexpectedkey\\(s\\)instate_dict:") },
  { anchor: "missing_keys", form: "", status: "missing", head: at("missing_keys['\"]?[=:](?=[\\[{(])") },
  { anchor: "unexpected_keys", form: "", status: "unexpected", head: at("unexpected_keys['\"]?[=:](?=[\\[{(])") },
  { anchor: "issingkeys", form: "", status: "missing", head: at("issingkeys['\"]?[=:](?=[\\[{(])") },
  { anchor: "nexpectedkeys", form: "", status: "unexpected", head: at("nexpectedkeys['\"]?[=:](?=[\\[{(])") },
];
// The last sentence of a text, where it ends before its list.
const BEGUN = at("Some(?:weights|layers)(?:ofthemodelcheckpoint|fromthemodelcheckpoint|of(?<class>[A-Z]\\w{0,79}?)werenot).{0,400}$");
// Or where it ends within the first words of one; other texts seldom end so.
const BEGINNING = /Some(?:[wl]\w{0,90})?(?:\.{3})?\W{0,4}$/;
const COMPLETE = at(`Allthe(?:weights|layers)of${CLASS}wereinitializedfromthemodelcheckpointat${PATH}\\.(?:Ifyourtask|[A-Z]|$)`);
const FOUND_SHAPE = at(`-?([\\w.]{1,300}?):foundshape${EXTENT}(?:inthecheckpointand|\\.\\.\\.)${EXTENT}(?:inthemodelinstantiated)?`);

const ERROR = at(`Error\\(s\\)inloadingstate_dictfor${CLASS}:`);
const TWO_NAMES = "specifiestotie([\\w.]{1,200}?\\.(?:weight|bias))to([\\w.]{1,200}?),butbothare";
const ABSENT = at(`${TWO_NAMES}absent`);
const SIZE = at(`sizemismatchfor([\\w.]{1,300}?):copyingaparamwithshape${EXTENT}(?:fromcheckpoint,theshapeincurrentmodelis${EXTENT})?`);
const PAIRS = at("mismatched_?keys['\"]?[=:][\\[{(](?=[\\[(.])");
const PAIR = at(`[[(]['"]([\\w.]{1,300}?)['"],${EXTENT},${EXTENT}[\\])],?`);
const OF_AN_ERROR = /** @type {const} */ ({ form: "", class: "", from: "" });
// A line about a report of transformers 5, which names the class.
const OF_A_REPORT = /** @type {const} */ ({ form: "table", class: "?", from: "", status: "missing" });

/** Sentences with a list of keys. @param {string} text */
export function sentences(text) {
  /** @type {Placed[]} */
  const found = [];
  for (const { anchor, form, status, head, stopped } of SENTENCES) {
    for (const place of places(text, anchor)) {
      const match = matched(head, text, place);
      if (!match) continue;
      const start = place + match[0].length;
      const { keys, cut } = status === "mismatched" ? shapes(text, start) : listed(text, start);
      const { class: className = "", path: from = "" } = match.groups ?? {};
      const library = /^(?:TF|Flax)/.exec(className)?.[0] ?? (text.startsWith("Somelayers", place) ? "TF" : "");
      // A list that names neither an era nor a class may be anything: without a key, it says nothing.
      const isMessage = form || match.groups || keys.length || text.startsWith("...", start + 1);
      found.push({ place, form, class: className, from, status, keys, ...(library ? { library } : {}), ...(stopped ? { stopped } : {}), cut: cut && Boolean(isMessage) });
    }
  }
  const last = Math.max(text.lastIndexOf("Someweights"), text.lastIndexOf("Somelayers"));
  const begun = last < 0 || found.some(({ place }) => place === last) ? null : matched(BEGUN, text, last);
  if (begun || BEGINNING.test(text.slice(-120))) {
    found.push({ place: begun ? last : text.length, form: "sentence", class: begun?.groups?.class ?? "", from: "", status: "missing", keys: [], cut: true });
  }
  for (const place of places(text, "Allthe")) {
    const { class: className = "", path: from = "" } = matched(COMPLETE, text, place)?.groups ?? {};
    if (className) found.push({ place, form: "sentence", class: className, from, status: "missing", keys: [], complete: true });
  }
  return found;
}

/** The keys of a 4.x sentence about shapes. @param {string} text @param {number} start */
function shapes(text, start) {
  const { keys, end } = shaped(FOUND_SHAPE, text, start);
  return { keys, cut: !keys.length || /[-.]/.test(text[end] ?? "") };
}

/** What torch itself says of shapes, errors that end loading, and ties that a file lacks. @param {string} text */
export function errors(text) {
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
    if (absent) found.push({ ...OF_A_REPORT, place, absent: true, keys: absent.map((key) => ({ key, detail: "" })) });
  }
  for (const place of places(text, "Error(s)inloadingstate_dictfor")) {
    const className = matched(ERROR, text, place)?.groups?.class;
    if (className) found.push({ ...OF_AN_ERROR, class: className, place, status: "missing", keys: [], stopped: true });
  }
  for (const place of places(text, "thusraisinganerror")) found.push({ ...OF_A_REPORT, place, keys: [], stopped: true });
  return found;
}
