"""GPT-2's `generate` warns of right padding if a row's mask ends in 0 or, without a mask, if the row ends in the pad token. It does not for one text, for embeddings, or if it knows neither a pad nor an end token: there the next token's scores are wrong in silence."""

import logging

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"
decides = "A decoder-only"

torch.manual_seed(0)
_settings = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 1}
_settings |= {"num_attention_heads": 2, "initializer_range": 0.2}
_settings |= {"bos_token_id": None, "eos_token_id": None}
model = GPT2LMHeadModel(GPT2Config(**_settings)).eval()
messages = []
handler = logging.Handler()
handler.emit = lambda record: messages.append(record.getMessage())
logger = logging.getLogger("transformers")
logger.handlers.clear()  # the library's own: what it would show is taken down below
logger.addHandler(handler)

END, PAD, noise = 98, 99, 1e-4
_words = torch.randint(0, 98, (2, 6))
_mask = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0]])
_texts = [_words[:1], _words[1:, :4]]
_right = {token: _words.where(_mask == 1, token) for token in (PAD, END)}
_left = {token: ids.clone() for token, ids in _right.items()}
for _ids in _left.values():
    _ids[1] = _ids[1].roll(2)
_left_mask = torch.stack([_mask[0], _mask[1].roll(2)])
_ended = _words.where(torch.arange(6) < 5, END)
_ends = [_ended[:1], _ended[1:]]
_vectors = model.get_input_embeddings()(_right[PAD])
_calls = [  # the call, its texts, what generate gets and knows
    ("left, with the mask", _texts, _left[PAD], _left_mask, PAD, END),
    ("left, no mask", _texts, _left[PAD], None, PAD, END),
    ("left, no mask, pad = end token", _texts, _left[END], None, END, END),
    ("right, with the mask", _texts, _right[PAD], _mask, PAD, END),
    ("right, no mask", _texts, _right[PAD], None, PAD, END),
    ("right, no mask, pad = end token", _texts, _right[END], None, END, END),
    ("right, no mask, no pad token", _texts, _right[END], None, None, END),
    ("right, no mask, no pad or end token", _texts, _right[END], None, None, None),
    (
        "right, with the mask, one text",
        _texts[1:],
        _right[PAD][1:],
        _mask[1:],
        PAD,
        END,
    ),
    ("right, with the mask, as embeddings", _texts, _vectors, _mask, PAD, END),
    ("none, no mask, texts end in pad = end token", _ends, _ended, None, END, END),
    ("none, the same with the mask", _ends, _ended, _mask**0, END, END),
]


def next_scores(batch, mask, pad, end):
    """The scores that `generate` chooses the next token by."""
    model.generation_config.eos_token_id = end
    name = "input_ids" if batch.dtype == torch.long else "inputs_embeds"
    given = {name: batch, "attention_mask": mask, "pad_token_id": pad}
    given |= {"output_logits": True, "return_dict_in_generate": True}
    return model.generate(**given, max_new_tokens=1).logits[0]


cases, message = [], ""
for pads, texts, *_call in _calls:
    _alone = torch.cat([next_scores(t, t**0, PAD, END) for t in texts])
    messages.clear()
    _far = (next_scores(*_call) - _alone).abs().max().item()
    _found = [text for text in messages if "right-padding was detected" in text]
    message = next(iter(_found), message)
    assert _far < noise or _far > 0.1, f"{pads}: {_far}"
    _scores = "fine: right" if _far < noise else "problem: wrong"
    _row = {"pads": pads, "next token's scores": _scores}
    cases.append(_row | {"the message": "yes" if _found else "no"})

advice = message.split("! ")[1]
print(message)
for row in cases:
    print(*row.values(), sep=": ")
_scores, _answers = zip(*[list(row.values())[1:] for row in cases], strict=True)
assert [scores == "fine: right" for scores in _scores] == (
    [True, True, False] + [False] * 7 + [True, True]
), _scores
assert _answers == (*["no"] * 3, *["yes"] * 4, *["no"] * 3, "yes", "no"), _answers
