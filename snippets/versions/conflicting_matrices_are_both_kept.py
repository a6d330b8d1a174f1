"""Where a file's two tied matrices differ, both are kept, and the tie is broken."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")

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
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
classic = {
    key.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for key, tensor in model.state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
embedding_key = "bert.embeddings.word_embeddings.weight"
decoder_key = "cls.predictions.decoder.weight"
classic[embedding_key] = torch.full((100, 16), 1.0)
classic[decoder_key] = torch.full((100, 16), 2.0)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(classic, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
copies = {1.0: "the embedding's", 2.0: "the decoder's"}
_embedding = loaded.bert.embeddings.word_embeddings.weight
_decoder = loaded.cls.predictions.decoder.weight
embedding_holds = copies[_embedding.mean().item()]
decoder_holds = copies[_decoder.mean().item()]

print("the embedding holds", embedding_holds, "copy, the decoder", decoder_holds)
assert embedding_holds != decoder_holds, f"{embedding_holds} copy is taken for both"
assert embedding_holds == "the embedding's", "the two copies change places"
