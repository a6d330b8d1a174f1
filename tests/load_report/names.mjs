// What the load report makes of names: rules and [family, names] pairs on standard input, their meanings on standard output.
import { readFileSync } from "node:fs";

import { Names } from "../../docs/assets/load_report/keys.js";

const { rules, asked } = JSON.parse(readFileSync(0, "utf8"));
const table = new Names(rules);
const meanings = asked.map(([family, names]) => names.map((name) => {
  const { known, canonical } = table.understood(name, family);
  return { canonical, full: known?.key ?? "", role: known?.role ?? "", alias_of: known?.alias_of ?? "", family: known?.family ?? "" };
}));
process.stdout.write(JSON.stringify(meanings));
