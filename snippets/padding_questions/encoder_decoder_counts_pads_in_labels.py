"""Set the labels of an `EncoderDecoderModel` to −100 at the pads: with `[PAD]`'s id there, its loss counts them, so it learns to write `[PAD]`. Here two BERTs are joined. The decoder reads the same ids either way, because the model puts `[PAD]` in place of −100."""

import torch
from transformers import BertConfig, EncoderDecoderConfig, EncoderDecoderModel

scope = "library"
decides = "−100 at pads"

_pad, _sizes = 0, {"vocab_size": 30, "hidden_size": 32, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64}
torch.manual_seed(0)
_config = EncoderDecoderConfig.from_encoder_decoder_configs(
    BertConfig(**_sizes), BertConfig(**_sizes)
)
_config.decoder_start_token_id, _config.pad_token_id = 2, _pad
model = EncoderDecoderModel(_config).eval()
_text = torch.tensor([[2, 17, 24, 3]])
_with_pads = torch.tensor([[11, 12, 3, _pad, _pad, _pad]])
_real = _with_pads != _pad
_read = []
model.decoder.register_forward_pre_hook(
    lambda _model, _, named: _read.append(named["input_ids"].tolist()),
    with_kwargs=True,
)


def _outcome(_labels):
    """Return the loss and the gradient of `[PAD]`'s score, both as numbers."""
    model.zero_grad()
    _output = model(input_ids=_text, labels=_labels)
    _output.loss.backward()
    _bias = model.decoder.get_output_embeddings().bias.grad[_pad].item()
    return _output.loss.item(), _bias, _output.logits.detach()


_counted, _pulled, _logits = _outcome(_with_pads)
_left_out, _pushed, _ = _outcome(_with_pads.masked_fill(~_real, -100))
_each = -_logits.log_softmax(-1).gather(-1, _with_pads[..., None])[..., 0]

print(f"[PAD]'s id at pads: loss {_counted:.4f}; over all {_each.mean():.4f}")
print(f"−100 at pads: loss {_left_out:.4f}; over the words {_each[_real].mean():.4f}")
print(f"gradient of [PAD]'s bias: {_pulled:.2f} against {_pushed:.2f}")
print("the decoder reads:", *_read)
assert abs(_counted - _each.mean()) < 1e-5
assert abs(_left_out - _each[_real].mean()) < 1e-5
assert abs(_counted - _left_out) > 1e-3, (_counted, _left_out)
assert _pulled < 0 < _pushed  # a step against the gradient makes it likelier, or less
assert _read == [[[2, 11, 12, 3, _pad, _pad]]] * 2, _read
