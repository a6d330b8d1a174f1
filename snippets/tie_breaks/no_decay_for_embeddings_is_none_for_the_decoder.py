"""Weight decay left out for names with `embeddings` is left out for the decoder too; one step of pure decay shows it."""

import copy
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "both spared"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
_no_decay = [p for name, p in model.named_parameters() if "embeddings" in name]
_decay = [p for name, p in model.named_parameters() if "embeddings" not in name]
_optimizer = torch.optim.AdamW(
    [
        {"params": _no_decay, "weight_decay": 0.0},
        {"params": _decay, "weight_decay": 0.1},
    ],
    lr=0.1,
)
for parameter in model.parameters():
    parameter.grad = torch.zeros_like(parameter)  # so that only the decay acts
_was = copy.deepcopy(head)
_optimizer.step()
decoder_shrank = not torch.equal(head.decoder.weight, _was.decoder.weight)
_dense, _dense_was = head.transform.dense.weight, _was.transform.dense.weight
dense_shrank = not torch.equal(_dense, _dense_was)

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias
_after = model(_ids)[0].detach()
same_logits = torch.allclose(_after, _before, atol=1e-5)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
_words = _loaded.bert.embeddings.word_embeddings
loads_tied = _loaded.cls.predictions.decoder.weight is _words.weight
loads_same = torch.allclose(_loaded(_ids)[0], _after, atol=1e-5)
_reloaded = ("tied" if loads_tied else "note: two") + (
    "" if loads_same else ", changed"
)
_spared = "one" if decoder_shrank else "both"

row = [
    {
        "operation": f"no decay for embeddings: {_spared} spared",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "note: changed by the decay",
        "after saving and loading": _reloaded,
        "do": "choose for both at once: it is one Parameter",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell}")
assert dense_shrank, "nothing decays at all"
assert not decoder_shrank, "the decoder decays"
assert not same_logits, "the logits are as before"
assert still_one, "the decoder has a matrix of its own"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert loads_tied and loads_same, f"tied {loads_tied}, same logits {loads_same}"
