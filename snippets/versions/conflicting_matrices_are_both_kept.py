"""If a file holds two different copies of a tied matrix, both are loaded, and the tie is broken."""

import tempfile
from pathlib import Path

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
file = BertForPreTraining(config).state_dict()
file["bert.embeddings.word_embeddings.weight"] = torch.full((100, 16), 1.0)
file["cls.predictions.decoder.weight"] = torch.full((100, 16), 2.0)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
copies = {1.0: "the embedding's", 2.0: "the decoder's"}
embedding_holds = copies[loaded.bert.embeddings.word_embeddings.weight.mean().item()]
decoder_holds = copies[loaded.cls.predictions.decoder.weight.mean().item()]
one_for_both = embedding_holds == decoder_holds

print("the embedding holds", embedding_holds, "copy, the decoder", decoder_holds)
assert not one_for_both, f"{embedding_holds} copy is taken for both"
