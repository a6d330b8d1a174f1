"""Put on an earlier layer of pydoc-bert, its trained head finds fewer masked tokens: more than half as many one layer below the last, and hardly any below that."""

from pathlib import Path

import torch
from torch.nn.functional import cross_entropy
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"
held_out = "checkpoints/pydoc-bert/held_out.txt"
tolerance = 0.01

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).eval()
E = model.bert.embeddings.word_embeddings.weight
_lines = [line.split("\t") for line in Path(held_out).read_text().splitlines()]
_pairs = [(text, follows) for _, text, follows, _ in _lines]
_generator = torch.Generator().manual_seed(0)
_stages = [*range(model.config.num_hidden_layers + 1)]
_right, _plain, _losses = ({stage: [] for stage in _stages} for _ in range(3))
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
    _answers = _ids[_chosen]
    with torch.no_grad():
        _layers = model.bert(**_batch, output_hidden_states=True).hidden_states
        for stage, _layer in zip(_stages, _layers, strict=True):
            _logits = model.cls(_layer[_chosen])
            _right[stage].append(_logits.argmax(-1) == _answers)
            _losses[stage].append(cross_entropy(_logits, _answers, reduction="none"))
            _plain[stage].append((_layer[_chosen] @ E.T).argmax(-1) == _answers)

_share = {stage: torch.cat(_right[stage]).float() for stage in _stages}
masked_tokens = len(_share[0])
right_percent = [100 * share.mean().item() for share in _share.values()]
lenses = [
    {
        "the head reads": f"layer {stage}" if stage else "the embeddings",
        "right": f"{right_percent[stage]:.1f} %",
        "loss": f"{torch.cat(_losses[stage]).mean().item():.2f}",
        "without the transform and the bias": (
            f"{100 * torch.cat(_plain[stage]).float().mean().item():.1f} %"
        ),
    }
    for stage in _stages
]
one_below = right_percent[-2] / right_percent[-1]

print(f"{masked_tokens} masked tokens of held-out text")
for row in lenses:
    print(*(f"{name}: {value};" for name, value in row.items()))
assert right_percent[-1] > right_percent[-2] + 10 > right_percent[-3] + 20
assert 0.5 < one_below < 0.65, f"{one_below:.2f}"
assert max(right_percent[:-2]) < 5, f"{right_percent}"
