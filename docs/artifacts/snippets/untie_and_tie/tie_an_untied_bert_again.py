"""Copied first, the bias that an untied decoder has learned outlasts `tie_weights()`; without that line the old bias comes back. The matrix that stays is the embedding's. Saved and loaded, the model is tied and gives the same logits."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

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
bias_after = {}
for keep_the_bias in (True, False):
    torch.manual_seed(0)
    _untied = BertForMaskedLM(config)
    for _parameter in _untied.parameters():
        torch.nn.init.normal_(_parameter, std=0.1)  # stands for learned values
    _learned = _untied.cls.predictions.decoder.bias
    _old = _untied.cls.predictions.bias
    with tempfile.TemporaryDirectory() as _folder:
        _untied.save_pretrained(_folder)
        model = BertForMaskedLM.from_pretrained(_folder).eval()  # an untied model
    words, head = model.bert.embeddings.word_embeddings, model.cls.predictions
    matrix = words.weight.detach().clone()
    assert not torch.equal(head.decoder.weight, matrix), "the file is tied"

    # The recipe. The matrix that stays is the embedding's; forward never reads
    # predictions.bias in an untied model, but it is the bias that stays.
    with torch.no_grad():
        if keep_the_bias:
            head.bias.copy_(head.decoder.bias)
    model.config.tie_word_embeddings = True
    model.tie_weights()

    # How to see that it worked
    assert torch.equal(head.decoder.weight, matrix), "the embedding's matrix is lost"
    with tempfile.TemporaryDirectory() as _folder:
        model.save_pretrained(_folder)
        loaded = BertForMaskedLM.from_pretrained(_folder).eval()
    same = torch.allclose(loaded(token_ids)[0], model(token_ids)[0], atol=1e-5)
    assert same, "the reloaded model gives other logits"
    _new = loaded.cls.predictions.decoder.weight
    assert _new is loaded.get_input_embeddings().weight, "loaded, they are two"
    _what = "copied first" if keep_the_bias else "not copied"
    bias_after[_what] = {
        "learned": torch.equal(head.decoder.bias, _learned),
        "old": torch.equal(head.decoder.bias, _old),
    }

print("the bias after tie_weights():", bias_after)
assert bias_after["copied first"]["learned"], "the learned bias is lost all the same"
assert bias_after["not copied"]["old"], "the learned bias stays without the copy"
