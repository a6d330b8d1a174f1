"""Of BERT's three embeddings only the word embedding has a `padding_idx`: position 0 and token type 0 mean something."""

import torch
from pytorch_transformers import BertConfig, BertModel

scope = "library"
decides = "word_embeddings:"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
model = BertModel(config).eval()
padding_idx = {
    name: module.padding_idx
    for name, module in model.embeddings.named_modules()
    if isinstance(module, torch.nn.Embedding)
}
_vectors = model(torch.arange(4)[None])[0]  # id 0 among them
_vectors.backward(torch.randn_like(_vectors))
row_0_learns = {
    name: model.embeddings.get_submodule(name).weight.grad[0].any().item()
    for name in padding_idx
}

for name, index in padding_idx.items():
    print(f"{name}: padding_idx {index}; gradient on row 0: {row_0_learns[name]}")
assert list(padding_idx.values()) == [0, None, None], padding_idx
assert list(row_0_learns.values()) == [False, True, True], row_0_learns
