"""Resizing the inner model alone, `model.bert.resize_token_embeddings`, grows the shared matrix but not the bias: the model no longer runs, nor does its file load. Here 100 rows become 107."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "rows of the decoder"

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


def error_of(call):
    """The class of the error that a call raises, if any."""
    try:
        call()
    except RuntimeError as error:
        return type(error).__name__
    return ""


error_when_called = error_of(lambda: model(_ids))
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    error_when_loaded = error_of(lambda: BertForMaskedLM.from_pretrained(_folder))

row = [
    {
        "operation": "`model.bert.resize_token_embeddings(vocab_size + 7)`",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "problem: yes, and too short"
        if bias_alias and bias_values < rows
        else "yes",
        "logits": "problem: an error" if error_when_called else "unchanged",
        "after saving and loading": "problem: its file does not load"
        if error_when_loaded
        else "loads",
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
assert error_when_called, "the model runs"
assert error_when_loaded, "the saved file loads"
