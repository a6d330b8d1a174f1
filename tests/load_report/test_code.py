"""Run the programs that "Paste your report" offers, as a reader would, with the names of a report filled in."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from explainer.measure.extra_packages import EXTRA_PACKAGES_FOLDER
from load_report.messages import Answer
from load_report.rules import read_sources
from tests.forked import run_forked

ROOT = Path(__file__).resolve().parents[2]
SOURCES = read_sources(ROOT, {f"{path.parent.name}/{path.stem}" for path in ROOT.glob("snippets/*/*.py")})
assert SOURCES is not None
RULES = SOURCES.rules.rules
CODES = {rule.name: answer.code for rule in RULES for answer in rule.answers if answer.code}
assert CODES
ANSWERS: dict[tuple[str, str], Answer] = {
    (message.name, answer.origin): answer for message in SOURCES.messages for answer in message.answers
}
COMMONEST = [
    (message.name, answer.origin) for message in SOURCES.messages for answer in message.answers if message.rank
]
# What most programs import; each runs in a fork of a process that has done so.
IMPORTS = "import torch; from transformers import AutoConfig, AutoModel, BertForPreTraining"
DEFAULTS = {"{class}": "BertForPreTraining", "{lm_class}": "BertForPreTraining", "{old}": "", "{new}": ""}
DEFAULTS |= {"{path}": "pydoc-bert", "{keys}": '["classifier.weight"]'}
SURVIVES = (ROOT / "tests/saved_and_loaded.py").read_text(
    encoding="utf-8"
) + "\nassert not (problems := save_problems(globals())), problems"
# After a program: check that its model computes the same as the trained file's.
SAME_OUTPUTS = """
from transformers import {class}
import torch
trained = {class}.from_pretrained("pydoc-bert")
outputs, expected = _outputs({model}), _outputs(trained)
assert outputs.keys() == expected.keys(), "other outputs"
assert all(torch.allclose(outputs[k], expected[k], atol=1e-4) for k in outputs), "other outputs"
"""


def filled(code: str, **values: str) -> str:
    """Fill in a program's placeholders, such as {class}."""
    for placeholder, value in {**DEFAULTS, **{f"{{{name}}}": value for name, value in values.items()}}.items():
        code = code.replace(placeholder, value)
    return code


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a writable folder in which a program finds the shipped checkpoint, with a folder in it as on the hub."""
    shutil.copytree(ROOT / "checkpoints/pydoc-bert", tmp_path / "pydoc-bert", copy_function=os.symlink)
    (tmp_path / "pydoc-bert" / "onnx").mkdir()
    return tmp_path


def run(code: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a program in the folder. It gets the extra packages only if it imports one: they change transformers."""
    needs = re.search(r"^from (?:peft|accelerate)", code, re.MULTILINE)
    extra = {"PYTHONPATH": str(ROOT / EXTRA_PACKAGES_FOLDER)} if needs else {}
    return run_forked(code, folder, environment={**os.environ, "HF_HUB_OFFLINE": "1", **extra}, imports=IMPORTS)


# Each program once, even if several rules offer it, for each class that a report may name, and for AutoModel.
PROGRAMS = {code: name for name, code in CODES.items()}
CLASSES = ["BertForPreTraining", "BertForSequenceClassification", "AutoModel"]
RUNS = [(name, class_) for code, name in PROGRAMS.items() for class_ in (CLASSES if "{class}" in code else CLASSES[:1])]


# What a program reads besides the checkpoint: made before it runs.
ADAPTER = """
from peft import LoraConfig, get_peft_model
from transformers import BertForSequenceClassification
_base = BertForSequenceClassification.from_pretrained("pydoc-bert")
_tuned = get_peft_model(_base, LoraConfig(target_modules=["query"], task_type="SEQ_CLS"))
for _parameter in _tuned.parameters():
    if _parameter.requires_grad:
        torch.nn.init.normal_(_parameter)  # stands for training
_tuned.save_pretrained("adapter")
"""


@pytest.mark.parametrize(("name", "class_"), RUNS)
def test_the_code_of_a_rule_runs_and_its_model_survives(name: str, class_: str, folder: Path) -> None:
    code = filled(CODES[name], **{"class": class_})
    if '"adapter"' in code:
        check_the_program_for_an_adapter(code, folder)
        return
    done = run(code + SURVIVES, folder)
    assert done.returncode == 0, done.stderr


