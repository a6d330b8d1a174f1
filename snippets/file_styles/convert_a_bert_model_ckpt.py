"""Convert a `bert_model.ckpt` with this program, which needs neither TensorFlow nor an old release of transformers. Set `source` to your file. TensorFlow wrote the small one here, as Google's BERT names its tensors, with one data file. Each number arrives in `BertForPreTraining`, none is missing, and the saved model loads with the same logits."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

scope = "checkpoint"
decides = "missing:"
source = Path("checkpoints/tensorflow-bert/bert_model.ckpt")  # without .index


def varint(data, at):
    """Read a number of 7 bits a byte; return it and the place behind it."""
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at


def entries(index, place):
    """Yield keys and values of a block; a key leaves out what the last one has, too."""
    start, at = varint(place, 0)
    size, _ = varint(place, at)
    block, at, key = index[start : start + size], 0, b""
    end = size - 4 - 4 * int.from_bytes(block[-4:], "little")
    while at < end:
        shared, at = varint(block, at)
        own, at = varint(block, at)
        length, at = varint(block, at)
        key = key[:shared] + block[at : at + own]
        yield key.decode(), block[at + own : at + own + length]
        at += own + length


def fields(message):
    """Yield number and content of a protocol buffer's fields."""
    at = 0
    while at < len(message):
        tag, at = varint(message, at)
        if tag & 7 == 5:  # a checksum of four bytes
            at += 4
            continue
        value, at = varint(message, at)
        if tag & 7 == 2:  # so many bytes
            at, value = at + value, message[at : at + value]
        yield tag >> 3, value


def read(path):
    """Return the float32 tensors of a TensorFlow checkpoint, under their names."""
    index = Path(f"{path}.index").read_bytes()
    data = bytearray(Path(f"{path}.data-00000-of-00001").read_bytes())
    footer, at = index[-48:], 0
    for _ in range(2):
        _, at = varint(footer, at)
    found = {}
    for _, place in entries(index, footer[at:]):
        for name, entry in entries(index, place):
            about = dict(fields(entry))
            if name and about[1] == 1:  # float32; the entry without a name is a header
                shape = [dict(fields(d))[1] for n, d in fields(about[2]) if n == 2]
                count = torch.Size(shape).numel()
                flat = torch.frombuffer(
                    data, dtype=torch.float32, count=count, offset=about.get(4, 0)
                )
                found[name] = flat.reshape(shape).clone()
    return found


def renamed(name, tensor):
    """Return PyTorch's name of a tensor, and the tensor as nn.Linear stores it."""
    if name.endswith("/kernel"):
        tensor = tensor.T.contiguous()  # TensorFlow has (in, out), nn.Linear (out, in)
    name = name.replace("layer_", "layer/").replace("/kernel", "/weight")
    name = name.replace("/output_weights", "/weight").replace("/output_bias", "/bias")
    name = name.replace("/gamma", "/weight").replace("/beta", "/bias")
    return name.replace("/", ".") + ".weight" * name.endswith("_embeddings"), tensor


google = {name: t for name, t in read(source).items() if "adam" not in name}
file = dict(renamed(*item) for item in google.items())
config = BertConfig.from_json_file(str(source.with_name("bert_config.json")))
model, _report = BertForPreTraining.from_pretrained(
    None, config=config, state_dict=file, output_loading_info=True
)
with tempfile.TemporaryDirectory() as _folder:  # take a folder of your own
    model.save_pretrained(_folder)
    again = BertForPreTraining.from_pretrained(_folder)

# Did it work? From here on only for the small file, whose numbers follow from names.
_state, _ids = model.eval().state_dict(), torch.tensor([[2, 5, 7, 3]])
_order = sorted([*google, "bert/pooler/dense/bias/adam_m"])


def written(name):
    """Return what make.py, beside the checkpoint, gave this tensor."""
    count = torch.arange(google[name].numel())
    numbers = ((count * 37 + 11 * _order.index(name)) % 101 - 50) / 500
    return renamed(name, numbers.reshape(google[name].shape))


_right = [torch.equal(_state[key], t) for key, t in map(written, google)]
tensors, right = len(google), sum(_right)
missing, unexpected = (
    sorted(_report[kind]) for kind in ("missing_keys", "unexpected_keys")
)
with torch.no_grad():
    _pairs = zip(model(_ids)[:2], again(_ids)[:2], strict=True)
    _same = [torch.equal(before, after) for before, after in _pairs]

print(f"{tensors} tensors, {right} with TensorFlow's numbers")
print("missing:", missing, "unexpected:", unexpected)
print("saved and loaded again, the same logits of both heads:", _same)
assert tensors == 46 and right == tensors, f"{right} of {tensors} are right"
assert not missing and not unexpected, f"{missing}, {unexpected}"
assert _same == [True, True], "saved and loaded, it computes something else"
