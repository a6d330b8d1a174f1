"""Write pydoc-bert's weights in the styles that BERT checkpoints have had since 2018.

A style has the same numbers, under the parameter names and in the files of some library version. Nothing of this is
committed:

    python checkpoints/checkpoint_styles.py --list
    python checkpoints/checkpoint_styles.py dump-2018 /tmp/dump-2018

A style is a pure function from a state dict to a state dict, and a writer. It needs torch and safetensors only.
"""

import argparse
import json
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

Tensors = dict[str, Tensor]
Config = dict[str, Any]

PYDOC_BERT = Path(__file__).resolve().parent / "pydoc-bert"
WORD_EMBEDDINGS = "bert.embeddings.word_embeddings.weight"
OUTPUT_BIAS = "cls.predictions.bias"
DECODER_WEIGHT = "cls.predictions.decoder.weight"
DECODER_BIAS = "cls.predictions.decoder.bias"
POSITION_IDS = "bert.embeddings.position_ids"
POSITIONS = "bert.embeddings.position_embeddings.weight"
TOKENIZER_FILES = ("vocab.txt", "tokenizer.json", "tokenizer_config.json")
CONFIG_FIELDS_2018 = (
    "attention_probs_dropout_prob",
    "hidden_act",
    "hidden_dropout_prob",
    "hidden_size",
    "initializer_range",
    "intermediate_size",
    "max_position_embeddings",
    "num_attention_heads",
    "num_hidden_layers",
    "type_vocab_size",
    "vocab_size",
)


class UsageError(Exception):
    """Report a mistake in the command line: one line for the user, exit code 2."""


def deduplicated(tensors: Tensors) -> Tensors:
    """Return the tensors as `save_pretrained` writes them today: tied tensors under their first name only."""
    return dict(tensors)


def with_decoder_weight(tensors: Tensors) -> Tensors:
    """Add the tied matrix under its second name. The bias has one name: heads of 2018 had no `decoder.bias`."""
    return {**tensors, DECODER_WEIGHT: tensors[WORD_EMBEDDINGS]}


def with_gamma_and_beta(tensors: Tensors) -> Tensors:
    """Return the names of 2018, with TensorFlow's gamma and beta for LayerNorm's parameters."""
    return {_tensorflow_name(name): tensor for name, tensor in with_decoder_weight(tensors).items()}


def with_position_ids(tensors: Tensors) -> Tensors:
    """Add what was saved from 2020 to 2023: all tied names, and the buffer 0, 1, 2, … of shape (1, positions)."""
    position_ids = torch.arange(len(tensors[POSITIONS])).unsqueeze(0)
    return {**with_decoder_weight(tensors), DECODER_BIAS: tensors[OUTPUT_BIAS], POSITION_IDS: position_ids}


def masked_lm(tensors: Tensors) -> Tensors:
    """Return the tensors of BertForMaskedLM: no pooler and no next-sentence head."""
    absent_prefixes = ("bert.pooler.", "cls.seq_relationship.")
    return {name: tensor for name, tensor in tensors.items() if not name.startswith(absent_prefixes)}


def encoder_without_prefix(tensors: Tensors) -> Tensors:
    """Return the tensors of BertModel under its own names: no heads, and no `bert.` prefix."""
    return {name.removeprefix("bert."): tensor for name, tensor in tensors.items() if name.startswith("bert.")}


def with_untied_decoder(tensors: Tensors) -> Tensors:
    """Return both names of each tied tensor, with different values."""
    return {
        **tensors,
        DECODER_WEIGHT: _with_noise(tensors[WORD_EMBEDDINGS]),
        DECODER_BIAS: _with_noise(tensors[OUTPUT_BIAS]),
    }


def with_decoder_bias_only(tensors: Tensors) -> Tensors:
    """Rename the output bias to its newer name."""
    return {DECODER_BIAS if name == OUTPUT_BIAS else name: tensor for name, tensor in tensors.items()}


def write_safetensors(folder: Path, tensors: Tensors, config: Config) -> None:
    """Write `model.safetensors` and `config.json`."""
    copies = {name: tensor.clone() for name, tensor in tensors.items()}  # save_file refuses tensors that share memory
    save_file(copies, folder / "model.safetensors", {"format": "pt"})
    _write_json(folder / "config.json", config)


def write_bin(folder: Path, tensors: Tensors, config: Config) -> None:
    """Write `pytorch_model.bin`, which stores tensors that share memory once, and `config.json`."""
    torch.save(tensors, folder / "pytorch_model.bin")
    _write_json(folder / "config.json", config)


def write_dump_2018(folder: Path, tensors: Tensors, config: Config) -> None:
    """Write a `.bin`, Google's `bert_config.json` and today's `config.json`."""
    write_bin(folder, tensors, config)
    _write_json(folder / "bert_config.json", {name: config[name] for name in CONFIG_FIELDS_2018})


