"""GPT-2 logs a warning when padded ids come without a mask. BERT does not, and neither does GPT-2 when the mask is passed."""

import logging

import torch
from transformers import BertConfig, BertModel, GPT2Config, GPT2Model

scope = "library"

gpt2 = GPT2Config(
    vocab_size=100,
    n_positions=16,
    n_embd=16,
    n_layer=1,
    n_head=2,
    bos_token_id=99,
    eos_token_id=99,
)
bert = BertConfig(
    vocab_size=100,
    hidden_size=16,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=32,
)
messages = []
handler = logging.Handler()
handler.emit = lambda record: messages.append(record.getMessage())
logger = logging.getLogger("transformers")
logger.handlers.clear()  # the library's own
logger.addHandler(handler)
logger.setLevel(logging.WARNING)


def warnings(model, **mask):
    """How many messages about a mask one call logs; id 0 is the pad."""
    messages.clear()
    model.config.pad_token_id = 0
    with torch.no_grad():
        model.eval()(torch.tensor([[2, 17, 54, 3, 0, 0, 0]]), **mask)
    return sum("attention_mask" in message for message in messages)


_mask = torch.tensor([[1, 1, 1, 1, 0, 0, 0]])
heard = {
    "GPT-2, mask passed": warnings(GPT2Model(gpt2), attention_mask=_mask),
    "GPT-2, no mask": warnings(GPT2Model(gpt2)),
    "BERT, no mask": warnings(BertModel(bert)),
}

for name, count in heard.items():
    print(f"{name}: {count} warnings")
assert list(heard.values()) == [0, 1, 0], heard
