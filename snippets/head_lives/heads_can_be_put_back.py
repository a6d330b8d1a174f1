"""To put pre-training heads back, load the original file as `BertForPreTraining`, and copy the fine-tuned encoder into it. Pooler and heads are then the original file's, no part is random, the decoder is tied, and the model computes the same after saving and loading."""

import logging
import tempfile

import torch
from transformers import (
    BertConfig,
    BertForPreTraining,
    BertForSequenceClassification,
    BertModel,
)

scope = "library"
decides = "new, with the heads put back"

logging.disable(logging.CRITICAL)  # four loads, and each would report
torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
pretrained = BertForPreTraining(config)
for parameter in pretrained.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # stands for pre-training
_home = tempfile.TemporaryDirectory()
pretrained.save_pretrained(_home.name)
classifier = BertForSequenceClassification.from_pretrained(_home.name)
_ids = torch.tensor([[2, 17, 90, 42, 3], [2, 7, 10, 6, 3]])
classifier(_ids, labels=torch.tensor([0, 1])).loss.backward()
torch.optim.SGD(classifier.parameters(), lr=0.1).step()  # stands for fine-tuning
with tempfile.TemporaryDirectory() as _fine_tuned:
    classifier.save_pretrained(_fine_tuned)
    model, report = BertForPreTraining.from_pretrained(
        _home.name, output_loading_info=True
    )
    encoder = BertModel.from_pretrained(_fine_tuned, add_pooling_layer=False)
    model.bert.load_state_dict(encoder.state_dict(), strict=False)

with tempfile.TemporaryDirectory() as _whole:
    model.save_pretrained(_whole)
    again = BertForPreTraining.from_pretrained(_whole)
with torch.no_grad():
    _now, _again = model.eval()(_ids), again.eval()(_ids)
_moved = [(a - b).abs().max() for a, b in zip(_now[:2], _again[:2], strict=True)]
same_after_saving = max(_moved).item() < 1e-5
missing_keys = sorted(report["missing_keys"])
_encoder = classifier.bert.state_dict()
encoder_is_the_fine_tuned = all(
    torch.equal(tensor, _encoder[key])
    for key, tensor in model.bert.state_dict().items()
    if not key.startswith("pooler.")
)
_pooler, pooler = model.bert.pooler.state_dict(), pretrained.bert.pooler.state_dict()
heads = pretrained.cls.state_dict()
pooler_is_the_old = all(torch.equal(_pooler[key], pooler[key]) for key in pooler)
fine_tuning_moved_it = not torch.equal(
    pooler["dense.weight"], _encoder["pooler.dense.weight"]
)
_kept = [key for key in heads if key != "predictions.decoder.weight"]
heads_are_the_old = all(torch.equal(model.cls.state_dict()[k], heads[k]) for k in _kept)
decoder_is_tied = (
    model.cls.predictions.decoder.weight is model.bert.embeddings.word_embeddings.weight
)
decoder_moved = not torch.equal(
    model.cls.predictions.decoder.weight, heads["predictions.decoder.weight"]
)

print("new, with the heads put back:", len(missing_keys))
print("the encoder is the fine-tuned one:", encoder_is_the_fine_tuned)
print("the pooler is the old file's:", pooler_is_the_old)
print("the heads are the old file's:", heads_are_the_old)
print("saved and loaded again, the same logits:", same_after_saving)
print("decoder and embedding are one:", decoder_is_tied, "and moved:", decoder_moved)
assert missing_keys == []
assert encoder_is_the_fine_tuned and heads_are_the_old
assert pooler_is_the_old and fine_tuning_moved_it
assert decoder_is_tied and decoder_moved
assert same_after_saving
