"""A file whose two matrices differ loads right, with a warning. `tie_word_embeddings=False`, which the warning advises, silences it and loses the bias."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

_library = logging.getLogger("transformers")
_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library.handlers = [_handler]
_library.setLevel("WARNING")
torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
head = model.cls.predictions
head.decoder.weight = torch.nn.Parameter(head.decoder.weight.detach() * 1.5)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    warned = BertForMaskedLM.from_pretrained(_folder).eval()
    advice_given = any("tie_word_embeddings=False" in line for line in _said)
    _said.clear()
    advised = BertForMaskedLM.from_pretrained(_folder, tie_word_embeddings=False).eval()
    advice_repeated = any("tie_word_embeddings=False" in line for line in _said)

_token_ids = torch.tensor([[2, 5, 7, 3]])
_logits = model(_token_ids)[0]
warned_is_right = torch.allclose(warned(_token_ids)[0], _logits, atol=1e-6)
advised_is_right = torch.allclose(advised(_token_ids)[0], _logits, atol=1e-6)
with torch.no_grad():
    advised.cls.predictions.decoder.bias.copy_(advised.cls.predictions.bias)
mended_is_right = torch.allclose(advised(_token_ids)[0], _logits, atol=1e-6)

print(f"the warning advises the flag: {advice_given}, then again: {advice_repeated}")
print("the saved model's logits, with the warning:", warned_is_right)
print("… as the warning advises:", advised_is_right)
print("… and with the bias copied by hand:", mended_is_right)
assert warned_is_right, "the decoder of its own is lost by the load without a flag"
assert not advised_is_right, "the load with the flag keeps decoder and bias"
assert advice_given, "no message advises tie_word_embeddings=False"
assert not advice_repeated, "the warning is given with the flag as well"
assert mended_is_right, "the decoder of its own is lost by the load with the flag"
