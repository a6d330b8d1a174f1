"""To train on masked words and next sentences together, pass `BertForPreTraining` both `labels` and `next_sentence_label`: it adds the two heads' losses. If one of the two is left out, the loss is `None`, and there is no error."""

import torch
from torch.nn.functional import cross_entropy
from transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "both labels"

torch.manual_seed(0)
_sizes = {"hidden_size": 32, "num_attention_heads": 2, "intermediate_size": 64}
model = BertForPreTraining(
    BertConfig(vocab_size=100, num_hidden_layers=2, initializer_range=0.2, **_sizes)
).eval()
_ids = torch.randint(5, 100, (3, 7))
_labels = {
    "labels": _ids,
    "next_sentence_label": torch.tensor([0, 1, 1]),  # 1: the second text is random
}
output = model(_ids, **_labels)
_words = cross_entropy(
    output.prediction_logits.flatten(0, 1), _labels["labels"].view(-1)
)
_pairs = cross_entropy(output.seq_relationship_logits, _labels["next_sentence_label"])
_with_one = {name: model(_ids, **{name: one}).loss for name, one in _labels.items()}
print(f"both labels: loss {output.loss:.3f} = {_words:.3f} + {_pairs:.3f}")
for _name, _loss in _with_one.items():
    print(f"{_name} alone: loss {_loss}")
assert output.loss.isclose(_words + _pairs), f"{output.loss}, {_words}, {_pairs}"
assert min(_words, _pairs) > 0.01, "one of the two is hardly anything"
assert list(_with_one.values()) == [None, None], f"{_with_one}"
