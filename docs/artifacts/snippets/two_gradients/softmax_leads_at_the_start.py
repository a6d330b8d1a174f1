"""In a small fresh BERT the softmax's part of the tied matrix's gradient is the larger one, before any training."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 1000,
        "hidden_size": 128,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 512,
    }
)
_ids = torch.randint(5, 1000, (16, 64))
_chosen = torch.zeros_like(_ids, dtype=torch.bool)
_chosen[:, ::7] = True  # one in seven
_shown = _ids.masked_fill(_chosen, 4)  # [MASK], say
ratios = []
for _ in range(3):
    _model = BertForMaskedLM(config).eval()
    _matrix = _model.get_input_embeddings().weight
    _copy = _matrix.detach().requires_grad_()  # for the lookup alone
    _logits = _model(inputs_embeds=_copy[_shown])[0][_chosen]
    torch.nn.functional.cross_entropy(_logits, _ids[_chosen]).backward()
    ratios.append((_matrix.grad.norm() / _copy.grad.norm()).item())

print("softmax's part over lookup's:", *(f"{ratio:.2f}" for ratio in ratios))
assert min(ratios) > 1.2, ratios
