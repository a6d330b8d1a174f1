// What the page's own function says of every pair of the sets: the script on the command line, its data on standard input.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const page = vm.createContext({ document: { currentScript: { src: "" }, querySelector: () => null } });
vm.runInContext(readFileSync(process.argv[2], "utf8"), page);
const data = JSON.parse(readFileSync(0, "utf8"));
const { difference, placed } = page.upgrade;
const places = data.sets.map((_, at) => at);
const said = ({ lines, silent, same, unknown }) => ({
  lines: lines.map(({ row, was, now, steps }) => [row.page, was.words, now.words, steps.map(({ last, first }) => [last, first])]),
  silent: silent.map(({ page }) => page),
  same,
  unknown,
});
const pairs = places.map((from) => places.map((to) => said(difference(data, from, to))));
const named = Object.fromEntries(data.asked?.map((name) => [name, placed(data, name)]) ?? []);
process.stdout.write(JSON.stringify({ pairs, named }));
