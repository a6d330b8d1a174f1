"""Trained only on masked words, `BertForPreTraining` moves every Parameter but the pooler's and the NSP head's. These stay at their random start, bit for bit, also with AdamW's weight decay; the NSP loss moves them at once."""

import torch
from torch.nn.functional import cross_entropy
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
decides = "on masked words alone"

config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
_ids = torch.tensor([[2, 11, 4, 13, 3, 21, 4, 23, 3], [2, 31, 32, 4, 3, 41, 42, 4, 3]])
_masked = _ids == 4
steps = 10


def unmoved_by(with_nsp):
    """The names of the Parameters that training leaves as they were."""
    torch.manual_seed(0)
    model = BertForPreTraining(config)
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)  # and decay
    for _ in range(steps):
        scores, is_next = tuple(model(_ids)[:2])
        losses = [cross_entropy(scores[_masked], torch.tensor([12, 22, 33, 43]))]
        if with_nsp:
            losses.append(cross_entropy(is_next, torch.tensor([0, 1])))
        optimizer.zero_grad()
        sum(losses).backward()
        optimizer.step()
    now = dict(model.named_parameters())
    return sorted(name for name in before if torch.equal(before[name], now[name]))


unmoved_by_masked_words = unmoved_by(with_nsp=False)
unmoved_by_both_losses = unmoved_by(with_nsp=True)

_unmoved = ", ".join(unmoved_by_masked_words)
print(f"unmoved by {steps} steps on masked words alone: {_unmoved}")
print("unmoved by both losses:", *unmoved_by_both_losses or ["none"])
assert unmoved_by_masked_words == [
    "bert.pooler.dense.bias",
    "bert.pooler.dense.weight",
    "cls.seq_relationship.bias",
    "cls.seq_relationship.weight",
], f"{len(unmoved_by_masked_words)} did not move"
assert unmoved_by_both_losses == [], f"{unmoved_by_both_losses} did not move"
