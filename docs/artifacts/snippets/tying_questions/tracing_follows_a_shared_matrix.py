"""`torch.jit.trace` follows a shared matrix: a tied BERT is traced without a clone, gives the same logits on other tokens, and its file holds the matrix once."""

import io
import warnings

import torch
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 1000,
        "hidden_size": 64,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
model = BertForMaskedLM(config).eval()
tied = model.cls.predictions.decoder.weight is model.get_input_embeddings().weight
_example, _others = torch.tensor([[2, 5, 7, 3]]), torch.tensor([[2, 9, 8, 3]])
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # TorchScript is deprecated in torch
    traced = torch.jit.trace(model, _example, strict=False)
    _buffer = io.BytesIO()
    torch.jit.save(traced, _buffer)
    _buffer.seek(0)
    reloaded = torch.jit.load(_buffer)


def logits(outputs):
    """Take the logits from a tuple or a dict."""
    return outputs["logits"] if isinstance(outputs, dict) else outputs[0]


same_logits = torch.allclose(
    logits(reloaded(_others)), logits(model(_others)), atol=1e-5
)
matrices = {p.data_ptr() for p in reloaded.parameters() if p.shape == (1000, 64)}
copies_of_the_matrix = len(matrices)

print(f"the model is tied: {tied}; the same logits: {same_logits}")
print("matrices of the vocabulary in the traced model:", copies_of_the_matrix)
assert tied, "the model is not tied"
assert same_logits, "the traced model gives other logits"
assert copies_of_the_matrix == 1, f"{copies_of_the_matrix} copies of the matrix"
