"""A `.bin` that stores BERT's matrix twice, with equal values but not in shared memory, loads as one Parameter."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
decides = "one Parameter:"

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
file = {
    key: tensor.clone()
    for key, tensor in BertForPreTraining(config).state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
in_the_file = [
    tensor
    for key, tensor in file.items()
    if key.endswith(("word_embeddings.weight", "predictions.decoder.weight"))
]
memories_in_the_file = len({tensor.data_ptr() for tensor in in_the_file})
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
embedding = loaded.bert.embeddings.word_embeddings.weight
decoder = loaded.cls.predictions.decoder.weight
one_parameter = decoder is embedding
one_memory = decoder.data_ptr() == embedding.data_ptr()
is_the_file_s = torch.equal(embedding, in_the_file[0])

print(f"in the file: {len(in_the_file)} tensors, in {memories_in_the_file} memories")
print(f"loaded, one Parameter: {one_parameter}, with the file's values:", is_the_file_s)
assert memories_in_the_file == 2, "no proof: the file has one tensor under both names"
assert one_parameter, "they are two Parameters" + (
    " of one memory" if one_memory else ", and two matrices: training moves them apart"
)
assert is_the_file_s, "its values are not the file's"
