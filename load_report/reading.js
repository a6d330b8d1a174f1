// How a squeezed text is read: patterns at a place, lists of names, shapes.

export const CLASS = "([A-Za-z_]\\w{0,79}?)";
// A path ends where its own sentence goes on: it never runs over another sentence.
export const PATH = "((?:(?!andarenewlyinit|werenotusedwhen|notinitializedfrom).){0,300}?)";
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

/**
 * @param {RegExp} sticky
 * @param {string} text
 * @param {number} position
 */
export function matched(sticky, text, position) {
  sticky.lastIndex = position;
  return sticky.exec(text);
}

/**
 * Every place of a literal, one by one.
 * @param {string} text
 * @param {string} literal
 */
export function* places(text, literal) {
  for (let place = text.indexOf(literal); place >= 0; place = text.indexOf(literal, place + 1)) yield place;
}

const TUPLE = at("\\((['\"][\\w.]{1,80}['\"],?){2,20}\\),?");

/**
 * TensorFlow's or Flax's key as PyTorch's files spell it: TensorFlow's have slashes, and Flax calls a matrix a kernel.
 * @param {string} key
 */
export function spelled(key) {
  return key.replace(/:0$/, "").replace(/_\._/g, ".").replace(/\//g, ".").replace(/_embeddings\.(?:embeddings|weight)$/, "_embeddings.weight").replace(/\.(?:kernel|scale|embedding)$/, ".weight");
}

/**
 * The names in Flax's list: each a tuple of its parts.
 * @param {string} text
 * @param {number} place
 */
function* tuples(text, place) {
  const keys = [];
  for (let match = matched(TUPLE, text, place); match; match = matched(TUPLE, text, place)) {
    keys.push({ key: spelled((match[0].match(/[\w.]+/g) ?? []).join(".")), detail: "" });
    place += match[0].length;
    if (keys.length % 200 === 0) yield;
  }
  return { keys, cut: !/[\]})]/.test(text[place] ?? "") };
}

/**
 * The names in a list that begins at `start`: quoted or not, with or without brackets, also if its end is cut off.
 * `cut` says that it does not end as it began, after a name: there may be more.
 * @param {string} text
 * @param {number} start
 * @returns {Generator<undefined, { keys: { key: string, detail: string }[], cut: boolean }>}
 */
export function* listed(text, start) {
  /** @type {{ key: string, detail: string }[]} */
  const keys = [];
  if (/^[[{(]\(['"]/.test(text.slice(start, start + 3))) return yield* tuples(text, start + 1);
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
    if (count % 200 === 0) yield;
  }
  // The last name may lack its end.
  if (open && keys.length > 1 && !/^(?:weight|bias|gamma|beta)$/.test(keys.at(-1)?.key.split(".").at(-1) ?? "")) keys.pop();
  const ended = closing ? text.startsWith(closing, place) : !open;
  return { keys: keys.filter((one) => one.key), cut: !ended };
}

/**
 * @param {string | undefined} file
 * @param {string | undefined} model
 */
export function sizes(file, model) {
  const spaced = [file, model].map((one) => (one ?? "").split(",").filter(Boolean).join(", "));
  if (model === undefined) return `(${spaced[0]}) in the file`;
  return `(${spaced[0]}) in the file, (${spaced[1]}) in the class`;
}
