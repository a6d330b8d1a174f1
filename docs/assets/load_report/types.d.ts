// The shapes of what the modules hand to each other. Only the type checker reads this file.

import type { Names } from "./keys.js";

/** What the build writes into rules.json; see rules.yml. */
export interface Rules {
  families: Family[];
  /** Families whose classes have another's names. */
  same_names: { name: string; as: string; classes: string[] }[];
  spelling: { renamed: Record<string, string>; renamed_in: string };
  /** Names of old files, by family, and what they are called today. */
  retired: Record<string, Record<string, string>>;
  patterns: { match: string; role: string }[];
  keys: { columns: string[]; rows: string[][] };
  /** The scale, the worst first, with its words. */
  pills: Record<string, string>;
  origins: Record<string, string>;
  /** How much of a model's body is lost, in words. */
  lost: Record<string, string>;
  labels: Record<string, string>;
  forms: Record<string, string[]>;
  rules: Rule[];
  messages: Written[];
  claims: Record<string, { claim: string; page: string; span: string }>;
  examples: { name: string; title: string; text: string }[];
}

/** A family that it answers about: how its classes and its parameters' names begin, and whose shapes it shows. */
export interface Family {
  name: string;
  title: string;
  prefix: string;
  published: string;
  classes: string[];
}

export type Pill = "error" | "stop" | "train" | "unknown" | "fine";
/** Where the file comes from. */
export type Origin = "any" | "pretrained" | "own";

/** One for any origin, or two: what a message means, and the code to type. */
export type Answers = { origin?: Origin; pill: Pill; answer: string; code?: string; proof?: string[] }[];

/** A message with its answers, as people wrote it. */
export interface Written {
  name: string;
  slug: string;
  match?: string[];
  lists_keys?: boolean;
  answers: Answers;
  why: { text: string; proof: string[] };
  more?: string[];
  sources?: string[];
}

export interface Rule {
  name: string;
  roles: string[];
  status: string[];
  if?: string[];
  /** only for names of which this is a part */
  part?: string;
  versions?: string[][];
  label: string;
  message?: string;
  answers?: Answers;
  why: string;
  do?: string;
  proof: string[];
}

/** A name that a class of one of the families has, as the build found it. */
export interface Known {
  key: string;
  family: string;
  role: string;
  module: string;
  shape: string;
  alias_of: string;
}

/** A key, what a message says of it, and its name without what PEFT puts around it. */
export interface Listed {
  key: string;
  status: Status;
  detail: string;
  plain: string;
  wrapped: boolean;
  adapter: boolean;
}

export type Status = "missing" | "unexpected" | "mismatched" | "conversion" | "unsaid";

/** One message: which keys of which class it calls what. `form` tells its era; "" tells none. */
export interface Message {
  form: string;
  class: string;
  from: string;
  status: Status;
  keys: { key: string; detail: string }[];
  complete?: boolean;
  /** Its list does not end, or cannot be read: there may be more keys. */
  cut?: boolean;
  /** It says that loading ended with an error. */
  stopped?: boolean;
  /** "TF" or "Flax", where it is theirs. */
  library?: string;
  /** It says that the file has neither name of a tied pair: these two. */
  absent?: boolean;
  /** A table from its head to its notes, which speak of no missing key. */
  whole?: boolean;
}

/** A message, and where in the text it begins. */
export type Placed = Message & { place: number };

/** The keys that messages of one class list, and what is known of them. */
export interface GroupKeys {
  all: Listed[];
  messages: Message[];
  className: string;
  family: string;
  meanings: Map<string, Meaning>;
  names: Names;
}

/** What a name in a report means, and the name in full. */
export interface Meaning {
  known: Known | null;
  canonical: string;
}

export interface Choice {
  rule: Rule;
  versions: string[][];
}

export interface Item {
  key: string;
  status: Status;
  detail: string;
  known: Known | null;
  old: string;
  new: string;
  choices: Choice[];
  /** What the class filled it with: random, ones, zeros, new; "" where the file's is there or nothing is known. */
  value: string;
}

/** Keys with the same answer; `item` is one of them, and `lists` are their names by what the report calls them. */
export interface Bucket {
  item: Item;
  lists: Map<Status, { count: number; names: Map<string, { item: Item; count: number }> }>;
}

/** An answer with what the message says in its places. */
export interface Said {
  origin: Origin;
  pill: Pill;
  answer: string;
  code: string;
}

/** What something means for the model: how bad it is, the answers, and the message that it is a case of. */
export interface Verdict {
  whole: Pill;
  said: Said[];
  message: string;
}

/** All that a text says of one class loaded from one place. */
export interface Group extends Verdict {
  class: string;
  from: string;
  origin: Origin;
  forms: string[];
  versions: string[];
  unsaid: boolean;
  stopped: boolean;
  library: string;
  items: Item[];
  buckets: Bucket[];
}

export interface Answer extends Verdict {
  empty: boolean;
  origin: Origin;
  /** It is no message about loading, saving or running a model. */
  elsewhere?: boolean;
  groups: Group[];
  /** The messages that the text has by their words. */
  known: Written[];
}
