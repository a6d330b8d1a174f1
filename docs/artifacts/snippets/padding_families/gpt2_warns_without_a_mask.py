"""With a pad token in its configuration GPT-2 logs a warning when ids that end in pads come without a mask, and none with one. BERT logs none."""

import logging

import torch
from transformers import BertConfig, BertModel, GPT2Config, GPT2Model

scope = "library"
decides = "GPT-2 without:"

_sizes = {"vocab_size": 100, "hidden_size": 16, "num_attention_heads": 2}
_ends = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": 0}
torch.manual_seed(0)
gpt2 = GPT2Model(GPT2Config(num_hidden_layers=1, **_sizes, **_ends)).eval()
bert = BertModel(BertConfig(num_hidden_layers=1, **_sizes)).eval()
messages = []
handler = logging.Handler()
handler.emit = lambda record: messages.append(record.getMessage())
logging.getLogger("transformers").addHandler(handler)
_ids = torch.cat([torch.randint(1, 100, (1, 4)), torch.zeros(1, 3).long()], dim=1)


def warnings(model, **mask):
    """How many messages about a mask one call logs; id 0 is the pad."""
    messages.clear()
    with torch.no_grad():
        model(_ids, **mask)
    return sum("attention_mask" in message for message in messages)


gpt2_with_a_mask = warnings(gpt2, attention_mask=torch.ones_like(_ids))
gpt2_without = warnings(gpt2)
bert_without = warnings(bert)

print("GPT-2 with a mask:", gpt2_with_a_mask)
print("GPT-2 without:", gpt2_without)
print("BERT without:", bert_without)
assert gpt2_with_a_mask == 0
assert gpt2_without == 1
assert bert_without == 0
