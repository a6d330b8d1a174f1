"""In each of fifteen families all classes have the same names for the encoder, except for a prefix. Each has one output matrix that is an alias, except ViT, which has none. XLM-R and CamemBERT have RoBERTa's names. Without prefix and heads the files of BERT, RoBERTa and some of ELECTRA's look alike."""

import itertools
import logging
import re

import torch
import transformers

scope = "library"

# Sizes that differ from one another, so that a tensor's shape says what it is made of.
_sizes = {"vocab_size": 60013, "hidden_size": 60, "intermediate_size": 131}
_sizes |= {"num_hidden_layers": 3, "num_attention_heads": 4}
_sizes |= {"max_position_embeddings": 263, "type_vocab_size": 5}
_narrow = _sizes | {"embedding_size": 36}
_distil = {"vocab_size": 60013, "dim": 60, "hidden_dim": 131, "n_layers": 3}
_distil |= {"n_heads": 4, "max_position_embeddings": 263}
_gpt2 = {"vocab_size": 60013, "n_embd": 60, "n_layer": 3, "n_head": 4}
_gpt2 |= {"n_positions": 263}
_t5 = {"vocab_size": 60013, "d_model": 60, "d_ff": 131, "num_layers": 3}
_t5 |= {"num_decoder_layers": 4, "num_heads": 4, "d_kv": 17}
_bart = {"vocab_size": 60013, "d_model": 60, "max_position_embeddings": 263}
_bart |= {"encoder_layers": 3, "encoder_attention_heads": 4, "encoder_ffn_dim": 131}
_bart |= {"decoder_layers": 4, "decoder_attention_heads": 4, "decoder_ffn_dim": 137}
_vit = {"hidden_size": 60, "intermediate_size": 131, "num_hidden_layers": 3}
_vit |= {"num_attention_heads": 4, "image_size": 34, "patch_size": 17}
_relative = {"relative_attention": True, "pos_att_type": ["p2c", "c2p"]}
_relative |= {"position_biased_input": False, "type_vocab_size": 0}
_v3 = _relative | {"position_buckets": 32, "norm_rel_ebd": "layer_norm"}
_v3 |= {"share_att_key": True}
_half = {"relative_attention": True, "pos_att_type": ["p2c"]}
_neither = {"pos_att_type": ["p2c", "c2p"], "norm_rel_ebd": "layer_norm"}
_new_head = _sizes | {"legacy": False}
_families = {  # what a configuration calls it: the class's name, and its variants
    "bert": ("Bert", [_sizes]),
    "roberta": ("Roberta", [_sizes]),
    "distilbert": ("DistilBert", [_distil]),
    "albert": ("Albert", [_narrow | {"num_hidden_groups": 2}]),
    "electra": ("Electra", [_narrow, _sizes | {"embedding_size": 60}]),
    "deberta": (
        "Deberta",
        [_narrow, _sizes | _relative, _sizes | _half, _sizes | _neither, _new_head],
    ),
    "deberta-v2": (
        "DebertaV2",
        [
            _narrow,
            *(_sizes | one for one in (_v3, _relative, _half, _neither)),
            _new_head,
        ],
    ),
    "mpnet": ("MPNet", [_sizes]),
    "modernbert": ("ModernBert", [_sizes]),
    "gpt2": ("GPT2", [_gpt2]),
    "t5": ("T5", [_t5, _t5 | {"feed_forward_proj": "gated-gelu"}]),
    "bart": ("Bart", [_bart]),
    "longformer": ("Longformer", [_sizes | {"attention_window": 8}]),
    "layoutlm": ("LayoutLM", [_sizes]),
    "vit": ("ViT", [_vit]),
}
# What a configuration must say for a class to have a name: a part of the name, and the
# conditions. Held below to each variant.
_wide = "embedding_size differs from hidden_size"
_relative_is_on = "relative_attention is true"
_deberta_has = {
    "embeddings.embed_proj.": _wide,
    "embeddings.position_embeddings.": "position_biased_input is true",
    "embeddings.token_type_embeddings.": "type_vocab_size is not 0",
    "encoder.rel_embeddings.": _relative_is_on,
    "cls.predictions.": "legacy is true",
    "lm_predictions.": "legacy is false",
}
_c2p = f"{_relative_is_on} and pos_att_type has c2p"
_p2c = f"{_relative_is_on} and pos_att_type has p2c"
_own_key = "share_att_key is false"
_only_if = {
    "electra": {"embeddings_project.": _wide},
    "deberta": _deberta_has | {"self.pos_proj.": _c2p, "self.pos_q_proj.": _p2c},
    "deberta-v2": _deberta_has
    | {"encoder.LayerNorm.": "norm_rel_ebd has layer_norm"}
    | {"self.pos_key_proj.": f"{_c2p} and {_own_key}"}
    | {"self.pos_query_proj.": f"{_p2c} and {_own_key}"},
    "t5": {
        "DenseReluDense.wi.": "feed_forward_proj has not gated",
        "DenseReluDense.wi_": "feed_forward_proj has gated",
    },
}
_unsaid = {"embedding_size": "hidden_size", "norm_rel_ebd": "none"}
_unsaid |= {"share_att_key": False}
_like_roberta = {"xlm-roberta": "XLMRoberta", "camembert": "Camembert"}
# Sizes of published files, from each one's own config.json on the hub, and the file's
# name. ELECTRA's masked-LM head is the generator's, which is narrower.
_base = {"vocab_size": 30522, "hidden_size": 768, "intermediate_size": 3072}
_base |= {"num_hidden_layers": 12, "num_attention_heads": 12}
_base |= {"max_position_embeddings": 512}
_longer = {"max_position_embeddings": 514, "type_vocab_size": 1}
_generator = {"hidden_size": 256, "num_attention_heads": 4, "intermediate_size": 1024}
_published = {
    "bert": ("bert-base-uncased", _base),
    "roberta": ("roberta-base", _base | _longer | {"vocab_size": 50265}),
    "distilbert": (
        "distilbert-base-uncased",
        {"n_layers": 6, "n_heads": 12, "dim": 768, "hidden_dim": 3072},
    ),
    "albert": ("albert-base-v2", _base | {"vocab_size": 30000, "embedding_size": 128}),
    "electra": ("electra-base", _base | {"embedding_size": 768}),
    "electra ForMaskedLM": ("", _base | {"embedding_size": 768} | _generator),
}
# The first that has a name says what it belongs to.
_heads = {
    "Model": "encoder",
    "ForMaskedLM": "MLM head",
    "ForPreTraining": "pre-training head",
    "LMHeadModel": "LM head",
    "ForConditionalGeneration": "LM head",
    "ForCausalLM": "LM head",
}
_tasks = ["NextSentencePrediction", "SequenceClassification", "TokenClassification"]
_tasks += ["QuestionAnswering", "MultipleChoice", "ImageClassification"]
_heads |= {f"For{task}": "task layer" for task in _tasks}
_no_whole = ("T5ForTokenClassification", "BartForCausalLM")  # one half of the model
_named = {"seq_relationship": "NSP head", "sop_classifier": "SOP head"}
_named |= {"discriminator": "discriminator head", "pooler": "pooler"}


