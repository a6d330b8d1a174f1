"""A pre-trained file has no head for your task, so the head is MISSING; a file that you save from your own class has it. This holds for a text classifier that `save_pretrained` saved from its own class, and that the same class loads."""

import tempfile

from transformers import BertConfig, BertForPreTraining, BertForSequenceClassification

scope = "library"
decides = "from your own file"

# --8<-- [start:lesson]
load = BertForSequenceClassification.from_pretrained
with tempfile.TemporaryDirectory() as folder:
    BertForPreTraining(BertConfig(num_hidden_layers=1)).save_pretrained(folder)
    model, pretrained = load(folder, output_loading_info=True)
    model.save_pretrained(folder)  # you would train the head before this
    again, your_own = load(folder, output_loading_info=True)

print("missing from the pre-trained file:", *sorted(pretrained["missing_keys"]))
print("missing from your own file:", *your_own["missing_keys"] or ["nothing"])
# --8<-- [end:lesson]

first, second = pretrained["missing_keys"], your_own["missing_keys"]
assert sorted(first) == ["classifier.bias", "classifier.weight"], first
assert not second, f"missing from your own file: {second}"
assert again.classifier.weight.equal(model.classifier.weight), "another head"
