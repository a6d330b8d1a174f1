// From squeezed text to messages: which keys of which class are called what. Each era had its own words.

/** @import { Message, Status } from "./types.js" */

const CLASS = "([A-Za-z_]\\w{0,79}?)";
// A path ends where its own sentence goes on: it never runs over another sentence.
const PATH = "((?:(?!andarenewlyinit|werenotusedwhen|notinitializedfrom).){0,300}?)";
const SHAPE = "torch\\.Size\\(\\[?\\(?([\\d,]*)\\)?\\]?\\)";
const LONGEST_KEY = 300;
const CLASSES = /(?:TF|Flax)?(?:DistilBert|XLMRoberta|Camembert|Roberta|MobileBert|ConvBert|Albert|Electra|Bert)(?:For[A-Z]\w*|Model|LMHeadModel)$/;

/**
 * How each message begins, and what it says of its keys. The groups are the class and the path, by `order`.
 * @type {{ anchor: string, form: string, status: Status, head: RegExp, order: string }[]}
 */
const SENTENCES = [
  { anchor: "Weightsof", form: "first", status: "missing", order: "c", head: at(`Weightsof${CLASS}notinitializedfrompretrainedmodel:`) },
  { anchor: "Weightsfrompretrainedmodel", form: "first", status: "unexpected", order: "c", head: at(`Weightsfrompretrainedmodelnotusedin${CLASS}:`) },
  { anchor: "Some", form: "sentence", status: "missing", order: "cp", head: at(`Some(?:weights|layers)of${CLASS}werenotinitializedfromthemodelcheckpointat${PATH}andarenewlyinitialized:`) },
  { anchor: "Some", form: "sentence", status: "mismatched", order: "cp", head: at(`Some(?:weights|layers)of${CLASS}werenotinitializedfromthemodelcheckpointat${PATH}andarenewlyinitializedbecausetheshapesdidnotmatch:`) },
  { anchor: "Some", form: "sentence", status: "unexpected", order: "pc", head: at(`Some(?:weights|layers)(?:of|from)themodelcheckpointat${PATH}werenotusedwheninitializing${CLASS}:`) },
  { anchor: "SomeweightsorbuffersoftheTF2.0model", form: "", status: "missing", order: "c", head: at(`SomeweightsorbuffersoftheTF2\\.0model${CLASS}werenotinitializedfromthePyTorchmodelandarenewlyinitialized:`) },
  { anchor: "SomeweightsofthePyTorchmodel", form: "", status: "unexpected", order: "c", head: at(`SomeweightsofthePyTorchmodelwerenotusedwheninitializingtheTF2\\.0model${CLASS}:`) },
  { anchor: "Missingkey(s)instate_dict:", form: "", status: "missing", order: "", head: at("Missingkey\\(s\\)instate_dict:") },
  { anchor: "Unexpectedkey(s)instate_dict:", form: "", status: "unexpected", order: "", head: at("Unexpectedkey\\(s\\)instate_dict:") },
  { anchor: "missing_keys", form: "", status: "missing", order: "", head: at("missing_keys['\"]?[=:](?=[\\[{(])") },
  { anchor: "unexpected_keys", form: "", status: "unexpected", order: "", head: at("unexpected_keys['\"]?[=:](?=[\\[{(])") },
  { anchor: "issingkeys", form: "", status: "missing", order: "", head: at("issingkeys['\"]?[=:](?=[\\[{(])") },
  { anchor: "nexpectedkeys", form: "", status: "unexpected", order: "", head: at("nexpectedkeys['\"]?[=:](?=[\\[{(])") },
];
// The last sentence of a text, where it ends before its list.
const BEGUN = at("Some(?:weights|layers)(?:ofthemodelcheckpoint|fromthemodelcheckpoint|of([A-Z]\\w{0,79}?)werenot).{0,400}$");
const COMPLETE = [
  { anchor: "Alltheweightsof", head: at(`Alltheweightsof${CLASS}wereinitializedfromthemodelcheckpointat${PATH}\\.(?:Ifyourtask|[A-Z]|$)`) },
];
const ERROR = { anchor: "Error(s)inloadingstate_dictfor", head: at(`Error\\(s\\)inloadingstate_dictfor${CLASS}:`) };
const RAISED = "thusraisinganerror";
const TABLE = { anchor: "LOADREPORTfrom:", head: at("LOADREPORTfrom:(.{0,300}?)Key\\|Status") };
const ROW = /([A-Za-z_][\w.{},*-]{0,300}?)\|(MISSING|UNEXPECTED|MISMATCH|CONVERSION)\|/y;
const ROW_DETAIL = new RegExp(`^\\|*Reinitduetosizemismatch-?ckpt:${SHAPE}vsmodel:${SHAPE}`);
/** @type {Record<string, Status>} */
const ROW_STATUS = { MISSING: "missing", UNEXPECTED: "unexpected", MISMATCH: "mismatched", CONVERSION: "conversion" };
const ROW_CUT = /\|([A-Z]{1,10})(?:\.\.\.|$)/g;
const ABSENT = { anchor: "specifiestotie", head: at("specifiestotie([\\w.]{1,200}?\\.(?:weight|bias))to([\\w.]{1,200}?),butbothareabsent") };
const SIZE = { anchor: "sizemismatchfor", head: at(`sizemismatchfor([\\w.]{1,300}?):copyingaparamwithshape${SHAPE}fromcheckpoint,theshapeincurrentmodelis${SHAPE}`) };
const FOUND_SHAPE = new RegExp(`-?([\\w.]{1,300}?):foundshape${SHAPE}inthecheckpointand${SHAPE}inthemodelinstantiated`, "y");
const PAIRS = at("mismatched_?keys['\"]?[=:][\\[{(](?=[\\[(.])");
const EXTENT = "(?:torch\\.Size)?\\(?\\[?([\\d,]*)\\]?\\)?";
const PAIR = at(`[[(]['"]([\\w.]{1,300}?)['"],${EXTENT},${EXTENT}[\\])],?`);
/** @type {Record<string, string>} */
const CLOSING = { "[": "]", "{": "}", "(": ")" };