def role_of(key, suffix):
    found = [role for word, role in _named.items() if word in key]
    if suffix in ("Model", "ForPreTraining") and found:
        return found[0]
    return _heads[suffix]


def in_words(number, sizes):
    """The field of the configuration that a length comes from, if it does."""
    for times in (1, 2, 3):
        for field, size in sizes.items():
            if type(size) is int and size > 4 and size * times == number:
                return field if times == 1 else f"{times} {field}"
    return str(number)


def condition_of(model_type, key):
    """What a configuration must say for a class to have the name; "" if nothing."""
    parts = _only_if.get(model_type, {}).items()
    return " and ".join(condition for part, condition in parts if part in key)


def value_in(config, field):
    """A field's value in plain words; what a class takes where it says none."""
    value = getattr(config, field, _unsaid.get(field))
    value = getattr(config, value) if value == "hidden_size" else value
    return str("none" if value is None else value).lower()


def holds(condition, config):
    """Whether a configuration says what the conditions ask for."""
    for one in filter(None, condition.split(" and ")):
        field, words = one.split(" ", 1)
        value, asked = value_in(config, field), words.rpartition(" ")[2]
        yes = {
            "is": value == asked,
            "is not": value != asked,
            "has": asked in value,
            "has not": asked not in value,
            "differs from": value != value_in(config, asked),
        }
        if not yes[words.rpartition(" ")[0]]:
            return False
    return True


