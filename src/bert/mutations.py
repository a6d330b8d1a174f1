"""Mutate programs that use models: another class, another special token, a flag, untrained weights."""

import ast
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from explainer.mutate.operators import Operator, Program, Replacement

FRESH_WEIGHTS_SEED = 20
MODEL_CLASS = re.compile(r"[A-Z]\w*(Model|For[A-Z]\w*)")  # as transformers names them
SPECIAL_TOKEN = re.compile(r"\[(CLS|SEP|MASK|PAD|UNK)\]")
FLAGS = ("tie_word_embeddings", "add_pooling_layer", "is_decoder")  # each decides which parameters a model has
READS_WEIGHTS = re.compile(r"(?<!Tokenizer)(?<!TokenizerFast)(?<!Config)\.from_pretrained\(|\b(load_file|pipeline)\(")


def other_class(node: ast.AST, program: Program) -> Iterator[Replacement]:
    """Yield a change of the class where a model is made or loaded, to another model class that the program names."""
    match node, program.parent_by_id.get(id(node)):
        case ast.Name(id=name), ast.Call(func=used) | ast.Attribute(value=used, attr="from_pretrained"):
            names = [item.id for item in program.nodes if isinstance(item, ast.Name) and MODEL_CLASS.fullmatch(item.id)]
            alternatives = [alternative for alternative in names if alternative != name]
            if used is node and name in names and alternatives:
                yield f"{name} → {alternatives[0]}", ast.Name(alternatives[0], ast.Load())


def other_token(node: ast.AST, program: Program) -> Iterator[Replacement]:
    """Yield another special token for a text that is one. In a list or dict it may be only a label, so these stay."""
    if not isinstance(node, ast.Constant) or isinstance(program.parent_by_id[id(node)], ast.Dict | ast.List):
        return
    if isinstance(node.value, str) and SPECIAL_TOKEN.fullmatch(node.value):
        token = "[CLS]" if node.value == "[SEP]" else "[SEP]"
        yield f"{node.value} → {token}", ast.Constant(token)


def other_flag(node: ast.AST, program: Program) -> Iterator[Replacement]:
    """Yield the opposite of a value of one of the FLAGS of a config or a model."""
    if isinstance(node, ast.Constant) and isinstance(node.value, bool) and _name_of(node, program) in FLAGS:
        yield f"{node.value} → {not node.value}", ast.Constant(not node.value)


def _name_of(value: ast.AST, program: Program) -> str:
    """Return the name that gets a value: a keyword argument, an attribute or a dict key. "" if there is none."""
    match program.parent_by_id[id(value)]:
        case ast.keyword(arg=str(name)) | ast.Assign(targets=[ast.Attribute(attr=name)]):
            return name
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            return next((str(key.value) for key, item in pairs if item is value and isinstance(key, ast.Constant)), "")
    return ""


def untrained(node: ast.AST, program: Program) -> Iterator[Replacement]:
    """Yield the program with untrained weights in place of every file's, for a claim about a checkpoint.

    A claim about the library holds with any weights, so it gets no such change.
    """
    about_a_file = program.snippet.scope == "checkpoint" and READS_WEIGHTS.search(program.snippet.source)
    if node is program.tree and about_a_file:
        statements = f"import {__name__} as _mutate\n_mutate.read_fresh_weights()"
        yield "fresh weights in place of the file's", program.with_preamble(statements)


def read_fresh_weights() -> None:
    """Make `load_file` and `from_pretrained` return untrained weights in this process; a changed program calls this.

    Files that the program itself saved into a temporary folder are loaded as they are.
    """
    import safetensors.torch
    import torch
    from transformers import PreTrainedModel

    temporary, root = Path(tempfile.gettempdir()).resolve(), Path.cwd().resolve()
    load_file, from_pretrained = safetensors.torch.load_file, PreTrainedModel.from_pretrained.__func__

    def is_saved_by_program(name: Any) -> bool:
        path = Path(name).resolve()  # the name of a model on the hub becomes a path below the root
        return path.is_relative_to(temporary) and not path.is_relative_to(root)  # tests have a root that is temporary

    def load_fresh_file(file: Any, *args: Any, **options: Any) -> Any:
        tensors = load_file(file, *args, **options)
        for tensor in () if is_saved_by_program(file) else tensors.values():
            if tensor.is_floating_point():
                tensor.normal_(std=0.02, generator=torch.Generator().manual_seed(FRESH_WEIGHTS_SEED))
        return tensors

    def load_fresh_model(cls: Any, name: Any, *args: Any, **options: Any) -> Any:
        loaded = from_pretrained(cls, name, *args, **options)
        if not is_saved_by_program(name):  # a tuple if the program asks for `output_loading_info`
            _reinitialise(loaded[0] if isinstance(loaded, tuple) else loaded)
        return loaded

    safetensors.torch.load_file = load_fresh_file
    PreTrainedModel.from_pretrained = classmethod(load_fresh_model)


def _reinitialise(model: Any) -> None:
    """Copy the parameters of an untrained model of the same class and config into this one. Ties stay."""
    import torch

    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(FRESH_WEIGHTS_SEED)
        fresh = dict(type(model)(model.config).named_parameters(remove_duplicate=False))
        for name, parameter in model.named_parameters():
            parameter.copy_(fresh[name])


OPERATORS: tuple[Operator, ...] = (untrained, other_class, other_token, other_flag)
