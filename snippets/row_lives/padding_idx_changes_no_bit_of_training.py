"""From the same start, with the mask and −100 on the pads, `padding_idx=0` changes no bit of a tied training that draws no `[PAD]`. This holds in a small BERT in float32, with dropout off, whose `[PAD]` row we set to zero in both runs. Without `padding_idx` a fresh row would start at random. With one `[PAD]` in place of a word in each batch, more than half of the tensors differ."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "tensors are equal"

steps, PAD = 40, 0


def trained(pad_token_id, draws_pad=False):
    """A small model's state dict after a few steps; its [PAD] row starts at zero."""
    torch.manual_seed(0)
    config = BertConfig.from_dict(
        {
            "vocab_size": 100,
            "hidden_size": 32,
            "num_hidden_layers": 2,
            "num_attention_heads": 2,
            "intermediate_size": 64,
            "hidden_dropout_prob": 0.0,
            "attention_probs_dropout_prob": 0.0,
            "pad_token_id": pad_token_id,
        }
    )
    model = BertForMaskedLM(config)
    embedding = model.bert.embeddings.word_embeddings
    assert embedding.padding_idx == pad_token_id, f"{embedding.padding_idx}"
    with torch.no_grad():
        embedding.weight[PAD] = 0.0
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
    generator = torch.Generator(model.device).manual_seed(0)
    for _ in range(steps):
        ids = torch.randint(5, 100, (8, 16), generator=generator)
        lengths = torch.randint(4, 17, (8, 1), generator=generator)
        mask = (torch.arange(16) < lengths).long()
        labels = torch.where(mask == 1, ids, -100)
        ids = ids * mask  # pads have id 0
        assert (ids == PAD).any(), "no pads"
        if draws_pad:
            ids[0, 1] = PAD  # where a label is, and the mask is 1
        logits = model(ids, attention_mask=mask)[0]
        loss = torch.nn.functional.cross_entropy(logits.view(-1, 100), labels.view(-1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model.state_dict()


_with, _without = trained(pad_token_id=PAD), trained(pad_token_id=None)
tensors = len(_with)
equal_tensors = sum(torch.equal(_with[name], _without[name]) for name in _with)
_row = _with["bert.embeddings.word_embeddings.weight"][PAD]
pad_row_is_zero_after = not _row.any().item()

_with, _without = (trained(index, draws_pad=True) for index in (PAD, None))
_drawn_equal = sum(torch.equal(_with[name], _without[name]) for name in _with)
differ_if_drawn = tensors - _drawn_equal

print(
    f"after {steps} steps {equal_tensors} of {tensors} tensors are equal, bit for bit"
)
print("the [PAD] row is zero:", pad_row_is_zero_after)
print(f"with one [PAD] drawn in each batch {differ_if_drawn} of {tensors} differ")
assert equal_tensors == tensors, f"{tensors - equal_tensors} tensors differ"
assert not pad_row_is_zero_after
assert differ_if_drawn > tensors / 2, differ_if_drawn