/** @param {string} pattern */
function at(pattern) {
  return new RegExp(pattern, "y");
}

/**
 * @param {RegExp} sticky
 * @param {string} text
 * @param {number} position
 */
function matched(sticky, text, position) {
  sticky.lastIndex = position;
  return sticky.exec(text);
}

/**
 * Every place of a literal, one by one.
 * @param {string} text
 * @param {string} literal
 */
function* places(text, literal) {
  for (let place = text.indexOf(literal); place >= 0; place = text.indexOf(literal, place + 1)) yield place;
}

/**
 * The names in a list that begins at `start`: quoted or not, with or without brackets, also if its end is cut off.
 * `cut` says that it does not end as it began, after a name: there may be more.
 * @param {string} text
 * @param {number} start
 * @returns {Generator<undefined, { keys: { key: string, detail: string }[], cut: boolean }>}
 */
function* listed(text, start) {
  /** @type {{ key: string, detail: string }[]} */
  const keys = [];
  let place = start;
  let closing = "";
  while (CLOSING[text[place] ?? " "]) {
    if (closing.length < 8) closing = CLOSING[text[place] ?? " "] + closing;
    place += 1;
  }
  if (text.startsWith("set()", start)) return { keys, cut: false };
  let open = true;
  for (let count = 0; place < text.length; count += 1) {
    const quote = text[place];
    let end;
    if (quote === "'" || quote === '"' || quote === "`") {
      end = text.indexOf(quote, place + 1);
      open = end < 0 || end - place > LONGEST_KEY;
      if (open) end = place + 1 + (/^[\w.*-]{0,300}/.exec(text.slice(place + 1, place + 301))?.[0].length ?? 0);
      keys.push({ key: text.slice(place + 1, end), detail: "" });
      end += open ? 0 : 1;
    } else {
      const bare = /^[A-Za-z_][\w.*-]{0,300}/.exec(text.slice(place, place + 301))?.[0] ?? "";
      if (!bare.includes(".")) break;
      keys.push({ key: bare, detail: "" });
      end = place + bare.length;
      open = false;
    }
    place = end;
    if (text[end] !== ",") break;
    place += 1;
    open = true;
    if (count % 200 === 0) yield;
  }
  const ended = closing ? text.startsWith(closing, place) : !open;
  return { keys: keys.filter((one) => one.key), cut: !ended };
}

/**
 * Every message in a squeezed text, in its order.
 * @param {string} text
 * @param {number[]} starts
 * @returns {Generator<undefined, Message[]>}
 */
export function* messages(text, starts) {
  /** @type {(Message & { place: number })[]} */
  const found = [];
  yield* sentences(text, found);
  yield* tables(text, starts, found);
  yield* oddments(text, found);
  found.sort((one, other) => one.place - other.place);
  return withClasses(found);
}

/**
 * @param {string} text
 * @param {(Message & { place: number })[]} found
 */
