"""The encoder of a fine-tuned file, and pooler and heads of the file that it came from, make a whole `BertForPreTraining`, in which nothing is new and the decoder is tied."""

import tempfile

import torch
from transformers import (
    BertForMaskedLM,
    BertForPreTraining,
    BertForSequenceClassification,
    logging,
)

checkpoint = "checkpoints/pydoc-bert"
needs = ("bert", "mlm_head", "nsp_head")

logging.set_verbosity_error()
logging.disable_progress_bar()
torch.manual_seed(0)
classifier = BertForSequenceClassification.from_pretrained(checkpoint)
_ids = torch.tensor([[2, 17, 1000, 42, 3], [2, 7, 100, 6, 3]])
classifier(_ids, labels=torch.tensor([0, 1])).loss.backward()
torch.optim.SGD(classifier.parameters(), lr=0.1).step()  # stands for fine-tuning
with tempfile.TemporaryDirectory() as _fine_tuned:
    classifier.save_pretrained(_fine_tuned)
    _, report = BertForPreTraining.from_pretrained(
        _fine_tuned, output_loading_info=True
    )
    new_without_the_old_file = len(report["missing_keys"])

    model, report = BertForPreTraining.from_pretrained(
        checkpoint, output_loading_info=True
    )
    heads = {key: t.clone() for key, t in model.cls.state_dict().items()}
    pooler = {key: t.clone() for key, t in model.bert.pooler.state_dict().items()}
    encoder = BertForMaskedLM.from_pretrained(_fine_tuned).bert  # has no pooler
    odd = model.bert.load_state_dict(encoder.state_dict(), strict=False)

missing_keys = sorted(report["missing_keys"])
_encoder = classifier.bert.state_dict()
encoder_is_the_fine_tuned = all(
    torch.equal(tensor, _encoder[key])
    for key, tensor in model.bert.state_dict().items()
    if not key.startswith("pooler.")
)
_pooler = model.bert.pooler.state_dict()
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

print("new, from the fine-tuned file alone:", new_without_the_old_file, "tensors")
print("new, with the heads put back:", len(missing_keys))
print("the encoder is the fine-tuned one:", encoder_is_the_fine_tuned)
print("the pooler is the old file's:", pooler_is_the_old)
print("the heads are the old file's:", heads_are_the_old)
print("decoder and embedding are one:", decoder_is_tied, "and moved:", decoder_moved)
assert new_without_the_old_file > 0 and missing_keys == []
assert encoder_is_the_fine_tuned and heads_are_the_old
assert not odd.unexpected_keys
assert all(key.startswith("pooler.") for key in odd.missing_keys), odd.missing_keys
assert pooler_is_the_old and fine_tuning_moved_it
assert decoder_is_tied and decoder_moved
