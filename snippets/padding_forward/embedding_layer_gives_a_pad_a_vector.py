"""Even with a `[PAD]` row of zeros BERT's embedding layer gives a pad a vector of full size. It adds position and token type, and LayerNorm brings the sum to full size."""

import torch
from transformers import BertConfig, BertModel

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
decides = "the sum after LayerNorm"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
embeddings = BertModel(config).eval().embeddings
with torch.no_grad():
    torch.nn.init.zeros_(embeddings.word_embeddings.weight[0])
    _output = embeddings(torch.tensor([[2, 17, 3, 0, 0]]))[0]
    _word = embeddings.word_embeddings.weight[0]
    _position = embeddings.position_embeddings.weight[3]
    _token_type = embeddings.token_type_embeddings.weight[0]
    _sum = _word + _position + _token_type
    _by_hand = embeddings.LayerNorm(_sum)

first_pad = [
    {"part": part, "norm": vector.norm().item()}
    for part, vector in {
        "word, row 0": _word,
        "position 3": _position,
        "token type 0": _token_type,
        "their sum": _sum,
        "the sum after LayerNorm": _by_hand,
        "what the layer gives": _output[3],
    }.items()
]
is_the_sum = torch.allclose(_output[3], _by_hand, atol=1e-5)
two_pads_differ_by = (_output[3] - _output[4]).norm().item()

for row in first_pad:
    print(f"{row['part']:24} norm {row['norm']:.3f}")
print(f"the second pad differs from the first by {two_pads_differ_by:.3f}")
assert first_pad[0]["norm"] == 0
assert is_the_sum
assert first_pad[-1]["norm"] > 1, f"norm {first_pad[-1]['norm']}"
assert two_pads_differ_by > 0.1
