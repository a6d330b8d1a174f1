"""`cls.predictions.decoder.bias` is `cls.predictions.bias`: one Parameter under two names, one value per token."""

from transformers import BertForPreTraining, logging

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"

logging.set_verbosity_error()  # the load report has a page of its own
model = BertForPreTraining.from_pretrained(checkpoint)
head = model.cls.predictions

same_parameter = head.decoder.bias is head.bias
shape = head.bias.shape
_both = ("cls.predictions.bias", "cls.predictions.decoder.bias")
names_in_state_dict = [name for name in model.state_dict() if name in _both]
names_in_parameters = [name for name, _ in model.named_parameters() if name in _both]

print("same Parameter:", same_parameter, "shape:", tuple(shape))
print("in state_dict():      ", *names_in_state_dict)
print("in named_parameters():", *names_in_parameters)
assert same_parameter
assert shape == (model.config.vocab_size,)
assert len(names_in_state_dict) == 2
assert names_in_parameters == ["cls.predictions.bias"]
