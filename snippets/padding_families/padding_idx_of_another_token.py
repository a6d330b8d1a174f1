"""If `padding_idx` is not the vocabulary's `[PAD]`, another token pays: its row starts at zero and looking it up teaches it nothing. The other tokens' vectors are right all the same, under the mask."""

import torch
from transformers import BertConfig, BertModel

scope = "library"

vocabulary = {"[UNK]": 0, "[PAD]": 1, "[CLS]": 2, "[SEP]": 3}
_values = {
    "vocab_size": 100,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "initializer_range": 0.2,
}
_text = [2, 17, 0, 54, 3]  # with one [UNK]
_mask = torch.tensor([[1] * 5 + [0] * 3])


def real_vectors(model, pad):
    return model(torch.tensor([_text + [pad] * 3]), attention_mask=_mask)[0][0, :5]


row_is_zero, lookup_teaches, pads_do_not_matter = {}, {}, {}
for pad_token_id in (0, 1):  # what the configuration says
    torch.manual_seed(0)
    config = BertConfig.from_dict({**_values, "pad_token_id": pad_token_id})
    model = BertModel(config).eval()
    rows = model.embeddings.word_embeddings.weight
    vectors = real_vectors(model, vocabulary["[PAD]"])
    vectors.pow(3).sum().backward()
    case = f"pad_token_id={pad_token_id}"
    row_is_zero[case] = {n: not rows[i].any().item() for n, i in vocabulary.items()}
    lookup_teaches[case] = {n: rows.grad[i].any().item() for n, i in vocabulary.items()}
    pads_do_not_matter[case] = torch.equal(vectors, real_vectors(model, 88))

for case in row_is_zero:
    print(f"{case}, the vocabulary's [PAD] is 1")
    for name in ("[UNK]", "[PAD]"):
        print(f"  {name}: row of zeros {row_is_zero[case][name]},", end=" ")
        print(f"gradient from the lookup {lookup_teaches[case][name]}")
    print(f"  real vectors the same with any pad: {pads_do_not_matter[case]}")
_wrong, _right = "pad_token_id=0", "pad_token_id=1"
assert not lookup_teaches[_wrong]["[UNK]"], "padding_idx is not config.pad_token_id"
assert lookup_teaches[_right]["[UNK]"], "padding_idx is not config.pad_token_id"
assert row_is_zero[_wrong]["[UNK]"] and not row_is_zero[_wrong]["[PAD]"], "rows random"
assert row_is_zero[_right]["[PAD]"] and not row_is_zero[_right]["[UNK]"], "rows random"
assert all(pads_do_not_matter.values())
