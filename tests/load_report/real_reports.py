"""Save small models with a fault, load them again, and print what the library said and what each tensor is then.

Argument: a folder for the models. Standard output: a JSON list with an entry for each case.
"""

import contextlib
import io
import json
import logging
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
import transformers
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

State = dict[str, torch.Tensor]
Change = Callable[[State], State]
Options = dict[str, Any]
Case = tuple[str, str, str, Options, Change, str, Options]
SIZES = {"vocab_size": 40, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 24}
CONFIGS: dict[str, Options] = {
    "Bert": {},
    "Roberta": {"type_vocab_size": 1},
    "XLMRoberta": {"type_vocab_size": 1},
    "Albert": {"embedding_size": 8},
    "DistilBert": {"dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 24},
    "Electra": {"embedding_size": 8},
    "DebertaV2": {"relative_attention": True, "pos_att_type": ["p2c", "c2p"], "position_buckets": 8},
    "MPNet": {},
    "ModernBert": {"pad_token_id": 0, "num_hidden_layers": 3},
    "Longformer": {"attention_window": 8},
    "T5": {"d_model": 16, "d_kv": 8, "d_ff": 24, "num_layers": 2, "num_decoder_layers": 2, "num_heads": 2},
    "Bart": {
        "d_model": 16, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 2,
        "decoder_attention_heads": 2, "encoder_ffn_dim": 24, "decoder_ffn_dim": 24,
    },
    "GPT2": {"n_embd": 16, "n_layer": 2, "n_head": 2, "n_positions": 32},
    "XLNet": {"d_model": 16, "n_layer": 2, "n_head": 2, "d_inner": 24},
    "ViT": {"image_size": 8, "patch_size": 4},
}  # fmt: skip


def behind(prefix: str) -> Change:
    return lambda state: {prefix + name: tensor for name, tensor in state.items()}


def without(*parts: str) -> Change:
    return lambda state: {name: tensor for name, tensor in state.items() if not any(part in name for part in parts)}


def called(old: str, new: str) -> Change:
    return lambda state: {name.replace(old, new): tensor for name, tensor in state.items()}


def with_more(*names: str) -> Change:
    return lambda state: state | {name: torch.randn(3, 3) for name in names}


def as_it_is(state: State) -> State:
    return state


def of_two_layers(state: State) -> State:
    """A dictionary as SentenceTransformer's own `state_dict` has it, with a dense layer behind the model."""
    return behind("0.auto_model.")(state) | with_more("2.linear.weight")({})


CLS, MLM, SEQ2SEQ, HEADS = "ForSequenceClassification", "ForMaskedLM", "ForConditionalGeneration", "ForPreTraining"
RESIZED, UNTIED = {"ignore_mismatched_sizes": True}, {"tie_word_embeddings": False}
# Name; family; the class that saves, and its options; what is done to its tensors; the class that loads, likewise.
CASES: list[Case] = [
    ("sentence transformer", "Bert", "Model", {}, of_two_layers, "Model", {}),
    ("sentence transformer, head", "Bert", "Model", {}, of_two_layers, CLS, {}),
    ("sentence transformer, roberta", "XLMRoberta", "Model", {}, behind("0.auto_model."), "Model", {}),
    ("sentence transformer, mpnet", "MPNet", "Model", {}, behind("0.auto_model."), "Model", {}),
    ("numbered surplus", "Bert", "Model", {}, with_more("1.linear.weight", "0.weight"), "Model", {}),
    ("only the decoder is missing", "T5", "EncoderModel", {}, as_it_is, SEQ2SEQ, {}),
    ("bart without its decoder", "Bart", "Model", {}, without("decoder."), "Model", {}),
    ("one norm", "Bert", "Model", {}, without("layer.1.output.LayerNorm.weight"), "Model", {}),
    ("one norm, whole", "Roberta", "Model", {}, without("layer.0.attention.output.LayerNorm."), "Model", {}),
    ("all norms", "Bert", "Model", {}, without("LayerNorm."), "Model", {}),
    ("one query bias", "Bert", "Model", {}, without("layer.1.attention.self.query.bias"), "Model", {}),
    ("one key bias", "Bert", "Model", {}, without("layer.1.attention.self.key.bias"), "Model", {}),
    ("one matrix", "Electra", "Model", {}, without("layer.1.output.dense.weight"), "Model", {}),
    ("two copies", "Bert", MLM, UNTIED, as_it_is, MLM, {"tie": True}),
    ("unknown surplus", "Bert", "Model", {}, with_more("my_adapter.scale", "extra.table"), "Model", {}),
    ("unknown surplus, distilbert", "DistilBert", MLM, {}, with_more("ema.decay"), MLM, {}),
    # Others, from other families.
    ("key biases", "Roberta", "Model", {}, without("self.key.bias"), "Model", {}),
    ("key bias of deberta", "DebertaV2", "Model", {}, without("layer.0.attention.self.key_proj.bias"), "Model", {}),
    ("norm of albert", "Albert", MLM, {}, without("full_layer_layer_norm.weight"), MLM, {}),
    ("head of albert", "Albert", "Model", {}, as_it_is, MLM, {}),
    ("distilbert under a prefix", "DistilBert", MLM, {}, behind("module."), MLM, {}),
    ("distilbert with a classifier", "DistilBert", MLM, {}, as_it_is, CLS, {}),
    ("electra's generator as discriminator", "Electra", MLM, {}, as_it_is, HEADS, {}),
    ("mpnet, renamed", "MPNet", "Model", {}, called("attention.attn.q", "attention.attn.query"), "Model", {}),
    ("modernbert without words", "ModernBert", MLM, {}, without("tok_embeddings", "decoder.weight"), MLM, {}),
    ("modernbert, norms", "ModernBert", "Model", {}, without("mlp_norm.weight"), "Model", {}),
    ("modernbert under a prefix", "ModernBert", "Model", {}, behind("encoder.backbone."), "Model", {}),
    ("longformer", "Longformer", "Model", {}, without("key_global", "layer.0.attention.self.key.bias"), "Model", {}),
    ("t5 norms", "T5", SEQ2SEQ, {}, without("decoder.final_layer_norm"), SEQ2SEQ, {}),
    ("bart, key biases", "Bart", SEQ2SEQ, {}, without("k_proj.bias"), SEQ2SEQ, {}),
    ("bart, decoder's norms", "Bart", "Model", {}, without("decoder.layers.0.final_layer_norm"), "Model", {}),
    ("bart with a classifier", "Bart", "Model", {}, as_it_is, CLS, {}),
    ("gpt2 deeper than its file", "GPT2", "LMHeadModel", {}, without(".h.1."), "LMHeadModel", {}),
    ("gpt2 under a prefix", "GPT2", "LMHeadModel", {}, behind("base."), "LMHeadModel", {}),
    ("gpt2 biases", "GPT2", "Model", {}, without("h.0.mlp.c_fc.bias"), "Model", {}),
    ("xlnet, one matrix", "XLNet", "Model", {}, without("layer.0.ff.layer_1.weight"), "Model", {}),
    ("vit without a norm", "ViT", "Model", {}, without("layernorm_after.weight"), "Model", {}),
    ("vit with a classifier", "ViT", "Model", {}, as_it_is, "ForImageClassification", {}),
    ("bert as roberta", "Bert", MLM, {}, as_it_is, "Roberta", {}),
    ("two copies and a head", "Bert", HEADS, UNTIED, as_it_is, MLM, {"tie": True}),
    ("numbered layers", "Bert", "Model", {}, with_more("0.weight", "1.weight", "1.bias"), "Model", {}),
    ("bert with a wider head", "Bert", CLS, {"num_labels": 3}, as_it_is, CLS, {"num_labels": 5, **RESIZED}),
    ("roberta with a longer vocabulary", "Roberta", "Model", {}, as_it_is, "Model", {"vocab_size": 50, **RESIZED}),
    ("deberta, everything renamed", "DebertaV2", "Model", {}, called("encoder.", "body."), "Model", {}),
    ("everything", "Bert", HEADS, {}, without("."), HEADS, {}),
]  # fmt: skip


def made(family: str, ending: str, options: Options) -> Any:
    config = getattr(transformers, f"{family}Config")(**{**SIZES, **CONFIGS[family], **options})
    model = getattr(transformers, family + ending)(config)
    for parameter in model.parameters():  # no trained tensor is all ones or all zeros
        torch.nn.init.normal_(parameter, 0.3)
    return model


def value(tensor: torch.Tensor, trained: list[torch.Tensor]) -> str:
    """What a loaded tensor holds: the file's values, a constant, or something random."""
    if any(tensor.shape == one.shape and torch.equal(tensor, one) for one in trained):
        return "file"
    return "zeros" if not tensor.any() else "ones" if (tensor == 1).all() else "random"


def loaded(folder: Path, case: Case) -> Options:
    name, family, saving, options, change, loading, loading_options = case
    torch.manual_seed(0)
    model = made(family, saving, options)
    model.save_pretrained(folder)
    file = change(load_file(folder / "model.safetensors"))
    save_file(file or {"nothing": torch.zeros(1)}, folder / "model.safetensors", metadata={"format": "pt"})
    loading_options = dict(loading_options)
    if loading_options.pop("tie", False):
        config = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps(config | {"tie_word_embeddings": True}))
    class_ = f"{loading}Model" if loading in CONFIGS else family + loading
    said = io.StringIO()
    handler = logging.StreamHandler(said)
    transformers.utils.logging.get_logger("transformers").handlers = [handler]
    entry = {"name": name, "family": family, "class": class_, "folder": str(folder)}
    with contextlib.redirect_stderr(said):
        other, info = getattr(transformers, class_).from_pretrained(folder, output_loading_info=True, **loading_options)
    base = other.base_model
    heads = {id(p) for p in other.parameters()} - {id(p) for p in base.parameters()}
    heads |= {id(p) for n, p in base.named_parameters() if n.split(".")[0] == "pooler"}
    trained = list(file.values())
    return entry | {
        "text": said.getvalue(),
        "missing": sorted(info["missing_keys"]),
        "unexpected": sorted(info["unexpected_keys"]),
        "mismatched": sorted(one if isinstance(one, str) else one[0] for one in info["mismatched_keys"]),
        "tensors": {
            key: {"holds": value(p, trained), "head": id(p) in heads, "matrix": p.dim() > 1}
            for key, p in other.named_parameters(remove_duplicate=False)
        },
    }


