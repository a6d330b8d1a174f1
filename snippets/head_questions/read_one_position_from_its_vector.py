"""To read one position's scores, give the head that position's vector alone, `model.cls(vectors[:, position])`. Its scores are the logits' at that position, up to float32's rounding, on a fresh BERT and on pydoc-bert, and no other position's are computed."""

import torch
from transformers import BertConfig, BertForMaskedLM, logging

scope = "checkpoint"
decides = "pydoc-bert:"
pydoc_bert = "checkpoints/pydoc-bert"

logging.set_verbosity_error()  # the load report has a page of its own
torch.manual_seed(0)
_sizes = {"num_hidden_layers": 2, "vocab_size": 1000}
_models = {
    "fresh": BertForMaskedLM(BertConfig(**_sizes)).eval(),
    "pydoc-bert": BertForMaskedLM.from_pretrained(pydoc_bert).eval(),
}
ids = torch.arange(5, 85).view(4, 20).tolist()
position = 7
computed, same = {}, {}
for _name, model in _models.items():
    _ids = torch.tensor(ids)
    with torch.no_grad():
        vectors = model.bert(_ids).last_hidden_state
        scores = model.cls(vectors[:, position])
        _logits = model(_ids).logits
    computed[_name] = {"here": scores.numel(), "by the model": _logits.numel()}
    same[_name] = torch.allclose(scores, _logits[:, position], atol=1e-3)
    print(f"{_name}: {scores.numel():,} scores, and not {_logits.numel():,};", end=" ")
    print("the same:", same[_name])
assert all(same.values()), f"{same}"
assert all(20 * one["here"] == one["by the model"] for one in computed.values())
