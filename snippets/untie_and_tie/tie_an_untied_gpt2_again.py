"""To tie an untied GPT-2 again, set `tie_word_embeddings = True`, call `tie_weights()`, then make the optimizer. The matrix that stays is `transformer.wte`'s, and what `lm_head` has learned is dropped. Saved and loaded, the model is tied and gives the same logits."""

import tempfile

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"
decides = "a step of the new optimizer"

torch.manual_seed(0)
config = GPT2Config.from_dict(
    {
        "vocab_size": 100,
        "n_embd": 32,
        "n_layer": 1,
        "n_head": 2,
        "bos_token_id": None,
        "eos_token_id": None,
        "tie_word_embeddings": False,
    }
)
token_ids = torch.tensor([[2, 5, 7, 3]])
_untied = GPT2LMHeadModel(config)
torch.nn.init.normal_(_untied.lm_head.weight)  # stands for what it has learned


def saved_and_loaded(model):
    with tempfile.TemporaryDirectory() as folder:  # yours: an empty folder
        model.save_pretrained(folder)
        return GPT2LMHeadModel.from_pretrained(folder).eval()


model = saved_and_loaded(_untied)  # yours: GPT2LMHeadModel.from_pretrained(…)
two_at_first = model.lm_head.weight is not model.transformer.wte.weight
_old_words = model.transformer.wte.weight.detach().clone()
_old_head = model.lm_head.weight.detach().clone()

# The recipe
model.config.tie_word_embeddings = True
model.tie_weights()
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)

# How to see that it worked
tied = model.lm_head.weight is model.transformer.wte.weight
is_the_embedding_s = torch.equal(model.lm_head.weight, _old_words)
loaded = saved_and_loaded(model)
loads_tied = loaded.lm_head.weight is loaded.transformer.wte.weight
same_logits = torch.allclose(loaded(token_ids)[0], model(token_ids)[0], atol=1e-5)
model(token_ids)[0].logsumexp(2).sum().backward()  # any loss
optimizer.step()
moved = not torch.equal(model.transformer.wte.weight, _old_words)
moved_as_one = torch.equal(model.lm_head.weight, model.transformer.wte.weight)

print(f"two matrices at first: {two_at_first}; one after the recipe: {tied}")
print(f"its values are transformer.wte's: {is_the_embedding_s}")
print(f"saved and loaded: tied {loads_tied}, the same logits {same_logits}")
print("a step of the new optimizer moves both names as one:", moved and moved_as_one)
assert two_at_first, "the loaded model is tied before the recipe"
assert tied, "the matrices are two"
assert is_the_embedding_s, "the values are not the embedding's"
assert not torch.equal(_old_head, _old_words), "the two were equal at first"
assert loads_tied and same_logits, f"tied {loads_tied}, same logits {same_logits}"
assert moved and moved_as_one, f"moved {moved}, as one {moved_as_one}"
