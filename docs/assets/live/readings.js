// What a vector is read as, step by step: the rank of one token as a line, and the ten best tokens below it.
import { html, svg } from "../shared.js";
import { thousands } from "./page.js";

/**
 * @typedef {{token: string, percent: string, share: number}} Guess with its probability in words and as a number
 * @typedef {{name: string, off: boolean, rank: number, own: Guess, best: Guess[]}} Reading
 *   after a step: the rank and the probability of the token that is followed, and the ten best, or none where the step is
 *   off and all is as before it
 * @typedef {{word: string, vocabulary: number, readings: Reading[]}} Readings of the vector, for one word of so many in the vocabulary
 */

const TOP = 30, BOTTOM = 132, HEIGHT = 146; // pixels of the drawing

/** Ranks from 1, at the top, in powers. Across it counts in percent, so that nothing shrinks on a telephone.
 * @param {Readings} readings */
export function drawing({ readings, vocabulary, word }) {
  const y = (/** @type {number} */ rank) => TOP + ((BOTTOM - TOP) * Math.log(rank)) / Math.log(vocabulary);
  const x = readings.map((_, index) => `${(100 * (index + 0.5)) / readings.length}%`);
  const described = readings.map((reading) => `${named(reading)} ${thousands(reading.rank)}`).join(", ");
  const ranks = Array.from({ length: Math.floor(Math.log10(vocabulary)) + 1 }, (_, power) => 10 ** power);
  return svg("svg", { class: "live-ranks", height: HEIGHT, role: "img",
    "aria-label": `The rank of “${word}” among ${thousands(vocabulary)} tokens: ${described}.` },
    ...ranks.flatMap((rank) => [
      svg("line", { class: "grid", x1: "0%", x2: "100%", y1: y(rank), y2: y(rank) }),
      svg("text", { x: 0, y: y(rank) + 4 }, thousands(rank)),
    ]),
    svg("text", { x: 0, y: TOP - 14 }, "rank"),
    ...readings.slice(1).map(({ rank }, index) =>
      svg("line", { class: "way", x1: x[index], x2: x[index + 1], y1: y(readings[index].rank), y2: y(rank) })),
    ...readings.flatMap(({ off, rank }, index) => [
      svg("circle", { class: off ? "off" : "on", cx: x[index], cy: y(rank), r: 4.5 }),
      svg("text", { class: "rank", x: x[index], y: y(rank) + (isLowest(readings, index) ? 19 : -11) }, `no. ${thousands(rank)}`),
    ]));
}

/** Whether the line comes from above and goes up again: the label is below, where no line is.
 * @param {Reading[]} readings @param {number} index */
function isLowest(readings, index) {
  const { rank } = readings[index];
  const around = [readings[index - 1], readings[index + 1]].filter(Boolean);
  return around.every((one) => one.rank <= rank) && around.some((one) => one.rank < rank);
}

/** @param {Reading} reading */
export const named = ({ name, off }) => (off ? `${name} off` : name);

/** What there is to see: where the token starts, where it ends and since when, and what the bias does.
 * @param {Readings} readings */
export function story({ word, readings }) {
  const [first, last] = [readings[0], readings[readings.length - 1]];
  const since = readings.findIndex((_, at) => readings.slice(at).every(({ rank }) => rank === last.rank));
  const end = `no. ${thousands(last.rank)} ${since === 0 ? "after every step" : since < readings.length - 1 ? `from ${readings[since].name} on` : `after the ${last.name}`}`;
  const start = { encoder: "in the encoder's vector", embeddings: "in the embeddings' vector" }[first.name] ?? `after ${first.name}`;
  const before = readings[readings.length - 2].own.percent;
  const bias = last.off ? "" : before === last.own.percent ? `; the bias leaves its probability at ${before}`
    : `; the bias takes its probability from ${before} to ${last.own.percent}`;
  return `“${word}” is ${since ? `no. ${thousands(first.rank)} ${start}, and ` : ""}${end}${bias}.`;
}

/** What ## means, if one of the lists has such a token. @param {Readings} readings */
export function pieces({ readings }) {
  const piece = readings.flatMap(({ best }) => best).find(({ token }) => token.startsWith("##"));
  return piece ? `${piece.token} is a piece that goes on with the word before it.` : "";
}

/** A step with its ten best tokens, and with the word that is followed. @param {Reading} reading @param {string} word */
export function column(reading, word) {
  const { name, off } = reading;
  const head = html("p", { className: "live-step" }, off ? html("span", { className: "live-off" }, html("del", {}, name), " off") : name);
  if (!reading.best.length) return html("li", {}, head, html("p", { className: "live-passed" }, "The vector goes on as it is."));
  const best = reading.best.map((guess) =>
    html("li", { className: guess.token === word ? "live-hit" : "" }, ...line(guess, guess.token === word)));
  if (!reading.best.some(({ token }) => token === word)) {
    best.push(html("li", { className: "live-own", value: reading.rank },
      html("span", { className: "live-place" }, `… ${thousands(reading.rank)}.`), " ", ...line(reading.own, true)));
  }
  return html("li", {}, head, html("ol", {}, ...best));
}

/** @param {Guess} guess @param {boolean} isFollowed */
function line({ token, percent, share }, isFollowed) {
  const name = html(isFollowed ? "strong" : "span", { className: "live-token", title: token }, token);
  return [name, " ", html("span", { className: "live-share" }, percent), html("i", { className: "live-bar", style: `--share: ${share}` })];
}
