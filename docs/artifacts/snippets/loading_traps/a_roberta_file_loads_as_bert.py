"""A file saved from a bare `RobertaModel` loads into `BertModel` with nothing missing, and gives other vectors, because the two count positions differently. Saved from `RobertaForMaskedLM` it leaves everything random. One line names the two types."""

import logging
import tempfile

import torch
from transformers import BertModel, RobertaConfig, RobertaForMaskedLM, RobertaModel

_library = logging.getLogger("transformers")
_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library.handlers = [_handler]
_library.setLevel("WARNING")

torch.manual_seed(0)
config = RobertaConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "pad_token_id": 1,
    }
)
roberta = RobertaModel(config).eval()
for _parameter in roberta.parameters():
    torch.nn.init.normal_(_parameter, std=0.5)  # nothing at a value one could guess
with tempfile.TemporaryDirectory() as _folder:
    roberta.save_pretrained(_folder)
    bert, _report = BertModel.from_pretrained(_folder, output_loading_info=True)
    _plain = [line.replace("`", "") for line in _said]
    types_named = any("type roberta" in x and "type bert" in x for x in _plain)
    RobertaForMaskedLM(config).save_pretrained(_folder)
    _other, _all = BertModel.from_pretrained(_folder, output_loading_info=True)
missing_keys = sorted(_report["missing_keys"])
missing_with_a_prefix = len(_all["missing_keys"])
_parameters = len(list(_other.parameters()))
_token_ids = torch.tensor([[0, 5, 7, 2]])
_shifted = torch.arange(4)[None] + 2
with torch.no_grad():
    _vectors = roberta(_token_ids)[0]
    same = torch.allclose(bert.eval()(_token_ids)[0], _vectors, atol=1e-4)
    _with_positions = bert(_token_ids, position_ids=_shifted)[0]
    same_with_its_positions = torch.allclose(_with_positions, _vectors, atol=1e-4)

print("reported as missing:", missing_keys)
print(f"same vectors: {same}, with RoBERTa's positions: {same_with_its_positions}")
print(f"saved from RobertaForMaskedLM: {missing_with_a_prefix} keys are missing")
print("a message names both types:", types_named)
assert not missing_keys, f"{len(missing_keys)} keys are missing"
assert same_with_its_positions, "even RoBERTa's own positions do not help"
assert not same, "the vectors are RoBERTa's"
_counts = f"{missing_with_a_prefix} of {_parameters} are reported as missing"
assert missing_with_a_prefix >= _parameters, f"with a prefix, {_counts}"
assert types_named, "the vectors are other ones, and no message says why"
