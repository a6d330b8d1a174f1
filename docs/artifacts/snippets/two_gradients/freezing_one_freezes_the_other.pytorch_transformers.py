"""Freezing the word embedding freezes the decoder's matrix, because they are one Parameter; the output bias goes on learning."""

import torch
from pytorch_transformers import BertConfig, BertForMaskedLM

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
model = BertForMaskedLM(config)
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions

embedding.weight.requires_grad = False
decoder_is_frozen_too = not head.decoder.weight.requires_grad
_before = {name: p.detach().clone() for name, p in model.named_parameters()}
_trainable = [p for p in model.parameters() if p.requires_grad]
_optimizer = torch.optim.SGD(_trainable, lr=0.1)
_ids = torch.randint(5, 100, (4, 16))
_scores = model(_ids)
_logits = _scores if torch.is_tensor(_scores) else _scores[0]
torch.nn.functional.cross_entropy(_logits.flatten(0, 1), _ids.flatten()).backward()
_optimizer.step()
_moved = {n for n, p in model.named_parameters() if not torch.equal(p, _before[n])}
matrix_moved = "bert.embeddings.word_embeddings.weight" in _moved
bias_moved = "cls.predictions.bias" in _moved
others_moved = any(name.startswith("bert.encoder") for name in _moved)

print("decoder frozen with the embedding:", decoder_is_frozen_too)
print(f"after one step the matrix moved: {matrix_moved},", end=" ")
print(f"the bias: {bias_moved}, the encoder: {others_moved}")
assert decoder_is_frozen_too, "the decoder's matrix would still learn"
assert not matrix_moved, "the frozen matrix moved"
assert bias_moved and others_moved, f"moved: {sorted(_moved)}"
