"""In a vocabulary like RoBERTa's, “done” and “ done” are two tokens: for a word inside a text, write the space in `targets`. Each of the two gets the score that a softmax over the whole vocabulary gives to its id. We ran it with a small byte-level tokenizer, trained in the program, and a small random RoBERTa."""

import torch
from tokenizers import AddedToken, Tokenizer, decoders
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel
from tokenizers.trainers import BpeTrainer
from transformers import (
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForMaskedLM,
    pipeline,
)

scope = "library"
decides = "inside a text"

_trained = Tokenizer(BPE())
_trained.pre_tokenizer = ByteLevel(add_prefix_space=False)
_trained.decoder = decoders.ByteLevel()
_mask = AddedToken("<mask>", lstrip=True)  # it takes the space, as RoBERTa's does
_trainer = BpeTrainer(special_tokens=["<s>", "<pad>", _mask], show_progress=False)
_trained.train_from_iterator(["done is done", "we have done it"], _trainer)
tokenizer = PreTrainedTokenizerFast(tokenizer_object=_trained, mask_token=_mask)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
torch.manual_seed(0)
model = RobertaForMaskedLM(
    RobertaConfig(vocab_size=len(tokenizer), initializer_range=0.5, **_sizes)
).eval()
fill = pipeline("fill-mask", model=model, tokenizer=tokenizer)
_text = "we have <mask> it"
_inputs = tokenizer(_text, return_tensors="pt", return_token_type_ids=False)
_gap = _inputs.input_ids[0].tolist().index(tokenizer.mask_token_id)
with torch.no_grad():
    _own = model(**_inputs).logits[0, _gap].softmax(-1)
_pieces = tokenizer.tokenize("we have done it")
_bare, _spaced = (fill(_text, targets=[word])[0] for word in ("done", " done"))
print("tokens of “we have done it”:", *_pieces)
for _one in (_bare, _spaced):
    print(f"{_one['token_str']!r}: {_one['score']:.6f}, {_one['sequence']}")
print("inside a text it is", tokenizer.convert_ids_to_tokens(_spaced["token"]))
assert _pieces == ["we", "Ġhave", "Ġdone", "Ġit"], f"{_pieces}"
assert tokenizer.tokenize("done") == ["done"]
assert tokenizer.convert_ids_to_tokens([_bare["token"], _spaced["token"]]) == [
    "done",
    "Ġdone",
]
for _one in (_bare, _spaced):
    assert abs(_one["score"] - _own[_one["token"]]) < 1e-6, f"{_one}"
assert abs(_bare["score"] - _spaced["score"]) > 1e-5, "equal by chance"
assert _spaced["sequence"] == "we have done it" != _bare["sequence"], f"{_bare}"
