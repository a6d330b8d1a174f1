"""Save small models, change their files, load them, and print the library's message and what each tensor then holds.

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

StateDict = dict[str, torch.Tensor]
Change = Callable[[StateDict], StateDict]
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
    "Ernie": {},
    "ConvBert": {"embedding_size": 16, "conv_kernel_size": 3, "head_ratio": 1},
    "Nystromformer": {"num_landmarks": 2, "segment_means_seq_len": 8, "max_position_embeddings": 32},
}  # fmt: skip


def with_prefix(prefix: str) -> Change:
    return lambda state: {prefix + name: tensor for name, tensor in state.items()}


def without(*parts: str) -> Change:
    return lambda state: {name: tensor for name, tensor in state.items() if not any(part in name for part in parts)}


def renamed(old: str, new: str) -> Change:
    return lambda state: {name.replace(old, new): tensor for name, tensor in state.items()}


def with_more(*names: str) -> Change:
    return lambda state: state | {name: torch.randn(3, 3) for name in names}


def unchanged(state: StateDict) -> StateDict:
    return state


def sentence_transformer(state: StateDict) -> StateDict:
    """Return the names that SentenceTransformer's own `state_dict` has, with a dense layer after the model."""
    return with_prefix("0.auto_model.")(state) | with_more("2.linear.weight")({})


