"""Of a BERT with `position_embedding_type="relative_key"` or `"relative_key_query"`, the distances are left out, and absolute positions are added. No key is missing; the file's `distance_embedding` is unexpected."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel, logging

scope = "library"
decides = "relative_key_query:"

logging.set_verbosity_error()  # the report is read as data
torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64}
_sizes |= {"max_position_embeddings": 16}
_token_ids = torch.tensor([[2, 17, 54, 23, 3]])
_absolute = "embeddings.position_embeddings.weight"
_relative = "encoder.layer.0.attention.self.distance_embedding.weight"
_file = dict(BertModel(BertConfig.from_dict(_sizes)).state_dict())
_file[_relative] = torch.randn(2 * 16 - 1, 16)  # distances −15 to 15, a head's size


def load(config, **changes):
    """Return the vectors of the file with some tensors changed, and the report."""
    with tempfile.TemporaryDirectory() as folder:
        config.save_pretrained(folder)
        torch.save({**_file, **changes}, Path(folder, "pytorch_model.bin"))
        model, report = BertModel.from_pretrained(folder, output_loading_info=True)
    with torch.no_grad():
        return model.eval()(_token_ids)[0], report


for kind in ("relative_key", "relative_key_query"):
    config = BertConfig.from_dict({**_sizes, "position_embedding_type": kind})
    _vectors, _report = load(config)
    missing = sorted(_report["missing_keys"])
    unexpected = sorted(_report["unexpected_keys"])
    distances = load(config, **{_relative: torch.randn(31, 16)})[0]
    positions = load(config, **{_absolute: torch.randn(16, 32)})[0]
    distances_count = not torch.equal(distances, _vectors)
    positions_count = not torch.allclose(positions, _vectors, atol=0.1)
    print(f"{kind}: missing {missing}, unexpected {unexpected};", end=" ")
    print(f"distances count: {distances_count}, positions: {positions_count}")
    assert not distances_count, "the file's distances are used"
    assert positions_count, "absolute positions are not added"
    assert missing == [], f"missing: {missing}"
    assert unexpected == [_relative], f"unexpected: {unexpected}"
