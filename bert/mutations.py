"""Small changes that only programs with models have: another class, another special token, a flag, fresh weights."""

import ast
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from explainer.mutate.operators import Change, Operator, Program

SEED = 20
MODEL = re.compile(r"[A-Z]\w*(Model|For[A-Z]\w*)")  # what transformers calls the classes of models
TOKEN = re.compile(r"\[(CLS|SEP|MASK|PAD|UNK)\]")
FLAGS = ("tie_word_embeddings", "add_pooling_layer", "is_decoder")  # each decides which parameters a model has
READS_WEIGHTS = re.compile(r"(?<!Tokenizer)(?<!TokenizerFast)(?<!Config)\.from_pretrained\(|\b(load_file|pipeline)\(")


def other_class(node: ast.AST, program: Program) -> Iterator[Change]:
    """Give another one of the classes of models that the program uses, where a model is made or loaded."""
    match node, program.parent.get(id(node)):
        case ast.Name(id=name), ast.Call(func=made) | ast.Attribute(value=made, attr="from_pretrained"):
            used = [one.id for one in program.nodes if isinstance(one, ast.Name) and MODEL.fullmatch(one.id)]
            others = [other for other in used if other != name]
            if made is node and name in used and others:
                yield f"{name} → {others[0]}", ast.Name(others[0], ast.Load())


def other_token(node: ast.AST, program: Program) -> Iterator[Change]:
    """Give another special token, where one is the whole text; in a list it may be a label."""
    if not isinstance(node, ast.Constant) or isinstance(program.parent[id(node)], ast.Dict | ast.List):
        return
    if isinstance(node.value, str) and TOKEN.fullmatch(node.value):
        other = "[CLS]" if node.value == "[SEP]" else "[SEP]"
        yield f"{node.value} → {other}", ast.Constant(other)


def other_flag(node: ast.AST, program: Program) -> Iterator[Change]:
    """Turn a flag of a configuration or of a model round."""
    if isinstance(node, ast.Constant) and isinstance(node.value, bool) and _name_of(node, program) in FLAGS:
        yield f"{node.value} → {not node.value}", ast.Constant(not node.value)


def _name_of(value: ast.AST, program: Program) -> str:
    """Return the name under which a value is given: as an argument, an attribute, or an entry of a mapping."""
    match program.parent[id(value)]:
        case ast.keyword(arg=str(name)) | ast.Assign(targets=[ast.Attribute(attr=name)]):
            return name
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            return next((str(key.value) for key, one in pairs if one is value and isinstance(key, ast.Constant)), "")
    return ""


def untrained(node: ast.AST, program: Program) -> Iterator[Change]:
    """Give fresh weights for each file of a claim about a checkpoint; one about the library holds with any."""
    about_a_file = program.snippet.scope == "checkpoint" and READS_WEIGHTS.search(program.snippet.source)
    if node is program.tree and about_a_file:
        first = f"import {__name__} as _mutate\n_mutate.read_fresh_weights()"
        yield "fresh weights in place of the file's", program.with_first(first)


def read_fresh_weights() -> None:
    """From now on every file of weights gives fresh ones; a changed program calls this.

    What the program itself saved into a temporary folder it gets as it is.
    """
    import safetensors.torch
    import torch
    from transformers import PreTrainedModel

    temporary, root = Path(tempfile.gettempdir()).resolve(), Path.cwd().resolve()
    from_file, from_pretrained = safetensors.torch.load_file, PreTrainedModel.from_pretrained.__func__

    def is_own(place: Any) -> bool:
        path = Path(place).resolve()
        return path.is_relative_to(temporary) and not path.is_relative_to(root)  # the root may be temporary itself

    def fresh_file(file: Any, *args: Any, **options: Any) -> Any:
        tensors = from_file(file, *args, **options)
        for tensor in () if is_own(file) else tensors.values():
            if tensor.is_floating_point():
                tensor.normal_(std=0.02, generator=torch.Generator().manual_seed(SEED))
        return tensors

    def fresh_model(cls: Any, name: Any, *args: Any, **options: Any) -> Any:
        made = from_pretrained(cls, name, *args, **options)
        if not is_own(name):
            _start_again(made[0] if isinstance(made, tuple) else made)
        return made

    safetensors.torch.load_file = fresh_file
    PreTrainedModel.from_pretrained = classmethod(fresh_model)


def _start_again(model: Any) -> None:
    """Give a model the parameters of an untrained one of its class, in place: what is shared stays shared."""
    import torch

    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(SEED)
        new = dict(type(model)(model.config).named_parameters(remove_duplicate=False))
        for name, parameter in model.named_parameters():
            parameter.copy_(new[name])


OPERATORS: tuple[Operator, ...] = (untrained, other_class, other_token, other_flag)
