"""Copied first, the bias that an untied decoder has learned outlasts `tie_weights()`, also in a model loaded untied; without that line the old bias comes back. The matrix that stays is the embedding's."""

import tempfile

import torch
from transformers import BertForMaskedLM, logging

checkpoint = "checkpoints/pydoc-bert"
needs = ("bert", "mlm_head")

logging.set_verbosity_error()  # the load report has a page of its own
token_ids = torch.tensor([[2, 5, 7, 3]])
bias_after = {}
for keep_the_bias in (True, False):
    model = BertForMaskedLM.from_pretrained(checkpoint).eval()
    head = model.cls.predictions
    model.config.tie_word_embeddings = False
    head.decoder.weight = torch.nn.Parameter(head.decoder.weight.detach().clone())
    head.decoder.bias = torch.nn.Parameter(head.decoder.bias.detach().clone())
    with torch.no_grad():
        head.decoder.bias += 0.5  # stands for training: forward adds this one
        learned = head.decoder.bias.clone()
        head.decoder.weight += 0.5
    with tempfile.TemporaryDirectory() as _folder:
        model.save_pretrained(_folder)
        model = BertForMaskedLM.from_pretrained(_folder).eval()  # an untied model
    words, head = model.bert.embeddings.word_embeddings, model.cls.predictions
    matrix = words.weight.detach().clone()
    assert torch.equal(head.decoder.bias, learned), "the file has another bias"
    assert not torch.equal(head.decoder.weight, matrix), "the file is tied"

    # The recipe. The matrix that stays is the embedding's; forward never reads
    # predictions.bias in an untied model, but it is the bias that stays.
    with torch.no_grad():
        if keep_the_bias:
            head.bias.copy_(head.decoder.bias)
    model.config.tie_word_embeddings = True
    model.tie_weights()

    # How to see that it worked
    one_matrix = head.decoder.weight is words.weight
    one_bias = head.decoder.bias is head.bias
    assert torch.equal(head.decoder.weight, matrix), "the embedding's matrix is lost"
    kept = torch.equal(head.decoder.bias, learned)
    with tempfile.TemporaryDirectory() as _folder:
        model.save_pretrained(_folder)
        loaded = BertForMaskedLM.from_pretrained(_folder).eval()
    same = torch.allclose(loaded(token_ids)[0], model(token_ids)[0], atol=1e-5)
    still_tied = loaded.cls.predictions.decoder.bias is loaded.cls.predictions.bias
    bias_after["copied first" if keep_the_bias else "not copied"] = (
        "learned" if kept else "old"
    )
    assert one_matrix and one_bias, "tie_weights() leaves them two"
    assert same and still_tied, "the reloaded model is another one"

print("the bias after tie_weights():", bias_after)
assert bias_after["copied first"] == "learned", "the learned bias is lost all the same"
assert bias_after["not copied"] == "old", "the learned bias stays without the copy"
