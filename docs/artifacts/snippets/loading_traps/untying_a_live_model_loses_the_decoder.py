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
_token_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_token_ids)[0].detach()
model.config.tie_word_embeddings = False
head = model.cls.predictions
still_one = head.decoder.weight is model.bert.embeddings.word_embeddings.weight
bias_alias = head.decoder.bias is head.bias
same_logits = torch.allclose(model(_token_ids)[0], _before, atol=1e-5)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded, _report = BertForMaskedLM.from_pretrained(_folder, output_loading_info=True)

missing_keys = sorted(_report["missing_keys"])
new_head = loaded.eval().cls.predictions
decoder_is_back = torch.equal(new_head.decoder.weight, head.decoder.weight)
with torch.no_grad():
    _hidden = new_head.transform(loaded.bert(_token_ids)[0])
    _added = loaded(_token_ids)[0] - _hidden @ new_head.decoder.weight.T
bias_is_back = torch.allclose(_added, head.bias.expand_as(_added), atol=1e-4)

row = [
    {
        "operation": "`config.tie_word_embeddings = False`",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "problem: changed",
        "after saving and loading": "problem: "
        + ("decoder kept" if decoder_is_back else "decoder random")
        + (", bias kept" if bias_is_back else ", bias lost"),
        "do": "to untie, copy matrix and bias, too",
    }
]
print("after setting it, still one Parameter:", still_one)
print("missing from the saved file:", *missing_keys, sep="\n  ")
print(f"the decoder is back: {decoder_is_back}; its bias is added: {bias_is_back}")
assert still_one and bias_alias, "setting it unties the live model"
assert same_logits, "setting it changes the logits"
assert not decoder_is_back, "the decoder comes back as it was"
assert not bias_is_back, "the decoder is random, but its bias comes back"
