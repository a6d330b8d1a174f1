"""Asked for the word of “context [MASK] to check that no warnings are emitted.”, pydoc-bert's head finds it on the way: not among the first twenty in the encoder's own vector, first from the LayerNorm on."""

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"
scope = "checkpoint"
decides = "LayerNorm "
sentence = "context [MASK] to check that no warnings are emitted."
answer = "manager"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).eval()
head = model.cls.predictions
E = model.bert.embeddings.word_embeddings.weight
inputs = tokenizer(sentence, return_tensors="pt")
_at = inputs["input_ids"][0].tolist().index(tokenizer.mask_token_id)
_answer_id = tokenizer.convert_tokens_to_ids(answer)

with torch.no_grad():
    _h = model.bert(**inputs).last_hidden_state[0, _at]
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
        "logits": torch.allclose(_logits, model(**inputs).logits[0, _at], atol=1e-4),
        "softmax": torch.allclose(_p, _logits.softmax(-1), atol=1e-4),
    }


def look(step, place, formula, vector, decoded, shown):
    best = decoded.topk(5)
    return {
        "step": step,
        "belongs to": place,
        "formula": formula,
        "shape": list(vector.shape),
        "norm": vector.norm().item(),
        "first values": vector[:shown].tolist(),
        "top 5": tokenizer.convert_ids_to_tokens(best.indices.tolist()),
        "scores": best.values.tolist(),
        "rank of the answer": (decoded > decoded[_answer_id]).sum().item() + 1,
    }


with torch.no_grad():
    steps = [
        look("the encoder's vector", "encoder", "h", _h, E @ _h, 64),
        look("dense", "head", "a = W h + c", _dense, E @ _dense, 64),
        look("GELU", "head", "g = a Φ(a)", _gelu, E @ _gelu, 64),
        look("LayerNorm", "head", "t = γ (g − mean) / spread + β", _t, E @ _t, 64),
        look("decoder", "shared", "s = E t", _scores, _scores, 3),
        look("bias", "bias", "z = s + b", _logits, _logits, 3),
        look("softmax", "made", "p = exp z / Σ exp z", _p, _p, 3),
    ]
rank_in_the_encoder_s_vector = steps[0]["rank of the answer"]
ranks = [step["rank of the answer"] for step in steps]
lead = steps[5]["scores"][0] - steps[5]["scores"][1]

print("done by hand, equal to the modules within 1e-4:", *by_hand_agrees)
for step in steps:
    print(f"{step['step']:20} {step['shape']!s:6} norm {step['norm']:7.2f}", end="  ")
    print(f"“{answer}” is no. {step['rank of the answer']:3}:", *step["top 5"])
assert all(by_hand_agrees.values()), f"by hand, equal: {by_hand_agrees}"
assert ranks[0] > 20 and ranks[1] > 20, f"ranks {ranks}"
assert ranks[3:] == [1, 1, 1, 1], f"ranks {ranks}"
assert lead > 1, f"the answer leads by {lead:.2f} only"