def check_the_program_for_an_adapter(code: str, folder: Path) -> None:
    """Run it on a trained adapter, whose head it must find, and into a class that has no such head."""
    done = run("import torch\n" + ADAPTER + code, folder)
    assert done.returncode == 0, done.stderr
    assert "classifier.weight is loaded" in done.stdout
    assert "NOT LOADED" not in done.stdout
    done = run(code.replace("AutoModelForSequenceClassification", "AutoModelForMaskedLM"), folder)
    assert "classifier.weight IS NOT LOADED" in done.stdout, done.stderr


GPT2 = """
import torch
from transformers import GPT2Config, GPT2LMHeadModel
trained = GPT2LMHeadModel(GPT2Config(vocab_size=50, n_embd=16, n_layer=1, n_head=2, n_positions=16))
trained.save_pretrained("gpt2")
state = trained.state_dict()
del state["lm_head.weight"]
torch.save(state, "own.pt")
"""


@pytest.mark.parametrize("rule", ["refused_second_name", "refused_tied_output"])
def test_the_program_for_second_names_runs_in_another_family(rule: str, folder: Path) -> None:
    code = filled(CODES[rule], **{"class": "GPT2LMHeadModel"}).replace('"pydoc-bert"', '"gpt2"')
    code, count = re.subn(r"^state = .*$", ADD_NOISE + "state = torch.load('own.pt')", code, flags=re.MULTILINE)
    assert count == 1
    same = "\nown = model.state_dict()"
    same += "\nassert all(torch.equal(one, own[name]) for name, one in trained.state_dict().items())"
    done = run(GPT2 + code + same, folder)
    assert done.returncode == 0, done.stderr


# The three families that the commonest messages are printed for, each as a pre-trained and as a fine-tuned file.
FAMILIES = {"Bert": "bert", "Roberta": "roberta", "DistilBert": "distilbert"}
MODELS = """
from transformers import AutoConfig, AutoModelForMaskedLM, AutoModelForSequenceClassification, AutoTokenizer
import json, os, shutil
small = {"vocab_size": 4096, "num_hidden_layers": 1, "n_layers": 1, "hidden_size": 24, "dim": 24, "hidden_dim": 24}
small |= {"num_attention_heads": 2, "n_heads": 2, "intermediate_size": 24}
config = AutoConfig.for_model("FAMILY", **{name: value for name, value in small.items()})
kind = AutoModelForSequenceClassification if "ORIGIN" == "own" else AutoModelForMaskedLM
shutil.move("pydoc-bert", "original")
kind.from_config(config).save_pretrained("mine")
AutoModelForMaskedLM.from_config(config).save_pretrained("pydoc-bert")
"""


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("file", ["pretrained", "own"])
@pytest.mark.parametrize(("name", "origin"), COMMONEST)
def test_the_code_of_the_commonest_runs_on_a_fresh_and_a_fine_tuned_model_of_three_families(
    name: str, origin: str, file: str, family: str, folder: Path
) -> None:
    class_ = f"{family}{'Model' if name == 'pooler_newly_initialized' else 'ForSequenceClassification'}"
    if family == "DistilBert" and name == "pooler_newly_initialized":
        pytest.skip("a DistilBERT has no pooler")
    code = filled(ANSWERS[name, origin].code, **{"class": class_, "path": "mine", "lm_class": f"{family}ForMaskedLM"})
    done = run(MODELS.replace("FAMILY", FAMILIES[family]).replace("ORIGIN", file) + code, folder)
    assert done.returncode == 0, done.stderr[-1500:]


WITHOUT_POOLER = """
from transformers import BertModel
model = BertModel.from_pretrained("pydoc-bert", add_pooling_layer=False)
"""


def test_a_model_that_does_not_survive_is_seen(folder: Path) -> None:
    done = run(WITHOUT_POOLER + SURVIVES, folder)
    assert done.returncode == 1
    assert "model: saved and loaded" in done.stderr