def write_archive_2018(folder: Path, tensors: Tensors, config: Config) -> None:
    """Write `pydoc-bert.tar.gz` alone, the form that pytorch-pretrained-bert downloaded."""
    write_dump_2018(folder, tensors, config)
    with tarfile.open(folder / "pydoc-bert.tar.gz", "w:gz") as archive:
        for name in ("bert_config.json", "pytorch_model.bin", "vocab.txt"):
            if (folder / name).exists():
                archive.add(folder / name, arcname=name)
    for path in folder.iterdir():
        if path.suffix != ".gz":
            path.unlink()


@dataclass(frozen=True)
class Style:
    """Represent one style: what changes the tensors, what writes them, and changes to pydoc-bert's config.json."""

    description: str
    change: Callable[[Tensors], Tensors]
    write: Callable[[Path, Tensors, Config], None]
    config: Config = field(default_factory=dict)


STYLES: dict[str, Style] = {
    "dump-2018": Style(
        "the first PyTorch dump: LayerNorm.gamma and .beta, decoder.weight, no decoder.bias",
        with_gamma_and_beta,
        write_dump_2018,
    ),
    "archive-2018": Style("the same in a .tar.gz, as the first port read it", with_gamma_and_beta, write_archive_2018),
    "dump-weight-bias": Style("the first dump with LayerNorm.weight and .bias", with_decoder_weight, write_dump_2018),
    "position-ids": Style("saved from 2020 to 2023: all tied names and position_ids", with_position_ids, write_bin),
    "safetensors": Style("saved today: safetensors, tied tensors once", deduplicated, write_safetensors),
    "masked-lm": Style(
        "saved from BertForMaskedLM: no pooler, no next-sentence head",
        masked_lm,
        write_safetensors,
        {"architectures": ["BertForMaskedLM"]},
    ),
    "encoder": Style(
        "saved from BertModel: no heads, no bert. prefix",
        encoder_without_prefix,
        write_safetensors,
        {"architectures": ["BertModel"]},
    ),
    "tied-keys-differ": Style(
        "both names of the tied tensors, different values", with_untied_decoder, write_safetensors
    ),
    "decoder-bias-only": Style("decoder.bias, no predictions.bias", with_decoder_bias_only, write_safetensors),
    "untied": Style(
        "tie_word_embeddings false, and a decoder of its own",
        with_untied_decoder,
        write_safetensors,
        {"tie_word_embeddings": False},
    ),
}


def write_style(name: str, out: Path, source: Path = PYDOC_BERT) -> None:
    """Write the checkpoint in folder `source` to folder `out` in the named style.

    `out` appears complete or not at all. Raise UsageError for an unknown style, an `out` that is not empty, or a
    `source` without weights.
    """
    if name not in STYLES:
        raise UsageError(f"no style is called {name!r}; there are {', '.join(STYLES)}")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out} exists and is not an empty folder")
    if not (source / "model.safetensors").is_file():
        raise UsageError(f"there is no model.safetensors in {source}")
    style = STYLES[name]
    tensors = style.change(load_file(source / "model.safetensors"))
    config = {**json.loads((source / "config.json").read_text(encoding="utf-8")), **style.config}
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as staging:
        folder = Path(staging) / out.name
        folder.mkdir()
        for file in (file for file in TOKENIZER_FILES if (source / file).exists()):
            shutil.copyfile(source / file, folder / file)
        style.write(folder, tensors, config)
        if out.exists():
            out.rmdir()  # a folder can only be renamed to a free name
        folder.rename(out)


def main(arguments: Sequence[str]) -> int:
    """Run the command. Return the exit code: 2 for a user's mistake, reported in one line."""
    parser = argparse.ArgumentParser(description="Writes pydoc-bert in a style of checkpoint found in the wild.")
    parser.add_argument("style", nargs="?", help="one of those that --list names")
    parser.add_argument("out", nargs="?", type=Path, help="folder to write: new or empty")
    parser.add_argument("--list", action="store_true", help="name the styles")
    options = parser.parse_args(arguments)
    if options.list:
        for name, style in STYLES.items():
            print(f"{name:18} {style.description}")
        return 0
    try:
        if options.style is None or options.out is None:
            raise UsageError("give a style and a folder, or --list")
        write_style(options.style, options.out)
    except (UsageError, OSError) as error:
        print(f"checkpoint_styles.py: {error}", file=sys.stderr)
        return 2
    return 0


def _tensorflow_name(name: str) -> str:
    return name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")


def _with_noise(tensor: Tensor) -> Tensor:
    """Add noise of a tenth of the tensor's standard deviation, always the same."""
    generator = torch.Generator(tensor.device).manual_seed(0)
    noise = torch.randn(tensor.shape, generator=generator, device=tensor.device)
    return tensor + 0.1 * tensor.std() * noise


def _write_json(path: Path, content: Config) -> None:
    path.write_text(json.dumps(content, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
