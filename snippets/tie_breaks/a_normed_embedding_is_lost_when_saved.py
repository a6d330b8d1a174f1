"""`spectral_norm` on the embedding replaces its weight by a computed one, and the decoder keeps the matrix. Saved and loaded, both are random. `remove_parametrizations` makes them one, the normed matrix, and so changes the logits."""

import tempfile

import torch
from torch.nn.utils import parametrize
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "after saving"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
torch.nn.utils.parametrizations.spectral_norm(embedding)

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias
_after = model(_ids)[0].detach()
same_logits = torch.allclose(_after, _before, atol=1e-5)
_raw, _normed = embedding.parametrizations.weight.original, embedding.weight
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded, _report = BertForMaskedLM.from_pretrained(
        _folder, output_loading_info=True
    )
missing = sorted(_report["missing_keys"])
_words, _decoder = _loaded.get_input_embeddings(), _loaded.get_output_embeddings()
loads_one_of_them = any(
    torch.allclose(new, one)
    for new in (_words.weight, _decoder.weight)
    for one in (_raw, _normed)
)
parametrize.remove_parametrizations(embedding, "weight")
one_when_removed = head.decoder.weight is embedding.weight
the_normed_stays = torch.allclose(head.decoder.weight, _normed)
same_when_removed = torch.allclose(model(_ids)[0], _after, atol=1e-5)

row = [
    {
        "operation": "`spectral_norm(embedding)`",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "note: changed",
        "after saving and loading": "problem: embedding and decoder random"
        if not loads_one_of_them
        else "kept",
        "do": "leave it out: removing it, too, changes the logits",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell.removeprefix('problem: ').removeprefix('note: ')}")
assert not still_one, "they are one Parameter all the same"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert not same_logits, "the logits are as before"
assert not loads_one_of_them, "a matrix comes back"
assert one_when_removed, "removing it leaves them two"
assert the_normed_stays, "removing it keeps another matrix"
assert not same_when_removed, "removing it keeps the logits"
