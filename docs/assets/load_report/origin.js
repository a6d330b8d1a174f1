// Where a file comes from, as its path tells: from a pre-trained model, or from a training of one's own.

/** @import { Origin } from "./types.js" */

// What a training writes.
const TRAINED = /(?:^|[./\\])(?:outputs?|results?|runs?|logs?)(?:[/\\]|$)|checkpoint-\d+|fine-?tuned/i;
// How pre-trained models are called, wherever they lie; and what sentence-transformers calls an encoder's folder.
const PRETRAINED = /pre-?_?train|(?:^|[-_.\d])(?:base|large|small|x+large|tiny|mini|uncased|cased|multilingual|wwm)(?:[-_.\d]|$)|^0_Transformer$|^gpt-?2/i;
// A path on a disk, unlike `owner/name` on the hub.
const ON_DISK = /^(?:[~.]{0,2}[/\\]|[A-Za-z]:)|\\|[/\\].*[/\\]|[/\\]$/;

/**
 * A fine-tuned model of the hub whose head is of another size is what somebody trains on from.
 * @param {string} path @param {boolean} another whether the head is of another size @returns {Origin}
 */
export function originOf(path, another = false) {
  if (another && !ON_DISK.test(path)) return "pretrained";
  if (TRAINED.test(path)) return "own";
  const name = path.replace(/[/\\]+$/, "").split(/[/\\]/).at(-1) ?? "";
  if (PRETRAINED.test(name) || /pre-?_?train/i.test(path)) return "pretrained";
  return ON_DISK.test(path) ? "own" : "pretrained";
}
