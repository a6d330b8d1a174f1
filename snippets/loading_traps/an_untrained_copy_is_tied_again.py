"""A decoder untied by a copy, saved before it was trained, is tied again when it is loaded. If the configuration says untied, too, or if it was trained before, it stays untied."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
_token_ids = torch.tensor([[2, 5, 7, 3]])


def row(tie, step):
    """Untied by copies, moved by a step, saved and loaded."""
    model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
    decoder = model.cls.predictions.decoder
    decoder.weight = torch.nn.Parameter(decoder.weight.detach().clone())
    decoder.bias = torch.nn.Parameter(decoder.bias.detach().clone())
    with torch.no_grad():
        decoder.weight += step  # stands for training
    model.config.tie_word_embeddings = tie
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        loaded = BertForMaskedLM.from_pretrained(folder).eval()
    words = loaded.bert.embeddings.word_embeddings.weight
    return {
        "tie_word_embeddings": tie,
        "trained": bool(step),
        "tied again": loaded.cls.predictions.decoder.weight is words,
        "same logits": torch.allclose(
            loaded(_token_ids)[0], model(_token_ids)[0], atol=1e-6
        ),
    }


copies = [row(True, 0.0), row(False, 0.0), row(True, 0.01), row(False, 0.01)]

for _row in copies:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_tied = [_row["tied again"] for _row in copies]
_same = [_row["same logits"] for _row in copies]
assert _tied == [True, False, False, False], f"tied again: {_tied}"
assert all(_same), f"same logits: {_same}"