CLS, MLM, SEQ2SEQ, HEADS = "ForSequenceClassification", "ForMaskedLM", "ForConditionalGeneration", "ForPreTraining"
RESIZED, UNTIED = {"ignore_mismatched_sizes": True}, {"tie_word_embeddings": False}
# Name; family; the class that saves, and its options; the change of its state dict; the class that loads, and options.
CASES: list[Case] = [
    ("sentence transformer", "Bert", "Model", {}, sentence_transformer, "Model", {}),
    ("sentence transformer, head", "Bert", "Model", {}, sentence_transformer, CLS, {}),
    ("sentence transformer, roberta", "XLMRoberta", "Model", {}, with_prefix("0.auto_model."), "Model", {}),
    ("sentence transformer, mpnet", "MPNet", "Model", {}, with_prefix("0.auto_model."), "Model", {}),
    ("numbered surplus", "Bert", "Model", {}, with_more("1.linear.weight", "0.weight"), "Model", {}),
    ("only the decoder is missing", "T5", "EncoderModel", {}, unchanged, SEQ2SEQ, {}),
    ("bart without its decoder", "Bart", "Model", {}, without("decoder."), "Model", {}),
    ("one norm", "Bert", "Model", {}, without("layer.1.output.LayerNorm.weight"), "Model", {}),
    ("one norm, complete", "Roberta", "Model", {}, without("layer.0.attention.output.LayerNorm."), "Model", {}),
    ("all norms", "Bert", "Model", {}, without("LayerNorm."), "Model", {}),
    ("one query bias", "Bert", "Model", {}, without("layer.1.attention.self.query.bias"), "Model", {}),
    ("one key bias", "Bert", "Model", {}, without("layer.1.attention.self.key.bias"), "Model", {}),
    ("one matrix", "Electra", "Model", {}, without("layer.1.output.dense.weight"), "Model", {}),
    ("two copies", "Bert", MLM, UNTIED, unchanged, MLM, {"tie": True}),
    ("unknown surplus", "Bert", "Model", {}, with_more("my_adapter.scale", "extra.table"), "Model", {}),
    ("unknown surplus, distilbert", "DistilBert", MLM, {}, with_more("ema.decay"), MLM, {}),
    # The same faults in other families, and further ones.
    ("key biases", "Roberta", "Model", {}, without("self.key.bias"), "Model", {}),
    ("key bias of deberta", "DebertaV2", "Model", {}, without("layer.0.attention.self.key_proj.bias"), "Model", {}),
    ("norm of albert", "Albert", MLM, {}, without("full_layer_layer_norm.weight"), MLM, {}),
    ("head of albert", "Albert", "Model", {}, unchanged, MLM, {}),
    ("distilbert under a prefix", "DistilBert", MLM, {}, with_prefix("module."), MLM, {}),
    ("distilbert with a classifier", "DistilBert", MLM, {}, unchanged, CLS, {}),
    ("electra's generator as discriminator", "Electra", MLM, {}, unchanged, HEADS, {}),
    ("mpnet, renamed", "MPNet", "Model", {}, renamed("attention.attn.q", "attention.attn.query"), "Model", {}),
    ("modernbert without words", "ModernBert", MLM, {}, without("tok_embeddings", "decoder.weight"), MLM, {}),
    ("modernbert, norms", "ModernBert", "Model", {}, without("mlp_norm.weight"), "Model", {}),
    ("modernbert under a prefix", "ModernBert", "Model", {}, with_prefix("encoder.backbone."), "Model", {}),
    ("longformer", "Longformer", "Model", {}, without("key_global", "layer.0.attention.self.key.bias"), "Model", {}),
    ("t5 norms", "T5", SEQ2SEQ, {}, without("decoder.final_layer_norm"), SEQ2SEQ, {}),
    ("bart, key biases", "Bart", SEQ2SEQ, {}, without("k_proj.bias"), SEQ2SEQ, {}),
    ("bart, decoder's norms", "Bart", "Model", {}, without("decoder.layers.0.final_layer_norm"), "Model", {}),
    ("bart with a classifier", "Bart", "Model", {}, unchanged, CLS, {}),
    ("gpt2 deeper than its file", "GPT2", "LMHeadModel", {}, without(".h.1."), "LMHeadModel", {}),
    ("gpt2 under a prefix", "GPT2", "LMHeadModel", {}, with_prefix("base."), "LMHeadModel", {}),
    ("gpt2 biases", "GPT2", "Model", {}, without("h.0.mlp.c_fc.bias"), "Model", {}),
    ("xlnet, one matrix", "XLNet", "Model", {}, without("layer.0.ff.layer_1.weight"), "Model", {}),
    ("vit without a norm", "ViT", "Model", {}, without("layernorm_after.weight"), "Model", {}),
    ("vit with a classifier", "ViT", "Model", {}, unchanged, "ForImageClassification", {}),
    ("bert as roberta", "Bert", MLM, {}, unchanged, "Roberta", {}),
    ("two copies and a head", "Bert", HEADS, UNTIED, unchanged, MLM, {"tie": True}),
    ("numbered layers", "Bert", "Model", {}, with_more("0.weight", "1.weight", "1.bias"), "Model", {}),
    ("bert with a wider head", "Bert", CLS, {"num_labels": 3}, unchanged, CLS, {"num_labels": 5, **RESIZED}),
    ("roberta with a longer vocabulary", "Roberta", "Model", {}, unchanged, "Model", {"vocab_size": 50, **RESIZED}),
    ("deberta, everything renamed", "DebertaV2", "Model", {}, renamed("encoder.", "body."), "Model", {}),
    # Families that the box does not know, whose names are much like BERT's.
    ("ernie without a layer", "Ernie", "Model", {}, without("layer.0."), CLS, {}),
    ("ernie with a classifier", "Ernie", "Model", {}, unchanged, CLS, {}),
    ("ernie with an MLM head", "Ernie", "Model", {}, unchanged, MLM, {}),
    ("convbert without a layer", "ConvBert", "Model", {}, without("layer.0.attention"), CLS, {}),
    ("nystromformer without a layer", "Nystromformer", "Model", {}, without("layer.1."), CLS, {}),
    ("everything", "Bert", HEADS, {}, without("."), HEADS, {}),
]  # fmt: skip


def make_model(family: str, ending: str, options: Options) -> Any:
    config = getattr(transformers, f"{family}Config")(**{**SIZES, **CONFIGS[family], **options})
    model = getattr(transformers, family + ending)(config)
    for parameter in model.parameters():  # so that no tensor of the file is all ones or all zeros
        torch.nn.init.normal_(parameter, 0.3)
    return model


