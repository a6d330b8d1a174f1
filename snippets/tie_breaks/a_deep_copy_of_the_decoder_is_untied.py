"""A deep copy of only the decoder is a second matrix and a second bias. Saved while they are equal, they are tied again on loading; after a step of training they load as two."""

import copy
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "after saving"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
assert head.decoder.weight is embedding.weight, "it is not tied at the start"
head.decoder = copy.deepcopy(head.decoder)

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias
_after = model(_ids)[0].detach()
same_logits = torch.allclose(_after, _before, atol=1e-5)


def saved_and_loaded():
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        loaded = BertForMaskedLM.from_pretrained(folder).eval()
    words = loaded.bert.embeddings.word_embeddings
    same = torch.allclose(loaded(_ids)[0], model(_ids)[0], atol=1e-5)
    return loaded.cls.predictions.decoder.weight is words.weight, same


loads_tied, loads_same = saved_and_loaded()
torch.nn.functional.cross_entropy(model(_ids)[0][0], _ids[0]).backward()
torch.optim.SGD(model.parameters(), lr=0.1).step()
trained_loads_tied, trained_loads_same = saved_and_loaded()
if loads_tied and not trained_loads_tied:
    _reloaded = "note: tied; two, once trained"
else:
    _reloaded = "tied" if loads_tied else "two"
model.tie_weights()
tied_by_call = head.decoder.weight is embedding.weight

row = [
    {
        "operation": "`head.decoder = deepcopy(head.decoder)`",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "problem: changed",
        "after saving and loading": _reloaded,
        "do": "copy the whole model; or call `model.tie_weights()` after it",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell.removeprefix('problem: ').removeprefix('note: ')}")
assert not still_one, "they are one Parameter all the same"
assert not bias_alias, "the biases are one Parameter all the same"
assert same_logits, "the logits have changed"
assert loads_tied and loads_same, f"tied {loads_tied}, same logits {loads_same}"
assert not trained_loads_tied, "trained and loaded, they are one"
assert trained_loads_same, "trained and loaded, the logits are others"
assert tied_by_call, "tie_weights() does not tie them"
