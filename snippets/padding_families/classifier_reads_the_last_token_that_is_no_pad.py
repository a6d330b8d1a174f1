"""The classifiers of GPT-2 and Llama read their answer at the last token whose id is not `config.pad_token_id`, and the mask does not change where. Without that setting they refuse a batch, and read one text at its last column, pad or not."""

import torch
from transformers import AutoConfig, AutoModelForSequenceClassification

scope = "library"
decides = "without a pad token"

settings = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2}
settings |= {"num_attention_heads": 2, "intermediate_size": 64}
settings |= {"initializer_range": 0.2, "bos_token_id": None, "eos_token_id": None}
END, PAD, noise = 98, 99, 1e-4
_words = [5, 17, 54, 23]
ended, padded_with_end = [*_words, END, PAD, PAD], [*_words, END, END, END]
_hidden = torch.tensor([[1, 1, 0, 0, 0, 0, 0]])
columns, refusals = {}, []
for model_type in ("gpt2", "llama"):
    torch.manual_seed(0)
    config = AutoConfig.for_model(model_type, **settings)
    model = AutoModelForSequenceClassification.from_config(config).eval()

    def column(ids, pad, model=model, **mask):
        """The column that the answer is read at: the only one with these scores."""
        model.config.pad_token_id = pad
        ids = torch.tensor([ids])
        with torch.no_grad():
            each = model.score(model.base_model(ids, **mask).last_hidden_state)[0]
            far = (each - model(ids, **mask).logits).abs().amax(dim=1)
        (found,) = (far < noise).nonzero().flatten().tolist()
        return found

    columns[model_type] = {
        "a pad token of its own": column(ended, PAD),
        "with a mask that ends earlier": column(ended, PAD, attention_mask=_hidden),
        "the end token as pad": column(padded_with_end, END),
        "no pad token, one text": column(ended, None),
    }
    try:
        model(torch.tensor([ended, ended]))
    except ValueError as error:
        refusals.append(str(error))

print("four words, an end token, two pads: the answer is read at column")
for model_type, found in columns.items():
    print(f"  {model_type}:", found)
refused = refusals[0]
print("without a pad token, two texts:", refused)
for model_type, found in columns.items():
    assert list(found.values()) == [4, 4, 3, 6], f"{model_type}: {found}"
assert refusals == [
    "Cannot handle batch sizes > 1 if no padding token is defined."
] * len(columns), refusals
