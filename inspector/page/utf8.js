// Bytes → text as Python decodes them: strictly, and with the place of what is wrong.

/**
 * The text that the bytes spell, or where they are no UTF-8. `surrogates`: halves of a pair are let through, as pickles
 * have them.
 * @param {Uint8Array} bytes
 * @param {boolean} [surrogates]
 * @returns {{ text: string } | { bad: number, why: string }}
 */
export function decoded(bytes, surrogates = false) {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return slowly(bytes, surrogates);
  }
}

/** @param {Uint8Array} bytes @param {boolean} surrogates */
function slowly(bytes, surrogates) {
  const parts = [];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    if (lead >= 0x80 && (lead < 0xc2 || lead > 0xf4)) return wrong(bytes, at, 1, "invalid start byte");
    const more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    const [lowest, highest] = secondByte(lead, surrogates);
    let point = more ? lead & (0x3f >> more) : lead;
    for (let next = 1; next <= more; next += 1) {
      const byte = bytes[at + next];
      if (byte === undefined) return wrong(bytes, at, next, "unexpected end of data");
      if (byte < (next === 1 ? lowest : 0x80) || byte > (next === 1 ? highest : 0xbf)) {
        return wrong(bytes, at, next, "invalid continuation byte");
      }
      point = point * 64 + (byte & 0x3f);
    }
    parts.push(String.fromCodePoint(point));
    at += more + 1;
  }
  return { text: parts.join("") };
}

/**
 * What is no UTF-8, in Python's words.
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} count
 * @param {string} reason
 */
function wrong(bytes, at, count, reason) {
  const which = count === 1 ? `byte 0x${(bytes[at] ?? 0).toString(16)} in position ${at}` : `bytes in position ${at}-${at + count - 1}`;
  return { bad: at, why: `'utf-8' codec can't decode ${which}: ${reason}` };
}

/**
 * Between which bytes the second one lies.
 * @param {number} lead
 * @param {boolean} surrogates
 * @returns {[number, number]}
 */
function secondByte(lead, surrogates) {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, surrogates ? 0xbf : 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  return [0x80, lead === 0xf4 ? 0x8f : 0xbf];
}
