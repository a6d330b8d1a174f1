"""`model.to("meta")` makes a new Parameter for each name, so the tie is gone. `to_empty` does not bring it back."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
model.to("meta")

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias
no_values = model(_ids.to("meta"))[0].is_meta
try:
    with tempfile.TemporaryDirectory() as _folder:
        model.save_pretrained(_folder)
    saved = True
except (NotImplementedError, RuntimeError, ValueError) as _error:
    saved = False
    print("saving:", str(_error).splitlines()[0][:60])
model.to_empty(device="cpu")
one_again = head.decoder.weight is embedding.weight

row = [
    {
        "operation": '`model.to("meta")`',
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "problem: none" if no_values else "unchanged",
        "after saving and loading": "problem: cannot be saved"
        if not saved
        else "saved",
        "do": "load the model anew: `to_empty` gives memory that nobody set",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell}")
assert not still_one, "they are one Parameter all the same"
assert not bias_alias, "the biases are one Parameter all the same"
assert no_values, "the logits have values"
assert not saved, "it can be saved"
assert not one_again, "to_empty ties them again"
