"""For pairs, check that the tokenizer returns `token_type_ids`; if it does not, pass `return_token_type_ids=True`. In transformers 5 a tokenizer saved as `PreTrainedTokenizerFast` returns none, and neither do those of ALBERT, RemBERT, RoFormer, BigBird and XLNet. Here it is pydoc-bert's tokenizer: `model(**inputs)` then calls an unrelated sentence “next”, and with `return_token_type_ids=True` it gives the same probabilities as with `BertTokenizer`."""

import tempfile

import torch
import transformers
from transformers import (
    AutoTokenizer,
    BertForNextSentencePrediction,
    PreTrainedTokenizerFast,
    logging,
)

pydoc_bert = "pydoc-bert"
scope = "checkpoint"
decides = "saved as PreTrainedTokenizerFast"

logging.set_verbosity_error()  # the load report has a page of its own
model = BertForNextSentencePrediction.from_pretrained(pydoc_bert).eval()
bert_tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
_special = ("unk_token", "cls_token", "sep_token", "pad_token", "mask_token")
with tempfile.TemporaryDirectory() as _folder:
    PreTrainedTokenizerFast(  # as around a tokenizer that you trained yourself
        tokenizer_object=bert_tokenizer.backend_tokenizer,
        **{name: getattr(bert_tokenizer, name) for name in _special},
    ).save_pretrained(_folder)
    own_tokenizer = AutoTokenizer.from_pretrained(_folder)

_first = ["Open a socket and connect to the server."] * 2
_second = [
    "The connection is closed after the last message.",
    "Return the number of days in the month.",
]


def is_next(tokenizer, **options):
    """Return whether there are token types, and how likely each text is next."""
    inputs = tokenizer(_first, _second, return_tensors="pt", **options)
    with torch.no_grad():
        scores = model(**inputs).logits
    return {
        "token types": "token_type_ids" in inputs,
        "follows": round(scores.softmax(1)[0, 0].item(), 3),
        "unrelated": round(scores.softmax(1)[1, 0].item(), 3),
    }


tokenizers = {
    "BertTokenizer": is_next(bert_tokenizer),
    "saved as PreTrainedTokenizerFast": is_next(own_tokenizer),
    "the same, return_token_type_ids=True": is_next(
        own_tokenizer, return_token_type_ids=True
    ),
}
families = ["Bert", "Albert", "RemBert", "RoFormer", "BigBird", "XLNet"]
returns_token_types = {
    family: "token_type_ids"
    in getattr(transformers, f"{family}Tokenizer").model_input_names
    for family in families
}

for _name, _row in tokenizers.items():
    print(f"{_name}:", ", ".join(f"{what} {value}" for what, value in _row.items()))
print("returns token types:", returns_token_types)
_bert, _own, _asked = tokenizers.values()
assert not _own["token types"], "it returns token types"
assert _bert["token types"] and _bert == _asked, f"{_bert} and {_asked}"
assert min(_own["follows"], _own["unrelated"], _bert["follows"]) > 0.9, tokenizers
assert _bert["unrelated"] < 0.1, tokenizers
assert returns_token_types == {name: name == "Bert" for name in families}
