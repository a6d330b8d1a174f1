"""What the log of pydoc-bert holds at each entry: held-out losses and accuracies, and rows of the tied matrix."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import torch
from batches import PAD, UNUSED, WORDS_FROM, Batch, Text
from torch import Tensor
from torch.nn.functional import cross_entropy
from training_tools import cosine_with_mean
from transformers import BertForPreTraining, BertTokenizer


def forward(model: BertForPreTraining, batch: Batch) -> tuple[Tensor, Tensor]:
    """MLM scores at the M selected positions, (M, V), and next-sentence scores, (B, 2).

    The model's own `forward` scores all B × N positions, of which the loss would read 15 %.
    """
    encoded = model.bert(batch.input_ids, batch.attention_mask, batch.token_type_ids)
    scores: tuple[Tensor, Tensor] = model.cls(encoded.last_hidden_state[batch.selected], encoded.pooler_output)
    return scores


def evaluate(model: BertForPreTraining, batches: Sequence[Batch]) -> dict[str, float]:
    """Mean losses in nats, and shares of right answers: of selected positions and of pairs."""
    model.eval()
    with torch.no_grad():
        sums = [_sums(*forward(model, batch), batch) for batch in batches]
    model.train()
    words = sum(len(batch.labels) for batch in batches)
    pairs = sum(len(batch.next_sentence_label) for batch in batches)
    means = torch.stack(sums).sum(0) / torch.tensor([words, words, pairs, pairs])
    return dict(zip(("mlm_loss", "mlm_top1", "nsp_loss", "nsp_accuracy"), means.tolist(), strict=True))


def measure_rows(model: BertForPreTraining) -> dict[str, float | None]:
    """Norms of rows of the tied matrix, and output biases: [PAD], the 99 [unused] ones, and the words.

    The cosine is None at step 0, where the [PAD] row is zero and has no direction.
    """
    matrix = model.bert.embeddings.word_embeddings.weight.detach()
    bias = model.cls.predictions.bias.detach()
    unused, unused_bias = (rows[UNUSED.start : UNUSED.stop] for rows in (matrix, bias))
    return {
        "pad_norm": matrix[PAD].norm().item(),
        "unused_mean_of_norms": unused.norm(dim=1).mean().item(),
        "unused_norm_of_mean": unused.mean(0).norm().item(),
        "word_median_norm": matrix[WORDS_FROM:].norm(dim=1).median().item(),
        "cos_pad_mean_unused": cosine_with_mean(matrix[PAD], unused),
        "pad_bias": bias[PAD].item(),
        "unused_bias_min": unused_bias.min().item(),
        "unused_bias_max": unused_bias.max().item(),
    }


def evaluate_finally(
    model: BertForPreTraining, training: Text, batches: Sequence[Batch], tokenizer: BertTokenizer
) -> dict[str, Any]:
    """Held-out numbers over all held-out batches, beside what always guessing the commonest token would get."""
    commonest = Counter(token for file in training.files for token in file).most_common(1)[0][0]
    labels = torch.cat([batch.labels for batch in batches])
    return {
        "pairs": sum(len(batch.next_sentence_label) for batch in batches),
        "selected_positions": len(labels),
        **evaluate(model, batches),
        "commonest_token": tokenizer.convert_ids_to_tokens(commonest),
        "commonest_token_top1": float((labels == commonest).float().mean()),
    }


def _sums(words: Tensor, pairs: Tensor, batch: Batch) -> Tensor:
    """Summed loss and number of right answers, of the words and then of the pairs: (4,) float64."""
    sums = [
        part
        for scores, labels in ((words, batch.labels), (pairs, batch.next_sentence_label))
        for part in (cross_entropy(scores, labels, reduction="sum"), (scores.argmax(1) == labels).sum())
    ]
    return torch.stack([part.cpu().double() for part in sums])
