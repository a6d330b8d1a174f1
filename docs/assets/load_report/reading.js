// How a squeezed text is read: patterns at a place, lists of names, shapes.

/** @import { Message } from "./types.js" */

export const CLASS = "(?<class>[A-Za-z_]\\w{0,79}?)";
// A path ends where its own sentence goes on: it never runs over another sentence.
export const PATH = "(?<path>(?:(?!andarenewlyinit|werenotusedwhen|notinitializedfrom).){0,300}?)";
export const SHAPE = "torch\\.Size\\(\\[?\\(?([\\d,]*)\\)?\\]?\\)";
/** The same, or as somebody shortened it by hand. */
export const EXTENT = "(?:torch\\.Size)?\\(?\\[?([\\d,]*)\\]?\\)?";
export const LONGEST_KEY = 300;
/** @type {Record<string, string>} */
export const CLOSING = { "[": "]", "{": "}", "(": ")" };

/** @param {string} pattern */
export function at(pattern) {
  return new RegExp(pattern, "y");
}

/** @param {RegExp} sticky @param {string} text @param {number} position */
export function matched(sticky, text, position) {
  sticky.lastIndex = position;
  return sticky.exec(text);
}

/** Every place of a literal, one by one. @param {string} text @param {string} literal */
export function* places(text, literal) {
  for (let place = text.indexOf(literal); place >= 0; place = text.indexOf(literal, place + 1)) yield place;
}

const TUPLE = at("\\((['\"][\\w.]{1,80}['\"],?){2,20}\\),?");

/**
 * TensorFlow's or Flax's key as PyTorch's files spell it: TensorFlow's have slashes, and Flax calls a matrix a kernel.
 * @param {string} key
 */
function spelled(key) {
  return key.replace(/:0$/, "").replace(/_\._/g, ".").replace(/\//g, ".").replace(/_embeddings\.(?:embeddings|weight)$/, "_embeddings.weight").replace(/\.(?:kernel|scale|embedding)$/, ".weight");
}

/** The names in Flax's list: each a tuple of its parts. @param {string} text @param {number} place */
function tuples(text, place) {
  const keys = [];
  for (let match = matched(TUPLE, text, place); match; match = matched(TUPLE, text, place)) {
    keys.push({ key: spelled((match[0].match(/[\w.]+/g) ?? []).join(".")), detail: "" });
    place += match[0].length;
  }
  return { keys, cut: !/[\]})]/.test(text[place] ?? "") };
}

/**
 * The names in a list that begins at `start`: quoted or not, with or without brackets, also if its end is cut off.
 * `cut` says that it does not end as it began, after a name: there may be more.
 * @param {string} text @param {number} start @returns {{ keys: Message["keys"], cut: boolean }}
 */
export function listed(text, start) {
  if (/^[[{(]\(['"]/.test(text.slice(start, start + 3))) return tuples(text, start + 1);
  if (text.startsWith("set()", start)) return { keys: [], cut: false };
  const keys = [];
  let place = start;
  let closing = "";
  for (; CLOSING[text[place] ?? " "]; place += 1) {
    if (closing.length < 8) closing = CLOSING[text[place] ?? " "] + closing;
  }
  let open = true;
  while (place < text.length) {
    const quote = text[place];
    let end;
    if (quote === "'" || quote === '"' || quote === "`") {
      end = text.indexOf(quote, place + 1);
      open = end < 0 || end - place > LONGEST_KEY;
      if (open) end = place + 1 + (/^[\w.*/-]{0,300}/.exec(text.slice(place + 1, place + 301))?.[0].length ?? 0);
      const key = text.slice(place + 1, end);
      keys.push({ key: key.includes("/") ? spelled(key) : key, detail: "" });
      end += open ? 0 : 1;
    } else {
      const bare = /^(?:\d{1,9}\.)*[A-Za-z_][\w.*-]{0,300}/.exec(text.slice(place, place + 301))?.[0] ?? "";
      if (!bare.includes(".")) break;
      keys.push({ key: bare, detail: "" });
      end = place + bare.length;
      open = false;
    }
    place = end;
    if (text[end] !== ",") break;
    place += 1;
    open = true;
  }
  // The last name may lack its end.
  if (open && keys.length > 1 && !/^(?:weight|bias|gamma|beta)$/.test(keys.at(-1)?.key.split(".").at(-1) ?? "")) keys.pop();
  const ended = closing ? text.startsWith(closing, place) : !open;
  return { keys: keys.filter(({ key }) => key), cut: !ended };
}

/**
 * The names with two shapes that follow each other from `start` on, and where they end.
 * @param {RegExp} sticky its groups are the name, the file's shape and the class's
 * @param {string} text @param {number} start
 */
export function shaped(sticky, text, start) {
  const keys = [];
  let end = start;
  for (let match = matched(sticky, text, end); match; match = matched(sticky, text, end)) {
    keys.push({ key: match[1] ?? "", detail: sizes(match[2], match[3]) });
    end = sticky.lastIndex;
  }
  return { keys, end };
}

/** @param {string | undefined} file @param {string | undefined} model */
export function sizes(file, model) {
  const [inFile, inClass] = [file, model].map((shape) => (shape ?? "").split(",").filter(Boolean).join(", "));
  return model === undefined ? `(${inFile}) in the file` : `(${inFile}) in the file, (${inClass}) in the class`;
}
