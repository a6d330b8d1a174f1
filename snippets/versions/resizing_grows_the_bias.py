"""In transformers 3 and later `resize_token_embeddings` grows the bias too, and the longer model runs."""

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
decides = "embedding:"

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
model = BertForPreTraining(config).eval()
size = 103
model.resize_token_embeddings(size)
head = model.cls.predictions
embedding_rows = model.bert.embeddings.word_embeddings.weight.shape[0]
decoder_rows = head.decoder.weight.shape[0]
bias_length = head.bias.shape[0]
still_tied = head.decoder.weight is model.bert.embeddings.word_embeddings.weight

print("embedding:", embedding_rows, "decoder:", decoder_rows, "bias:", bias_length)
print("the matrix is still tied:", still_tied)
assert bias_length == size, f"predictions.bias keeps its length of {bias_length}"
assert still_tied, "the matrices are two after resizing"
logits = model(torch.tensor([[2, 102, 3]]))[0]
assert logits.shape[-1] == size, f"the logits are {logits.shape[-1]} wide"
