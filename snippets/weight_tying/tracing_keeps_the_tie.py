"""Tracing needs no clone of the matrix: a traced BERT has one Parameter under both names, also when it was saved and loaded, and a step of training moves both as one."""

import io
import logging
import warnings

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
_ids = torch.randint(5, 100, (2, 8))


def first(output):
    values = output.values() if isinstance(output, dict) else output
    return output if torch.is_tensor(output) else next(iter(values))


_logger = logging.getLogger("transformers")
_level = _logger.level
_logger.setLevel(logging.ERROR)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # tracing is deprecated, and says a lot
    _traced = torch.jit.trace(model, (_ids,), strict=False)
    _file = io.BytesIO()
    torch.jit.save(_traced, _file)
    _file.seek(0)
    loaded = torch.jit.load(_file)
_logger.setLevel(_level)


def matrices():
    embedding = loaded.bert.embeddings.word_embeddings.weight
    return embedding, loaded.cls.predictions.decoder.weight


_embedding, _decoder = matrices()
same_storage = _embedding.data_ptr() == _decoder.data_ptr()
parameters = sum(p.numel() for p in loaded.parameters())
_expected = sum(p.numel() for p in model.parameters())
same_logits = torch.allclose(first(loaded(_ids)), first(model(_ids)), atol=1e-6)

_start = _embedding.detach().clone()
_optimizer = torch.optim.SGD(loaded.parameters(), lr=0.1)
_loss = torch.nn.functional.cross_entropy(
    first(loaded(_ids)).flatten(0, 1), _ids.flatten()
)
_loss.backward()
_optimizer.step()
_embedding, _decoder = matrices()
matrix_moved = not torch.equal(_embedding, _start)
equal_after_a_step = torch.equal(_embedding, _decoder)

print(f"traced, saved and loaded: one storage: {same_storage},", end=" ")
print(f"{parameters} parameters, {_expected} in the model")
print(f"same logits: {same_logits}")
print(f"after a step: moved {matrix_moved}, still equal {equal_after_a_step}")
assert same_storage, "the loaded program has two matrices"
assert parameters == _expected, f"{parameters} parameters, not {_expected}"
assert same_logits
assert matrix_moved and equal_after_a_step
