"""Name by name, a dump of `BertForPreTraining` fills `BertForMaskedLM`, the bias of zeros included, and the decoder's weight is the embedding before and after."""

import logging
import tarfile
import tempfile
from pathlib import Path

import torch
from pytorch_pretrained_bert import (
    BertConfig,
    BertForMaskedLM,
    BertForPreTraining,
    BertModel,
)

_new_2018 = {"LayerNorm.weight": "LayerNorm.gamma", "LayerNorm.bias": "LayerNorm.beta"}


def name_of_2018(key):
    for new, old in _new_2018.items():
        key = key.replace(new, old)
    return key


# 0. A dump of `BertForPreTraining`, packed as the archives of 2018 were.
torch.manual_seed(0)
config = BertConfig(
    100,
    hidden_size=16,
    num_hidden_layers=2,
    num_attention_heads=2,
    intermediate_size=32,
)
_trained = BertForPreTraining(config)
for _parameter in _trained.parameters():
    torch.nn.init.normal_(_parameter, std=0.3)  # nothing at a value one could guess
_dump = {
    name_of_2018(key): tensor
    for key, tensor in _trained.state_dict().items()
    if key not in ("cls.predictions.decoder.bias", "bert.embeddings.position_ids")
}
_place = tempfile.TemporaryDirectory()
_folder = Path(_place.name)
_archive = _folder / "bert.tar.gz"
(_folder / "bert_config.json").write_text(config.to_json_string())
torch.save(_dump, _folder / "pytorch_model.bin")
with tarfile.open(_archive, "w:gz") as _packed:
    for _name in ("bert_config.json", "pytorch_model.bin"):
        _packed.add(_folder / _name, _name)
_lines = []
_handler = logging.Handler()
_handler.emit = lambda r: _lines.append((r.levelname, r.getMessage()))
_logger = logging.getLogger("pytorch_pretrained_bert")
_logger.handlers = [_handler]  # and not the library's own
_logger.setLevel(logging.INFO)


def about(*words):
    return [level for level, text in _lines if all(word in text for word in words)]


# 1. The archive. The library unpacks it by itself; here it is unpacked to look into it.
with tarfile.open(_archive, "r:gz") as _packed:
    in_the_archive = sorted(_packed.getnames())
    _packed.extractall(_folder / "unpacked", filter="data")
_state_dict = torch.load(_folder / "unpacked/pytorch_model.bin")

# 2. A new model: the bias is zeros, the decoder already has the embedding's matrix.
model = BertForMaskedLM(config)
bias_before_is_zero = not model.cls.predictions.bias.any().item()
_embedding = model.bert.embeddings.word_embeddings
tied_before = model.cls.predictions.decoder.weight is _embedding.weight

# 3. The old names. What is renamed goes to the end of the list.
_renamed = [key for key in _state_dict if "gamma" in key or "beta" in key]
_new_names = {
    key: key.replace("gamma", "weight").replace("beta", "bias") for key in _state_dict
}

_list = dict(_state_dict)
for _key in _renamed:  # the loop of the thread
    _list[_new_names[_key]] = _list.pop(_key)
moved_to_the_end = list(_list)[-len(_renamed) :] == [
    _new_names[key] for key in _renamed
]

# 4. The load.
_lines.clear()
model = BertForMaskedLM.from_pretrained(str(_archive))
was_extracted = [text.split(" to ")[-1][:8] for _, text in _lines if "extract" in text]
_head, _embedding = model.cls.predictions, model.bert.embeddings.word_embeddings
bias_after_is_the_file_s = torch.equal(_head.bias, _state_dict["cls.predictions.bias"])
tied_after = _head.decoder.weight is _embedding.weight
_loaded = model.state_dict()
_renamed_here = [key for key in _renamed if _new_names[key] in _loaded]
renamed_and_equal = sum(
    torch.equal(_loaded[_new_names[key]], _state_dict[key]) for key in _renamed_here
)
missing = [key for key in _loaded if key not in _new_names.values()]
unexpected = [key for key in _new_names.values() if key not in _loaded]
level_of_unexpected = about("cls.seq_relationship.weight")
level_of_missing = about("cls.predictions.decoder.bias")

# 5. The prefix: the same file, into a class that has no part called `bert`.
_encoder = BertModel.from_pretrained(str(_archive)).state_dict()
_of_the_encoder = {key: name for key, name in _new_names.items() if name[:5] == "bert."}
encoder_equal = sum(
    torch.equal(_encoder[name[5:]], _state_dict[key])
    for key, name in _of_the_encoder.items()
)

# 6. Whose dump is it?
_class_keys = set(BertForPreTraining(config).state_dict())
only_in_the_class = sorted(_class_keys - set(_new_names.values()))
only_in_the_file = sorted(set(_new_names.values()) - _class_keys)
_place.cleanup()


def first_values(tensor):
    return ", ".join(f"{value:.4f}" for value in tensor[:3].tolist())


print("1. in the archive:", *in_the_archive)
print("   the library extracts it to a", *was_extracted)
print("2. a new bias is all zeros:", bias_before_is_zero)
print("   decoder.weight is the embedding's Parameter:", tied_before)
print(f"3. renamed: {len(_renamed)} of {len(_state_dict)} keys, such as")
print(f"   {_renamed[-1]} → {_new_names[_renamed[-1]]}")
print("   they are the last of the list now:", moved_to_the_end)
print("4. the bias after loading:", first_values(_head.bias), "…")
print("   it is the file's:", bias_after_is_the_file_s)
print(f"   renamed keys with the file's values: {renamed_and_equal}", end=" ")
print("of", len(_renamed_here))
print("   decoder.weight is the embedding's Parameter:", tied_after)
print("   in the class alone:", *missing or ["no key"])
print("   reported as missing:", *level_of_missing or ["nothing of it"])
print("   in the file alone:", *unexpected, sep="\n     ")
print("   the NSP head is reported at level", *level_of_unexpected)
print(f"5. BertModel has {encoder_equal} of the file's", end=" ")
print(len(_of_the_encoder), "tensors under bert.")
print("6. in BertForPreTraining alone:", *only_in_the_class or ["no key"])
print("   in the file alone:", *only_in_the_file or ["no key"])
assert bias_before_is_zero and bias_after_is_the_file_s and _head.bias.all(), (
    "the bias is not the file's"
)
assert (
    renamed_and_equal == len(_renamed_here) > 0
    and encoder_equal == len(_of_the_encoder)
    and not only_in_the_file
), f"{renamed_and_equal} renamed and {encoder_equal} of the encoder arrive"
assert moved_to_the_end
assert set(missing) <= {"cls.predictions.decoder.bias", "bert.embeddings.position_ids"}
assert {name for name in unexpected if name.startswith("cls.")} == {
    "cls.seq_relationship.weight",
    "cls.seq_relationship.bias",
}
assert tied_before and tied_after, "decoder.weight is not the embedding's Parameter"
assert len(level_of_unexpected) == 1, "the NSP head is not reported in one line"
