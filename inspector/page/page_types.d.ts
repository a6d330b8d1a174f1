// What the page and its worker say to each other. Only the type checker reads this file.

import type { Data, Options, Outcome } from "./types.js";

declare global {
  /** The build puts it before all modules. */
  const INSPECTOR: Data;
}

/** What was dropped or chosen; paths begin in the folder that was dropped, if it was one. */
export interface Dropped {
  name: string;
  files: Picked[];
  /** Which of the files is meant: its path, "" for the folder, undefined for several files. */
  chosen: string | undefined;
  /** Whether there were more files than are looked at. */
  cut: boolean;
}

export interface Picked {
  path: string;
  file: File;
}

export interface Question {
  run: number;
  files: Picked[];
  options: Options;
}

/** The class that the configuration names, "" if none is judged, and that configuration. */
export interface Named {
  name: string;
  by: string;
}

/** Bytes that were read: in all, and at once. */
export interface Amount {
  bytes: number;
  largest: number;
}

export interface Answered {
  run: number;
  answer: Outcome;
  read: Amount;
  /** Whether NaN and infinities are still looked for, and another answer will come. */
  more: boolean;
}
