"""The page that takes files may run its own scripts alone, and ask its own site alone."""

import base64
import hashlib
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HOOK = runpy.run_path(str(ROOT / "overrides/page_policy.py"))
META = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
WITH_POLICY = ["inspect/index.html"]


def policies(site: Path) -> dict[str, str]:
    found = {path.relative_to(site).as_posix(): META.findall(path.read_text("utf-8")) for path in site.rglob("*.html")}
    return {name: "".join(policy) for name, policy in found.items() if policy}


def test_the_pages_that_ask_for_it_have_a_policy(site: Path) -> None:
    found = policies(site)
    assert [*found] == WITH_POLICY
    for policy in found.values():
        assert "unsafe-eval" not in policy
        assert "http" not in policy  # no other host
        assert "*" not in policy
        assert not re.search(r"script-src[^;]*unsafe-inline", policy)


@pytest.mark.parametrize("name", WITH_POLICY)
def test_it_comes_before_every_script_and_allows_those_that_are_there(site: Path, name: str) -> None:
    html = (site / name).read_text("utf-8")
    policy = META.search(html)
    assert policy is not None
    assert not re.search("<script|<link|<style", html[: policy.start()])
    inline = re.findall(r"<script(?![^>]*(?:src=|json))[^>]*>(.*?)</script>", html, re.DOTALL)
    assert inline
    for script in inline:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]


def test_a_page_without_the_theme_s_first_line_is_an_error() -> None:
    with pytest.raises(ValueError, match="no longer say their charset"):
        HOOK["with_policy"]("<html><head><meta charset='utf-8'></head></html>")


def test_a_script_that_runs_text_is_not_allowed_by_its_place() -> None:
    """Scripts with an address are under 'self', data is no script: neither needs a hash."""
    page = '<meta charset="utf-8"><script src="x.js"></script><script type="application/json">{}</script>'
    assert "sha256" not in HOOK["with_policy"](page)
    assert HOOK["with_policy"](page + "<script>a()</script>").count("sha256-") == 1
