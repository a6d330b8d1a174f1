"""“This checkpoint seem corrupted” about the word embedding and the decoder's weight means that both are random, and so are all outputs. The file has neither name of the pair; the rest of it is loaded."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "random"

_told = []
_handler = logging.Handler()
_handler.emit = lambda record: _told.append(record.getMessage())
_library = logging.getLogger("transformers")
_library.handlers = [_handler]
_library.setLevel("WARNING")
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_token_ids = torch.tensor([[2, 5, 7, 3]])
torch.manual_seed(0)
_saved = BertForMaskedLM(BertConfig.from_dict(_sizes))
_words = "bert.embeddings.word_embeddings.weight"
_decoder = "cls.predictions.decoder.weight"
_file = {k: v for k, v in _saved.state_dict().items() if k not in (_words, _decoder)}
_states, _vectors = [], []
with tempfile.TemporaryDirectory() as _folder:
    _saved.save_pretrained(_folder, state_dict=_file)
    for _seed in (1, 2):
        torch.manual_seed(_seed)
        _model = BertForMaskedLM.from_pretrained(_folder).eval()
        _states.append(_model.state_dict())
        with torch.no_grad():
            _vectors.append(_model.bert(_token_ids)[0])
_lines = [line for line in _told if line.startswith("This checkpoint seem")]
_one, _two = _states
_random = [
    name for name in (_words, _decoder) if not torch.equal(_one[name], _two[name])
]
_others = torch.allclose(*_vectors, atol=1e-2)
_rest = all(torch.equal(_one[name], tensor) for name, tensor in _file.items())

print("random:", *_random)
print("another seed gives the same vectors:", _others)
assert len(_lines) == 2, f"the message is there {len(_lines)} times in two loads"
assert all(_words in line and _decoder in line for line in _lines), _lines
assert len(_random) == 2, f"random: {_random}"
assert not _others, "the vectors do not depend on the seed"
assert _rest, "something else is not the file's"
