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
    assert not re.search('<script|<style|rel="stylesheet"', html[: policy.start()])
    inline = re.findall(r"<script(?![^>]*(?:src=|json))[^>]*>(.*?)</script>", html, re.DOTALL)
    assert inline
    for script in inline:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]


def test_a_page_without_a_place_for_the_hashes_is_an_error() -> None:
    with pytest.raises(ValueError, match="has no INLINE_SCRIPTS"):
        HOOK["with_hashes"]("<html><head></head></html>")


def test_only_scripts_in_the_page_get_a_hash() -> None:
    """Scripts with an address are under 'self', data is no script: neither needs a hash."""
    page = '<meta content="INLINE_SCRIPTS"><script src="x.js"></script><script type="application/json">{}</script>'
    assert "sha256" not in HOOK["with_hashes"](page)
    with_one = HOOK["with_hashes"](page + "<script>a() && b()</script><p>no script</p>")
    assert with_one.count("sha256-") == 1
    assert base64.b64encode(hashlib.sha256(b"a() && b()").digest()).decode() in with_one
