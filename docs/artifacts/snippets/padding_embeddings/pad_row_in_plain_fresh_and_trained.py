"""Row 0 is the only row of zeros in a plain `nn.Embedding` and in a fresh BERT; in a trained file it is not zero, and in pydoc-bert it is the longest row of all."""

import torch
from torch import nn
from transformers import AutoConfig, BertModel, logging

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"
scope = "checkpoint"

logging.set_verbosity_error()  # the load report has a page of its own
torch.manual_seed(0)
config = AutoConfig.from_pretrained(checkpoint)
plain = nn.Embedding(config.vocab_size, config.hidden_size, padding_idx=0)
embeddings = {
    "plain nn.Embedding": plain,
    "BertModel, fresh": BertModel(config).embeddings.word_embeddings,
}
for folder in dict.fromkeys(["checkpoints/pydoc-bert", checkpoint]):
    model = BertModel.from_pretrained(folder)
    embeddings[f"{folder.split('/')[-1]}, trained"] = model.embeddings.word_embeddings

row_0 = []
for name, embedding in embeddings.items():
    _rows = embedding.weight.detach()
    _norms = _rows.norm(dim=1)
    _smaller = (_norms < _norms[0]).sum().item()
    row_0.append(
        {
            "embedding": name,
            "first values": " ".join(f"{value:.4f}" for value in _rows[0, :3].tolist()),
            "norm": _norms[0].item(),
            "median row": _norms.median().item(),
            "smaller rows": f"{_smaller} of {len(_rows)}",
            "rows of zeros": (_norms == 0).sum().item(),
        }
    )

_norms = embeddings["pydoc-bert, trained"].weight.detach().norm(dim=1)
next_longest_in_pydoc_bert = _norms[1:].max().item()

for row in row_0:
    print(f"{row['embedding']}: {row['first values']} …")
    print(f"    norm {row['norm']:.4f}, median row's {row['median row']:.4f};", end=" ")
    print(f"smaller rows: {row['smaller rows']}")
assert [row["norm"] == 0 for row in row_0[:2]] == [True, True]
assert [row["rows of zeros"] for row in row_0] == [1, 1, *[0] * (len(row_0) - 2)]
for row in row_0[2:]:
    assert row["norm"] > 0.1, row
assert row_0[2]["norm"] > 1.05 * next_longest_in_pydoc_bert
assert row_0[2]["smaller rows"] == f"{len(_norms) - 1} of {len(_norms)}"
