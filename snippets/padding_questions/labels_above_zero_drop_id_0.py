"""`labels > 0` picks the same positions as `labels != -100` unless id 0 is a label; in BERT's vocabulary id 0 is `[PAD]`, which never should be one."""

import torch

scope = "arithmetic"

words_of = {
    "BERT: [PAD] is 0": {"[PAD]": 0, "[UNK]": 1, "a": 5, "b": 6, "c": 7},
    "another: [UNK] is 0": {"[UNK]": 0, "[PAD]": 1, "a": 5, "b": 6, "c": 7},
}
text = ["a", "[UNK]", "b", "[PAD]", "[PAD]"]
to_be_predicted = [0, 1]  # the collator never picks a pad

picked = []
for vocabulary, ids in words_of.items():
    _labels = torch.full((len(text),), -100)
    for position in to_be_predicted:
        _labels[position] = ids[text[position]]
    picked.append(
        {
            "vocabulary": vocabulary,
            "labels": _labels.tolist(),
            "labels != -100": (_labels != -100).nonzero().flatten().tolist(),
            "labels > 0": (_labels > 0).nonzero().flatten().tolist(),
        }
    )

for row in picked:
    print(f"{row['vocabulary']}; labels {row['labels']}")
    print(f"  != -100 picks positions {row['labels != -100']}", end=", ")
    print(f"> 0 picks {row['labels > 0']}")
assert picked[0]["labels > 0"] == picked[0]["labels != -100"] == to_be_predicted
assert picked[1]["labels != -100"] == to_be_predicted
assert picked[1]["labels > 0"] == to_be_predicted[:1]  # [UNK] is lost
