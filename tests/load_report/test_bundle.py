"""The page's script, put together from modules by a few lines. They are tested and type-checked where node is."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from load_report.bundle import bundle

ROOT = Path(__file__).resolve().parents[2]
PASTE = ROOT / "load_report"
LIVE = ROOT / "docs/assets/live"
MODULES = {
    "main.js": 'import { one, two } from "./part.js";\n\nconsole.log(one() + two + DATA.three);\n',
    "part.js": "/**\n * One.\n */\nexport function one() {\n  return 1; // stays\n}\n// goes\nexport const two = 2;\n",
    "other.js": "export const never = 0;\n",
}


def test_modules_become_one_script_each_after_what_it_needs() -> None:
    script = bundle(MODULES, "main.js", {"three": 3}, "DATA")
    assert script.index("function one()") < script.index("console.log")
    assert "never" not in script
    assert not re.search(r"^(import|export)|One\.|goes", script, re.MULTILINE)
    assert "// stays" in script


def test_data_cannot_end_a_script() -> None:
    script = bundle({"main.js": "DATA;\n"}, "main.js", {"x": "</script>\u2028"}, "DATA")
    assert "</script" not in script
    assert "\u2028" not in script


@pytest.mark.parametrize(
    ("module", "text", "complaint"),
    [
        ("main.js", 'import * as part from "./part.js";\n', "main.js: an import or export in a form"),
        ("main.js", "export default 1;\n", "main.js: an import or export in a form"),
        ("main.js", 'import { one } from "./gone.js";\n', "main.js: there is no module gone.js"),
        ("main.js", 'import { three } from "./part.js";\n', "main.js: part.js exports no `three`"),
        ("main.js", 'import { one } from "./part.js";\nconst two = 3;\n', "main.js: part.js has the name `two` too"),
        ("main.js", 'import { one } from "./part.js";\nconst DATA = 3;\n', "main.js: the data has the name `DATA` too"),
    ],
)
def test_what_it_does_not_understand_is_an_error(module: str, text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        bundle({**MODULES, module: text}, "main.js", {}, "DATA")


def test_a_cycle_is_an_error() -> None:
    modules = {
        "main.js": 'import { a } from "./part.js";\nexport const b = 1;\n',
        "part.js": 'import { b } from "./main.js";\nexport const a = 1;\n',
    }
    with pytest.raises(ValueError, match=r"main\.js: it imports itself, through main\.js, part\.js"):
        bundle(modules, "main.js", {}, "DATA")


def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("no node on this machine; the browser tests run the same script")
    return found


def test_the_modules_own_tests_pass() -> None:
    tests = [str(path.relative_to(PASTE)) for path in sorted(PASTE.glob("tests/*.test.js"))]
    done = subprocess.run([node(), "--test", *tests], cwd=PASTE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:]
    passed = re.search(r"^(?:#|ℹ) pass (\d+)$", done.stdout, re.MULTILINE)  # by version of node
    assert passed is not None
    assert int(passed[1]) > 30


def tsc(*arguments: str, cwd: Path = PASTE) -> "subprocess.CompletedProcess[str]":
    compiler = PASTE / "node_modules" / "typescript" / "bin" / "tsc"
    program = node()
    if not compiler.exists():
        pytest.skip("typescript is not installed; `npm ci --prefix load_report` installs it")
    return subprocess.run([program, str(compiler), *arguments], cwd=cwd, capture_output=True, text=True, check=False)


def test_the_modules_types_fit() -> None:
    done = tsc()
    assert done.returncode == 0, done.stdout


def test_the_types_of_the_live_model_and_its_pages_fit(tmp_path: Path) -> None:
    """They index arrays of numbers on every line, so the compiler need not doubt that something is there."""
    shutil.copytree(LIVE, tmp_path, dirs_exist_ok=True)
    done = tsc(cwd=configured(tmp_path, {"noUncheckedIndexedAccess": False, "types": [], "module": "esnext"}))
    assert done.returncode == 0, done.stdout


def configured(folder: Path, other_options: dict[str, Any]) -> Path:
    """The folder, with our options for the compiler but for these."""
    options = json.loads((PASTE / "tsconfig.json").read_text())["compilerOptions"] | other_options
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options}))
    return folder


def test_that_check_can_fail(tmp_path: Path) -> None:
    (tmp_path / "wrong.js").write_text("/** @type {number} */\nexport const one = 'one';\n")
    done = tsc(cwd=configured(tmp_path, {"types": []}))
    assert "wrong.js(2,14): error TS2322" in done.stdout


def test_nothing_is_read_as_html_and_nothing_is_sent() -> None:
    """What a reader pastes is text: no way of making elements from text, and no way out, stands in the modules."""
    banned = r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|Worker|import\("
    banned += r"|fetch|XMLHttp|WebSocket|sendBeacon|EventSource"
    for path in PASTE.glob("*.js"):
        code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        assert not re.search(banned, code), path
    assert re.search(banned, "box.innerHTML = text")
