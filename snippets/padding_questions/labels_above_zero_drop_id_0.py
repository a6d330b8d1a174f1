"""Count labels with `labels != -100`: `labels > 0` leaves out a label 0 as well. The two agree unless id 0 is a label; in BERT's vocabulary id 0 is `[PAD]`, which never should be one."""

import torch

scope = "arithmetic"

words_of = {
    "BERT: [PAD] is 0": {"[PAD]": 0, "[UNK]": 1, "a": 5, "b": 6, "c": 7},
    "another: [UNK] is 0": {"[UNK]": 0, "[PAD]": 1, "a": 5, "b": 6, "c": 7},
}
_line = "a [UNK] b [PAD] [PAD]"
text = _line.split()
to_be_predicted = [0, 1]  # the collator never picks a pad

picked = {}
for vocabulary, ids in words_of.items():
    _labels = torch.full((len(text),), -100)
    for position in to_be_predicted:
        _labels[position] = ids[text[position]]
    by_minus_100 = (_labels != -100).nonzero().flatten().tolist()
    above_zero = (_labels > 0).nonzero().flatten().tolist()
    picked[vocabulary] = {"!= -100": by_minus_100, "> 0": above_zero}
    assert by_minus_100 == to_be_predicted, vocabulary

for vocabulary, row in picked.items():
    print(f"{vocabulary}; to be predicted: positions {to_be_predicted}")
    print(f"  != -100 picks {row['!= -100']}, > 0 picks {row['> 0']}")
assert picked["BERT: [PAD] is 0"]["> 0"] == to_be_predicted
assert picked["another: [UNK] is 0"]["> 0"] == to_be_predicted[:1]  # [UNK] is lost
