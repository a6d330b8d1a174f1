"""Set `config.pad_token_id` for a classifier built on GPT-2 or Llama: it reads its answer at the last token whose id is not the pad id. The mask does not change where. Without that setting the classifiers refuse a batch, and read one text at its last column, pad or not."""

import torch
from transformers import AutoConfig, AutoModelForSequenceClassification

scope = "library"
decides = "without a pad token, two texts"

settings = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2}
settings |= {"num_attention_heads": 2, "intermediate_size": 64}
settings |= {"initializer_range": 0.2, "bos_token_id": None, "eos_token_id": None}
END, PAD, noise = 98, 99, 1e-4
_words = [5, 17, 54, 23]
ended, padded_with_end = [*_words, END, PAD, PAD], [*_words, END, END, END]
_hidden = torch.tensor([[1, 1, 0, 0, 0, 0, 0]])
refusals = []
for model_type in ("gpt2", "llama"):
    torch.manual_seed(0)
    config = AutoConfig.for_model(model_type, **settings)
    model = AutoModelForSequenceClassification.from_config(config).eval()

    def read(ids, pad, model=model, **mask):
        """The answer, and the column that it is read at."""
        model.config.pad_token_id = pad
        ids = torch.tensor([ids])
        with torch.no_grad():
            answer = model(ids, **mask).logits
            each = model.score(model.base_model(ids, **mask).last_hidden_state)[0]
        (found,) = ((each - answer).abs().amax(dim=1) < noise).nonzero().flatten()
        return answer, found.item()

    _answer, own = read(ended, PAD)
    _masked, hidden = read(ended, PAD, attention_mask=_hidden)
    _, end_as_pad = read(padded_with_end, END)
    _, without = read(ended, None)
    try:
        model(torch.tensor([ended, ended]))
    except ValueError as error:
        refusals.append(str(error))

    print(f"{model_type}: four words, the end token, two pads: read at column {own}")
    print(f"  with a mask that ends before: {hidden}; end token as pad: {end_as_pad}")
    print(f"  one text without a pad token: {without}")
    assert own == ended.index(END), f"{model_type}: {own}"
    assert hidden == own, f"{model_type}: {hidden}"
    assert torch.dist(_masked, _answer) > 0.1, "the mask hides nothing"
    assert end_as_pad == own - 1, f"{model_type}: {end_as_pad}"
    assert without == len(ended) - 1, f"{model_type}: {without}"
refused = "Cannot handle batch sizes > 1 if no padding token is defined."
print("without a pad token, two texts:", refused)
assert refusals == [refused] * 2, refusals
