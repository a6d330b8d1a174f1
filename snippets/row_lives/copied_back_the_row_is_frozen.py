"""To freeze the `[PAD]` row of a tied BERT that you train in one process, copy it back after each step. Setting its gradient to zero is enough with a new AdamW and no weight decay, and for a row of zeros with decay, too. Otherwise decay or the momentum of earlier gradients moves it."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "copied back"

PAD = 0
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)


def row_stays(start, decay, steps_before, way):
    """Train, freeze the row that way, train on, and look at it in the saved file."""
    torch.manual_seed(0)
    model = BertForMaskedLM(config)
    matrix = model.get_input_embeddings().weight
    with torch.no_grad():
        matrix[PAD] = start
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=decay)
    for step in range(steps_before + 10):
        if step == steps_before:
            frozen = matrix[PAD].detach().clone()
        ids = torch.randint(5, 100, (4, 16))  # no pads: the softmax reaches the row
        optimizer.zero_grad()
        model(ids, labels=ids).loss.backward()
        if step >= steps_before and way == "gradient set to zero":
            matrix.grad[PAD] = 0
        optimizer.step()
        if step >= steps_before and way == "copied back":
            assert not matrix[PAD].equal(frozen), "the step left the row alone"
            with torch.no_grad():
                matrix[PAD] = frozen
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        loaded = BertForMaskedLM.from_pretrained(folder)
    words, output = loaded.get_input_embeddings(), loaded.get_output_embeddings()
    assert output.weight is words.weight
    return words.weight[PAD].equal(frozen)


cases = {  # what the row starts with, the weight decay, and the steps before
    "zeros": (0.0, 0.1, 0),
    "not zeros": (0.5, 0.0, 0),
    "not zeros, with decay": (0.5, 0.1, 0),
    "zeros, after two steps": (0.0, 0.0, 2),
}
ways = ("nothing", "gradient set to zero", "copied back")
stays = {way: {n: row_stays(*case, way) for n, case in cases.items()} for way in ways}

for _way, _rows in stays.items():
    print(f"{_way}: stays", *(f"{name}: {same};" for name, same in _rows.items()))
assert not any(stays["nothing"].values()), f"{stays}"
assert stays["gradient set to zero"] == {
    "zeros": True,
    "not zeros": True,
    "not zeros, with decay": False,
    "zeros, after two steps": False,
}, f"{stays}"
assert all(stays["copied back"].values()), f"{stays}"
