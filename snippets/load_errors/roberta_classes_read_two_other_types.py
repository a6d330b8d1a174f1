"""An XLM-RoBERTa's and a CamemBERT's file give the saved vectors in RoBERTa's classes, too; a BERT's file does not. Nothing is missing in either case. This holds for bare models with random weights."""

import logging
import tempfile

import torch
from transformers import AutoConfig, AutoModel, RobertaModel

scope = "library"
decides = "as a RobertaModel"

logging.getLogger("transformers").setLevel(logging.ERROR)
_sizes = {"vocab_size": 60, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_token_ids = torch.tensor([[2, 5, 7, 3]])  # no pad of either family
same_vectors, missing = {}, {}
for _type in ("xlm-roberta", "camembert", "bert"):
    torch.manual_seed(0)
    _saved = AutoModel.from_config(AutoConfig.for_model(_type, **_sizes)).eval()
    for _parameter in _saved.parameters():
        torch.nn.init.normal_(_parameter)  # stands for training
    with tempfile.TemporaryDirectory() as _folder, torch.no_grad():
        _saved.save_pretrained(_folder)
        _loaded, _report = RobertaModel.from_pretrained(
            _folder, output_loading_info=True
        )
        _vectors = [_model.eval()(_token_ids)[0] for _model in (_saved, _loaded)]
    same_vectors[_type] = torch.allclose(*_vectors, atol=1e-5)
    missing[_type] = len(_report["missing_keys"])

print("the saved vectors, as a RobertaModel:", same_vectors)
print("missing:", missing)
assert same_vectors == {"xlm-roberta": True, "camembert": True, "bert": False}
assert not any(missing.values()), missing
