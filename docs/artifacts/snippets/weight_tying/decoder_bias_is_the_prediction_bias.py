"""`cls.predictions.decoder.bias` is `cls.predictions.bias`: one Parameter under two names, one value per token."""

from transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "same Parameter:"

config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForPreTraining(config)
head = model.cls.predictions

same_parameter = head.decoder.bias is head.bias
shape = head.bias.shape
_both = ("cls.predictions.bias", "cls.predictions.decoder.bias")
names_in_state_dict = [name for name in model.state_dict() if name in _both]
names_in_parameters = [name for name, _ in model.named_parameters() if name in _both]

print("same Parameter:", same_parameter, "shape:", tuple(shape))
print("in state_dict():      ", *names_in_state_dict)
print("in named_parameters():", *names_in_parameters)
assert same_parameter, "they are two Parameters"
assert shape == (config.vocab_size,), f"the bias has the shape {tuple(shape)}"
assert tuple(names_in_state_dict) == _both, f"in state_dict(): {names_in_state_dict}"
assert names_in_parameters == ["cls.predictions.bias"], f"{names_in_parameters}"