def errors(folder: Path) -> Iterator[Options]:
    """What ends loading before any tensor is read, with the kind of message that each is."""
    with contextlib.redirect_stdout(io.StringIO()):
        made("Bert", "Model", {}).save_pretrained(folder)
    weights, config = folder / "model.safetensors", folder / "config.json"
    whole, settings = weights.read_bytes(), config.read_text()
    typeless = {name: one for name, one in json.loads(settings).items() if name != "model_type"}
    image = transformers.ViTConfig().to_json_string()
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n"
    auto, hub = transformers.AutoModel, {"local_files_only": True}
    for kind, class_, tensors, text, name, options in (
        ("safetensors-file-is-cut", auto, whole[: len(whole) // 2], settings, folder, {}),
        ("safetensors-file-is-cut", auto, whole[:100], settings, folder, {}),
        ("safetensors-file-is-cut", transformers.BertModel, b"", settings, folder, {}),
        ("safetensors-file-is-cut", auto, pointer, settings, folder, {}),
        ("config-is-not-valid-json", auto, whole, settings[:99], folder, {}),
        ("config-is-not-valid-json", transformers.BertModel, whole, "", folder, {}),
        ("unrecognized-configuration-class", auto, whole, json.dumps(typeless), folder, {}),
        ("unrecognized-configuration-class", auto, whole, json.dumps(typeless | {"model_type": "x"}), folder, {}),
        ("unrecognized-configuration-class", transformers.AutoModelForMaskedLM, whole, image, folder, {}),
        ("we-couldnt-connect-to-the-hub", auto, whole, settings, "nobody/nothing", hub),
    ):
        weights.write_bytes(tensors)
        config.write_text(text)
        try:
            class_.from_pretrained(name, **options)
        except (OSError, ValueError, SafetensorError):
            yield {"name": f"{kind}: {class_.__name__}", "kind": kind, "text": traceback.format_exc()}


def main(home: str) -> None:
    transformers.utils.logging.disable_progress_bar()
    transformers.utils.logging.set_verbosity_warning()
    found = []
    for number, case in enumerate(CASES):
        folder = Path(home, str(number))
        folder.mkdir()
        with contextlib.redirect_stdout(io.StringIO()):
            found.append(loaded(folder, case))
    print(json.dumps(found + list(errors(Path(home, "errors")))))


main(sys.argv[1])
