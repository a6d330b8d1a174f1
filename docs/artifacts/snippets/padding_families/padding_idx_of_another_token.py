"""If `padding_idx` is not the vocabulary's `[PAD]`, another token pays: its row starts at zero and looking it up teaches it nothing. The other tokens' vectors are right all the same, under the mask."""

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "row of zeros: [UNK] True"

UNK, PAD = 0, 1  # in the vocabulary
_settings = {
    "vocab_size": 100,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "initializer_range": 0.2,
}


def measure(padding_idx):
    """Of [UNK] and of [PAD]: is its row zero? And what the lookup of [UNK] teaches."""
    torch.manual_seed(0)
    model = BertModel(BertConfig(pad_token_id=padding_idx, **_settings)).eval()
    rows = model.embeddings.word_embeddings.weight
    text = torch.cat([torch.tensor([[UNK]]), torch.randint(2, 100, (1, 4))], dim=1)
    mask = torch.cat([torch.ones(1, 5), torch.zeros(1, 3)], dim=1)

    def real_vectors(pads):
        ids = torch.cat([text, pads], dim=1)
        return model(ids, attention_mask=mask).last_hidden_state[:, :5]

    vectors = real_vectors(torch.full((1, 3), PAD))
    same = torch.equal(vectors, real_vectors(torch.randint(2, 100, (1, 3))))
    vectors.backward(torch.randn(1, 5, 32))  # any gradient at the output
    zero = [not rows[token].any().item() for token in (UNK, PAD)]
    return *zero, rows.grad[UNK].any().item(), same


_wrong, _right = measure(padding_idx=UNK), measure(padding_idx=PAD)
unk_is_zero_if_wrong, pad_is_zero_if_wrong, unk_learns_if_wrong, same_if_wrong = _wrong
unk_is_zero_if_right, pad_is_zero_if_right, unk_learns_if_right, same_if_right = _right

for name, (unk, pad, learns, same) in {"[UNK]": _wrong, "[PAD]": _right}.items():
    print(f"padding_idx is the id of {name}")
    print(f"  row of zeros: [UNK] {unk}, [PAD] {pad}; [UNK]'s lookup teaches: {learns}")
    print(f"  real vectors the same with any pad: {same}")
assert unk_is_zero_if_wrong, "rows random"
assert not pad_is_zero_if_wrong
assert not unk_learns_if_wrong, "padding_idx is not config.pad_token_id"
assert same_if_wrong
assert not unk_is_zero_if_right
assert pad_is_zero_if_right, "rows random"
assert unk_learns_if_right, "padding_idx is not config.pad_token_id"
assert same_if_right
