"""Writes `docs/assets/live/characters.js`: what `tokenizers` takes for a space, a mark, punctuation and so on.

Its tables of Unicode are of another year than a browser's, so it is asked about every code point there is:
`python -m bert.characters`. A test does so and compares.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from tokenizers import normalizers, pre_tokenizers

FILE = Path(__file__).resolve().parents[1] / "docs/assets/live/characters.js"
SURROGATES = range(0xD800, 0xE000)  # halves of a character, which only JavaScript's texts may have alone
BETWEEN = "q"  # stays as it is, and no character is made of it and a mark
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

HEAD = """\
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
    """The whole file."""
    sets = {"REMOVED": removed(), "SPACES": spaces(), "CJK": cjk(), "MARKS": marks(), "PUNCTUATION": punctuation()}
    return HEAD + "".join(
        f'\nexport const {name} = new Characters(\n  "{packed(one)}",\n);\n' for name, one in sets.items()
    )


def removed() -> set[int]:
    """Those that cleaning takes away, such as control characters."""
    return {code for code, became in _normalized(clean_text=True) if not became} | {*SURROGATES}


def spaces() -> set[int]:
    """Those of which cleaning makes a space."""
    return {code for code, became in _normalized(clean_text=True) if became == " "}


def cjk() -> set[int]:
    """Those that are words of their own."""
    return {code for code, became in _normalized(handle_chinese_chars=True) if became == f" {chr(code)} "}


def marks() -> set[int]:
    """Those that are dropped where accents are."""
    return {code for code, became in _normalized(strip_accents=True) if not became}


def punctuation() -> set[int]:
    """Those that part words and are tokens themselves."""
    split = pre_tokenizers.BertPreTokenizer()
    words = (word for _, text in _texts() for word, _ in split.pre_tokenize_str(text))
    return {ord(word) for word in words if len(word) == 1 and word != BETWEEN}


def _normalized(
    *, clean_text: bool = False, handle_chinese_chars: bool = False, strip_accents: bool = False
) -> Iterator[tuple[int, str]]:
    """Each code point with what a step of the normaliser makes of it."""
    normalizer = normalizers.BertNormalizer(clean_text, handle_chinese_chars, strip_accents, lowercase=False)
    for codes, text in _texts():
        yield from zip(codes, normalizer.normalize_str(text).split(BETWEEN)[1:-1], strict=True)


def _texts() -> Iterator[tuple[list[int], str]]:
    """All code points but one, a plane at a time, each between two letters: a call for each would take long."""
    for plane in range(0, 0x110000, 0x10000):
        codes = [code for code in range(plane, plane + 0x10000) if code not in SURROGATES and chr(code) != BETWEEN]
        yield codes, BETWEEN + "".join(f"{chr(code)}{BETWEEN}" for code in codes)


def packed(codes: Iterable[int]) -> str:
    """The set as runs of neighbours, as the script reads it."""
    runs: list[list[int]] = []
    for code in sorted(codes):
        if runs and runs[-1][1] == code:
            runs[-1][1] = code + 1
        else:
            runs.append([code, code + 1])
    ends = [0, *(end for _, end in runs)]
    parts = ((start - before, end - start - 1) for before, (start, end) in zip(ends, runs, strict=False))
    return " ".join(base36(gap) + (f":{base36(more)}" if more else "") for gap, more in parts)


def base36(number: int) -> str:
    """A number as JavaScript's `parseInt(…, 36)` reads it."""
    more, digit = divmod(number, 36)
    return (base36(more) if more else "") + DIGITS[digit]


if __name__ == "__main__":
    FILE.write_text(script(), encoding="utf-8")
