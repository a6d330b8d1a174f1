// What a reader drops or chooses → files with paths below `name`. A folder is walked through, no deeper than a model goes.

/** @import { Dropped, Picked } from "./types.js" */

const MAX_DEPTH = 4; // folders below the one that was dropped
const MAX_FILES = 2000;

/**
 * What was chosen with a button: files, or a folder with all that is in it.
 * @param {FileList} list
 * @returns {Dropped}
 */
export function chosenFiles(list) {
  const all = [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  const [folder] = all[0]?.path.split("/") ?? [];
  const isFolder = all.length > 0 && all.every(({ path }) => path.startsWith(`${folder}/`));
  const inside = isFolder ? all.map(({ path, file }) => ({ path: path.slice(`${folder}/`.length), file })) : all;
  const wanted = inside.filter(({ path }) => path.split("/").every(isWanted));
  return asDropped(wanted, isFolder ? folder : undefined);
}

/**
 * What was dropped. Its entries are asked for before anything is awaited: after that the browser has forgotten them.
 * @param {DataTransfer} transfer
 * @returns {Promise<Dropped>}
 */
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null).filter((entry) => entry !== null);
  const [first] = entries;
  if (first === undefined) return chosenFiles(transfer.files);
  /** @type {Picked[]} */
  const files = [];
  const isFolder = entries.length === 1 && first.isDirectory;
  if (isFolder) await walk(first, "", 0, files);
  else for (const entry of entries) await take(entry, entry.name, 0, files);
  return asDropped(files, isFolder ? first.name : undefined);
}

/**
 * @param {Picked[]} files
 * @param {string | undefined} folder
 * @returns {Dropped}
 */
function asDropped(files, folder) {
  // Of very many files those stay that lie nearest to the folder itself: a model's own lie there.
  const depth = (/** @type {Picked} */ { path }) => path.split("/").length;
  const nearest = [...files].sort((one, other) => depth(one) - depth(other)).slice(0, MAX_FILES);
  const [first] = nearest;
  if (folder === undefined && nearest.length === 1 && first) return { name: first.path, files: nearest, loose: false, cut: false };
  const name = folder ?? `${nearest.length} files`;
  const inFolder = nearest.map(({ path, file }) => ({ path: `${name}/${path}`, file }));
  return { name, files: inFolder, loose: folder === undefined, cut: files.length > MAX_FILES };
}

/**
 * @param {FileSystemEntry} folder
 * @param {string} path
 * @param {number} depth
 * @param {Picked[]} files
 */
async function walk(folder, path, depth, files) {
  const reader = /** @type {FileSystemDirectoryEntry} */ (folder).createReader();
  /** @type {FileSystemEntry[]} */
  const folders = [];
  const below = (/** @type {FileSystemEntry} */ entry) => take(entry, path ? `${path}/${entry.name}` : entry.name, depth, files);
  while (files.length <= MAX_FILES) {
    // A reader gives a hundred entries at a time, and none at the end.
    const entries = await new Promise((/** @type {(found: FileSystemEntry[]) => void} */ done) => reader.readEntries(done, () => done([])));
    if (entries.length === 0) break;
    for (const entry of entries) {
      if (entry.isDirectory) folders.push(entry);
      else await below(entry);
    }
  }
  for (const entry of folders) await below(entry);
}

/**
 * @param {FileSystemEntry} entry
 * @param {string} path
 * @param {number} depth
 * @param {Picked[]} files
 */
async function take(entry, path, depth, files) {
  if (files.length > MAX_FILES || (!isWanted(entry.name))) return;
  if (entry.isDirectory) {
    if (depth < MAX_DEPTH) await walk(entry, path, depth + 1, files);
    return;
  }
  const file = await new Promise((/** @type {(found: File | null) => void} */ done) => /** @type {FileSystemFileEntry} */ (entry).file(done, () => done(null)));
  if (file) files.push({ path, file });
}

/**
 * Whether it is not hidden, as .git and .cache are.
 * @param {string} part of a path
 */
function isWanted(part) {
  return !part.startsWith(".");
}
