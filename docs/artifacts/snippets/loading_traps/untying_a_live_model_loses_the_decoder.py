"""`config.tie_word_embeddings = False` on a live model unties nothing. Saved and loaded, it has a random decoder and lost its bias."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

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
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
model.config.tie_word_embeddings = False
head = model.cls.predictions
still_one = head.decoder.weight is model.bert.embeddings.word_embeddings.weight
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded, _report = BertForMaskedLM.from_pretrained(_folder, output_loading_info=True)

missing_keys = sorted(_report["missing_keys"])
new_head = loaded.eval().cls.predictions
decoder_is_back = torch.equal(new_head.decoder.weight, head.decoder.weight)
_token_ids = torch.tensor([[2, 5, 7, 3]])
with torch.no_grad():
    _hidden = new_head.transform(loaded.bert(_token_ids)[0])
    _added = loaded(_token_ids)[0] - _hidden @ new_head.decoder.weight.T
bias_is_back = torch.allclose(_added, head.bias.expand_as(_added), atol=1e-4)

print("after setting it, still one Parameter:", still_one)
print("missing from the saved file:", *missing_keys, sep="\n  ")
print(f"the decoder is back: {decoder_is_back}; its bias is added: {bias_is_back}")
assert still_one, "setting it unties the live model"
assert not decoder_is_back, "the decoder comes back as it was"
assert not bias_is_back, "the decoder is random, but its bias comes back"
