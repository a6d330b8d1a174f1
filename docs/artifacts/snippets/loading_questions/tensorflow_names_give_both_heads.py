"""Google's TensorFlow tensors, renamed, fill `BertForPreTraining` with both heads, and it computes Google's own formulas with them."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "max_position_embeddings": 8,
    }
)
layer = "bert/encoder/layer_0"
shapes = {  # as in bert_model.ckpt: a kernel is (in, out), output_weights (out, in)
    "bert/embeddings/word_embeddings": (100, 16),
    "bert/embeddings/position_embeddings": (8, 16),
    "bert/embeddings/token_type_embeddings": (2, 16),
    f"{layer}/attention/self/query/kernel": (16, 16),
    f"{layer}/attention/self/query/bias": (16,),
    f"{layer}/attention/self/key/kernel": (16, 16),
    f"{layer}/attention/self/key/bias": (16,),
    f"{layer}/attention/self/value/kernel": (16, 16),
    f"{layer}/attention/self/value/bias": (16,),
    f"{layer}/attention/output/dense/kernel": (16, 16),
    f"{layer}/attention/output/dense/bias": (16,),
    f"{layer}/intermediate/dense/kernel": (16, 32),
    f"{layer}/intermediate/dense/bias": (32,),
    f"{layer}/output/dense/kernel": (32, 16),
    f"{layer}/output/dense/bias": (16,),
    "bert/pooler/dense/kernel": (16, 16),
    "bert/pooler/dense/bias": (16,),
    "cls/predictions/transform/dense/kernel": (16, 16),
    "cls/predictions/transform/dense/bias": (16,),
    "cls/predictions/output_bias": (100,),
    "cls/seq_relationship/output_weights": (2, 16),
    "cls/seq_relationship/output_bias": (2,),
}
for norm in (
    "bert/embeddings",
    f"{layer}/attention/output",
    f"{layer}/output",
    "cls/predictions/transform",
):
    shapes[f"{norm}/LayerNorm/gamma"] = shapes[f"{norm}/LayerNorm/beta"] = (16,)
google = {name: torch.randn(shape) for name, shape in shapes.items()}


def renamed(name, tensor):
    if name.endswith("/kernel"):
        tensor = tensor.T.contiguous()  # nn.Linear stores (out, in)
    name = name.replace("layer_", "layer/").replace("/kernel", "/weight")
    name = name.replace("/output_weights", "/weight").replace("/output_bias", "/bias")
    return name.replace("/", ".") + ".weight" * name.endswith("_embeddings"), tensor


file = dict(renamed(*item) for item in google.items())
_words = google["bert/embeddings/word_embeddings"]
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    model, _report = BertForPreTraining.from_pretrained(
        _folder, output_loading_info=True
    )
model.eval()
_token_ids = torch.tensor([[2, 5, 7, 3]])
with torch.no_grad():
    _token_logits, _nsp_logits = model(_token_ids)[:2]
    _sequence, _pooled = model.bert(_token_ids)[:2]
    _transformed = model.cls.predictions.transform(_sequence)
_weights = google["cls/seq_relationship/output_weights"]
_nsp = _pooled @ _weights.T + google["cls/seq_relationship/output_bias"]
_tokens = _transformed @ _words.T + google["cls/predictions/output_bias"]
nsp_head_is_google_s = torch.allclose(_nsp_logits, _nsp, atol=1e-5)
mlm_head_is_google_s = torch.allclose(_token_logits, _tokens, atol=1e-5)
tensors_of_google_s = len(google)
_heads = [
    {"TensorFlow": name, "PyTorch": renamed(name, google[name])[0]}
    for name in google
    if name.startswith("cls/")
]
missing = sorted(_report["missing_keys"])
unexpected = sorted(_report["unexpected_keys"])

for row in _heads:
    print(f"{row['TensorFlow']:41} {row['PyTorch']}")
print("missing:", missing, "unexpected:", unexpected)
print("NSP scores by Google's formula:", nsp_head_is_google_s)
print("MLM scores by Google's formula:", mlm_head_is_google_s)
assert not unexpected, f"unexpected: {unexpected}"
assert not set(missing) - {
    "cls.predictions.decoder.bias",  # an alias that some releases reported
    "bert.embeddings.position_ids",  # a buffer
}, f"missing: {missing}"
assert nsp_head_is_google_s, "the NSP head computes something else"
assert mlm_head_is_google_s, "the MLM head computes something else"
