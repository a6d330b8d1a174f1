"""A sequence classifier shares nothing with the embedding: its `classifier` is new, and tied to no other tensor."""

from transformers import BertForSequenceClassification

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"

model, report = BertForSequenceClassification.from_pretrained(
    checkpoint, output_loading_info=True
)
_storages = [
    tensor.untyped_storage().data_ptr() for tensor in model.state_dict().values()
]
tensors = len(_storages)
storages = len(set(_storages))
missing_keys = sorted(report["missing_keys"])
classifier_shape = model.classifier.weight.shape

print(f"{tensors} tensors in {storages} storages")
print("newly initialised:", *missing_keys)
print("classifier.weight:", tuple(classifier_shape))
assert storages == tensors
assert missing_keys == ["classifier.bias", "classifier.weight"]
