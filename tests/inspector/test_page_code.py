"""The page's modules by themselves: tests and types, what stands in them, their size, how they write numbers."""

import gzip
import json
import random
import re
import shutil
import struct
import subprocess
from math import fsum
from pathlib import Path
from typing import Any

import pytest

from inspector.checks_storage import in_words
from inspector.values import numbers_in
from load_report.bundle import bundle

from .conftest import ROOT

PAGE = ROOT / "inspector" / "page"
LARGEST_SCRIPT = 35_000  # bytes of what inspects, packed with gzip; messages and names come apart
LONGEST_MODULE = 250
# No way of making elements or code from text, and no way out, stands in what reads a file.
BANNED = (
    r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|import\(|fetch|XMLHttp|WebSocket"
    r"|sendBeacon|EventSource"
)


def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("no node on this machine; the browser tests run the same modules")
    return found


def modules() -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in PAGE.glob("*.js")}


def reached(name: str) -> set[str]:
    """A module and those that it needs."""
    found, left = set(), {name}
    while left:
        found |= left
        left = {one for each in left for one in re.findall(r'from "\./([\w.]+)"', modules()[each])} - found
    return found


def test_the_modules_own_tests_pass() -> None:
    tests = [str(path.relative_to(PAGE)) for path in sorted(PAGE.glob("tests/*.test.js"))]
    done = subprocess.run([node(), "--test", *tests], cwd=PAGE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:]
    passed = re.search(r"^(?:#|ℹ) pass (\d+)$", done.stdout, re.MULTILINE)  # by version of node
    assert passed is not None
    assert int(passed[1]) >= 16


def tsc(folder: Path) -> "subprocess.CompletedProcess[str]":
    compiler = ROOT / "load_report" / "node_modules" / "typescript" / "bin" / "tsc"
    program = node()
    if not compiler.exists():
        pytest.skip("typescript is not installed; `npm ci --prefix load_report` installs it")
    return subprocess.run([program, str(compiler)], cwd=folder, capture_output=True, text=True, check=False)


def test_the_modules_types_fit() -> None:
    done = tsc(PAGE)
    assert done.returncode == 0, done.stdout


def test_that_check_can_fail(tmp_path: Path) -> None:
    for path in (*PAGE.glob("*.js"), *PAGE.glob("*.d.ts"), PAGE / "package.json"):
        shutil.copy(path, tmp_path)
    options = json.loads((ROOT / "load_report/tsconfig.json").read_text(encoding="utf-8"))["compilerOptions"]
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": {**options, "types": []}}), encoding="utf-8")
    text = (tmp_path / "find.js").read_text(encoding="utf-8")
    (tmp_path / "find.js").write_text(
        text.replace("config, vocabulary, others", "vocabulary, others"), encoding="utf-8"
    )
    assert "find.js" in tsc(tmp_path).stdout


def test_nothing_is_run_and_nothing_is_sent() -> None:
    for name in reached("inspect.js"):
        code = re.sub(r"//.*|/\*.*?\*/", "", modules()[name], flags=re.DOTALL | re.MULTILINE)
        assert not re.search(BANNED, code), name
    assert re.search(BANNED, "box.innerHTML = text")


def test_modules_stay_short_and_the_script_small() -> None:
    for name in reached("inspect.js"):
        assert modules()[name].count("\n") <= LONGEST_MODULE, name
    main = 'import { inspect } from "./inspect.js";\nglobalThis.inspect = inspect;\n'
    script = bundle({**modules(), "bundled.js": main}, "bundled.js", {}, "NOTHING")
    assert len(gzip.compress(script.encode(), 9)) <= LARGEST_SCRIPT


def answers(**given: Any) -> Any:
    program = [node(), str(ROOT / "tests/inspector/page_numbers.mjs")]
    done = subprocess.run(program, input=json.dumps(given), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


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
