"""`set_input_embeddings` puts in the new module and ties nothing: the decoder keeps the old matrix until `tie_weights()` is called. That is enough if the new one has as many rows. With another number the loss fails, and `resize_token_embeddings` is the way."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "still one object"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
assert head.decoder.weight is embedding.weight, "it is not tied at the start"
model.set_input_embeddings(torch.nn.Embedding(100, 24))
embedding = model.get_input_embeddings()

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias
_after = model(_ids)[0].detach()
same_logits = torch.allclose(_after, _before, atol=1e-5)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
_words = _loaded.bert.embeddings.word_embeddings
loads_tied = _loaded.cls.predictions.decoder.weight is _words.weight
loads_same = torch.allclose(_loaded(_ids)[0], _after, atol=1e-5)
_reloaded = ("tied" if loads_tied else "note: two") + (
    "" if loads_same else ", changed"
)
model.tie_weights()
tied_by_call = head.decoder.weight is embedding.weight


def loss(model, rows):
    """Return the loss of a text whose last token is the last row, or the error."""
    ids = torch.tensor([[2, 5, 7, rows - 1]])
    try:
        return model.eval()(ids, labels=ids).loss.item()
    except (RuntimeError, ValueError) as error:
        return str(error)


_other = BertForMaskedLM(BertConfig.from_dict(_sizes))
_other.set_input_embeddings(torch.nn.Embedding(140, 24))
_other.tie_weights()
with_more_rows = loss(_other, 140)
_resized = BertForMaskedLM(BertConfig.from_dict(_sizes))
_resized.resize_token_embeddings(140)
resized = loss(_resized, 140)

row = [
    {
        "operation": "`model.set_input_embeddings(…)`",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "note: changed",
        "after saving and loading": _reloaded,
        "do": "with as many rows, `model.tie_weights()` after it; else resize",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell.removeprefix('problem: ').removeprefix('note: ')}")
assert not still_one, "they are one Parameter all the same"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert not same_logits, "the logits are as before"
assert loads_same and not loads_tied, f"tied {loads_tied}, same {loads_same}"
print("140 rows, tied by tie_weights():", with_more_rows)
assert isinstance(with_more_rows, str), f"the loss is {with_more_rows}"
assert isinstance(resized, float), resized
assert tied_by_call, "tie_weights() does not tie them"
