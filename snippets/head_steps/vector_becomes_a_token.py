"""pydoc-bert's head finds the hidden “manager” on the way from the encoder's vector to the scores. One example of one checkpoint, weights rounded to 16 bits, “context [MASK] to check that no warnings are emitted”: the word is not among the first twenty in the encoder's own vector, and it is first from the LayerNorm on."""

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "pydoc-bert"
scope = "checkpoint"
decides = "LayerNorm "
sentence = "context manager to check that no warnings are emitted."
answer = "manager"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).eval()
model.half().float()  # rounded to 16 bits, as a page that runs it in a browser has it
head = model.cls.predictions
E = model.bert.embeddings.word_embeddings.weight
inputs = tokenizer(sentence, return_tensors="pt")
_answer_id = tokenizer.convert_tokens_to_ids(answer)
hidden_at = inputs["input_ids"][0].tolist().index(_answer_id)
inputs["input_ids"][0, hidden_at] = tokenizer.mask_token_id

with torch.no_grad():
    _h = model.bert(**inputs).last_hidden_state[0, hidden_at]
    _dense = head.transform.dense.weight @ _h + head.transform.dense.bias
    _gelu = _dense * 0.5 * (1 + torch.erf(_dense / 2**0.5))
    _norm = head.transform.LayerNorm
    _centred = _gelu - _gelu.mean()
    _scaled = _centred / (_centred.pow(2).mean() + _norm.eps).sqrt()
    _t = _scaled * _norm.weight + _norm.bias
    _scores = E @ _t
    _logits = _scores + head.bias
    _p = _logits.exp() / _logits.exp().sum()

    by_hand_agrees = {
        "dense": torch.allclose(_dense, head.transform.dense(_h), atol=1e-4),
        "GELU": torch.allclose(_gelu, torch.nn.functional.gelu(_dense), atol=1e-4),
        "transform": torch.allclose(_t, head.transform(_h), atol=1e-4),
        "logits": torch.allclose(
            _logits, model(**inputs).logits[0, hidden_at], atol=1e-4
        ),
        "softmax": torch.allclose(_p, _logits.softmax(-1), atol=1e-4),
    }


def look(step, vector, scores):
    """The step's vector, read as a token: `scores` are its product with the matrix."""
    probabilities = scores.softmax(-1)
    best = probabilities.topk(10)
    return {
        "step": step,
        "shape": list(vector.shape),
        "norm": vector.norm().item(),
        "rank of the answer": (scores > scores[_answer_id]).sum().item() + 1,
        "its probability": probabilities[_answer_id].item(),
        "ten best": tokenizer.convert_ids_to_tokens(best.indices.tolist()),
        "probabilities": best.values.tolist(),
    }


with torch.no_grad():
    steps = [
        look("encoder", _h, E @ _h),
        look("dense", _dense, E @ _dense),
        look("GELU", _gelu, E @ _gelu),
        look("LayerNorm", _t, E @ _t),
        look("product", _scores, _scores),
        look("bias", _logits, _logits),
        look("softmax", _p, _logits),
    ]
rank_in_the_encoder_s_vector = steps[0]["rank of the answer"]
ranks = [step["rank of the answer"] for step in steps]
lead = (_logits.topk(2).values[0] - _logits.topk(2).values[1]).item()

print("done by hand, equal to the modules within 1e-4:", *by_hand_agrees)
for step in steps:
    print(f"{step['step']:9} {step['shape']!s:6} norm {step['norm']:7.2f}", end="  ")
    print(f"“{answer}” is no. {step['rank of the answer']:3}:", *step["ten best"][:5])
assert torch.equal(E, E.half().float()), "the weights are not rounded"
assert all(by_hand_agrees.values()), f"by hand, equal: {by_hand_agrees}"
assert ranks[0] > 20 and ranks[1] > 20, f"ranks {ranks}"
assert ranks[3:] == [1, 1, 1, 1], f"ranks {ranks}"
assert lead > 1, f"the answer leads by {lead:.2f} only"
