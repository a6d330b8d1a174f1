"""Load a tokenizer with `AutoTokenizer`: `RobertaTokenizer` on a BERT's folder gives other ids for the same text. `DistilBertTokenizer` cuts texts as BERT's does, and gives the same ids. Here it is pydoc-bert's folder; all ids are in its vocabulary, so the model runs on the wrong ones too."""

from transformers import AutoTokenizer, DistilBertTokenizer, RobertaTokenizer

scope = "checkpoint"
decides = "RobertaTokenizer"

folder, text = "pydoc-bert", "Return the name of the file."
_classes = (AutoTokenizer, DistilBertTokenizer, RobertaTokenizer)
ids = {one.__name__: one.from_pretrained(folder)(text)["input_ids"] for one in _classes}
rows = len(AutoTokenizer.from_pretrained(folder))

for _name, _ids in ids.items():
    print(f"{_name}: {len(_ids)} ids, {_ids[:6]} …")
_right, _distil, _roberta = ids.values()
assert _distil == _right, f"DistilBertTokenizer gives other ids: {_distil}"
assert _roberta != _right, "RobertaTokenizer gives the same ids"
assert max(_roberta) < rows, f"{max(_roberta)} is no id of {rows}"
