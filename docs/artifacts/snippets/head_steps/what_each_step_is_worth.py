"""Left out of pydoc-bert's MLM head, every part of the transform costs a fifth of the right answers or more; the bias costs none, and makes the loss only a little worse."""

from pathlib import Path

import torch
from torch.nn.functional import cross_entropy, gelu, relu
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"
held_out = "checkpoints/pydoc-bert/held_out.txt"
tolerance = 0.01

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).eval()
_lines = [line.split("\t") for line in Path(held_out).read_text().splitlines()]
_pairs = [(text, follows) for _, text, follows, _ in _lines]
_generator = torch.Generator().manual_seed(0)
_vectors, _answers = [], []
for start in range(0, len(_pairs), 32):
    _batch = tokenizer(
        _pairs[start : start + 32],
        padding=True,
        truncation=True,
        max_length=model.config.max_position_embeddings,
        return_special_tokens_mask=True,
        return_tensors="pt",
    )
    _special = _batch.pop("special_tokens_mask").bool()
    _ids = _batch["input_ids"]
    _chosen = (torch.rand(_ids.shape, generator=_generator) < 0.15) & ~_special
    _batch["input_ids"] = _ids.masked_fill(_chosen, tokenizer.mask_token_id)
    with torch.no_grad():
        _vectors.append(model.bert(**_batch).last_hidden_state[_chosen])
    _answers.append(_ids[_chosen])

head = model.cls.predictions
dense, norm = head.transform.dense, head.transform.LayerNorm
E, b = model.bert.embeddings.word_embeddings.weight, head.bias
_heads = {
    "nothing": head,
    "the bias": lambda h: norm(gelu(dense(h))) @ E.T,
    "the GELU": lambda h: norm(dense(h)) @ E.T + b,
    "the LayerNorm": lambda h: gelu(dense(h)) @ E.T + b,
    "the dense layer": lambda h: norm(gelu(h)) @ E.T + b,
    "the whole transform": lambda h: h @ E.T + b,
    "nothing; ReLU for GELU": lambda h: norm(relu(dense(h))) @ E.T + b,
}


def measure(one_head):
    right, losses = [], []
    for vectors, answers in zip(_vectors, _answers, strict=True):
        with torch.no_grad():
            logits = one_head(vectors)
        right.append((logits.argmax(-1) == answers).float())
        losses.append(cross_entropy(logits, answers, reduction="none"))
    return torch.cat(right), torch.cat(losses)


def mean_and_error(values):
    return values.mean().item(), values.std().item() / len(values) ** 0.5


_right, _losses = measure(head)
masked_tokens = len(_right)
ablations, _fall, _fall_error, _rise, _rise_error = [], {}, {}, {}, {}
for part, one_head in _heads.items():
    _now_right, _now_losses = measure(one_head)
    _fall[part], _fall_error[part] = mean_and_error(_right - _now_right)
    _rise[part], _rise_error[part] = mean_and_error(_now_losses - _losses)
    _top_1, _top_1_error = mean_and_error(_now_right)
    _loss, _loss_error = mean_and_error(_now_losses)
    ablations.append(
        {
            "left out": part,
            "right": f"{100 * _top_1:.1f} ± {100 * _top_1_error:.1f} %",
            "loss": f"{_loss:.2f} ± {_loss_error:.2f}",
        }
    )
right_percent = 100 * _right.mean().item()
kept_percent = {
    part.replace(" ", "_"): 100 * (1 - _fall[part] / _right.mean().item())
    for part in ("the bias", "the GELU", "the LayerNorm", "the whole transform")
}
loss_rise_without_bias = _rise["the bias"]
_all_answers = torch.cat(_answers)
# what one gets who always says the commonest answer
commonest_percent = 100 * (_all_answers == _all_answers.mode()[0]).float().mean().item()

print(f"{masked_tokens} masked tokens of held-out text, ± one standard error")
for row in ablations:
    print(f"without {row['left out']:23} right {row['right']:12}  loss {row['loss']}")
print(f"the commonest token, always: right {commonest_percent:.1f} %")
for part in ("the GELU", "the LayerNorm", "the dense layer", "the whole transform"):
    share = _fall[part] / _right.mean().item()
    assert share > 0.2 and _fall[part] > 10 * _fall_error[part], f"{part}: {share:.2f}"
assert abs(_fall["the bias"]) < 0.01, f"the bias is worth {_fall['the bias']:.4f}"
assert 5 * _rise_error["the bias"] < _rise["the bias"] < 0.1, f"{_rise['the bias']:.3f}"
