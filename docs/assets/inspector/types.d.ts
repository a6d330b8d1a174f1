// What the box, its worker and Python hand to each other. Only the type checker reads this file.

/** What was dropped or chosen; paths begin in the folder that was dropped, if it was one. */
export interface Dropped {
  /** Of the folder or the file, or "3 files". */
  name: string;
  files: Picked[];
  /** Whether several files were dropped that are no folder. */
  loose: boolean;
  /** Whether there were more files than are looked at. */
  cut: boolean;
}

export interface Picked {
  path: string;
  file: File;
}

export interface Question {
  /** Counts the questions: an answer to an earlier one is not shown. */
  run: number;
  name: string;
  files: Picked[];
  loose: boolean;
  /** As `--class` takes it, "" for none; undefined for the class that the configuration names. */
  className: string | undefined;
  /** Where the pages are. */
  baseUrl: string;
}

/** What `answer` of src/inspector/page.py returns, and how many bytes were read for it: in all, and the most at once. */
export type Answer = { run: number; read: { bytes: number; largest: number } } & (Reported | { unreadable: string[] });

/** The report that `--format json` prints, and the one of `--format markdown`. */
export interface Reported {
  report: Report;
  markdown: string;
}

export type Level = "fine" | "note" | "problem";

export interface Report {
  source: string;
  format: string;
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
}

export interface ClassFit {
  name: string;
  level: Level;
  verdict: string;
}

/** What the page shows before anything is dropped, and whether this site was built with what reads a file. */
export interface Example extends Reported {
  reader: boolean;
}
