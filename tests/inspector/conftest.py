"""Small checkpoints of many families and styles, made by the libraries that write them."""

import json
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file

ROOT = Path(__file__).resolve().parents[2]
WORDS = "bert.embeddings.word_embeddings.weight"
DECODER, BIAS = "cls.predictions.decoder.weight", "cls.predictions.bias"
DECODER_BIAS = "cls.predictions.decoder.bias"
SIZES = {
    "vocab_size": 600, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 48,
    "max_position_embeddings": 40,
}  # fmt: skip
NARROW = {**SIZES, "embedding_size": 16}
V3 = {
    **SIZES, "relative_attention": True, "pos_att_type": ["p2c", "c2p"], "position_buckets": 8,
    "norm_rel_ebd": "layer_norm", "share_att_key": True, "position_biased_input": False, "type_vocab_size": 0,
}  # fmt: skip
DISTIL = {"vocab_size": 600, "dim": 32, "hidden_dim": 48, "n_layers": 2, "n_heads": 2, "max_position_embeddings": 40}
T5 = {
    "vocab_size": 600,
    "d_model": 32,
    "d_ff": 48,
    "num_layers": 2,
    "num_decoder_layers": 3,
    "num_heads": 2,
    "d_kv": 16,
}
GPT2 = {"vocab_size": 600, "n_embd": 32, "n_layer": 2, "n_head": 2, "n_positions": 40}
VIT = {name: SIZES[name] for name in SIZES if name not in ("vocab_size", "max_position_embeddings")}
FAMILIES: dict[str, tuple[str, dict[str, Any]]] = {  # folder: class, sizes
    "bert": ("BertForPreTraining", SIZES),
    "bert-masked": ("BertForMaskedLM", SIZES),
    "bert-base": ("BertModel", SIZES),
    "bert-classifier": ("BertForSequenceClassification", SIZES),
    "bert-untied": ("BertForMaskedLM", {**SIZES, "tie_word_embeddings": False}),
    "roberta": ("RobertaForMaskedLM", SIZES),
    "roberta-base": ("RobertaModel", SIZES),
    "xlm-roberta": ("XLMRobertaForMaskedLM", SIZES),
    "distilbert": ("DistilBertForMaskedLM", DISTIL),
    "albert": ("AlbertForPreTraining", NARROW),
    "electra-discriminator": ("ElectraForPreTraining", NARROW),
    "electra-generator": ("ElectraForMaskedLM", NARROW),
    "deberta": ("DebertaForMaskedLM", SIZES),
    "deberta-new-head": ("DebertaForMaskedLM", {**SIZES, "legacy": False}),
    "deberta-v2": ("DebertaV2ForMaskedLM", V3),
    "deberta-v2-new-head": ("DebertaV2ForMaskedLM", {**V3, "legacy": False}),
    "deberta-v2-narrow": ("DebertaV2ForMaskedLM", {**V3, "embedding_size": 16}),
    "deberta-v2-own-keys": ("DebertaV2ForMaskedLM", {**V3, "share_att_key": False}),
    "mpnet": ("MPNetForMaskedLM", SIZES),
    "modernbert": ("ModernBertForMaskedLM", {**SIZES, "pad_token_id": 0}),
    "gpt2": ("GPT2LMHeadModel", GPT2),
    "t5": ("T5ForConditionalGeneration", T5),
    "t5-gated": ("T5ForConditionalGeneration", {**T5, "feed_forward_proj": "gated-gelu"}),
    "bart": (
        "BartForConditionalGeneration",
        {
            "vocab_size": 600, "d_model": 32, "encoder_layers": 1, "decoder_layers": 1, "encoder_ffn_dim": 48,
            "decoder_ffn_dim": 48, "encoder_attention_heads": 2, "decoder_attention_heads": 2,
        },
    ),
    "longformer": ("LongformerForMaskedLM", {**SIZES, "attention_window": 4}),
    "layoutlm": ("LayoutLMForTokenClassification", SIZES),
    "vit": ("ViTForImageClassification", {**VIT, "image_size": 8, "patch_size": 4}),
    "llama": ("LlamaForCausalLM", {**SIZES, "num_key_value_heads": 2}),
}  # fmt: skip


def make(name: str, folder: Path, **options: Any) -> Path:
    """A small random model of that family, saved by transformers."""
    class_name, sizes = FAMILIES[name]
    class_ = getattr(transformers, class_name)
    torch.manual_seed(0)
    class_(class_.config_class(**sizes)).save_pretrained(folder, **options)
    return folder


@pytest.fixture(scope="session")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for each of FAMILIES."""
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    folder = tmp_path_factory.mktemp("zoo")
    for name in FAMILIES:
        make(name, folder / name)
    return folder


@pytest.fixture(scope="session")
def styles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for each style of checkpoints/checkpoint_styles.py."""
    module = runpy.run_path(str(ROOT / "checkpoints" / "checkpoint_styles.py"))
    folder = tmp_path_factory.mktemp("styles")
    for name in module["STYLES"]:
        module["write_style"](name, folder / name)
    return folder


Edit = Callable[[dict[str, torch.Tensor]], dict[str, torch.Tensor]]


@pytest.fixture
def edited(zoo: Path, tmp_path: Path) -> Callable[..., Path]:
    """A small BERT with both heads, its tensors and its configuration changed."""

    def edit(change: Edit = dict, config: dict[str, Any] | None = None, form: str = "safetensors") -> Path:
        tensors = change(dict(load_file(zoo / "bert" / "model.safetensors")))
        if form == "safetensors":
            save_file({key: one.clone().contiguous() for key, one in tensors.items()}, tmp_path / "model.safetensors")
        else:
            torch.save(tensors, tmp_path / "pytorch_model.bin", _use_new_zipfile_serialization=form == "zip")
        content = json.loads((zoo / "bert" / "config.json").read_text(encoding="utf-8"))
        (tmp_path / "config.json").write_text(json.dumps({**content, **(config or {})}), encoding="utf-8")
        return tmp_path

    return edit
