// @ts-check
/** What a vector is read as, step by step: the rank of one token as a line, and the ten best tokens below it. */
import { html, thousands } from "./page.js";

/**
 * @typedef {{token: string, said: string, share: number}} Guess with its probability in words and as a number
 * @typedef {{name: string, off: boolean, rank: number, own: Guess, best: Guess[]}} Reading
 *   after a step: the rank and the probability of the token that is followed, and the ten best, or none where the step is
 *   off and all is as before it
 * @typedef {{word: string, vocabulary: number, readings: Reading[]}} Way
 */

const TOP = 30, BOTTOM = 132, HEIGHT = 146; // pixels of the drawing

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function part(name, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** Ranks from 1, at the top, in powers. Across it counts in percent, so that nothing shrinks on a telephone.
 * @param {Way} way */
export function drawing(way) {
  const { readings, vocabulary, word } = way;
  /** @param {number} rank */
  const y = (rank) => TOP + ((BOTTOM - TOP) * Math.log(rank)) / Math.log(vocabulary);
  const x = readings.map((_, index) => (100 * (index + 0.5)) / readings.length);
  const described = readings.map((one) => `${named(one)} ${thousands(one.rank)}`).join(", ");
  const svg = part("svg", { class: "live-ranks", height: HEIGHT, role: "img",
    "aria-label": `The rank of “${word}” among ${thousands(vocabulary)} tokens: ${described}.` });
  for (let rank = 1; rank <= vocabulary; rank *= 10) {
    svg.append(part("line", { class: "grid", x1: "0%", x2: "100%", y1: y(rank), y2: y(rank) }));
    svg.append(part("text", { x: 0, y: y(rank) + 4 }, thousands(rank)));
  }
  svg.append(part("text", { x: 0, y: TOP - 14 }, "rank"));
  readings.slice(1).forEach((one, index) => {
    const [from, to] = [readings[index], one];
    svg.append(part("line", { class: "way", x1: `${x[index]}%`, x2: `${x[index + 1]}%`, y1: y(from.rank), y2: y(to.rank) }));
  });
  readings.forEach((one, index) => {
    svg.append(part("circle", { class: one.off ? "off" : "on", cx: `${x[index]}%`, cy: y(one.rank), r: 4.5 }));
    const label = y(one.rank) + (isLowest(readings, index) ? 19 : -11);
    svg.append(part("text", { class: "rank", x: `${x[index]}%`, y: label }, `no. ${thousands(one.rank)}`));
  });
  return svg;
}

/** Whether the line comes from above and goes up again: the label is below, where no line is.
 * @param {Reading[]} readings @param {number} index */
function isLowest(readings, index) {
  const { rank } = readings[index];
  const around = [readings[index - 1], readings[index + 1]].filter(Boolean);
  return around.every((one) => one.rank <= rank) && around.some((one) => one.rank < rank);
}

/** @param {Reading} reading */
export function named({ name, off }) {
  return off ? `${name} off` : name;
}

/** What there is to see: where the token starts, where it ends and since when, and what the bias does.
 * @param {Way} way */
export function story({ word, readings }) {
  const [first, last] = [readings[0], readings[readings.length - 1]];
  const since = readings.findIndex((_, at) => readings.slice(at).every(({ rank }) => rank === last.rank));
  const end = `no. ${thousands(last.rank)} ${since === 0 ? "after every step" : since < readings.length - 1 ? `from ${readings[since].name} on` : `after the ${last.name}`}`;
  const start = { encoder: "in the encoder's vector", embeddings: "in the embeddings' vector" }[first.name] ?? `after ${first.name}`;
  const before = readings[readings.length - 2].own.said;
  const bias = last.off ? "" : before === last.own.said ? `; the bias leaves its probability at ${before}`
    : `; the bias takes its probability from ${before} to ${last.own.said}`;
  return `“${word}” is ${since ? `no. ${thousands(first.rank)} ${start}, and ` : ""}${end}${bias}.`;
}

/** What ## means, if one of the lists has such a token. @param {Way} way */
export function pieces({ readings }) {
  const piece = readings.flatMap(({ best }) => best).find(({ token }) => token.startsWith("##"));
  return piece ? `${piece.token} is a piece that goes on with the word before it.` : "";
}

/** @param {Reading} reading @param {string} word */
export function column(reading, word) {
  const { name, off } = reading;
  const head = html("p", { className: "live-step" }, off ? html("span", { className: "live-off" }, html("del", {}, name), " off") : name);
  if (!reading.best.length) return html("li", {}, head, html("p", { className: "live-passed" }, "The vector goes on as it is."));
  const found = reading.best.some(({ token }) => token === word);
  const more = found ? [] : [html("li", { className: "live-own", value: reading.rank }, html("span", { className: "live-place" }, `… ${thousands(reading.rank)}.`), " ", ...guess(reading.own, true))];
  return html("li", {}, head, html("ol", {}, ...reading.best.map((one) => line(one, word)), ...more));
}

/** @param {Guess} one @param {string} word */
function line(one, word) {
  return html("li", { className: one.token === word ? "live-hit" : "" }, ...guess(one, one.token === word));
}

/** @param {Guess} one @param {boolean} followed */
function guess(one, followed) {
  const bar = html("i", { className: "live-bar" });
  bar.style.setProperty("--share", String(one.share));
  const token = html(followed ? "strong" : "span", { className: "live-token", title: one.token }, one.token);
  return [token, " ", html("span", { className: "live-share" }, one.said), bar];
}
