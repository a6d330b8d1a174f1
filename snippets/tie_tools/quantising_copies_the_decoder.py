"""Dynamic quantisation gives the decoder an int8 copy of the matrix, and leaves the embedding in float: no tie, and `save_pretrained` fails. Saved before that, loaded and then quantised, the model gives the quantised model's logits. `torch.ao.quantization` is deprecated, and warns of its removal."""

import tempfile
import warnings

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
needs_cpu = "its int8 kernels are for CPUs"
decides = "the decoder follows"

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
_token_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_token_ids)[0]


def tie_of(model):
    head, words = model.cls.predictions, model.bert.embeddings.word_embeddings
    return head.decoder.weight is words.weight, head.decoder.bias is head.bias


def quantise(model):
    """Return a copy of the model with its linear layers in int8."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch.ao is deprecated, and says so at length
        return torch.ao.quantization.quantize_dynamic(model, {torch.nn.Linear})


quantised = quantise(model)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)  # the float model
    _loaded = quantise(BertForMaskedLM.from_pretrained(_folder).eval())
quantised_after_loading_is_the_same = torch.equal(
    _loaded(_token_ids)[0], quantised(_token_ids)[0]
)
head, words = quantised.cls.predictions, quantised.bert.embeddings.word_embeddings
decoder_dtype, embedding_dtype = head.decoder.weight().dtype, words.weight.dtype
bias_is_a_parameter = isinstance(head.decoder.bias, torch.nn.Parameter)
_off_by = (quantised(_token_ids)[0] - _before).abs().max().item()
drift_is_below = 0.1

_matrix = head.decoder.weight().dequantize()
with torch.no_grad():
    words.weight.zero_()
decoder_follows = not torch.equal(head.decoder.weight().dequantize(), _matrix)
with tempfile.TemporaryDirectory() as _folder:
    try:
        quantised.save_pretrained(_folder)
        error = ""
    except AttributeError as _error:
        error = str(_error)
original_tie = tie_of(model)
row = [
    {
        "operation": "`quantize_dynamic(model, {nn.Linear})`",
        "still one object": "yes" if decoder_follows else "problem: no, an int8 copy",
        "bias alias": "yes" if bias_is_a_parameter else "note: no, a method now",
        "logits": "note: changed"
        if 0 < _off_by < drift_is_below
        else f"changed by {_off_by}",
        "after saving and loading": "problem: `save_pretrained` fails"
        if error
        else "saved",
        "do": "save the float model, and quantise after loading",
    }
]

print(f"embedding: {embedding_dtype}, decoder: {decoder_dtype}")
print("the decoder follows a change of the embedding:", decoder_follows)
print("save_pretrained:", error or "works")
print("quantised after loading, the same:", quantised_after_loading_is_the_same)
assert not decoder_follows and not words.weight.any(), "the decoder follows"
_kinds = (embedding_dtype, decoder_dtype, bias_is_a_parameter)
assert _kinds == (torch.float32, torch.qint8, False), f"{_kinds}"
assert 0 < _off_by < drift_is_below, f"logits move by up to {_off_by:.4f}"
assert error, "save_pretrained works"
assert original_tie == (True, True), f"the original: {original_tie}"
assert quantised_after_loading_is_the_same, "other logits after loading"
