// What torch.save wrote, by how it begins.

import { Unreadable } from "./data.js";
import { latin } from "./source.js";
import { readLegacy } from "./torch_legacy.js";
import { readZip } from "./torch_zip.js";

/** @typedef {import("./source.js").CheckedSource} CheckedSource */
/** @typedef {import("./state_dict.js").Read} Read */

/**
 * Tensors by name, and the key under which they lay ("").
 * @param {CheckedSource} source
 * @returns {Promise<Read>}
 */
export async function readTorch(source) {
  if (!source.size) throw new Unreadable(`${source.name}: is empty; fetch it again`);
  const start = latin(await source.read(0, Math.min(source.size, 512)));
  if (start.startsWith("PK\x03\x04")) return readZip(source);
  if (start.startsWith("\x80")) return readLegacy(source);
  if (start.includes("ustar")) {
    throw new Unreadable(`${source.name}: a tar file, as torch wrote before 0.1.10; load it there and save it again`);
  }
  throw new Unreadable(`${source.name}: neither a zip archive nor a pickle, so torch.save did not write it; fetch it again`);
}
