"""In five families of BERT's kind the masked language model's output matrix is the word embedding: an alias. Its `decoder.bias`, where there is one, is the head's own bias."""

import torch
import transformers

scope = "library"
decides = "cls.predictions.decoder.weight"

_sizes = {"vocab_size": 100, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 32, "embedding_size": 16}
_sizes |= {"dim": 16, "n_layers": 1, "n_heads": 2, "hidden_dim": 32}  # DistilBERT's


def second_names(family):
    """Each second name of a Parameter, with the first."""
    class_ = getattr(transformers, f"{family}ForMaskedLM")
    torch.manual_seed(0)
    model = class_(class_.config_class.from_dict(_sizes))
    first, found = {}, {}
    for name, parameter in model.named_parameters(remove_duplicate=False):
        if first.setdefault(id(parameter), name) != name:
            found[name] = first[id(parameter)]
    return found


aliases = []
for _family in ("Bert", "Roberta", "DistilBert", "Albert", "Electra"):
    for _name, _source in second_names(_family).items():
        aliases.append({"family": _family, "alias": _name, "is": _source})

for row in aliases:
    print(f"{row['family']:10} {row['alias']:31} is {row['is']}")
_words = "embeddings.word_embeddings.weight"
assert [list(row.values()) for row in aliases] == [
    ["Bert", "cls.predictions.decoder.weight", f"bert.{_words}"],
    ["Bert", "cls.predictions.decoder.bias", "cls.predictions.bias"],
    ["Roberta", "lm_head.decoder.weight", f"roberta.{_words}"],
    ["Roberta", "lm_head.decoder.bias", "lm_head.bias"],
    ["DistilBert", "vocab_projector.weight", f"distilbert.{_words}"],
    ["Albert", "predictions.decoder.weight", f"albert.{_words}"],
    ["Albert", "predictions.decoder.bias", "predictions.bias"],
    ["Electra", "generator_lm_head.weight", f"electra.{_words}"],
], f"the aliases are {aliases}"