def names_in(class_, config, sizes):
    """Each name once, layers as one: shape, number of layers, source, module, size."""
    with torch.device("meta"):
        model = class_(config)
    first_name, rows = {}, {}  # of each Parameter; a second name is an alias
    saved = model.state_dict(keep_vars=True)
    saved |= dict(model.named_buffers())
    prefix = model.base_model_prefix + "."
    # Some classes make their head first: what the base holds is never the second name.
    for key in sorted(saved, key=lambda key: not key.startswith(prefix)):
        tensor = saved[key]
        source = first_name.setdefault(id(tensor), key)
        kind = "alias" if source != key else "parameter"
        kind = kind if isinstance(tensor, torch.nn.Parameter) else "buffer"
        short = re.sub(r"\.\d+\.", ".N.", key, count=1)
        row = rows.setdefault(short, {"kind": kind, "layers": 0})
        row["layers"] += short != key
        row["alias_of"] = source if kind == "alias" else ""
        row["shape"] = [in_words(number, sizes) for number in tensor.shape]
        row["module"] = type(model.get_submodule(key.rpartition(".")[0])).__name__
        row["published"] = str(tuple(tensor.shape))
    lengths = {sizes[one]: one for one in sizes if "layer" in one or "groups" in one}
    for row in rows.values():
        count = row["layers"]
        row["layers"] = lengths.get(count, str(count)) if count else ""
        if count > 1 and count not in lengths:  # some layers have it, others do not
            row["kind"] = "optional"
    return prefix, rows


def published_shapes(class_, model_type, ending):
    """The shapes of a published file's names, where its sizes are listed."""
    known = _published.get(f"{model_type} {ending}", _published.get(model_type))
    if known is None:
        return {}
    config = transformers.AutoConfig.for_model(model_type, **known[1])
    prefix, rows = names_in(class_, config, {})
    return {key.removeprefix(prefix): row["published"] for key, row in rows.items()}


def mark_optional(table, keys_of):
    """Holds the conditions to each variant's class, and marks the encoder's."""
    every = set.union(*(keys for _, keys in keys_of))
    for config, keys in keys_of:
        wanted = {key for key in every if holds(table[key]["only_if"], config)}
        assert keys == wanted, (config.model_type, sorted(keys ^ wanted))
    for key in every - set.intersection(*(keys for _, keys in keys_of)):
        if table[key]["role"] == "encoder":
            table[key]["kind"] = "optional"


def table_of(model_type, name, variants):
    """All names of a family's classes, each without the prefix of the encoder."""
    table, endings = {}, []
    for ending in _heads:
        class_ = getattr(transformers, name + ending, None)
        if class_ is None or name + ending in _no_whole:
            continue
        endings.append(ending)
        shapes, keys_of = published_shapes(class_, model_type, ending), []
        for sizes in variants:
            config = transformers.AutoConfig.for_model(model_type, **sizes)
            prefix, rows = names_in(class_, config, sizes)
            rows = {key.removeprefix(prefix): row for key, row in rows.items()}
            keys_of.append((config, {*rows}))
            for key, row in rows.items():
                row["alias_of"] = row["alias_of"].removeprefix(prefix)
                row["published"] = ""
                row = {"key": key, "role": role_of(key, ending)} | row
                row |= {"only_if": condition_of(model_type, key), "classes": []}
                row = table.setdefault(key, row)
                row["published"] = row["published"] or shapes.get(key, "")
                if ending not in row["classes"]:
                    row["classes"].append(ending)
        mark_optional(table, keys_of)
    for row in table.values():
        if row["role"] == "encoder":
            assert row["classes"] == endings, f"{row['key']} is in {row['classes']}"
        row["classes"] = (
            "all" if row["classes"] == endings else " ".join(row["classes"])
        )
    return prefix, endings, list(table.values())


