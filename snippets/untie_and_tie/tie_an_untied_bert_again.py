"""If you trained a BERT's decoder untied, copy the decoder's learned bias into `predictions.bias` before you tie the model again. The bias then outlasts `tie_weights()`; without that line the old bias comes back. The matrix that stays is the embedding's. Saved and loaded, the model is tied and gives the same logits."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "the bias copied first"

config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "tie_word_embeddings": False,
    }
)
token_ids = torch.tensor([[2, 5, 7, 3]])
outcomes = []
for keep_the_bias in (True, False):
    torch.manual_seed(0)
    _untied = BertForMaskedLM(config)
    for _parameter in _untied.parameters():
        torch.nn.init.normal_(_parameter, std=0.1)  # stands for learned values
    _old_words, _old = _untied.bert.embeddings.word_embeddings, _untied.cls.predictions
    with tempfile.TemporaryDirectory() as _folder:
        _untied.save_pretrained(_folder)
        model = BertForMaskedLM.from_pretrained(_folder).eval()  # an untied model
    words, head = model.bert.embeddings.word_embeddings, model.cls.predictions
    _two_when_loaded = head.decoder.weight is not words.weight

    # The recipe. The matrix that stays is the embedding's; forward never reads
    # predictions.bias in an untied model, but it is the bias that stays.
    with torch.no_grad():
        if keep_the_bias:
            head.bias.copy_(head.decoder.bias)
    model.config.tie_word_embeddings = True
    model.tie_weights()

    # How to see that it worked
    with tempfile.TemporaryDirectory() as _folder:
        model.save_pretrained(_folder)
        loaded = BertForMaskedLM.from_pretrained(_folder).eval()
    _decoder, _words = loaded.cls.predictions.decoder, loaded.bert.embeddings
    outcomes.append(
        {
            "the bias": "copied first" if keep_the_bias else "not copied",
            "it is the learned one": torch.equal(head.decoder.bias, _old.decoder.bias),
            "it is the old one": torch.equal(head.decoder.bias, _old.bias),
            "saved, it is untied": _old.decoder.weight is not _old_words.weight,
            "loaded, it is untied": _two_when_loaded,
            "the embedding's matrix": torch.equal(
                head.decoder.weight, _old_words.weight
            ),
            "tied and loaded, it is tied": _decoder.weight
            is _words.word_embeddings.weight,
            "and gives the same logits": torch.allclose(
                loaded(token_ids)[0], model(token_ids)[0], atol=1e-5
            ),
        }
    )

for _row in outcomes:
    _of = list(_row.values())
    print(f"the bias {_of[0]}: the learned one {_of[1]}, the old one {_of[2]}")
    print(f"  untied, saved {_of[3]}, loaded {_of[4]};", end=" ")
    print(f"the embedding's matrix {_of[5]}, tied {_of[6]}, same logits {_of[7]}")
_copied, _not_copied = outcomes
assert _copied["it is the learned one"], "the learned bias is lost all the same"
assert _not_copied["it is the old one"], "the learned bias stays without the copy"
for _row in outcomes:
    assert _row["saved, it is untied"], "the model to tie is tied"
    assert _row["loaded, it is untied"], "the file is tied"
    assert _row["the embedding's matrix"], "the embedding's matrix is lost"
    assert _row["tied and loaded, it is tied"], "saved and loaded, they are two"
    assert _row["and gives the same logits"], "the reloaded model gives other logits"
