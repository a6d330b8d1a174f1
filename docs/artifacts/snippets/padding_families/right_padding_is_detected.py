"""GPT-2's `generate` warns of right padding if a row of a batch ends in a 0 of the mask or, without a mask, in the pad token. It does not for one text, for embeddings, or if it knows neither a pad nor an end token."""

import logging

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"
decides = "A decoder-only"

torch.manual_seed(0)
_settings = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 1}
_settings |= {"num_attention_heads": 2, "bos_token_id": None, "eos_token_id": None}
model = GPT2LMHeadModel(GPT2Config(**_settings)).eval()
messages = []
handler = logging.Handler()
handler.emit = lambda record: messages.append(record.getMessage())
logger = logging.getLogger("transformers")
logger.handlers.clear()  # the library's own: what it would show is taken down below
logger.addHandler(handler)

END, PAD = 98, 99
_words = torch.randint(0, 98, (2, 6))
_mask = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0]])
_padded = {token: _words.where(_mask == 1, token) for token in (PAD, END)}
_ended = _words.where(torch.arange(6) < 5, END)
_vectors = model.get_input_embeddings()(_padded[PAD])
# The call, whether a row is padded on the right, what generate gets and knows
_calls = [
    (
        "on the left, with the mask",
        False,
        _padded[PAD].flip(1),
        _mask.flip(1),
        PAD,
        END,
    ),
    ("on the left, no mask", False, _padded[PAD].flip(1), None, PAD, END),
    ("on the right, with the mask", True, _padded[PAD], _mask, PAD, END),
    ("on the right, no mask", True, _padded[PAD], None, PAD, END),
    ("the same, pad = end token", True, _padded[END], None, END, END),
    ("the same, no pad token", True, _padded[END], None, None, END),
    ("the same, no end token either", True, _padded[END], None, None, None),
    (
        "on the right, with the mask, one text",
        True,
        _padded[PAD][1:],
        _mask[1:],
        PAD,
        END,
    ),
    ("on the right, with the mask, as embeddings", True, _vectors, _mask, PAD, END),
    ("none, but texts end in the pad token, no mask", False, _ended, None, END, END),
    ("the same, with the mask", False, _ended, torch.ones_like(_ended), END, END),
]

cases, message = [], ""
for pads, on_the_right, batch, mask, pad, end in _calls:
    messages.clear()
    model.generation_config.eos_token_id = end
    _name = "input_ids" if batch.dtype == torch.long else "inputs_embeds"
    _given = {_name: batch, "attention_mask": mask, "pad_token_id": pad}
    model.generate(**_given, max_new_tokens=1)
    _found = [text for text in messages if "right-padding was detected" in text]
    message = next(iter(_found), message)
    _answer = "message" if _found else "silent"
    _right = "fine" if on_the_right == bool(_found) else "problem"
    cases.append({"pads": pads, "generate": f"{_right}: {_answer}"})

advice = message.split("! ")[1]
print(message)
for row in cases:
    print(*row.values(), sep=": ")
_answers = [row["generate"] for row in cases]
assert _answers[:2] == ["fine: silent"] * 2, _answers[:2]
assert _answers[2:6] == ["fine: message"] * 4, _answers[2:6]
assert _answers[6:9] == ["problem: silent"] * 3, _answers[6:9]
assert _answers[9:] == ["problem: message", "fine: silent"], _answers[9:]
