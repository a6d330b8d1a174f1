"""Row 0 is the only row of zeros in a plain `nn.Embedding` and in a fresh BERT; in a trained file it is not zero, and in pydoc-bert it is the longest row of all."""

import torch
from torch import nn
from transformers import AutoConfig, BertModel, logging

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"

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
    rows = embedding.weight.detach()
    norms = rows.norm(dim=1)
    row_0.append(
        {
            "embedding": name,
            "first values": " ".join(f"{value:.4f}" for value in rows[0, :3].tolist()),
            "norm": norms[0].item(),
            "median row": norms.median().item(),
            "smaller rows": (norms < norms[0]).sum().item(),
            "rows": len(rows),
            "rows of zeros": (norms == 0).sum().item(),
        }
    )

_pydoc_bert = embeddings["pydoc-bert, trained"].weight.detach().norm(dim=1)
norms_of_pydoc_bert = _pydoc_bert.topk(2).values.tolist()  # [PAD]'s and the next

for row in row_0:
    print(f"{row['embedding']}: {row['first values']} …")
    print(f"    norm {row['norm']:.4f}, median row's {row['median row']:.4f};", end=" ")
    print(f"{row['smaller rows']} of {row['rows']} rows are smaller")
assert [row["norm"] == 0 for row in row_0[:2]] == [True, True]
assert [row["rows of zeros"] for row in row_0] == [1, 1, *[0] * (len(row_0) - 2)]
for row in row_0[2:]:
    assert row["norm"] > 0.1, row
assert row_0[2]["smaller rows"] == row_0[2]["rows"] - 1
assert norms_of_pydoc_bert[0] > 1.05 * norms_of_pydoc_bert[1], norms_of_pydoc_bert