READ_STATE = """
import torch
from transformers import BertForPreTraining
state = BertForPreTraining.from_pretrained("pydoc-bert").state_dict()
"""
# The reader's state dict, made from the trained checkpoint before the program runs, which loads it instead.
GAMMA = """
state = {n.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): t
         for n, t in state.items()}
"""
ADAPTED = """
from peft import LoraConfig, get_peft_model
state = get_peft_model(BertForPreTraining.from_pretrained("pydoc-bert"),
                       LoraConfig(target_modules=["query", "value"])).state_dict()
assert any("base_layer" in name for name in state)
"""
STATE_DICTS = {  # rule → the change of the state dict, the values to fill in, and the expression of the loaded model
    "unexpected_key_position_ids": ('state["bert.embeddings.position_ids"] = torch.arange(512)[None]', {}, "model"),
    "respelled": (GAMMA, {}, "model"),
    "refused_respelled": (GAMMA, {}, "model"),
    "refused_under_another_name": ('state = {f"module.{n}": t for n, t in state.items()}', {"old": "module."}, "model"),
    "refused_foreign_prefix": (  # both at once, which one loop must repair
        GAMMA + 'state = {f"module.{n}": t for n, t in state.items()}', {"old": "module."}, "model"
    ),
    "refused_base_prefix": (
        'state = {n.removeprefix("bert."): t for n, t in state.items()}', {"new": "bert."}, "model"
    ),
    "refused_second_name": (
        'del state["cls.predictions.decoder.bias"], state["cls.predictions.decoder.weight"]', {}, "model"
    ),
    "encoder_under_adapters": (ADAPTED, {}, 'BertForPreTraining.from_pretrained("merged")'),
}  # fmt: skip
ADD_NOISE = "for parameter in model.parameters(): torch.nn.init.normal_(parameter)\n"


@pytest.mark.parametrize("name", STATE_DICTS)
def test_the_code_loads_what_a_reader_has(name: str, folder: Path) -> None:
    """Fill the program's own model with noise first, so that its outputs can only come from the state dict."""
    change, values, model = STATE_DICTS[name]
    before = f"{READ_STATE}{change}\ntorch.save(state, 'own.pt')\n"
    code, count = re.subn(
        r"^state = .*$",
        ADD_NOISE + "state = torch.load('own.pt')",
        filled(CODES.get(name) or ANSWERS[name, "any"].code, **values),
        flags=re.MULTILINE,
    )
    assert count == 1
    same = filled(SAME_OUTPUTS, model=model)
    done = run(before + code + SURVIVES + same, folder)
    assert done.returncode == 0, done.stderr


WITHOUT_BIAS = """
from transformers import BertForMaskedLM
model = BertForMaskedLM.from_pretrained("pydoc-bert")
names = ("cls.predictions.bias", "cls.predictions.decoder.bias")
model.save_pretrained("own", state_dict={n: t for n, t in model.state_dict().items() if n not in names})
"""


@pytest.mark.parametrize("original", ["pydoc-bert", "own"])
def test_the_code_that_brings_the_bias_back(original: str, folder: Path) -> None:
    class_ = "AutoModelForMaskedLM"
    code = ANSWERS["output_bias_newly_initialized", "any"].code.replace("pydoc-bert", original)
    code = filled(code, path="own", lm_class=class_)
    same = filled(SAME_OUTPUTS, model=f'{class_}.from_pretrained("with-its-bias")', **{"class": class_})
    done = run(WITHOUT_BIAS + code + SURVIVES + same, folder)
    assert (done.returncode == 0) == (original != "own"), done.stderr
    assert original != "own" or "other outputs" in done.stderr


@pytest.mark.parametrize(("old", "missing"), [("module.", "nothing"), ("nothing.", "{")])
def test_the_code_that_renames_loads_everything(folder: Path, old: str, missing: str) -> None:
    """Run it on the trained checkpoint with a prefix before all its names."""
    home = folder / "pydoc-bert"
    shutil.rmtree(home)
    home.mkdir()
    trained = ROOT / "checkpoints/pydoc-bert"
    (home / "config.json").write_bytes((trained / "config.json").read_bytes())
    before = f"""
from safetensors.torch import load_file, save_file
own = {{"module." + name: tensor for name, tensor in load_file("{trained}/model.safetensors").items()}}
save_file(own, "{home}/model.safetensors")
"""
    same = filled(SAME_OUTPUTS, model="model").replace("pydoc-bert", str(trained))
    done = run(before + filled(CODES["renamed"], old=old) + SURVIVES + same, folder)
    assert f"still missing: {missing}" in done.stdout
    assert (done.returncode == 0) == (missing == "nothing"), done.stderr
