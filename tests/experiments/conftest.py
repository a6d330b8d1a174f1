"""Load and run the `SCRIPT` that a test module of an experiment names."""

import importlib.util
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

PYDOC_BERT = Path(__file__).resolve().parents[2] / "checkpoints" / "pydoc-bert"


@pytest.fixture(scope="module")
def script(request: pytest.FixtureRequest) -> Iterator[ModuleType]:
    path: Path = request.module.SCRIPT
    name = f"{path.parent.name}_{path.stem}"
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PYDOC_BERT))
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        patch.setitem(sys.modules, name, module)  # dataclasses look it up
        spec.loader.exec_module(module)
        if hasattr(module, "read_and_split"):
            patch.setattr(module, "read_and_split", cache(module.read_and_split))  # the same text each time
        yield module
        module.torch.set_grad_enabled(True)


@pytest.fixture(scope="module")
def smoke(script: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("smoke")
    assert script.main(["--smoke", "--out", str(out)]) == 0
    return out
