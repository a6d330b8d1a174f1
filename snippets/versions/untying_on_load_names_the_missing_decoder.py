"""If a file without `decoder.weight` is loaded with `tie_word_embeddings=False`, that key is reported as missing."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_transformers",)
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
decoder_key = "cls.predictions.decoder.weight"
file = BertForPreTraining(config).state_dict()
file.pop(decoder_key)
untied = BertConfig.from_dict(config.to_dict())
untied.tie_word_embeddings = False
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(untied.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    loaded, report = BertForPreTraining.from_pretrained(
        _folder, output_loading_info=True
    )
decoder = loaded.cls.predictions.decoder.weight
embedding = loaded.bert.embeddings.word_embeddings.weight
is_the_embedding_s = torch.equal(decoder, embedding)
is_reported = decoder_key in report["missing_keys"]

print("the decoder has the embedding's values:", is_the_embedding_s)
print("the report names decoder.weight as missing:", is_reported)
assert is_reported and not is_the_embedding_s, (
    "the flag changes nothing: the decoder is the embedding"
    if is_the_embedding_s
    else "the decoder is random, and it is not reported as missing"
)
