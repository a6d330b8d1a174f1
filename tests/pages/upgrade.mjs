// What the page's own function says of pairs of the sets, and where it places releases: the script is on the command line,
// its data on standard input, with `pairs` and `named` beside it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { difference, placed } = await import(pathToFileURL(process.argv[2]));
const data = JSON.parse(readFileSync(0, "utf8"));
const said = ({ lines, silent, same, unknown }) => ({
  lines: lines.map(({ row, was, now, steps }) => [row.page, was.words, now.words, steps.map(({ last, first }) => [last, first])]),
  silent: silent.map(({ page }) => page),
  same,
  unknown,
});
const pairs = data.pairs.map(([from, to]) => said(difference(data, from, to)));
process.stdout.write(JSON.stringify({ pairs, named: data.named.map((name) => placed(data, name)) }));
