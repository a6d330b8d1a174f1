"""Pad on the right, pass the mask, and label pads −100: then the ids at the pads change neither the loss nor the gradients. This holds in a float32 `BertForMaskedLM`, in one process, bit for bit, eager or sdpa, and the text's logits are the same, too. The right side matters to a next-sentence loss, which reads the first column: with pads on the left it reads a pad."""

import torch
from transformers import BertConfig, BertForMaskedLM, BertForNextSentencePrediction

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
decides = "eager:"

config = BertConfig.from_dict(
    {
        "vocab_size": 300,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "initializer_range": 0.5,  # far from uniform attention
    }
)
torch.manual_seed(0)
_ids = torch.randint(104, 300, (4, 16))
_mask = torch.ones_like(_ids)
_mask[:, 12:] = 0
_labels = torch.where(_mask == 1, _ids, -100)
_pads = torch.where(_mask == 1, _ids, 0)
_junk = torch.where(_mask == 1, _ids, torch.randint(104, 300, (4, 16)))
_weights = BertForMaskedLM(config).state_dict()


def train_once(attention, ids, mask):
    """The loss, the logits of the text, and the gradient of every Parameter."""
    config._attn_implementation = attention  # releases without a choice ignore it
    model = BertForMaskedLM(config).eval()
    model.load_state_dict(_weights)
    model.bert.embeddings.word_embeddings.padding_idx = None  # it protects no row
    assert model.config._attn_implementation == attention
    assert model.bert.embeddings.word_embeddings.padding_idx is None
    scores = model(ids, attention_mask=mask)
    logits = scores if torch.is_tensor(scores) else scores[0]
    loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), _labels.flatten())
    loss.backward()
    gradients = {n: p.grad for n, p in model.named_parameters() if p.grad is not None}
    return {"loss": loss.detach(), "logits": logits.detach()[_mask == 1], **gradients}


equal, loss_moves_without_mask = {}, {}
for attention in ("eager", "sdpa"):
    with_pads = train_once(attention, _pads, _mask)
    with_junk = train_once(attention, _junk, _mask)
    equal[attention] = sum(torch.equal(with_pads[n], with_junk[n]) for n in with_pads)
    compared = len(with_pads)
    # The comparison can fail: without the mask it does.
    _pads_seen = train_once(attention, _pads, torch.ones_like(_mask))["loss"]
    _junk_seen = train_once(attention, _junk, torch.ones_like(_mask))["loss"]
    loss_moves_without_mask[attention] = (_pads_seen - _junk_seen).abs().item()

_pairs = BertForNextSentencePrediction(config).eval()


def next_sentence_scores(ids, mask):
    scores = _pairs(ids, attention_mask=mask)
    return scores if torch.is_tensor(scores) else scores[0]


next_sentence_moves = {}
for _side, _turn in {"right": lambda x: x, "left": lambda x: x.flip(1)}.items():
    _of_pads, _of_junk = (
        next_sentence_scores(_turn(ids), _turn(_mask)) for ids in (_pads, _junk)
    )
    next_sentence_moves[_side] = (_of_pads - _of_junk).abs().max().item()

print("the pads become other tokens")
for attention, moved in loss_moves_without_mask.items():
    print(
        f"{attention}: {equal[attention]} of {compared} tensors are equal, bit for bit;"
    )
    print(f"  without the mask the loss moves by {moved:.4f}")
for attention in ("eager", "sdpa"):
    assert equal[attention] == compared, f"{equal[attention]} of {compared} are equal"
    assert loss_moves_without_mask[attention] > 0.001, loss_moves_without_mask
    assert loss_moves_without_mask[attention] < 1, loss_moves_without_mask
assert with_pads["bert.embeddings.word_embeddings.weight"].any(), "no gradient"
assert next_sentence_moves["right"] == 0, next_sentence_moves
assert next_sentence_moves["left"] > 0.01, next_sentence_moves
