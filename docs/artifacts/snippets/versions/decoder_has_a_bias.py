"""The decoder has a bias, and it is the head's own: one Parameter under two names."""

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"

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
head = BertForPreTraining(config).cls.predictions
decoder_has_a_bias = head.decoder.bias is not None
one_parameter = head.decoder.bias is head.bias

print("the decoder has a bias:", decoder_has_a_bias)
print("it is predictions.bias:", one_parameter)
assert decoder_has_a_bias, "the decoder has no bias; predictions.bias stands beside it"
assert one_parameter, "decoder.bias and predictions.bias are two Parameters"
