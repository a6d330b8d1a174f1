"""Under peft's `TrainableTokensConfig` a tied BERT scores without its output bias until the adapter is merged. A tied GPT-2, which has none, scores as before. Trained and merged, both have their old rows and the new ones at both ends."""

import copy
import tempfile

import torch
from peft import PeftModel, TrainableTokensConfig, get_peft_model
from transformers import BertConfig, BertForMaskedLM, GPT2Config, GPT2LMHeadModel

scope = "library"
decides = "BERT: a new adapter"

old = 100
bert = BertConfig(vocab_size=old, hidden_size=24, num_hidden_layers=1)
_tokens = {"bos_token_id": None, "eos_token_id": None}
gpt2 = GPT2Config(vocab_size=old, n_embd=24, n_layer=1, **_tokens)
token_ids = torch.tensor([[2, 5, 100, 7, 101, 3]])  # with both new tokens


def logits(model):
    """Give the scores of the text."""
    return model.eval()(token_ids)[0].detach()


outcomes = {}
for _name, _class, _config, words in (
    ("BERT", BertForMaskedLM, bert, "word_embeddings"),
    ("GPT-2", GPT2LMHeadModel, gpt2, "wte"),
):
    torch.manual_seed(0)
    model = _class(_config)
    decoder = model.get_output_embeddings()
    if decoder.bias is not None:
        torch.nn.init.normal_(decoder.bias)  # stands for a learned bias
    model.resize_token_embeddings(old + 2)
    start = copy.deepcopy(model)

    # The recipe: a list of the new tokens
    tokens = TrainableTokensConfig(token_indices=[old, old + 1], target_modules=[words])
    adapted = get_peft_model(model, tokens)
    moved_at_once = (logits(adapted) - logits(start)).abs().max().item()
    trains = [
        parameter for parameter in adapted.parameters() if parameter.requires_grad
    ]
    optimizer = torch.optim.AdamW(trains, lr=0.01)
    adapted(token_ids, labels=token_ids).loss.backward()
    optimizer.step()
    with tempfile.TemporaryDirectory() as _folder:
        adapted.save_pretrained(_folder)
        loaded = PeftModel.from_pretrained(copy.deepcopy(start), _folder)
        same_loaded = torch.allclose(logits(loaded), logits(adapted), atol=1e-5)
    merged = loaded.merge_and_unload()
    moved_by_merging = (logits(merged) - logits(adapted)).abs().max().item()
    matrix, was = (m.get_output_embeddings().weight for m in (merged, start))
    outcomes[_name] = {
        "a new adapter moves the logits": moved_at_once > 0.1,
        "merging moves them": moved_by_merging > 0.1,
        "an adapter loaded gives the same": same_loaded,
        "merged, it is tied": matrix is merged.get_input_embeddings().weight,
        "old rows kept": torch.equal(matrix[:old], was[:old]),
        "new rows changed": (matrix[old:] != was[old:]).all().item(),
    }
    for _what, _is in outcomes[_name].items():
        print(f"{_name}: {_what}: {_is}")

loses_the_bias = outcomes["BERT"]
assert loses_the_bias["a new adapter moves the logits"]
assert loses_the_bias["merging moves them"]
for _name, _outcome in outcomes.items():
    for _what, _is in _outcome.items():
        assert _is or "moves" in _what, f"{_name}: {_what}: {_is}"
assert not outcomes["GPT-2"]["a new adapter moves the logits"]
assert not outcomes["GPT-2"]["merging moves them"]
