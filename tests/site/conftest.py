"""The whole site, as each engine builds it."""

from pathlib import Path

import pytest

from tests.site.built import ENGINES


@pytest.fixture(params=ENGINES)
def each_site(request: pytest.FixtureRequest) -> Path:
    built: Path = request.getfixturevalue("site" if request.param == "mkdocs" else "properdocs_site")
    return built
