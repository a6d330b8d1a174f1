"""To train only a BERT's new rows, freeze all but the matrix and bias, zero old rows' gradients in hooks, then create AdamW with `weight_decay=0`. The hooks are on both, matrix and bias, of a tied BERT. The old rows and biases then stay bit-identical. With AdamW's default weight decay they move, although their gradient is zero. A copy of the model and the saved and loaded one have no hook."""

import copy
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "old rows unchanged:"

torch.manual_seed(0)
old, new = 100, 2
_sizes = {"vocab_size": old, "hidden_size": 24, "num_hidden_layers": 1}
start = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
torch.nn.init.normal_(start.cls.predictions.bias, mean=-3.0)  # as if it were learned
start.resize_token_embeddings(old + new)
with torch.no_grad():
    _bias = start.get_output_embeddings().bias
    _bias[old:] = _bias[:old].mean()
    likelihood = (start(torch.arange(old)[None])[0].softmax(-1)[..., old:] * old).max()
new_text = torch.tensor([[2, 5, 100, 7, 101, 3]])  # with both new tokens
old_text = torch.tensor([[2, 5, 7, 3]])


# The recipe
def train_new_rows(model, weight_decay):
    """Train the rows from `old` on, and their entries of the bias."""
    model.requires_grad_(False)
    rows = torch.arange(old)  # these get no gradient
    shared = [model.get_input_embeddings().weight, model.cls.predictions.bias]
    for parameter in shared:
        parameter.requires_grad_(True)
        parameter.register_hook(
            lambda grad: grad.index_fill(0, rows.to(grad.device), 0)
        )
    trains = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trains, lr=0.01, weight_decay=weight_decay)
    losses = []
    for _ in range(20):
        optimizer.zero_grad()
        loss = model(new_text, labels=new_text).loss
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0], f"it did not learn: {losses}"
    return model


# How to see that it worked
def rows_that_changed(model):
    """Compare bits: of the one matrix, and of the bias."""
    head, was = model.get_output_embeddings(), start.get_output_embeddings()
    rows = (head.weight != was.weight).any(dim=1)
    return rows[:old].sum().item(), rows[old:].sum().item(), head.bias != was.bias


model = train_new_rows(copy.deepcopy(start), weight_decay=0)
decayed = train_new_rows(copy.deepcopy(start), weight_decay=0.01)  # the default
old_changed, new_changed, _bias = rows_that_changed(model)
old_biases_changed, new_biases_changed = (
    b.sum().item() for b in _bias.split([old, new])
)
old_decayed, _, _bias = rows_that_changed(decayed)
old_biases_decayed = _bias[:old].sum().item()
old_logits_move = (
    (model(old_text)[0] - start(old_text)[0])[..., :old].abs().max().item()
)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loaded = BertForMaskedLM.from_pretrained(_folder).eval()
_words, _decoder = loaded.get_input_embeddings(), loaded.get_output_embeddings()
loaded_tied = _decoder.weight is _words.weight
same_loaded = torch.allclose(loaded(new_text)[0], model(new_text)[0], atol=1e-5)
unprotected = {}  # old rows that have a gradient where the hook is lost
for _name, _other in (("loaded", loaded), ("copied", copy.deepcopy(model))):
    _matrix = _other.get_input_embeddings().weight
    _other(new_text, labels=new_text).loss.backward()
    unprotected[_name] = _matrix.grad[:old].any(dim=1).sum().item()

print(
    f"old rows unchanged: {old - old_changed} of {old}; new rows changed: {new_changed}"
)
print(f"the same of the bias: {old - old_biases_changed}; {new_biases_changed}")
print(f"with the default decay {old_decayed} old rows changed")
print(f"an old text's logits of old tokens moved by {old_logits_move:.1f}")
print(f"saved and loaded: tied {loaded_tied}, the same logits {same_loaded}")
print(f"old rows with a gradient when loaded or copied: {unprotected}")
assert old_changed == old_biases_changed == 0, "an old row or bias has changed"
assert new_changed == new_biases_changed == new, "a new row or bias has not"
assert old_decayed >= old - 1, "the decay left rows alone"  # [PAD]'s row is zero
assert old_biases_decayed == old
assert old_logits_move < 1e-5
assert 0.1 < likelihood < 1.001, "a new token starts likelier than 1 / V"
assert loaded_tied and same_loaded
assert min(unprotected.values()) > old / 2, f"they are still hooked: {unprotected}"
