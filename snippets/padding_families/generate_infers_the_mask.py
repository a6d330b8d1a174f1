"""Without a mask, GPT-2's `generate` makes one from the pads, but only if it knows a pad token that is not the end (EOS) token. It knows the one in `generation_config` or in the call, not one that is only in `config`. A call of GPT-2 never makes a mask: it logs a message if `config` has the pad token."""

import logging

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"
decides = "`generate`, pad token in `generation_config`"

END, OTHER = 98, 99
_settings = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2}
_settings |= {"num_attention_heads": 2, "initializer_range": 0.2}
_settings |= {"bos_token_id": None, "eos_token_id": END}
messages = []
handler = logging.Handler()
handler.emit = lambda record: messages.append(record.getMessage())
logging.getLogger("transformers").addHandler(handler)


def measure(generates, pad, in_generation_config=None, in_config=None, **call):
    """How far a left-padded text's scores are without the mask, and what is logged."""
    torch.manual_seed(0)
    model = GPT2LMHeadModel(GPT2Config(**_settings)).eval()
    model.config.pad_token_id = in_config
    model.generation_config.pad_token_id = in_generation_config
    ids = torch.cat([torch.full((1, 4), pad), torch.randint(0, 98, (1, 3))], dim=1)
    mask = (ids != pad).long()

    def scores(**given):
        if not generates:
            return model(ids, **given).logits[:, -1]
        given |= {**call, "output_logits": True, "return_dict_in_generate": True}
        return model.generate(ids, max_new_tokens=1, **given).logits[0]

    with torch.no_grad():
        right = scores(attention_mask=mask)
        messages.clear()
        moved = torch.dist(scores(), right).item()
    return moved, sum("`attention_mask`" in message for message in messages)


noise = 1e-4
_own, _end = {"in_generation_config": OTHER}, {"in_generation_config": END}
_rows = {  # the calls first: their message is logged once in a process
    "`model(input_ids)`": measure(False, OTHER, **_own),
    "the same, pad token in `config`": measure(False, OTHER, in_config=OTHER),
    "`generate`, pad token in `config` alone": measure(True, OTHER, in_config=OTHER),
    "`generate`, pad token in `generation_config`": measure(True, OTHER, **_own),
    "the same, and it is the end token": measure(True, END, **_end),
    "`generate`, pad token in the call": measure(True, OTHER, pad_token_id=OTHER),
}
cases = []
for name, (moved, _) in _rows.items():
    _scores = "fine: right" if moved < noise else "problem: wrong"
    assert moved < noise or moved > 0.1, f"{name}: {moved}"
    cases.append({"no mask passed": name, "next token's scores": _scores})
logged = [logged for _, logged in _rows.values()][:2]

for row in cases:
    print(*row.values(), sep=": ")
print("messages that the two calls log:", logged)
_right = [row["next token's scores"].startswith("fine") for row in cases]
assert _right == [False, False, False, True, False, True], _right
assert logged == [0, 1], logged
