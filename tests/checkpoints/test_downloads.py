"""The zips of our two models, unzipped in an empty folder: they load in float32, and answer as the record says."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from transformers import AutoTokenizer, BertForMaskedLM

from bert.downloads import HALVED_FROM, WEIGHTS_FILE, write_zip
from explainer.facts.record import output_path
from explainer.inputs.content import ONCE, read_checkpoints
from explainer.measure.find_checkpoints import Finder, FoundCheckpoint
from explainer.paths import Project

ROOT = Path(__file__).resolve().parents[2]
CHECKPOINTS = {checkpoint.id: checkpoint for checkpoint in read_checkpoints(ROOT) if checkpoint.download}
FILL_THE_GAP = "head_structure/the_head_by_hand"


@pytest.fixture(params=CHECKPOINTS)
def unzipped(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a model, in a folder that has nothing but its zip's content."""
    checkpoint = CHECKPOINTS[request.param]
    assert isinstance(Finder(ROOT, Project(ROOT).hub_home).find(checkpoint), FoundCheckpoint)
    write_zip(tmp_path / "model.zip", ROOT / checkpoint.id, checkpoint)
    zipfile.ZipFile(tmp_path / "model.zip").extractall(tmp_path)
    (tmp_path / "model.zip").unlink()
    monkeypatch.chdir(tmp_path)
    yield checkpoint.id


def best_word(name: str) -> str:
    tokenizer, model = AutoTokenizer.from_pretrained(name), BertForMaskedLM.from_pretrained(name)
    assert {parameter.dtype for parameter in model.parameters()} == {torch.float32}
    inputs = tokenizer("Fish live in the [MASK].", return_tensors="pt")
    with torch.no_grad():
        scores = model(**inputs).logits[0][inputs.input_ids[0] == tokenizer.mask_token_id]
    return str(tokenizer.convert_ids_to_tokens(scores.argmax().item()))


def test_a_model_from_its_zip_is_float32_and_answers_as_the_build_s(unzipped: str) -> None:
    assert best_word(unzipped) == best_word(str(ROOT / unzipped))


def test_the_large_one_is_in_half_precision_and_says_the_recorded_word(unzipped: str) -> None:
    size, whole = ((folder / unzipped / WEIGHTS_FILE).stat().st_size for folder in (Path(), ROOT))
    assert (size < 0.51 * whole) == (whole > HALVED_FROM) == (unzipped == "minilm-mlm")
    if unzipped == "minilm-mlm":
        recorded = (Project(ROOT).artifacts / output_path(FILL_THE_GAP, ONCE)).read_text(encoding="utf-8")
        assert f"by hand: {best_word(unzipped)} " in recorded
