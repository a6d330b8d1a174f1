"""A sequence classifier shares nothing with the embedding: its `classifier` is random, and no two of its tensors share memory. It is not in the masked-LM's file that a BERT is loaded from here."""

import tempfile

from transformers import BertConfig, BertForMaskedLM, BertForSequenceClassification

scope = "library"
decides = "tensors in"

config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)


def memories(model):
    """Count the names in a state dict, and the memories behind them."""
    tensors = model.state_dict().values()
    return len(tensors), len({t.untyped_storage().data_ptr() for t in tensors})


_masked_lm = BertForMaskedLM(config)
with tempfile.TemporaryDirectory() as _folder:
    _masked_lm.save_pretrained(_folder)
    model, _report = BertForSequenceClassification.from_pretrained(
        _folder, output_loading_info=True
    )
tensors, storages = memories(model)
tensors_of_the_masked_lm, storages_of_the_masked_lm = memories(_masked_lm)
missing_keys = sorted(
    key for key in _report["missing_keys"] if not key.startswith("bert.pooler")
)

print(f"classifier: {tensors} tensors in {storages} storages")
print(f"masked LM: {tensors_of_the_masked_lm} in {storages_of_the_masked_lm}")
print("newly initialised, beside the pooler:", *missing_keys)
assert storages == tensors, f"{tensors} tensors in {storages} storages"
assert storages_of_the_masked_lm == tensors_of_the_masked_lm - 2, "it has no two ties"
assert missing_keys == ["classifier.bias", "classifier.weight"], f"{missing_keys}"
