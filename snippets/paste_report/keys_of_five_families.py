"""In five families of BERT's kind the output matrix of the masked-language-model head is the word embedding, and its `decoder.bias`, where there is one, the head's own bias: aliases."""

import logging
import re

import torch
import transformers

scope = "library"

# Published sizes, from each checkpoint's own config.json on the hub: the defaults of
# a class need not be those of any file.
_base = {"num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072}
_base |= {"hidden_size": 768, "vocab_size": 30522, "max_position_embeddings": 512}
_generator = _base | {"embedding_size": 768, "hidden_size": 256}
_generator |= {"num_attention_heads": 4, "intermediate_size": 1024}
_published = {
    "bert-base-uncased": ("Bert", _base),
    "roberta-base": (
        "Roberta",
        _base
        | {"vocab_size": 50265, "max_position_embeddings": 514, "type_vocab_size": 1},
    ),
    "distilbert-base-uncased": (
        "DistilBert",
        {"n_layers": 6, "n_heads": 12, "dim": 768, "hidden_dim": 3072},
    ),
    "albert-base-v2": (
        "Albert",
        _base | {"vocab_size": 30000, "embedding_size": 128},
    ),
    "electra-base-discriminator": ("Electra", _base | {"embedding_size": 768}),
    "electra-base-generator": ("Electra", _generator),
}
_suffixes = ["Model", "ForPreTraining", "ForMaskedLM", "ForSequenceClassification"]
_suffixes += ["ForTokenClassification", "ForQuestionAnswering", "ForMultipleChoice"]


def role_of(key, tensor, suffix, prefix, vocabulary, source):
    if not isinstance(tensor, torch.nn.Parameter):
        return "buffer"
    if source:
        return "decoder weight" if key.endswith("weight") else "decoder bias"
    if key.startswith(prefix):
        return "pooler" if "pooler" in key else "encoder"
    if suffix == "ForMaskedLM":
        return "output bias" if tensor.shape == (vocabulary,) else "MLM head"
    if suffix == "ForPreTraining":  # its MLM head has been seen
        first = key.split(".")[0]
        names = {"cls": "NSP head", "sop_classifier": "SOP head"}
        return names.get(first, "discriminator head")
    return "task head"


def names_in(class_, config, suffix):
    with torch.device("meta"):
        model = class_(config)
    model.tie_weights()
    prefix = model.base_model_prefix + "."
    first_name = {}  # of each Parameter; a second one is an alias
    tensors = model.state_dict(keep_vars=True) | dict(model.named_buffers())
    for key, tensor in tensors.items():
        source = first_name.setdefault(id(tensor), key)
        source = "" if source == key else source
        owner = type(model.get_submodule(key.rpartition(".")[0])).__name__
        key = re.sub(r"\.\d+(?=\.)", ".N", prefix * (suffix == "Model") + key)
        role = role_of(key, tensor, suffix, prefix, config.vocab_size, source)
        row = {"key": key, "role": role, "module": owner}
        yield row | {"shape": str(tuple(tensor.shape)), "alias_of": source}


logging.getLogger("transformers").setLevel(logging.ERROR)
found = {}
for family, sizes in _published.values():
    # Masked-LM first: what a pre-training class has beyond it is another head.
    for suffix in sorted(_suffixes, key=lambda one: one != "ForMaskedLM"):
        class_ = getattr(transformers, family + suffix, None)
        if family == "Electra" and (suffix == "ForMaskedLM") != (sizes is _generator):
            continue
        if class_ is not None:
            config = getattr(transformers, family + "Config")(**sizes)
            for _row in names_in(class_, config, suffix):
                found.setdefault((family, _row["key"]), _row)


def table_of(wanted):
    return [row for (one, _), row in found.items() if one == wanted]


bert = table_of("Bert")
roberta = table_of("Roberta")
distilbert = table_of("DistilBert")
albert = table_of("Albert")
electra = table_of("Electra")
names = len(found)

print("names, with numbered layers as one:", names)
print("aliases:")
for row in found.values():
    if row["alias_of"]:
        print(f"  {row['key']:31} is {row['alias_of']}")
_matrices = [row for row in found.values() if row["role"] == "decoder weight"]
_biases = [row for row in found.values() if row["role"] == "decoder bias"]
_alone = [key for _, key in found if "decoder" in key and not found[_, key]["alias_of"]]
assert len(_matrices) == 5, f"{len(_matrices)} output matrices are aliases"
assert all("word_embeddings" in row["alias_of"] for row in _matrices)
assert len(_biases) == 3, f"{len(_biases)} biases of a decoder are aliases"
assert all(row["key"].endswith("decoder.bias") for row in _biases)
assert not _alone, f"no aliases: {_alone}"