def kind_of_values(tensor: torch.Tensor, trained: list[torch.Tensor]) -> str:
    """Say what a loaded tensor holds: "file" for values of the file, "zeros", "ones" or "random"."""
    if any(tensor.shape == original.shape and torch.equal(tensor, original) for original in trained):
        return "file"
    return "zeros" if not tensor.any() else "ones" if (tensor == 1).all() else "random"


def save_and_load(folder: Path, case: Case) -> Options:
    """Run one case. Return its entry: the message, the loading info, and what each tensor holds."""
    name, family, saving, options, change, loading, loading_options = case
    torch.manual_seed(0)
    model = make_model(family, saving, options)
    model.save_pretrained(folder)
    file = change(load_file(folder / "model.safetensors"))
    save_file(file or {"nothing": torch.zeros(1)}, folder / "model.safetensors", metadata={"format": "pt"})
    loading_options = dict(loading_options)
    if loading_options.pop("tie", False):
        config = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps(config | {"tie_word_embeddings": True}))
    class_ = f"{loading}Model" if loading in CONFIGS else family + loading
    message = io.StringIO()
    handler = logging.StreamHandler(message)
    transformers.utils.logging.get_logger("transformers").handlers = [handler]
    entry = {"name": name, "family": family, "class": class_, "folder": str(folder)}
    with contextlib.redirect_stderr(message):
        loaded, info = getattr(transformers, class_).from_pretrained(
            folder, output_loading_info=True, **loading_options
        )
    base = loaded.base_model
    heads = {id(p) for p in loaded.parameters()} - {id(p) for p in base.parameters()}
    heads |= {id(p) for n, p in base.named_parameters() if n.split(".")[0] == "pooler"}
    trained = list(file.values())
    return entry | {
        "text": message.getvalue(),
        "missing": sorted(info["missing_keys"]),
        "unexpected": sorted(info["unexpected_keys"]),
        "mismatched": sorted(key if isinstance(key, str) else key[0] for key in info["mismatched_keys"]),
        "tensors": {
            key: {"holds": kind_of_values(p, trained), "head": id(p) in heads, "matrix": p.dim() > 1}
            for key, p in loaded.named_parameters(remove_duplicate=False)
        },
    }


def errors(folder: Path) -> Iterator[Options]:
    """Yield an entry for each error that stops loading before any tensor is read, with its kind of message."""
    with contextlib.redirect_stdout(io.StringIO()):
        make_model("Bert", "Model", {}).save_pretrained(folder)
    weights, config = folder / "model.safetensors", folder / "config.json"
    complete, settings = weights.read_bytes(), config.read_text()
    typeless = {name: setting for name, setting in json.loads(settings).items() if name != "model_type"}
    image = transformers.ViTConfig().to_json_string()
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n"
    auto, hub = transformers.AutoModel, {"local_files_only": True}
    for kind, class_, tensors, text, name, options in (
        ("safetensors-file-is-cut", auto, complete[: len(complete) // 2], settings, folder, {}),
        ("safetensors-file-is-cut", auto, complete[:100], settings, folder, {}),
        ("safetensors-file-is-cut", transformers.BertModel, b"", settings, folder, {}),
        ("safetensors-file-is-cut", auto, pointer, settings, folder, {}),
        ("config-is-not-valid-json", auto, complete, settings[:99], folder, {}),
        ("config-is-not-valid-json", transformers.BertModel, complete, "", folder, {}),
        ("unrecognized-configuration-class", auto, complete, json.dumps(typeless), folder, {}),
        ("unrecognized-configuration-class", auto, complete, json.dumps(typeless | {"model_type": "x"}), folder, {}),
        ("unrecognized-configuration-class", transformers.AutoModelForMaskedLM, complete, image, folder, {}),
        ("we-couldnt-connect-to-the-hub", auto, complete, settings, "nobody/nothing", hub),
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
    entries = []
    for number, case in enumerate(CASES):
        folder = Path(home, str(number))
        folder.mkdir()
        with contextlib.redirect_stdout(io.StringIO()):
            entries.append(save_and_load(folder, case))
    print(json.dumps(entries + list(errors(Path(home, "errors")))))


main(sys.argv[1])
