"""`model.bert.resize_token_embeddings` grows the one matrix and not the bias: the model no longer runs, and its file no longer loads."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
model.bert.resize_token_embeddings(107)
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
rows, bias_values = len(head.decoder.weight), len(head.bias)
print(f"rows of the decoder {rows}, values of the bias {bias_values}")

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias
try:
    model(_ids)
    runs = True
except RuntimeError as _error:
    runs = False
    print("calling it:", str(_error).split(".")[0])
try:
    with tempfile.TemporaryDirectory() as _folder:
        model.save_pretrained(_folder)
        BertForMaskedLM.from_pretrained(_folder)
    loads = True
except RuntimeError:
    loads = False

row = [
    {
        "operation": "`model.bert.resize_token_embeddings(107)`",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "problem: yes, and too short"
        if bias_alias and bias_values < rows
        else "yes",
        "logits": "problem: an error" if not runs else "unchanged",
        "after saving and loading": "problem: refused" if not loads else "loads",
        "do": "call it on the outer model",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell}")
assert still_one, "the decoder has a matrix of its own"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert (rows, bias_values) == (107, 100), (
    f"decoder {rows} rows, bias {bias_values} values"
)
assert not runs, "the model runs"
assert not loads, "the saved file loads"
