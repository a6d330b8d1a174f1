"""You cannot always rely on an empty `missing_keys`: some releases of transformers 4 and 5 leave one of four kinds of lost weights unreported. They are a BERT untied on load; RoBERTa's, and BERT's, output bias under one of its names; and a different `vocab_size` for a `.bin` with both names of the matrix. No `missing_keys` speaks of mismatched sizes, of the configuration or of the family, in any release. Where it is empty, compare the model with its file."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM, RobertaConfig, RobertaForMaskedLM

scope = "library"
decides = "in silence:"

logging.disable(logging.CRITICAL)  # what counts is the report that comes back
_sizes = {
    "vocab_size": 100,
    "hidden_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "max_position_embeddings": 12,
    "pad_token_id": 1,
}


def lost(model, file):
    """Return the names of what has no values, or other values than the file's."""
    own = model.state_dict(keep_vars=True)  # one object for both names of a tie
    loaded = {
        id(held)
        for name, held in own.items()
        if name in file and not held.is_meta and holds(held, file[name])
    }
    return {name for name, held in own.items() if id(held) not in loaded}


def holds(held, tensor):
    """Whether the values are the file's; with another size, as the caller wanted."""
    return held.shape != tensor.shape or torch.equal(held, tensor)


def trained(model_class, config):
    """Return a model with no value that one could guess."""
    torch.manual_seed(0)
    model = model_class(config)
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    return model


def outcome(model_class, config, without, **changes):
    """Load a file that lacks some names; say what `missing_keys` leaves out."""
    file = trained(model_class, config).state_dict()
    for name in without:
        file.pop(name, None)
    options = {"ignore_mismatched_sizes": True} if "vocab_size" in changes else {}
    with tempfile.TemporaryDirectory() as folder:
        asked = config.from_dict({**config.to_dict(), **changes})
        Path(folder, "config.json").write_text(asked.to_json_string())
        torch.save(file, str(Path(folder, "pytorch_model.bin")))
        try:
            loaded, report = model_class.from_pretrained(
                folder, output_loading_info=True, **options
            )
        except (NotImplementedError, TypeError):
            return "an error stops it"
    unnamed = sorted(lost(loaded, file) - {*report["missing_keys"]})
    return f"silent about {unnamed[-1]}" if unnamed else "nothing is lost in silence"


_bert, _roberta = BertConfig.from_dict(_sizes), RobertaConfig.from_dict(_sizes)
_weight, _bias = "cls.predictions.decoder.weight", "cls.predictions.bias"
_untied, _longer = {"tie_word_embeddings": False}, {"vocab_size": 110}
losses = {
    "BERT, untied on load": outcome(BertForMaskedLM, _bert, [_weight], **_untied),
    "RoBERTa, lm_head.bias alone": outcome(
        RobertaForMaskedLM, _roberta, ["lm_head.decoder.bias"]
    ),
    "BERT, decoder.bias alone": outcome(BertForMaskedLM, _bert, [_bias]),
    "BERT, both names, other vocab_size": outcome(
        BertForMaskedLM, _bert, [], **_longer
    ),
}
_new, _file = BertForMaskedLM(_bert), trained(BertForMaskedLM, _bert).state_dict()
seen_in_a_new_model = len(lost(_new, _file))  # as if the file had not been read
silent = [name for name, what in losses.items() if what.startswith("silent")]

for _name, _what in losses.items():
    print(f"{_name}: {_what}")
print("in silence:", *silent or ["none"])
assert seen_in_a_new_model >= len(list(_new.parameters())), "a loss is not seen"
assert not silent, f"`missing_keys` does not name it: {'; '.join(silent)}"
