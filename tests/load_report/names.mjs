// What the load report makes of names: rules and [family, names] pairs on standard input, their meanings on standard output.
import { readFileSync } from "node:fs";

import { catalogue, understood } from "../../load_report/keys.js";

const { rules, asked } = JSON.parse(readFileSync(0, "utf8"));
const known = catalogue(rules);
const meanings = asked.map(([family, names]) => names.map((name) => {
  const { known: own, canonical } = understood(name, family, known);
  return { canonical, full: own?.key ?? "", role: own?.role ?? "", alias_of: own?.alias_of ?? "", family: own?.family ?? "" };
}));
process.stdout.write(JSON.stringify(meanings));
