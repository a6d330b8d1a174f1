"""Loaded as `BertForPreTraining`, a file that was saved from a classifier gives the encoder and the pooler, and both heads are newly initialised."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining, BertForSequenceClassification

ports = ("pytorch_transformers",)
scope = "library"
decides = "with another seed another"

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
fine_tuned = BertForSequenceClassification(config)
for parameter in fine_tuned.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
_loaded = []
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(fine_tuned.state_dict(), Path(_folder, "pytorch_model.bin"))
    for seed in (1, 2):
        torch.manual_seed(seed)
        _loaded.append(BertForPreTraining.from_pretrained(_folder))
_first, _second = _loaded
_encoder = fine_tuned.bert.state_dict()
from_the_file = sum(
    torch.equal(tensor, _encoder[key])
    for key, tensor in _first.bert.state_dict().items()
)
in_the_encoder = len(_encoder)
mlm_head_is_new = not torch.equal(
    _first.cls.predictions.transform.dense.weight,
    _second.cls.predictions.transform.dense.weight,
)
nsp_head_is_new = not torch.equal(
    _first.cls.seq_relationship.weight, _second.cls.seq_relationship.weight
)
decoder_is_the_file_s_embedding = torch.equal(
    _first.cls.predictions.decoder.weight, _encoder["embeddings.word_embeddings.weight"]
)

print(f"of encoder and pooler: {from_the_file} of {in_the_encoder} tensors the file's")
print(
    "with another seed another: MLM head", mlm_head_is_new, "NSP head", nsp_head_is_new
)
print("the decoder has the file's embedding:", decoder_is_the_file_s_embedding)
assert from_the_file == in_the_encoder, f"{from_the_file} of {in_the_encoder} loaded"
assert mlm_head_is_new, "the MLM head does not depend on the seed"
assert nsp_head_is_new, "the NSP head does not depend on the seed"
assert decoder_is_the_file_s_embedding, "the decoder has not the file's embedding"
