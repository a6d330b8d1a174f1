// From what a console printed to the words in it: no colours, no time stamps, no bars, no white space.

const ESCAPES = /\x1b\[[0-9;:?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-Z\\-_]|\[(?:\d{1,3}(?:;\d{1,3}){0,4})m/g;
// Marks that turn the direction of text or take no room, other controls, and halves of a pair.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const BROKEN = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const BAR = /[^|'"\][\n]{0,60}\d{1,3}%\|[^|\n]{0,200}\|[^[\n]{0,60}\[[^\]\n]{0,120}\]?|Loading weights: +\d+it \[[^\]\n]{0,80}\]/g;
const STATUS = /MISSING|UNEXPECTED|MISMATCH|CONVERSION/;
// A row of a table that was copied as a page shows it: cells with white space between them.
const CELLS = /(?<![\w.])(\w[\w.{},*-]{0,300}\.\w{1,80})[ \t]+(?=(?:MISSING|UNEXPECTED|MISMATCH|CONVERSION)(?!\w))/g;
// A line, or a part of one that is too long for these patterns.
const LINE = /([^\r\n]{1,4000})[\r\n]?|[\r\n]/g;
// What loggers, job runners, mail and comments put before a line; taken off again and again, until none is left.
const PREFIXES = [
  /^\s*(?:(?:[>#│┃║]|\/\/)\s?)+/,
  /^\s*\[?\(?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\)?\]?[\s:|,-]*/,
  /^\s*\[?\d\d\/\d\d\/\d{2,4} \d\d:\d\d:\d\d(?:[.,]\d+)?\]?[\s:|-]*/,
  /^\s*\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?[\s:|-]+/,
  /^\s*[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ [\w.]+:\d+\] /,
  /^\s*\[(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\|[^\]\n]{0,120}\][^>\n]{0,60}>>\s*/,
  /^\s*\[?(?:DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL)\]?(?::(?:transformers|pytorch_\w+)[\w.]*:|\s*[:|-]+\s*|\s{2,})/,
  /^\s*(?:transformers|pytorch_\w+)(?:\.\w+)+\s*[:|-]+\s*/,
  /^\s*\[(?:transformers|(?:default\d?|rank ?)?\d+)\]:?\s*/,
  /^\s*\((?:[\w-]+ )?pid=\d+[^)\n]{0,60}\)\s*/,
  /^\s*(?:stdout|stderr)(?:\s*[|:]| [FP](?= ))\s*/,
  // As docker compose names a line's service: a word and a bar, which is no row of a table.
  /^\s*[a-z][\w-]{0,60}\s{0,20}\|(?:\s+(?!MISSING|UNEXPECTED|MISMATCH|CONVERSION|Status)|$)/,
];

/** One line without what the console and the logger added to it. @param {string} line */
export function cleaned(line) {
  let text = line.replace(ESCAPES, "").replace(UNSEEN, "").replace(BROKEN, "\ufffd");
  if (text.includes("%|") || text.includes("it [")) text = text.replace(BAR, " ");
  text = text.replace(/[\u2018\u2019\u201b\u2032]/g, "'").replace(/[\u201c\u201d\u2033]/g, '"');
  // As a page's source or a JSON string has them, and one sign for three dots.
  text = text.replace(/&#0?39;|&apos;/g, "'").replace(/&quot;/g, '"').replace(/\\(?=["'])/g, "").replace(/\u2026/g, "...");
  text = text.replaceAll("**", "");
  if (STATUS.test(text)) text = text.replace(/^\s*\d+[.):]?\s+/, "").replace(CELLS, "$1|");
  for (let rounds = 0, before = ""; rounds < 8 && before !== text; rounds += 1) {
    before = text;
    for (const prefix of PREFIXES) text = text.replace(prefix, "");
  }
  return text.replace(/[│┃║]\s{0,9}$/, "");
}

/**
 * A report that stands in a JSON string, with its lines; any other text as it is: a path may have a backslash and an n.
 * @param {string} text
 */
export function unescaped(text) {
  if (!/\\n[\s|]{0,9}(?:Key\b|-{3}|Notes:|- ?(?:MISSING|UNEXPECTED|MISMATCH|This IS)|You should|[\w.{}, *]{1,300}\|)/.test(text)) return text;
  return text.replace(/\\+[nr]/g, "\n").replace(/\\+t/g, "\t");
}

/**
 * The text without white space: then it does not matter where a terminal wrapped it.
 * `starts` are where lines begin that cannot go on a name of the line before, because that one was more than a name.
 * @param {string} text
 */
export function squeezed(text) {
  const parts = [];
  const starts = [0];
  let length = 0;
  for (const [, piece = ""] of text.matchAll(LINE)) {
    const line = cleaned(piece).trim();
    const words = line.replace(/\s+/g, "");
    parts.push(words);
    length += words.length;
    if (words.length < line.length || !words) starts.push(length);
  }
  return { text: parts.join(""), starts };
}
