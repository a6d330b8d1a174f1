"""A page's script, put together from modules by a few lines."""

import re

import pytest

from load_report.bundle import bundle

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
