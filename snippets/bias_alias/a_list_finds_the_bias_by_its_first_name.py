"""To freeze a tied BERT's output bias by name, or exempt it from weight decay, write `cls.predictions.bias`: `cls.predictions.decoder.bias` matches nothing. `named_parameters()` lists the output bias once, under its first name. An untied BERT lists both names, and only `cls.predictions.decoder.bias`, which is added, gets a gradient."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "predictions.decoder.bias: []"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
model = BertForMaskedLM(config)
head = model.cls.predictions
picked = {
    _piece: [name for name, _ in model.named_parameters() if _piece in name]
    for _piece in ("predictions.bias", "predictions.decoder.bias", "decoder.weight")
}
without_decay = [name for name, _ in model.named_parameters() if name.endswith("bias")]
one_parameter = head.decoder.bias is head.bias
untied = BertForMaskedLM(
    BertConfig.from_dict({**config.to_dict(), "tie_word_embeddings": False})
)
untied(torch.tensor([[2, 5, 7, 3]])).logits.square().mean().backward()
with_gradient = {
    name: parameter.grad is not None
    for name, parameter in untied.named_parameters()
    if name.endswith(("predictions.bias", "decoder.bias"))
}
times_listed = [id(p) for p in model.parameters()].count(id(head.decoder.bias))

for _piece, _names in picked.items():
    print(f"{_piece}: {_names}")
print("untied, with a gradient:", with_gradient)
print("times that parameters() lists the decoder's bias:", times_listed)
assert with_gradient == {
    "cls.predictions.bias": False,
    "cls.predictions.decoder.bias": True,
}, f"{with_gradient}"
assert one_parameter, "the biases are two"
assert picked["predictions.bias"] == ["cls.predictions.bias"], picked
assert not picked["predictions.decoder.bias"], "decoder.bias is a name of its own"
assert not picked["decoder.weight"], "decoder.weight is a name of its own"
assert times_listed == 1, f"parameters() lists the bias {times_listed} times"
assert "cls.predictions.bias" in without_decay, "the list without decay misses it"
