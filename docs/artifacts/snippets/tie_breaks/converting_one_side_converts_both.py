"""`head.decoder.to(torch.float64)` converts the embedding's matrix too, and the model no longer runs."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "calling it:"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
head.decoder.to(torch.float64)
embedding_dtype = embedding.weight.dtype

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias


def runs_through(a_model):
    try:
        a_model(_ids)
    except RuntimeError as error:
        print("calling it:", error)
        return False
    return True


runs = runs_through(model)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
loads_float64 = {parameter.dtype for parameter in _loaded.parameters()} == {
    torch.float64
}
loaded_runs = runs_through(_loaded)
_words = _loaded.bert.embeddings.word_embeddings
loads_tied = _loaded.cls.predictions.decoder.weight is _words.weight

row = [
    {
        "operation": "`decoder.to(torch.float64)`",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "problem: an error" if not runs else "unchanged",
        "after saving and loading": "note: tied, all float64"
        if loads_tied and loads_float64 and loaded_runs
        else "an error",
        "do": "convert the whole model",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell}")
assert still_one, "the decoder has a matrix of its own"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert embedding_dtype == torch.float64 and not runs, f"{embedding_dtype}, runs {runs}"
assert loads_tied, "the loaded model is not tied"
assert loads_float64 and loaded_runs, f"float64 {loads_float64}, runs {loaded_runs}"
