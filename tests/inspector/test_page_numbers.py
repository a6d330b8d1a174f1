"""The page writes numbers, decodes bytes and names bad UTF-8 as Python does."""

import json
import random
import struct
from math import fsum
from typing import Any

from inspector.checks_storage import in_words
from inspector.values import numbers_in
from tests.node import node


def answers(**given: Any) -> Any:
    return json.loads(node("tests/inspector/page_numbers.mjs", data=given))


def test_numbers_are_written_as_python_writes_them() -> None:
    chance = random.Random(0)  # noqa: S311
    counts = [chance.randrange(10 ** chance.randrange(1, 16)) for _ in range(500)] + [0, 999, 1000, 12_250, 99_950]
    counts += [step * 1250 + 250 for step in range(200)]  # ties, which Python rounds to the even digit
    numbers = [chance.uniform(-1, 1) * 10.0 ** chance.randrange(-12, 20) for _ in range(2000)]
    numbers += [step / 8 for step in range(-200, 200)] + [0.0, -0.0, 1e20, 5e-324, 1.0, 100.0, 99.95, 1e16]
    sums = [[chance.uniform(-1, 1) * 10.0 ** chance.randrange(-9, 9) for _ in range(60)] for _ in range(200)]
    sums += [[1e16, 1.0, 1e-16], [1e100, 1.0, -1e100], [], [0.1] * 10]
    bits = {"float16": bytes(chance.randrange(256) for _ in range(4000)), "float64": struct.pack("<3d", 1.5, -2e300, 0)}
    bits |= {"bfloat16": bits["float16"], "float32": bits["float16"]}
    given = {"numbers": numbers, "counts": counts, "sums": sums, "utf8": []}
    found = answers(**given, bytes={key: one.hex() for key, one in bits.items()})
    assert found["texts"] == [[f"{one:.3g}", f"{one:.4g}", f"{one:.0f}", f"{one:.2f}", repr(one)] for one in numbers]
    assert found["counts"] == [[f"{one:,}", in_words(one)] for one in counts]
    assert found["sums"] == [fsum(one) for one in sums]
    assert found["decoded"] == [[key, [repr(one) for one in numbers_in(data, key)]] for key, data in bits.items()]


def as_python_decodes(data: bytes) -> dict[str, Any]:
    try:
        return {"text": data.decode("utf-8")}
    except UnicodeDecodeError as error:
        return {"bad": error.start, "why": str(error)}


def test_what_is_no_utf8_is_told_as_python_tells_it() -> None:
    chance = random.Random(0)  # noqa: S311
    letters = [
        b"a",
        "é".encode(),
        "€".encode(),
        "😀".encode(),
        b"\xed\xa0\x80",
        b"\xe0\x80",
        b"\xf0\x80",
        b"\xf4\x90",
        b"\xf5",
    ]
    texts = [b"".join(chance.choices(letters[:4], k=3)) + chance.choice(letters) for _ in range(300)]
    texts += [text[: chance.randrange(1, len(text))] + chance.choice([b"", b"x", b"\x80"]) for text in texts]
    found = answers(numbers=[], counts=[], sums=[], bytes={}, utf8=[text.hex() for text in texts])
    assert found["utf8"] == [as_python_decodes(text) for text in texts]
