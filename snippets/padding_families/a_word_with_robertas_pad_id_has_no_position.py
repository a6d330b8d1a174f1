"""In RoBERTa a word whose id is `padding_idx` gets a pad's position, and all words after it move up by one; an attention mask does not change that."""

import torch
from transformers import RobertaConfig, RobertaModel

scope = "library"

torch.manual_seed(0)
config = RobertaConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "max_position_embeddings": 34,
        "pad_token_id": 1,  # but in this vocabulary [PAD] is 0, and 1 is a word
    }
)
positions = {}


def look(model, name, ids):
    hook = model.embeddings.position_embeddings.register_forward_hook(
        lambda _, given, __: positions.update({name: given[0].flatten().tolist()})
    )
    token_ids = torch.tensor([ids])
    with torch.no_grad():
        model(token_ids, attention_mask=(token_ids != 0).long())
    hook.remove()


_model = RobertaModel(config).eval()
look(_model, "words alone", [5, 17, 54, 6])
look(_model, "a word with id 1 among them", [5, 1, 54, 6])
look(_model, "pads of id 0 on the left", [0, 0, 5, 17, 54, 6])
config.pad_token_id = 0
look(RobertaModel(config).eval(), "the same, pad_token_id=0", [0, 0, 5, 17, 54, 6])

for name, ids in positions.items():
    print(f"{name}: {ids}")
assert positions["words alone"] == [2, 3, 4, 5], f"{positions}"
assert positions["a word with id 1 among them"] == [2, 1, 3, 4], f"{positions}"
assert positions["pads of id 0 on the left"] == [2, 3, 4, 5, 6, 7], f"{positions}"
assert positions["the same, pad_token_id=0"] == [0, 0, 1, 2, 3, 4], f"{positions}"
