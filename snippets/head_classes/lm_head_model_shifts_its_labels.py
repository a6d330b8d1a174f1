"""`BertLMHeadModel` has the same parts as `BertForMaskedLM` and by default the same scores, but its loss asks each position for the next token. With `is_decoder=True` no position sees a later one."""

import torch
from torch.nn.functional import cross_entropy
from transformers import BertConfig, BertForMaskedLM, BertLMHeadModel, logging

scope = "library"
decides = "asks for the next"

logging.set_verbosity_error()  # BertLMHeadModel would say that it is no decoder
sizes = {
    "vocab_size": 100,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "initializer_range": 0.2,
}
torch.manual_seed(0)
masked = BertForMaskedLM(BertConfig(**sizes)).eval()
next_token = BertLMHeadModel(BertConfig(**sizes)).eval()
decoder = BertLMHeadModel(BertConfig(**sizes, is_decoder=True)).eval()
same_keys = masked.state_dict().keys() == next_token.state_dict().keys()
for model in (next_token, decoder):
    model.load_state_dict(masked.state_dict())

_ids = torch.randint(5, 100, (2, 7))
_last_changed = _ids.clone()
_last_changed[:, -1] = (_ids[:, -1] + 1) % 95 + 5
with torch.no_grad():
    _scores = masked(_ids)[0]
    same_scores = torch.equal(_scores, next_token(_ids)[0])
    _loss_masked = masked(_ids, labels=_ids)[0]
    _loss_next = next_token(_ids, labels=_ids)[0]
    _own_token = cross_entropy(_scores.flatten(0, 1), _ids.flatten())
    _following_token = cross_entropy(
        _scores[:, :-1].flatten(0, 1), _ids[:, 1:].flatten()
    )
    _earlier = [
        model(ids)[0][:, :-1]
        for model in (masked, decoder)
        for ids in (_ids, _last_changed)
    ]

_losses = torch.stack([_own_token, _following_token])
masked_asks_for_own_token, _ = torch.isclose(_loss_masked, _losses).tolist()
_, lm_head_model_asks_for_the_next = torch.isclose(_loss_next, _losses).tolist()
sees_later_tokens = not torch.allclose(_earlier[0], _earlier[1], atol=1e-3)
decoder_sees_later_tokens = not torch.allclose(_earlier[2], _earlier[3], atol=1e-6)
print("same keys:", same_keys, " same scores:", same_scores)
print("BertForMaskedLM's loss asks for the token itself:", masked_asks_for_own_token)
print("BertLMHeadModel's asks for the next:", lm_head_model_asks_for_the_next)
print("a position sees later ones:", sees_later_tokens, end="; ")
print("with is_decoder=True:", decoder_sees_later_tokens)
assert same_keys and same_scores
assert masked_asks_for_own_token and lm_head_model_asks_for_the_next, (
    f"the token itself {masked_asks_for_own_token}, "
    f"the next {lm_head_model_asks_for_the_next}"
)
assert not torch.isclose(*_losses)
assert sees_later_tokens and not decoder_sees_later_tokens
