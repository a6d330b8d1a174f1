"""Loaded from an encoder's file, a BERT with `add_cross_attention=True` gets newly initialised cross-attention, and everything else comes from the file. Trained and saved, its own file lacks nothing."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "its own file"

logging.disable(logging.CRITICAL)  # each load would report
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 2}
_token_ids = torch.tensor([[2, 5, 7, 3]])
torch.manual_seed(0)
_seen = torch.randn(1, 6, 24)  # what the decoder attends to
encoder = BertModel(BertConfig.from_dict(_sizes))
_file = encoder.state_dict()
with tempfile.TemporaryDirectory() as _folder:
    encoder.save_pretrained(_folder)
    decoder, report = BertModel.from_pretrained(
        _folder, is_decoder=True, add_cross_attention=True, output_loading_info=True
    )
_cross = sorted(k for k, _ in decoder.named_parameters() if "crossattention" in k)
missing = sorted(report["missing_keys"])
_others = {k: t for k, t in decoder.state_dict().items() if k not in _cross}
others_are_the_file_s = all(torch.equal(t, _file[k]) for k, t in _others.items())


def vectors(model):
    return model.eval()(_token_ids, encoder_hidden_states=_seen).last_hidden_state


_before = vectors(decoder)
_before.abs().sum().backward()
torch.optim.SGD(decoder.parameters(), lr=0.1).step()
_after = vectors(decoder)
with tempfile.TemporaryDirectory() as _folder:
    decoder.save_pretrained(_folder)
    again, report = BertModel.from_pretrained(_folder, output_loading_info=True)
missing_in_its_own_file = sorted(report["missing_keys"])
same_vectors = torch.allclose(vectors(again), _after, atol=1e-5)

print("missing from the encoder's file:", len(missing), "keys, all of cross-attention")
print("all else is the file's:", others_are_the_file_s)
print("missing from its own file:", len(missing_in_its_own_file), end="; ")
print("same vectors:", same_vectors)
assert missing == _cross, f"missing: {missing}"
assert others_are_the_file_s, "something else is new, too"
assert not torch.allclose(_before, _after, atol=1e-2), "training moved nothing"
assert not missing_in_its_own_file, f"missing: {missing_in_its_own_file}"
assert same_vectors, "its own file gives other vectors"
