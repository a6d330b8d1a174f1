"""Make training sentences from two dictionaries: glosses, examples, definitions and quotations.

The text is Debian's: `apt-get install dict-wn dict-gcide` lays both files below `/usr/share/dictd`. WordNet 3.0 may be
used for any purpose (Princeton's licence); the GNU Collaborative International Dictionary of English is free software
under the GPL, version 2 or later. No text of either is in this repository.
"""

import gzip
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

SHA256_BY_FILE = {  # of the uncompressed text
    "wn.dict.dz": "1a8b6fe11b6c845ea66246c54e3c33303b2243d3fb3f8d6402ef64e6400f675a",
    "gcide.dict.dz": "802beb667e1fb666203e750f1faea60d5c202ac5430c2083c4180494609f10a7",
}
MIN_WORDS, MAX_WORDS = 4, 48
HELD_OUT_EVERY = 64  # one sentence in 64 is held out

# WordNet: "    n 1: a gloss; "an example" [syn: {one}, {other}]", with the next sense on a line of its own.
SENSE = re.compile(r"^\s+(?:(?:n|v|adj|adv)\s)?(?:\d+)?:?\s")
BRACKETS = re.compile(r"\[[^\]]*\]|\([^)]*\)")
QUOTED = re.compile(r'"([^"]+)"')
# GCIDE: the author of a quotation and other marks, and the number and field of a sense.
SOURCE = re.compile(r"\s*--.*$|\s+\[[^\]]*\]|\{|\}")
NUMBER = re.compile(r"^(?:\d+\.\s*)?(?:\([a-z]\)\s*)?(?:\([A-Z][^)]*\)\s*)?")


class TextMissing(Exception):
    """Report a dictionary that is missing or of another release, in one line."""


def read_sentences(folder: Path) -> tuple[list[str], list[str]]:
    """Return the sentences to train on and the held-out ones, without duplicates, in the order of their hashes.

    Raise TextMissing if a file of the folder is missing or has another hash.
    """
    wordnet, gcide = (_read(folder / name, expected) for name, expected in SHA256_BY_FILE.items())
    sentences = {fold(text): text for text in [*of_gcide(gcide), *of_wordnet(wordnet)] if fits(text)}
    ranked = sorted((hashlib.sha256(key.encode()).hexdigest(), text) for key, text in sentences.items())
    held_out = [text for rank, text in ranked if int(rank[-8:], 16) % HELD_OUT_EVERY == 0]
    return [text for rank, text in ranked if int(rank[-8:], 16) % HELD_OUT_EVERY], held_out


def _read(path: Path, expected: str) -> str:
    try:
        content = gzip.decompress(path.read_bytes())
    except OSError as error:
        raise TextMissing(f"{path} cannot be read ({error}): apt-get install dict-wn dict-gcide") from error
    if hashlib.sha256(content).hexdigest() != expected:
        raise TextMissing(f"{path} is another release of the dictionary than the one that the log is of")
    return content.decode("utf-8", errors="replace")


def of_wordnet(text: str) -> Iterator[str]:
    """Yield each gloss and each example of WordNet as a sentence."""
    for entry in re.split(r"\n(?=\S)", text):
        lines = entry.split("\n")[1:]
        senses = re.split(r"\n(?=\s+(?:(?:n|v|adj|adv)\s+)?(?:\d+)?:\s)", "\n" + "\n".join(lines))
        for sense in senses:
            text = BRACKETS.sub(" ", SENSE.sub("", sense.strip("\n"), count=1))
            yield from map(tidy, QUOTED.findall(text.replace("\n", " ")))
            yield tidy(re.split(r'; "|"', " ".join(text.split()))[0].lstrip("1234567890: "))


def of_gcide(text: str) -> Iterator[str]:
    """Yield each definition and each quotation of GCIDE as a sentence."""
    for paragraph in re.split(r"\n\s*\n|\n\s*\[(?:1913 Webster|PJC|WordNet)[^\]]*\]", text):
        lines = [line.strip() for line in paragraph.split("\n") if line.startswith("   ")]
        text = " ".join(SOURCE.sub("", line) for line in lines)
        text = NUMBER.sub("", " ".join(BRACKETS.sub(" ", text).split()))
        if not text.startswith(("Syn:", "Note:", "Usage:")):
            yield from map(tidy, re.split(r"(?<=[a-z]\.) (?=[A-Z])", text))


def tidy(text: str) -> str:
    """Return the text as a sentence: one space between words, a full stop at the end."""
    text = " ".join(text.split()).strip(" ;,:")
    return text if text.endswith((".", "!", "?")) else f"{text}."


def fold(text: str) -> str:
    """Return the text in lower case and without punctuation: sentences that are equal then are duplicates."""
    return re.sub(r"\W+", " ", text.lower()).strip()


def fits(text: str) -> bool:
    """Return whether the text can be a sentence: MIN_WORDS to MAX_WORDS words, at least 95 % letters."""
    words = text.split()
    letters = sum(character.isalpha() or character in " .,'" for character in text)
    if set(text) & set("[]?"):  # the rest of an etymology, or a letter that the file's font lacked
        return False
    return MIN_WORDS <= len(words) <= MAX_WORDS and letters >= 0.95 * len(text)
