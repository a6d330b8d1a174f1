"""`BertModel` says nothing when padded ids come without a mask."""

import logging

import torch
from transformers import BertConfig, BertModel

scope = "library"

config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "pad_token_id": 0,
    }
)
model = BertModel(config).eval()
messages = []
handler = logging.Handler()
handler.emit = lambda record: messages.append(record.getMessage())
logger = logging.getLogger("transformers")
logger.handlers.clear()  # the library's own: what it would show is taken down below
logger.addHandler(handler)
logger.setLevel(logging.INFO)
logger.warning("listening")
heard_the_logger = "listening" in messages

with torch.no_grad():
    model(torch.tensor([[2, 17, 54, 3, 0, 0, 0]]))
about_the_mask = [message for message in messages if "attention_mask" in message]

print("messages about the mask:", len(about_the_mask))
assert heard_the_logger
assert not about_the_mask, about_the_mask[0].split(" See ")[0]
