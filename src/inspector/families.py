"""Find the family that the names in a file belong to, by the recorded names of each family's classes."""

import json
import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from inspector.data import InspectorError

# The table of names. The build writes it from what a snippet recorded; pyproject.toml says where a package has it.
INSTALLED_NAMES_FILE = Path(__file__).resolve().with_name("names") / "names.json"
NAMES_FILE_IN_CLONE = Path(__file__).resolve().parents[2] / "docs" / "artifacts" / "families" / "names.json"
NAMES_FILE = INSTALLED_NAMES_FILE if INSTALLED_NAMES_FILE.is_file() else NAMES_FILE_IN_CLONE
NAMES_SCHEMA = 1
TASK_LAYER, LABELS_FIELD = "task layer", "num_labels"
MAX_LAYER_DIGITS = 6
# Lengths that the table has as numbers, since no field of the measured configuration has that size: what they are.
LENGTHS: dict[str, dict[str, str]] = {
    "bart": {"265": "max_position_embeddings + 2"},
    "gpt2": {"240": "n_inner"},
    "layoutlm": {"1024": "max_2d_position_embeddings"},
    "mpnet": {"32": "relative_attention_num_buckets", "4": "num_attention_heads"},
    "t5": {"68": "num_heads × d_kv", "32": "relative_attention_num_buckets", "4": "num_heads"},
}
# What a class takes where a configuration does not say it: a number, or a field.
MORE_DEFAULTS: dict[str, dict[str, Any]] = {
    "bart": {"max_position_embeddings": 1024},
    "gpt2": {"n_inner": "4 n_embd"},
    "layoutlm": {"max_2d_position_embeddings": 1024},
    "mpnet": {"relative_attention_num_buckets": 32},
    "t5": {"relative_attention_num_buckets": 32, "num_heads": 8, "d_kv": 64},
}
TIED_WHATEVER_IS_SAID = ("t5",)  # the configuration's class overwrites tie_word_embeddings
FIRST_LAYERS = {"layers.N.attn_norm.weight": 1}  # of ModernBERT, whose first layer has none
# A bias of the keys adds the same to all scores of a query, and the softmax does not see it.
HARMLESS_BIAS = re.compile(r"\.(self\.key|attention\.key|k_lin|attn\.k|k_proj)\.bias$")
KEY_BIAS_MATTERS = ("deberta", "deberta-v2", "longformer")  # the key is used in more than one product there
# Fields that give a class other names or none, and the values that the table was measured with ("": of any family).
ACTIVATIONS = (
    "gelu", "gelu_10", "gelu_accurate", "gelu_fast", "gelu_new", "gelu_python", "gelu_python_tanh",
    "gelu_pytorch_tanh", "hardswish", "laplace", "leaky_relu", "linear", "mish", "prelu", "quick_gelu", "relu", "relu2",
    "relu6", "sigmoid", "silu", "sqrtsoftplus", "swish", "tanh", "xielu",
)  # fmt: skip
ACTIVATION_FIELDS = ("hidden_act", "hidden_activation", "activation", "activation_function", "dense_act_fn")
MEASURED_WITH: dict[str, dict[str, tuple[Any, ...]]] = {
    "": {"add_cross_attention": (False,), **dict.fromkeys(ACTIVATION_FIELDS, ACTIVATIONS)},
    "albert": {"inner_group_num": (1,)},
    "gpt2": {"summary_activation": ACTIVATIONS},
    "modernbert": {
        **dict.fromkeys(("attention_bias", "mlp_bias", "norm_bias", "classifier_bias"), (False,)),
        "decoder_bias": (True,), "classifier_pooling": ("cls", "mean"),
    },
}  # fmt: skip
# A class raises an error where the first does not divide the second.
HEADS_AND_WIDTHS = (
    ("num_attention_heads", "hidden_size"), ("n_heads", "dim"), ("n_head", "n_embd"),
    ("encoder_attention_heads", "d_model"), ("decoder_attention_heads", "d_model"),
)  # fmt: skip
LISTS_OF_LAYERS = ("attention_window", "layer_types")  # fields with an entry for each layer
WITHOUT_POOLER_SWITCH = ("layoutlm",)  # whose base class has no add_pooling_layer
PRE_TRAINED_PARTS = (  # parts that pre-training trains, in a report's order
    "encoder", "pooler", "MLM head", "LM head", "output matrix", "output bias", "NSP head", "SOP head",
    "discriminator head",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spelling:
    """Hold how files of 2018 spell the names of some parameters. Both fields are read from the table of names."""

    renamed: dict[str, str]  # a name's last word, then and today: gamma → weight, beta → bias
    renamed_in: str  # a module has such names if its own name contains this, in any case: norm

    def modernise(self, key: str) -> str:
        """Return a key as classes of today spell it."""
        before, _, last = key.rpartition(".")
        if last in self.renamed and self.renamed_in in before.rpartition(".")[2].lower():
            return f"{before}.{self.renamed[last]}"
        return key


# Field; operator: is, is not, has, has not, differs from; value, or for "differs from" another field.
Condition: TypeAlias = tuple[str, str, Any]


@dataclass(frozen=True, slots=True)
class KnownName:
    """Represent one name that a family's classes have, without the prefix. One entry stands for all layers."""

    key: str  # with N for a layer's number
    part: str  # of the model: encoder, pooler, MLM head, …, task layer
    kind: str  # parameter, alias, buffer; optional: only some layers have it
    layers: str  # how many: a field of the configuration, a number, or "" for a name outside the layers
    alias_of: str  # the key of the parameter that this is another name of, or ""
    shape: tuple[str, ...]  # fields of the configuration, "3 hidden_size", or numbers
    class_endings: tuple[str, ...]  # of the classes that have it: "ForMaskedLM"
    conditions: tuple[Condition, ...] = ()  # a class has the name only if its configuration meets all
    first_layer: int = 0  # that has the name


@dataclass(frozen=True)
class Family:
    """Hold what is known of one family of models."""

    model_type: str  # as in a configuration: "bert"
    name: str  # as its classes begin: "Bert"
    prefix: str  # before the encoder's names, except in files of the encoder alone: "bert."
    tied_by_default: bool
    pad_id: int | None  # of [PAD]
    class_endings: tuple[str, ...]  # of its classes' names: "ForMaskedLM"
    known_names: dict[str, KnownName]  # by key
    spelling: Spelling
    defaults: dict[str, Any]  # of fields in conditions, which a class takes if its configuration has no such field

    @cached_property
    def word_embedding_key(self) -> str:
        """Return the key of the word embedding; "" for a family without words."""
        keys = (
            known_name.key
            for known_name in self.known_names.values()
            if known_name.shape[:1] == ("vocab_size",) and known_name.kind == "parameter"
        )
        return next(keys, "")

    def is_harmless(self, key: str) -> bool:
        """Return whether a parameter changes no output, so that nothing is lost where a file lacks it."""
        return self.model_type not in KEY_BIAS_MATTERS and bool(HARMLESS_BIAS.search(key))

    @cached_property
    def required_keys(self) -> set[str]:
        """Return the keys that every file with the encoder has."""
        known_names = self.known_names.values()
        return {
            known_name.key
            for known_name in known_names
            if known_name.part == "encoder" and known_name.kind == "parameter" and not known_name.conditions
        }

    def head_alias(self, ending: str) -> KnownName | None:
        """Return the head's `weight` (the output matrix) or `bias` if it is another name of a parameter, or None."""
        aliases = (
            known_name
            for known_name in self.known_names.values()
            if known_name.kind == "alias" and known_name.part.endswith("head")
        )
        return next((alias for alias in aliases if alias.key.endswith(ending)), None)


@dataclass(frozen=True, slots=True)
class MatchedName:
    """Hold one tensor's name, and which of the family's names it is."""

    tensor_name: str  # in FileContents.tensors: the file's, or of TensorFlow's index as PyTorch spells it
    key: str  # without wrapper and prefix, in today's spelling, with the layer's number
    known_name: KnownName
    layer: int  # -1: none
    has_prefix: bool
    has_old_spelling: bool  # gamma or beta


@dataclass(frozen=True)
class FamilyMatch:
    """Hold how a file's names fit a family."""

    family: Family
    wrapper: str  # what stands before all names and belongs to no class: "module."
    matched_by_key: dict[str, MatchedName]
    unknown_names: tuple[str, ...]  # names of the file that no class of the family has
    duplicate_names: tuple[tuple[str, str], ...] = ()  # pairs of names that a class would take for the same
    equally_good_types: tuple[str, ...] = ()  # model types of further families that fit as well

    @property
    def missing_keys(self) -> set[str]:
        """Return the encoder's keys, with N for layers, that the file has in no layer."""
        return self.family.required_keys - {entry.known_name.key for entry in self.matched_by_key.values()}


def read_families(path: Path = NAMES_FILE) -> tuple[Family, ...]:
    """Return the families of the recorded table. Raise InspectorError if it is missing or of another form."""
    try:
        table = json.loads(path.read_bytes())
        if table["schema"] != NAMES_SCHEMA:
            raise ValueError
        spelling = Spelling(**table["spelling"])
        return tuple(_parse_family(entry, table["columns"], spelling) for entry in table["families"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise InspectorError(
            f"{path.name}: the names of the families are not there, or not in the form that this version reads; "
            "run: python build_artifacts.py names_of_families"
        ) from None


def _parse_family(entry: dict[str, Any], columns: list[str], spelling: Spelling) -> Family:
    lengths = LENGTHS.get(entry["family"], {})
    names = (_parse_name(dict(zip(columns, cells, strict=True)), entry["classes"], lengths) for cells in entry["names"])
    known_names = {known_name.key: known_name for known_name in names}
    defaults = {**entry["defaults"], **MORE_DEFAULTS.get(entry["family"], {})}
    return Family(
        entry["family"], entry["name"], entry["prefix"], entry["tied"], entry["pad"], tuple(entry["classes"]),
        known_names, spelling, defaults,
    )  # fmt: skip


def _parse_name(row: dict[str, Any], class_endings: list[str], lengths: dict[str, str]) -> KnownName:
    """Return a name from its row of the table, column → cell; `class_endings` are those of all the family's classes."""
    if first_layer := FIRST_LAYERS.get(row["key"], 0):
        row = {**row, "kind": "parameter", "layers": "num_hidden_layers"}
    classes = class_endings if row["classes"] == "all" else row["classes"].split()
    # The table was measured with two labels, so in a task layer a length of 2 is the number of labels.
    labels = {"2": LABELS_FIELD, "3": LABELS_FIELD} if row["part"] == TASK_LAYER else {}  # BART's default has three
    shape = tuple({**lengths, **labels}.get(length, length) for length in row["shape"])
    conditions = tuple((field, operator, value) for field, operator, value in row["only_if"])
    return KnownName(
        row["key"], row["part"], row["kind"], row["layers"], row["alias_of"], shape, tuple(classes), conditions,
        first_layer,
    )  # fmt: skip


def best_match(names: list[str], families: tuple[Family, ...], config_type: str) -> FamilyMatch | None:
    """Return the family that the names fit best, or None if they fit none. `config_type` decides between equals."""
    candidates = [
        family
        for family in families
        if family.word_embedding_key and any(name.endswith(family.word_embedding_key) for name in names)
    ]
    fitting = [match for match in (_match_names(names, family) for family in candidates) if _fits(match, len(names))]
    if not fitting:
        return None
    best = max(
        fitting,
        key=lambda match: (*_rank(match), match.family.model_type == config_type, -families.index(match.family)),
    )
    equals = tuple(match.family.model_type for match in fitting if match is not best and _rank(match) == _rank(best))
    return replace(best, equally_good_types=equals)


def _rank(match: FamilyMatch) -> tuple[int, int, int]:
    """Return a sort key, the best match largest: most names, then the shortest wrapper, then the fewest missing."""
    return len(match.matched_by_key), -len(match.wrapper), -len(match.missing_keys)


def _fits(match: FamilyMatch, name_count: int) -> bool:
    """Return whether a file is the family's: it has the word embedding, and most names of file and encoder match."""
    required_keys = match.family.required_keys
    wrapped = sum(entry.tensor_name.startswith(match.wrapper) for entry in match.matched_by_key.values())
    if match.wrapper and wrapped < 0.9 * name_count:  # a part of a larger model: an encoder beside a decoder, say
        return False
    # A few layers or a head of somebody's own may be missing or added; another model may not.
    enough = 2 * len(match.matched_by_key) >= name_count and len(match.missing_keys) <= 0.4 * len(required_keys)
    return match.family.word_embedding_key in match.matched_by_key and enough


def _match_names(names: list[str], family: Family) -> FamilyMatch:
    """Return how the names fit one family, however badly."""
    wrapper = _find_wrapper(names, family)
    matched: dict[str, MatchedName] = {}
    unknown, duplicates = [], []
    for name in names:
        parsed = match_name(name, wrapper, family)
        if parsed is None:
            unknown.append(name)
        elif parsed.key in matched:
            duplicates.append((matched[parsed.key].tensor_name, name))
        else:
            matched[parsed.key] = parsed
    return FamilyMatch(family, wrapper, matched, tuple(unknown), tuple(duplicates))


def _find_wrapper(names: list[str], family: Family) -> str:
    """Return what stands before the word embedding's name, besides the family's own prefix; the shortest of several."""
    wrappers = []
    for name in names:
        if name.endswith(family.word_embedding_key):
            before = name.removesuffix(family.word_embedding_key).removesuffix(family.prefix)
            if before == "" or before.endswith("."):
                wrappers.append(before)
    return min(wrappers, key=len, default="")


def match_name(name: str, wrapper: str, family: Family) -> MatchedName | None:
    """Return which of the family's names a file's name is, or None if no class has it."""
    if not name.startswith(wrapper):
        return None
    key = name.removeprefix(wrapper)
    has_prefix = key.startswith(family.prefix)
    key = key.removeprefix(family.prefix)
    modern_key = family.spelling.modernise(key)
    numberless_key, layer = _split_layer(modern_key)
    # The key as it is, for names with a number that is no layer's.
    known_name = family.known_names.get(numberless_key) or family.known_names.get(modern_key)
    # Heads lie outside the base model: behind its prefix no class looks for them.
    if known_name is None or (has_prefix and known_name.part not in ("encoder", "pooler")):
        return None
    layer = layer if known_name.key == numberless_key else -1
    if 0 <= layer < known_name.first_layer:
        return None
    return MatchedName(name, modern_key, known_name, layer, has_prefix, modern_key != key)


def _split_layer(key: str) -> tuple[str, int]:
    """Return a key with N for its first number between dots, and that number; -1 if there is none."""
    parts = key.split(".")
    for index, part in enumerate(parts[1:-1], 1):
        if part.isdecimal() and part.isascii() and len(part) <= MAX_LAYER_DIGITS:
            return ".".join([*parts[:index], "N", *parts[index + 1 :]]), int(part)
    return key, -1
