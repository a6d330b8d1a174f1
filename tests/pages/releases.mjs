// What the page's own function says of pairs of the sets, and where it places releases: the script is on the command line,
// its data on standard input, with `pairs`, `named` and `found` beside it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { difference, fits, placed, stepsBetween } = await import(pathToFileURL(process.argv[2]));
const data = JSON.parse(readFileSync(0, "utf8"));
const pairs = data.pairs.map(([from, to]) => {
  const { lines, ...counts } = difference(data, from, to);
  const words = ({ states, at }, set) => states[at[set]].words;
  return {
    ...counts,
    lines: lines.map((row) => [row.page, words(row, from), words(row, to), stepsBetween(row, from, to).map(({ last, first }) => [last, first])]),
  };
});
const found = data.found.map((typed) => data.rows.filter((row) => fits(row, typed)).map(({ page }) => page));
process.stdout.write(JSON.stringify({ pairs, found, named: data.named.map((name) => placed(data, name)) }));
