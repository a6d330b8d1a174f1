"""`resize_token_embeddings` grows the bias too, and the longer model runs."""

import torch
from pytorch_transformers import BertConfig, BertForPreTraining

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
model.resize_token_embeddings(103)
head = model.cls.predictions
embedding_rows = model.bert.embeddings.word_embeddings.weight.shape[0]
decoder_rows = head.decoder.weight.shape[0]
bias_length = head.bias.shape[0]
still_tied = head.decoder.weight is model.bert.embeddings.word_embeddings.weight
same_bias = head.decoder.bias is head.bias or head.decoder.bias is None

print("embedding:", embedding_rows, "decoder:", decoder_rows, "bias:", bias_length)
print("still tied: weight", still_tied, "bias", same_bias)
assert embedding_rows == decoder_rows == 103, "the matrix does not grow on both sides"
assert still_tied, "the matrices are two after resizing"
assert bias_length == 103, f"predictions.bias keeps its length of {bias_length}"
assert same_bias, "predictions.bias and decoder.bias are two after resizing"
logits = model(torch.tensor([[2, 102, 3]]))[0]
vocabulary = logits.shape[-1]
assert vocabulary == 103, f"the logits are {vocabulary} wide"
