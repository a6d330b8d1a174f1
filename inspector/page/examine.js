// A header → a report: every check, the worst finding first.

import { checkAsked } from "./checks_class.js";
import { checkBytes, inWords } from "./checks_storage.js";
import { checkAdapter, checkForm } from "./checks_form.js";
import { checkClasses, checkEncoder, checkFamily, checkNames } from "./checks_names.js";
import { checkFiles, checkSizes, checkTypes } from "./checks_sizes.js";
import { checkBias, checkFinite, checkMatrix, checkPad } from "./checks_values.js";
import { classCoverage, heldParts } from "./class_coverage.js";
import { makeContext } from "./context.js";
import { LEVELS, numbersOf, stretchKey } from "./data.js";
import { byCodePoint, thousands } from "./python_text.js";
import { total } from "./whole.js";

/** @typedef {import("./context.js").CheckContext} CheckContext */

const BROKEN_TIE = ["decoder_differs", "bias_differs", "decoder_other_shape"];
const REPORT_SCHEMA = 1;

/**
 * What the header means. Reads sampled rows. `wanted` is the class that the reader will load: it comes first, and decides
 * which problems count. Undefined, it is the one that the configuration names. NaN and infinities are looked for last, in every tensor: `first` is told the report without them.
 * @param {import("./types.js").Header} header
 * @param {import("./messages.js").Messages} messages
 * @param {import("./types.js").Family[]} families
 * @param {string | undefined} wanted
 * @param {(report: import("./types.js").ReportJson) => void} [first]
 * @returns {Promise<import("./types.js").ReportJson>}
 */
export async function examine(header, messages, families, wanted, first) {
  const context = makeContext(header, messages, families);
  const ties = [...(await checkMatrix(context)), ...(await checkBias(context))];
  const classes = classCoverage(context, ties.some((one) => BROKEN_TIE.includes(one.name)));
  const { className } = context.config;
  const asked = wanted ?? (classes.some((one) => one.name === className) ? className : "");
  const before = [
    ...checkForm(context), ...checkAdapter(context), ...checkFamily(context), ...checkEncoder(context), ...checkClasses(context, classes), ...ties, ...(await checkPad(context)),
    ...checkSizes(context), ...checkFiles(context), ...(await checkNames(context)), ...checkTypes(context),
  ];
  const bytes = await checkBytes(context);
  first?.(reportOf(context, classes, [...before, ...bytes], asked));
  return reportOf(context, classes, [...before, ...(await checkFinite(context)), ...bytes], asked);
}

/**
 * @param {CheckContext} context
 * @param {import("./types.js").ClassFit[]} fits
 * @param {import("./types.js").Finding[]} found
 * @param {string} asked
 * @returns {import("./types.js").ReportJson}
 */
function reportOf(context, fits, found, asked) {
  const { header } = context;
  let [classes, findings] = [fits, found];
  // Stable: within a level in the order of the checks.
  findings.sort((one, other) => LEVELS.indexOf(other.level) - LEVELS.indexOf(one.level));
  if (asked) {
    const { fit, first } = checkAsked(context, classes, asked);
    const abouts = fit && context.hasHead(fit.name) ? ["file", "head"] : ["file"];
    findings = [first, ...findings.map((one) => ({ ...one, counts: abouts.includes(one.about) }))];
    classes = fit ? [fit, ...classes.filter((one) => one !== fit)] : classes;
  }
  return {
    schema: REPORT_SCHEMA,
    level: LEVELS.findLast((level) => findings.some((one) => one.level === level)) ?? "fine",
    failed: findings.some((one) => one.level === "problem" && one.counts),
    format: header.format,
    full: false,
    files: header.files,
    family: context.file.family?.type ?? "",
    summary: summaryOf(context),
    parts: heldParts(context),
    classes,
    findings,
    notes: header.notes,
    asked,
  };
}

/** @param {CheckContext} context */
function summaryOf(context) {
  const { file, config } = context;
  const tensors = [...file.header.tensors.values()];
  const stored = new Map(tensors.filter((one) => !file.aside.has(one.name)).map((one) => [stretchKey(one), numbersOf(one)]));
  const types = [...new Set(tensors.map((one) => one.dtype))].sort(byCodePoint);
  let family = context.classPrefix || (context.header.adapter ? "an adapter" : "not known here");
  if (config.modelType && file.family && config.namesOf !== file.family.type) {
    family += ` (the configuration says ${config.modelType})`;
  }
  return {
    family,
    layers: context.layersInWords(" + ", "", "") || "–",
    "word embedding": file.wordEmbedding?.shape.join(" × ") ?? "–",
    tensors: thousands(tensors.length),
    parameters: thousands(total(stored.values())),
    types: types.slice(0, 5).join(", "),
    bytes: inWords(total(file.header.files.map((one) => one.size))),
    configuration: file.header.config_name || "none",
  };
}
