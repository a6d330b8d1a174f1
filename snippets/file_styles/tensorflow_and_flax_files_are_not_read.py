"""Loading a folder with only `tf_model.h5` or `flax_model.msgpack` raises an OSError, whatever is in that file. `from_tf=True` and `from_flax=True` are ignored, and the log does not say so."""

import logging
import tempfile
from pathlib import Path

from transformers import AutoModel, BertConfig, BertForMaskedLM, BertModel

scope = "library"
decides = "alone: OSError"

config = BertConfig(vocab_size=100, hidden_size=24, num_hidden_layers=1)
# No real files, but the first bytes of HDF5 and of msgpack: nothing gets to read more.
FIRST_BYTES = {"tf_model.h5": b"\x89HDF\r\n\x1a\n", "flax_model.msgpack": b"\xde"}
OPTIONS = [{}, {"from_tf": True}, {"from_flax": True}]
_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
logging.getLogger("transformers").handlers = [_handler]  # and not the library's own


def load(class_, folder, options):
    try:
        return type(class_.from_pretrained(folder, **options)).__name__
    except OSError as error:
        return f"{type(error).__name__}: {str(error).split(' in directory')[0]}"


with tempfile.TemporaryDirectory() as _folder:
    _folders = [Path(_folder, name) for name in FIRST_BYTES]
    for _place in _folders:
        config.save_pretrained(_place)
        (_place / _place.name).write_bytes(FIRST_BYTES[_place.name])
    files = sorted(path.name for place in _folders for path in place.iterdir())
    _pairs = [(place, options) for place in _folders for options in OPTIONS]
    alone = {
        load(class_, *pair) for class_ in (BertModel, AutoModel) for pair in _pairs
    }
    for _place in _folders:
        BertModel(config).save_pretrained(_place)  # model.safetensors beside it
    beside = {load(BertModel, *pair) for pair in _pairs}
    said_of_the_arguments = list(_said)
    BertForMaskedLM.from_pretrained(_folders[0])  # the control: its head is new

print("in the folders:", *files)
print("alone:", *alone)
print("with model.safetensors beside it:", *beside, "is loaded")
print("the log is empty:", not said_of_the_arguments, "and with a new head:", not _said)
assert files == ["config.json", "config.json", "flax_model.msgpack", "tf_model.h5"]
assert alone == {
    "OSError: Error no file named model.safetensors, or pytorch_model.bin, found"
}, f"{alone}"
assert beside == {"BertModel"} and not said_of_the_arguments, f"{beside}, {_said}"
assert _said, "the log is not read"
