"""pydoc-bert's transform turns the encoder's vector towards the answer's row of the embedding: on held-out text their mean cosine more than doubles, and that with other answers' rows is near zero before and after."""

from pathlib import Path

import torch
from torch.nn.functional import cosine_similarity, gelu
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

_h, _y = torch.cat(_vectors), torch.cat(_answers)
transform = model.cls.predictions.transform
with torch.no_grad():
    _a = transform.dense(_h)
    _steps = {
        "the encoder's vector": _h,
        "dense": _a,
        "GELU": gelu(_a),
        "LayerNorm": transform.LayerNorm(gelu(_a)),
    }
    _rows = model.bert.embeddings.word_embeddings.weight[_y]
    _others = _rows.roll(4000, 0)  # the rows of other masked tokens, far away
cosines = [
    {
        "after": step,
        "mean cosine with the answer's row": round(
            cosine_similarity(vectors, _rows).mean().item(), 3
        ),
        "with another answer's row": round(
            cosine_similarity(vectors, _others).mean().item(), 3
        ),
        "what all vectors share": round(
            (vectors.mean(0).norm() / vectors.norm(dim=1).mean()).item(), 2
        ),
    }
    for step, vectors in _steps.items()
]
masked_tokens = len(_y)
_towards = [row["mean cosine with the answer's row"] for row in cosines]
_elsewhere = [row["with another answer's row"] for row in cosines]
times_nearer = _towards[-1] / _towards[0]

print(f"{masked_tokens} masked tokens of held-out text")
for row in cosines:
    print(*row.values())
assert times_nearer > 2, f"{_towards}"
assert abs(_elsewhere[0]) < 0.05 and abs(_elsewhere[-1]) < 0.05, f"{_elsewhere}"
