"""If the file has no pooler, use `last_hidden_state`, or pass `add_pooling_layer=False`: the tokens' vectors do not depend on the pooler. The pooler and its output are random then. This holds in BERT and RoBERTa, also when the model is saved and loaded again."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertModel,
    RobertaConfig,
    RobertaForMaskedLM,
    RobertaModel,
)

scope = "library"
decides = "RoBERTa"

logging.disable(logging.CRITICAL)  # each load would report
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24, "pad_token_id": 1}
_token_ids = torch.tensor([[0, 5, 7, 2]])
_families = {
    "BERT": (BertForMaskedLM, BertConfig, BertModel),
    "RoBERTa": (RobertaForMaskedLM, RobertaConfig, RobertaModel),
}
for _family, (_full, _config, _bare) in _families.items():
    torch.manual_seed(0)
    _saved = _full(_config.from_dict(_sizes)).eval()
    for _parameter in _saved.parameters():
        torch.nn.init.normal_(_parameter, std=0.3)  # nothing that one could guess
    _outputs, _missing = [], []
    with tempfile.TemporaryDirectory() as _folder, torch.no_grad():
        _saved.save_pretrained(_folder)
        _wanted = _saved.base_model(_token_ids)[0]
        for _seed in (1, 2):
            torch.manual_seed(_seed)
            _model, _report = _bare.from_pretrained(_folder, output_loading_info=True)
            _missing.append({key.split(".")[0] for key in _report["missing_keys"]})
            _outputs.append(_model.eval()(_token_ids))
        for _from, _to in ((".", "first"), ("first", "second")):
            _model, _report = _bare.from_pretrained(
                Path(_folder, _from), add_pooling_layer=False, output_loading_info=True
            )
            _missing.append({*_report["missing_keys"]})
            _outputs.append(_model.eval()(_token_ids))
            _model.save_pretrained(Path(_folder, _to))
    _same = [torch.allclose(one[0], _wanted, atol=1e-5) for one in _outputs]
    _pooled = [one.pooler_output for one in _outputs]
    _random = not torch.allclose(_pooled[0], _pooled[1], atol=1e-2)
    print(f"{_family}: vectors the same: {all(_same)}; pooler_output random: {_random}")
    assert all(_same), f"other vectors: {_same}"
    assert _random, "another seed gives the same pooler_output"
    assert _missing == [{"pooler"}, {"pooler"}, set(), set()], _missing
    assert _pooled[2:] == [None, None], "there is a pooler"
