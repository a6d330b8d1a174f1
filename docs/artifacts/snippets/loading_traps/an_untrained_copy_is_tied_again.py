"""A decoder untied by a copy, saved before it was trained, is tied again when it is loaded. If the configuration says untied, too, or if it was trained before, it stays untied. The logits are the same each time."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "tie_word_embeddings: True; trained: False"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
_token_ids = torch.tensor([[2, 5, 7, 3]])


def row(tie, trained):
    """Untied by copies, trained or not, saved and loaded."""
    model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
    decoder, words = model.cls.predictions.decoder, model.bert.embeddings
    was_tied = decoder.weight is words.word_embeddings.weight
    bias = torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned one
    decoder.weight = torch.nn.Parameter(decoder.weight.detach().clone())
    decoder.bias = torch.nn.Parameter(bias.detach().clone())
    if trained:
        torch.nn.init.normal_(decoder.weight)
    model.config.tie_word_embeddings = tie
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        loaded = type(model).from_pretrained(folder).eval()
    words = loaded.bert.embeddings.word_embeddings.weight
    logits = loaded(_token_ids)[0]
    return {
        "tie_word_embeddings": tie,
        "trained": trained,
        "tied before": was_tied,
        "tied again": loaded.cls.predictions.decoder.weight is words,
        "same logits": torch.allclose(logits, model(_token_ids)[0], atol=1e-6),
    }


copies = [row(tie, trained) for tie in (True, False) for trained in (False, True)]

for _row in copies:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_before = [_row["tied before"] for _row in copies]
_tied = [_row["tied again"] for _row in copies]
_same = [_row["same logits"] for _row in copies]
assert all(_before), f"tied before: {_before}"
assert _tied == [True, False, False, False], f"tied again: {_tied}"
assert all(_same), f"same logits: {_same}"
