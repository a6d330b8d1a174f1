"""A pre-trained file has no head for your task, so the head is MISSING; a file that you save from your own class has it. This holds for a text classifier that `save_pretrained` saved from its own class, and that the same class loads."""

import tempfile

from transformers import BertConfig, BertForPreTraining, BertForSequenceClassification

scope = "library"
decides = "from your own file"

load = BertForSequenceClassification.from_pretrained
with tempfile.TemporaryDirectory() as _folder:
    BertForPreTraining(BertConfig(num_hidden_layers=1)).save_pretrained(_folder)
    model, first = load(_folder, output_loading_info=True)
    model.save_pretrained(_folder)  # you would train the head before this
    again, second = load(_folder, output_loading_info=True)
pretrained = sorted(first["missing_keys"])
your_own = sorted(second["missing_keys"])

print("missing from the pre-trained file:", *pretrained)
print("missing from your own file:", *your_own or ["nothing"])
assert pretrained == ["classifier.bias", "classifier.weight"], pretrained
assert your_own == [], f"missing from your own file: {your_own}"
assert again.classifier.weight.equal(model.classifier.weight), "another head"
