"""Write `docs/assets/live/characters.js`: the code points that `tokenizers` treats as spaces, accents, punctuation, ….

A browser's Unicode tables have another version than those in `tokenizers`, so `python -m bert.characters` tries every
code point. A test compares the committed file with the result.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from tokenizers import normalizers, pre_tokenizers

CHARACTERS_FILE = Path(__file__).resolve().parents[2] / "docs/assets/live/characters.js"
SURROGATES = range(0xD800, 0xE000)  # half characters: JavaScript texts may hold one alone, `tokenizers` takes none
# Put between code points. The normalizer leaves it alone, and Unicode has no character that combines it with an accent.
SEPARATOR = "q"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

SCRIPT_HEAD = """\
// Sets of characters as `tokenizers` has them: `python -m bert.characters` asks it and writes this file.

class Characters {
  /** @param {string} text runs of neighbours in base 36: how far from the last one, and how many more */
  constructor(text) {
    this.starts = [0];
    this.ends = [0]; // exclusive
    for (const part of text.split(" ")) {
      const [gap, more] = part.split(":").map((digits) => parseInt(digits, 36));
      const start = this.ends[this.ends.length - 1] + gap;
      this.starts.push(start);
      this.ends.push(start + (more || 0) + 1);
    }
  }

  /** @param {string} character one code point */
  has(character) {
    const code = character.codePointAt(0) ?? 0;
    let low = 0; // the last run that starts at or before the code point
    for (let high = this.starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= code) low = middle;
      else high = middle;
    }
    return code < this.ends[low];
  }
}
"""


def script() -> str:
    """Return the text of characters.js, with one exported set for each class of characters."""
    sets = {
        "REMOVED": removed_characters(),
        "SPACES": spaces(),
        "CJK": cjk(),
        "MARKS": marks(),
        "PUNCTUATION": punctuation(),
    }
    return SCRIPT_HEAD + "".join(
        f'\nexport const {name} = new Characters(\n  "{pack_runs(codes)}",\n);\n' for name, codes in sets.items()
    )


def removed_characters() -> set[int]:
    """Return the code points that text cleaning removes, such as control characters."""
    return {code for code, result in _normalized(clean_text=True) if not result} | {*SURROGATES}


def spaces() -> set[int]:
    """Return the code points that text cleaning replaces by a space."""
    return {code for code, result in _normalized(clean_text=True) if result == " "}


def cjk() -> set[int]:
    """Return the CJK code points: the normalizer puts spaces around them, so each becomes a word."""
    return {code for code, result in _normalized(handle_chinese_chars=True) if result == f" {chr(code)} "}


def marks() -> set[int]:
    """Return the code points that `strip_accents` removes."""
    return {code for code, result in _normalized(strip_accents=True) if not result}


def punctuation() -> set[int]:
    """Return the code points at which the pre-tokenizer splits a word, each a token itself."""
    pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    words = (word for _, text in _texts() for word, _ in pre_tokenizer.pre_tokenize_str(text))
    return {ord(word) for word in words if len(word) == 1 and word != SEPARATOR}


def _normalized(
    *, clean_text: bool = False, handle_chinese_chars: bool = False, strip_accents: bool = False
) -> Iterator[tuple[int, str]]:
    """Yield each code point with what the selected step of the normalizer replaces it by; "" if it removes it."""
    normalizer = normalizers.BertNormalizer(clean_text, handle_chinese_chars, strip_accents, lowercase=False)
    for codes, text in _texts():
        yield from zip(codes, normalizer.normalize_str(text).split(SEPARATOR)[1:-1], strict=True)


def _texts() -> Iterator[tuple[list[int], str]]:
    """Yield, for each plane of Unicode, its code points and a text of them with SEPARATOR before, between and after.

    One call of `tokenizers` for each code point would be slow. SEPARATOR itself is left out.
    """
    for plane in range(0, 0x110000, 0x10000):
        codes = [code for code in range(plane, plane + 0x10000) if code not in SURROGATES and chr(code) != SEPARATOR]
        yield codes, SEPARATOR + "".join(f"{chr(code)}{SEPARATOR}" for code in codes)


def pack_runs(codes: Iterable[int]) -> str:
    """Return the set as runs of consecutive code points, in the base-36 form that `Characters` parses: "gap:more …"."""
    runs: list[list[int]] = []
    for code in sorted(codes):
        if runs and runs[-1][1] == code:
            runs[-1][1] = code + 1
        else:
            runs.append([code, code + 1])
    previous_ends = [0, *(end for _, end in runs)]  # one longer than the runs: nothing follows the last end
    pairs = zip(previous_ends, runs, strict=False)
    gaps = ((start - previous_end, end - start - 1) for previous_end, (start, end) in pairs)
    return " ".join(base36(gap) + (f":{base36(more)}" if more else "") for gap, more in gaps)


def base36(number: int) -> str:
    """Return a number as JavaScript's `parseInt(…, 36)` reads it."""
    quotient, digit = divmod(number, 36)
    return (base36(quotient) if quotient else "") + DIGITS[digit]


if __name__ == "__main__":
    CHARACTERS_FILE.write_text(script(), encoding="utf-8")
