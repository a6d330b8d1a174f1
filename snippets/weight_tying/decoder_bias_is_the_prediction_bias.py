"""`cls.predictions.decoder.bias` is `cls.predictions.bias`: one Parameter under two names."""

from transformers import BertForPreTraining

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"

model = BertForPreTraining.from_pretrained(checkpoint)
head = model.cls.predictions

same_parameter = head.decoder.bias is head.bias
names_in_state_dict = [
    name
    for name in model.state_dict()
    if name.endswith(("predictions.bias", "decoder.bias"))
]
names_in_parameters = [
    name for name, _ in model.named_parameters() if name in names_in_state_dict
]

print("same Parameter:", same_parameter)
print("in state_dict():      ", *names_in_state_dict)
print("in named_parameters():", *names_in_parameters)
assert same_parameter
assert len(names_in_state_dict) == 2
assert names_in_parameters == ["cls.predictions.bias"]
