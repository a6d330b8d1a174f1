"""An old address leads to a page that is there, and the build says which does not."""

from dataclasses import replace

import pytest

from explainer.inputs.content import Redirect
from explainer.render.context import Context
from explainer.render.redirects import redirect_files, redirect_problems
from tests.explainer.parts import context

SOURCES = ("index.md", "tying/recipes.md", "c/row-is-zero.md", "assets/site.js")


def leading(old: str, new: str) -> Context:
    made = context()
    return replace(made, site=replace(made.site, redirects=[Redirect(old, 3, new)]))


def test_a_redirect_is_relative_and_keeps_query_and_fragment() -> None:
    ((name, render),) = redirect_files(leading("c/gone/", "tying/recipes/"))
    assert name == "../c/gone/index.html"
    assert 'location.replace("../../tying/recipes/" + location.search + location.hash)' in render()
    assert 'content="0; url=../../tying/recipes/"' in render()


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("c/gone/", "tying/recipes/", None),
        ("c/gone/", "tying/recipe/", "`c/gone/`: there is no page at `tying/recipe/`"),
        ("c/row-is-zero/", "tying/recipes/", "`c/row-is-zero/`: this address has a page; take the redirect out"),
    ],
)
def test_an_address_that_leads_nowhere_is_a_problem(old: str, new: str, complaint: str | None) -> None:
    found = list(redirect_problems(leading(old, new), SOURCES))
    assert found == ([f"content/redirects.yml:3: {complaint}"] if complaint else [])
