"""Add a `[PAD]` to GPT-2's or Llama's tokenizer and resize the model: after saving and loading, the old tokens still have the same scores. This holds in models with random weights, alone and in a batch padded on the left, and the score of `[PAD]` is about the mean of the others. Without a pad token the tokenizers refuse to pad."""

import tempfile

import torch
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoTokenizer,
    GPT2Tokenizer,
    LlamaTokenizer,
)

scope = "library"
decides = "the old tokens' scores"

_words = ["<unk>", "<s>", "</s>", "Ġ", "▁", *"abcdefghijklmnopqrstuvwxyz"]
_vocabulary = {word: i for i, word in enumerate(_words)}
_settings = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
_settings |= {"intermediate_size": 64, "initializer_range": 0.2, "bos_token_id": None}
texts = ["a file", "the length of a file"]
noise, of_their_spread, models = 1e-4, 1e-2, 0
_refusals, _moved, _batched, _from_mean = [], [], [], []


def next_scores(model, batch):
    """The scores that `generate` chooses the next token by."""
    settings = {"output_logits": True, "return_dict_in_generate": True}
    return model.generate(**batch, max_new_tokens=1, **settings).logits[0]


for model_type, make in (("gpt2", GPT2Tokenizer), ("llama", LlamaTokenizer)):
    for seed in range(3):
        torch.manual_seed(seed)
        tokenizer = make(vocab=_vocabulary, padding_side="left")
        try:
            tokenizer(texts, padding=True)
        except ValueError as error:
            _refusals.append(str(error).split(". ")[0])
        _own = {"vocab_size": len(tokenizer), "eos_token_id": tokenizer.eos_token_id}
        config = AutoConfig.for_model(model_type, **_settings, **_own)
        model = AutoModelForCausalLM.from_config(config).eval()
        singles = [tokenizer(text, return_tensors="pt") for text in texts]
        _before = torch.cat([next_scores(model, single) for single in singles])

        tokenizer.add_special_tokens({"pad_token": "[PAD]"})
        model.resize_token_embeddings(len(tokenizer))
        model.config.pad_token_id = tokenizer.pad_token_id
        model.generation_config.pad_token_id = tokenizer.pad_token_id
        with tempfile.TemporaryDirectory() as _folder:
            tokenizer.save_pretrained(_folder)
            model.save_pretrained(_folder)
            tokenizer = AutoTokenizer.from_pretrained(_folder)
            model = AutoModelForCausalLM.from_pretrained(_folder).eval()

        models += 1
        assert model.config.pad_token_id == tokenizer.pad_token_id
        assert model.generation_config.pad_token_id == tokenizer.pad_token_id
        _alone = torch.cat([next_scores(model, single) for single in singles])
        _batch = tokenizer(texts, padding=True, return_tensors="pt")
        assert _batch["input_ids"][0, 0] == tokenizer.pad_token_id
        _old, _pad = _alone[:, :-1], _alone[:, -1]
        _moved.append((_old - _before).abs().max().item())
        _off = (_pad - _old.mean(dim=1)).abs() / _old.std(dim=1)
        _from_mean.append(_off.max().item())
        _gap = next_scores(model, _batch) - _alone
        _batched.append(_gap.abs().max().item())

refused = "Asking to pad but the tokenizer does not have a padding token"
print("before:", refused)
print(f"{models} fresh models with a [PAD] added, after saving and loading:")
print(f"  the old tokens' scores move by less than {noise}")
print(f"  [PAD]'s score is their mean, within {of_their_spread} of their spread")
print(f"  in a batch padded on the left all move by less than {noise}")
assert _refusals == [refused] * models, _refusals
assert max(_moved) < noise, _moved
assert max(_from_mean) < of_their_spread, _from_mean
assert max(_batched) < noise, _batched
