// The shapes of what the modules hand to each other. Only the type checker reads this file.

/** A file that was dropped, or one on a disk: bytes by offset. `path` is relative to the dropped folder. */
export interface Source {
  path: string;
  size: number;
  /** Exactly so many bytes, or fewer at the file's end. */
  read(offset: number, count: number): Promise<Uint8Array>;
}

/** What an inspection reads beside the files: names.json and messages.yml, as JSON. */
export interface Data {
  names: Names;
  messages: MessageFile;
}

export interface Options {
  /** A class's name, as `--class` takes it; "": none. Left out: the one that the configuration names, if it is judged. */
  wanted?: string;
  /** Which of the files is meant: its path, "" for the folder that holds them all. Left out: guessed. */
  chosen?: string;
  /** How a line that speaks of the folder or file calls it. Left out: "this folder", or the file's path. */
  given?: string;
  /** Where the pages are, as `--base-url`. Left out: "docs/". */
  base?: string;
  /** Every number is to be read: the command does that. */
  full?: boolean;
  /** Is told the report before NaN and infinities are looked for, which takes a large file's time. */
  first?: (answer: { report: ReportJson }) => void;
}

/** One of three: a report, why there is none, or what the command alone reads. */
export type Outcome = { report: ReportJson } | { unreadable: string[] } | { needs_command: string };

export type Level = "fine" | "note" | "problem";

/** What the command prints with `--format json`, but for its `source`. */
export interface ReportJson {
  schema: number;
  level: Level;
  failed: boolean;
  format: string;
  full: boolean;
  files: { name: string; size: number }[];
  family: string;
  /** label → words, in order */
  summary: Record<string, string>;
  parts: string[];
  classes: ClassFit[];
  findings: Finding[];
  notes: string[];
  /** The class that was asked about, "" if none. */
  asked: string;
}

export interface Finding {
  name: string;
  level: Level;
  /** Text in which stretches between backticks are code. */
  what: string;
  why: string;
  do: string;
  page: string;
  /** file, head or class */
  about: string;
  /** Whether a problem makes the command exit with 1. */
  counts: boolean;
}

export interface ClassFit {
  name: string;
  level: Level;
  found: number;
  missing: string[];
  unused: string[];
  missing_names: string[];
  misfits: string[];
  verdict: string;
}

/** names.json: the recorded names of each family's classes. */
export interface Names {
  schema: number;
  columns: string[];
  spelling: Spelling;
  families: FamilyEntry[];
}

export interface Spelling {
  renamed: Record<string, string>;
  renamed_in: string;
}

export interface FamilyEntry {
  family: string;
  name: string;
  prefix: string;
  tied: boolean;
  pad: number | null;
  classes: string[];
  defaults: Record<string, unknown>;
  names: unknown[][];
}

/** messages.yml */
export interface MessageFile {
  findings: Record<string, { level: Level; what: string; why?: string; do?: string; page?: string; about?: string }>;
  same_names: Record<string, string[]>;
  left_aside: string[][];
  optional: string[][];
  one_output: string[];
  adapter: string;
  scales: string;
}

/** A whole number as a file has it: a bigint where a double could not hold it, and only there. */
export type Whole = number | bigint;

/** Where a storage's bytes lie. */
export interface Place {
  file: import("./source.js").CheckedSource;
  offset: Whole;
  size: Whole;
}

/** One name in the file, and where its numbers are. Two names with one `storage` share their bytes. */
export interface Tensor {
  name: string;
  shape: Whole[];
  dtype: string;
  place: Place | null;
  storage: string;
  start: Whole;
  strides: Whole[] | null;
}

/** What is asked of a vocab.txt: how many lines it has, and where `[unused…]` and `[PAD]` are, counted from 0. */
export interface Vocabulary {
  lines: number;
  unused: number[];
  pads: number[];
}

/** What a checkpoint says of itself, without its numbers. */
export interface Header {
  format: string;
  files: { name: string; size: number }[];
  tensors: Map<string, Tensor>;
  metadata: Map<string, string>;
  config: Map<string, unknown> | null;
  config_name: string;
  vocabulary: Vocabulary;
  wrapper: string;
  others: string[];
  notes: string[];
  /** An adapter's configuration; null: the weights are no adapter. */
  adapter: Map<string, unknown> | null;
  /** Of a SentenceTransformer, in words. */
  modules: string[];
}

/** One name that a family's classes have, all layers' as one, without the prefix. */
export interface Row {
  key: string;
  part: string;
  kind: string;
  layers: string;
  alias_of: string;
  shape: string[];
  classes: string[];
  only_if: Condition[];
}

/** field; is, is not, has, has not, differs from; value or other field */
export type Condition = [string, string, unknown];

/** What is known of one family of models. */
export interface Family {
  type: string;
  name: string;
  prefix: string;
  tied: boolean;
  pad: number | null;
  endings: string[];
  rows: Map<string, Row>;
  spelling: Spelling;
  defaults: Record<string, unknown>;
  /** The key of the word embedding. */
  words: string;
  /** Keys that every file of the encoder has. */
  required: Set<string>;
}

/** A name of the file, and what it is in the family. */
export interface Named {
  name: string;
  key: string;
  row: Row;
  layer: number;
  prefixed: boolean;
  old: boolean;
}

/** How a file's names fit a family. */
export interface Match {
  family: Family;
  wrapper: string;
  named: Map<string, Named>;
  unknown: string[];
  twice: [string, string][];
  alike: string[];
  missing: Set<string>;
}
