"""In 100 steps without pads, AdamW at 1e-3 makes a small tied BERT's `[PAD]` row over ten times as long as SGD at 0.1 does. Both train one small fresh BERT from a row of zeros, SGD without momentum. Other learning rates and momentum give other factors, which this program does not measure."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

config = BertConfig(vocab_size=1000, hidden_size=48, num_hidden_layers=1)
for make, lr in ((torch.optim.AdamW, 1e-3), (torch.optim.SGD, 0.1)):
    torch.manual_seed(0)
    model = BertForMaskedLM(config)
    optimizer = make(model.parameters(), lr=lr)
    for _ in range(100):
        ids = torch.randint(104, 1000, (4, 16))  # no [PAD], whose id is 0
        optimizer.zero_grad()
        model(ids, labels=ids).loss.backward()
        optimizer.step()
    _norm = model.get_input_embeddings().weight[0].norm().item()
    print(f"{make.__name__}: the [PAD] row's norm went from 0 to {_norm:.3f}")
    assert _norm > 0.05 if make is torch.optim.AdamW else 0 < _norm < 0.005
