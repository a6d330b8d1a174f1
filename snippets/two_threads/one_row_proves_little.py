"""A dump of a trained, tied model has one matrix under two names, equal in every value; a printed first row would look the same where the rest differs."""

import io

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"

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
model = BertForPreTraining(config)
_ids = torch.randint(5, 100, (4, 16))
_optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for _ in range(3):  # a little training: a file's matrices are never untouched
    _scores = model(_ids)[0]
    _loss = torch.nn.functional.cross_entropy(_scores.view(-1, 100), _ids.view(-1))
    _optimizer.zero_grad()
    _loss.backward()
    _optimizer.step()

_file = io.BytesIO()
torch.save(model.state_dict(), _file)
_file.seek(0)
_dump = torch.load(_file)
_embedding = _dump["bert.embeddings.word_embeddings.weight"]
_decoder = _dump["cls.predictions.decoder.weight"]
equal_values = torch.eq(_embedding, _decoder).sum().item()
all_values = _embedding.numel()
one_storage = _embedding.data_ptr() == _decoder.data_ptr()

_other = _embedding.clone()
_other[50] += 1.0  # one row that a printout leaves out
_printed = [str(tensor[:1]) for tensor in (_embedding, _other)]
printouts_are_equal = _printed[0] == _printed[1]
tensors_are_equal = torch.equal(_embedding, _other)

print(f"the dump: {equal_values} of {all_values} values are equal")
print("one storage, also after loading:", one_storage)
print("two others: same first row", printouts_are_equal, "– same", tensors_are_equal)
assert equal_values == all_values, f"{equal_values} of {all_values} values are equal"
assert one_storage
assert printouts_are_equal and not tensors_are_equal