logging.getLogger("transformers").setLevel(logging.ERROR)
families, defaults, _tables = [], [], {}
for _type, (_name, _variants) in _families.items():
    _prefix, _endings, _tables[_type] = table_of(_type, _name, _variants)
    _config = transformers.AutoConfig.for_model(_type)
    _row = {"family": _type, "name": _name, "prefix": _prefix}
    _pad = getattr(_config, "pad_token_id", None)
    _tied = getattr(_config, "tie_word_embeddings", False)
    _row |= {"tied": _tied, "pad": "none" if _pad is None else _pad}
    _row["published"] = _published.get(_type, [""])[0]
    families.append(_row | {"classes": " ".join(_endings)})
    _words = " and ".join(row["only_if"] for row in _tables[_type]).split(" and ")
    for _field in sorted({one.split(" ")[0] for one in _words if one}):
        _value = getattr(_config, _field, _unsaid.get(_field))
        _value = "none" if _value is None else _value
        defaults.append({"family": _type, "field": _field, "value": _value})
    _roles = sorted({row["role"] for row in _tables[_type]} - {"encoder"})
    print(f"{_type:11} {len(_tables[_type]):3} names; encoder, {', '.join(_roles)}")
bert, roberta, distilbert, albert, electra = list(_tables.values())[:5]
deberta, deberta_v2, mpnet, modernbert, gpt2, t5 = list(_tables.values())[5:11]
bart, longformer, layoutlm, vit = list(_tables.values())[11:]

same_names = []
for _type, _name in _like_roberta.items():
    _prefix, _endings, _table = table_of(_type, _name, [_sizes])
    _pairs = [{(r["key"], r["alias_of"]) for r in rows} for rows in (_table, roberta)]
    same_names.append({"family": _type, "name": _name, "as": "roberta"})
    same_names[-1] |= {"prefix": _prefix, "classes": " ".join(_endings)}
    print(f"{_type}: {len(_pairs[0] ^ _pairs[1])} names are others than RoBERTa's")
    assert _pairs[0] == _pairs[1], _pairs[0] ^ _pairs[1]

_encoders = {
    one: {
        row["key"]
        for row in table
        if row["role"] == "encoder" and row["kind"] == "parameter"
    }
    for one, table in _tables.items()
}
look_alike = [
    f"{one} {other}"
    for one, other in itertools.combinations(_encoders, 2)
    if _encoders[one] == _encoders[other]
]
print("the same names in the encoder:", look_alike)
assert look_alike == ["bert roberta", "bert electra", "roberta electra"], look_alike
for one, _table in _tables.items():
    _matrix = [row for row in _table if row["alias_of"] and "head" in row["role"]]
    _matrix = [row["key"] for row in _matrix if row["key"].endswith("weight")]
    assert len(_matrix) == (one != "vit"), f"{one}: aliases of a matrix: {_matrix}"
_optional = {
    one: {row["key"].split(".")[-2] for row in table if row["kind"] == "optional"}
    for one, table in _tables.items()
}
_relative_only = {"position_embeddings", "token_type_embeddings", "rel_embeddings"}
_deberta = {"pos_proj", "pos_q_proj", "embed_proj"} | _relative_only
assert _optional["deberta"] == _deberta, _optional["deberta"]
_deberta_v2 = {"LayerNorm", "embed_proj", "pos_key_proj", "pos_query_proj"}
assert _optional["deberta-v2"] == _deberta_v2 | _relative_only, _optional
_heads_of = {row["only_if"] for row in deberta_v2 if row["role"] == "MLM head"}
assert _heads_of == {"legacy is true", "legacy is false"}, _heads_of
_legacy = [row["value"] for row in defaults if row["field"] == "legacy"]
assert _legacy == [True, True], f"legacy where nothing is said: {_legacy}"
_buffers = {row["key"] for row in bert if row["kind"] == "buffer"}
assert _buffers == {f"embeddings.{x}_ids" for x in ("position", "token_type")}, _buffers
_words = next(row for row in bert if row["key"] == "embeddings.word_embeddings.weight")
assert _words["shape"] == ["vocab_size", "hidden_size"], _words["shape"]
_q = "decoder.block.N.layer.1.EncDecAttention.q.weight"
assert _q in {row["key"] for row in t5}, "T5's layers have two numbers"
_without_pad = [row["family"] for row in families if row["pad"] == "none"]
assert _without_pad == ["gpt2", "vit"], f"no pad token: {_without_pad}"
_known = [row["family"] for row in families if row["published"]]
assert _known == [one for one in _published if one in _families], _known
