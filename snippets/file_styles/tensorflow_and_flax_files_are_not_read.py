"""A folder with `tf_model.h5` or `flax_model.msgpack` alone is an OSError, whatever is in that file; `from_tf=True` and `from_flax=True` change nothing, and no message says that they are ignored."""

import logging
import tempfile
import warnings
from pathlib import Path

import torch
from transformers import AutoModel, BertConfig, BertModel

scope = "library"
decides = "OSError:"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
# No real files, but the first bytes of HDF5 and of msgpack: nothing gets to read more.
FIRST_BYTES = {"tf_model.h5": b"\x89HDF\r\n\x1a\n", "flax_model.msgpack": b"\xde"}
OPTIONS = [{}, {"from_tf": True}, {"from_flax": True}]
_lines = []
_handler = logging.Handler()
_handler.emit = lambda record: _lines.append(record.getMessage())
_logger = logging.getLogger("transformers")
_logger.handlers = [_handler]  # and not the library's own
_logger.setLevel(logging.WARNING)
warnings.simplefilter("always")
warnings.showwarning = lambda message, *_: _lines.append(str(message))


def answer(class_, folder, options):
    _lines.clear()
    try:
        _, report = class_.from_pretrained(folder, output_loading_info=True, **options)
    except OSError as error:
        return f"{type(error).__name__}: {str(error).split(' in directory')[0]}"
    return f"loaded: {not report['missing_keys']}; it is said: {bool(_lines)}"


answers, beside = set(), set()
with tempfile.TemporaryDirectory() as _folder:
    for _name, _bytes in FIRST_BYTES.items():
        _place = Path(_folder, _name)
        config.save_pretrained(_place)
        (_place / _name).write_bytes(_bytes)
        for _class in (BertModel, AutoModel):
            answers |= {answer(_class, _place, options) for options in OPTIONS}
        BertModel(config).save_pretrained(_place)  # model.safetensors beside it
        beside |= {answer(BertModel, _place, options) for options in OPTIONS}

print("alone:", *answers)
print("with model.safetensors beside it:", *beside)
assert answers == {
    "OSError: Error no file named model.safetensors, or pytorch_model.bin, found"
}, f"{answers}"
assert beside == {"loaded: True; it is said: False"}, f"{beside}"
