"""BERT's `decoder` is one linear layer with a score for each token, and looks at one position at a time. It contains no other layer and no attention."""

import torch
from pytorch_pretrained_bert import BertConfig, BertForMaskedLM

torch.manual_seed(0)
config = BertConfig(
    100,
    hidden_size=16,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=32,
)
model = BertForMaskedLM(config).eval()
decoder = model.cls.predictions.decoder
_ids = torch.tensor([[1, 20, 3, 40]])

is_a_linear_layer = type(decoder) is torch.nn.Linear
parts_of_its_own = len(list(decoder.children()))
with torch.no_grad():
    _vectors = model.bert(_ids, output_all_encoded_layers=False)[0]
    _changed = _vectors.clone()
    _changed[:, 1:] += 1  # all positions but the first
    _before, _after = model.cls(_vectors), model.cls(_changed)
encoder_gives = list(_vectors.shape)
decoder_gives = list(_before.shape)
others_matter = not torch.equal(_before[:, 0], _after[:, 0])

print("a linear layer:", is_a_linear_layer, " parts of its own:", parts_of_its_own)
print("encoder:", encoder_gives, " decoder:", decoder_gives)
print("changing the other positions changes the first one's scores:", others_matter)
assert is_a_linear_layer and parts_of_its_own == 0, f"{decoder}"
assert encoder_gives == [1, 4, 16] and decoder_gives == [1, 4, 100], f"{decoder_gives}"
assert not torch.equal(_before[:, 1], _after[:, 1])  # the change was no trifle
assert not others_matter, "the head mixes positions"
