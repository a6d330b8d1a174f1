// What the page's modules make of numbers: lists on standard input, and for each what Python would print of it.
import { readFileSync } from "node:fs";

import { inWords } from "../../inspector/page/checks_storage.js";
import { Float, fixed, general, repr, thousands } from "../../inspector/page/python_text.js";
import { decoded } from "../../inspector/page/utf8.js";
import { exactSum, numbersIn } from "../../inspector/page/values.js";

const { numbers, counts, sums, bytes, utf8 } = JSON.parse(readFileSync(0, "utf8"));
const texts = numbers.map((one) => [general(one, 3), general(one, 4), fixed(one, 0), fixed(one, 2), repr(new Float(one))]);
const floats = Object.entries(bytes).map(([dtype, hex]) => {
  const found = numbersIn(Uint8Array.from(Buffer.from(hex, "hex")), dtype);
  return [dtype, Array.from(found, (one) => repr(new Float(one)))];
});
const said = { texts, counts: counts.map((one) => [thousands(one), inWords(one)]), sums: sums.map(exactSum), decoded: floats, utf8: utf8.map((hex) => decoded(Uint8Array.from(Buffer.from(hex, "hex")))) };
process.stdout.write(JSON.stringify(said));