function* sentences(text, found) {
  for (const { anchor, form, status, head, order } of SENTENCES) {
    for (const place of places(text, anchor)) {
      yield;
      const match = matched(head, text, place);
      if (!match) continue;
      const start = place + match[0].length;
      const { keys, cut } = status === "mismatched" ? shapes(text, start) : yield* listed(text, start);
      const names = [match[1] ?? "", match[2] ?? ""];
      if (order === "pc") names.reverse();
      found.push({ place, form, class: names[0] ?? "", from: names[1] ?? "", status, keys, cut: cut && (form !== "" || order !== "" || keys.length > 0 || text.startsWith("...", start + 1)) });
    }
  }
  const last = Math.max(text.lastIndexOf("Someweights"), text.lastIndexOf("Somelayers"));
  const begun = last < 0 || found.some((one) => one.place === last) ? null : matched(BEGUN, text, last);
  if (begun) found.push({ place: last, form: "sentence", class: begun[1] ?? "", from: "", status: "missing", keys: [], cut: true });
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

/**
 * @param {string | undefined} file
 * @param {string | undefined} model
 */
function sizes(file, model) {
  const spaced = [file, model].map((one) => (one ?? "").split(",").filter(Boolean).join(", "));
  return `(${spaced[0]}) in the file, (${spaced[1]}) in the class`;
}

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
function* tables(text, starts, found) {
  const heads = [];
  for (const place of places(text, TABLE.anchor)) {
    yield;
    const before = text.slice(Math.max(startOf(starts, place), place - 80), place);
    // A word may stand before the class, and a squeezed text has no space between them.
    const name = (CLASSES.exec(before) ?? /[A-Za-z_]\w*$/.exec(before))?.[0] ?? "";
    heads.push({ place, class: name, from: matched(TABLE.head, text, place)?.[1] ?? "" });
  }
  let head = 0;
  if (heads.length) {
    for (const match of text.matchAll(ROW_CUT)) {
      while (head + 1 < heads.length && (heads[head + 1]?.place ?? 0) < match.index) head += 1;
      const owner = heads[head];
      if (!owner || owner.place > match.index || !Object.keys(ROW_STATUS).some((word) => word.startsWith(match[1] ?? ""))) continue;
      found.push({ place: match.index, form: "table", class: owner.class, from: owner.from, status: "missing", keys: [], cut: true });
      yield;
    }
  }
  for (const word of Object.keys(ROW_STATUS)) {
    head = 0;
    for (const place of places(text, `|${word}|`)) {
      yield;
      const start = keyStart(text, place, startOf(starts, place - 1));
      const match = matched(ROW, text, start);
      if (!match || match.index + (match[1]?.length ?? 0) !== place) continue;
      while (head + 1 < heads.length && (heads[head + 1]?.place ?? 0) < place) head += 1;
      const owner = (heads[head]?.place ?? Infinity) < place ? heads[head] : undefined;
      const detail = ROW_DETAIL.exec(text.slice(place + word.length + 1, place + word.length + 201));
      found.push({
        place,
        form: "table",
        class: owner?.class ?? "",
        from: owner?.from ?? "",
        status: ROW_STATUS[word] ?? "unsaid",
        keys: [{ key: match[1] ?? "", detail: detail ? sizes(detail[1], detail[2]) : "" }],
      });
    }
  }
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
  while (start < end && !/[A-Za-z_]/.test(text[start] ?? "")) start += 1;
  return start;
}

/**
 * What torch itself says of shapes, and the two names of a bias that a file has not.
 * @param {string} text
 * @param {(Message & { place: number })[]} found
 */
function* oddments(text, found) {
  for (const place of places(text, SIZE.anchor)) {
    yield;
    const match = matched(SIZE.head, text, place);
    if (match) found.push({ place, form: "", class: "", from: "", status: "mismatched", keys: [{ key: match[1] ?? "", detail: sizes(match[2], match[3]) }] });
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
    if (match) found.push({ place, form: "table", class: "?", from: "", status: "missing", keys: [match[1], match[2]].map((key) => ({ key: key ?? "", detail: "" })) });
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

/**
 * A message of torch's belongs to the class that its error names; the line about two names to the report that follows;
 * and transformers 5's own error to the report above it.
 * @param {(Message & { place: number })[]} found
 * @returns {Message[]}
 */
function withClasses(found) {
  let error = "";
  /** @type {Message | undefined} */
  let above;
  found.forEach((one, index) => {
    if (one.form === "" && one.class) error = one.class;
    else if (one.form === "" && !one.class) one.class = error;
    if (one.class === "?") {
      const report = one.stopped ? above : found.slice(index + 1, index + 400).find((other) => other.form === "table" && other.class !== "?");
      one.class = report?.class ?? "";
      one.from = report?.from ?? "";
    } else if (one.form === "table") above = one;
  });
  return found.filter((one) => one.keys.length || one.complete || one.cut || one.stopped);
}

/**
 * Names that stand in a text which is no message: what somebody types, or a link asks for.
 * @param {string} text
 * @returns {Message[]}
 */
export function bareKeys(text) {
  const lines = text.slice(0, 20000).replace(/^\s*\* `.*$/gm, "");
  const names = lines.match(/(?<![\w.])[A-Za-z_][\w*]{0,80}(?:\.[\w*]{1,80}){0,20}\.(?:weight|bias|gamma|beta|kernel|\w+_ids)(?![\w.])/g) ?? [];
  const keys = [...new Set(names)].slice(0, 200).map((key) => ({ key, detail: "" }));
  return keys.length ? [{ form: "", class: "", from: "", status: "unsaid", keys }] : [];
}
