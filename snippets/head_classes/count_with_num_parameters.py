"""Count with `model.num_parameters()`, and name the class: the method counts a tied tensor once, whereas a sum over the state dict counts it twice. At bert-base's size, with the uncased vocabulary, these are the numbers that people ask for."""

import torch
import transformers

scope = "arithmetic"
decides = "BertForMaskedLM 109"

counts, in_state_dict = {}, {}
for name in ("BertModel", "BertForMaskedLM", "BertForPreTraining"):
    with torch.device("meta"):  # shapes without the numbers
        model = getattr(transformers, name)(transformers.BertConfig())
    counts[name] = model.num_parameters()
    state = model.state_dict().values()
    in_state_dict[name] = sum(tensor.numel() for tensor in state)
    print(f"{name} {counts[name]:,}; its state dict {in_state_dict[name]:,}")
head = model.cls.predictions
tied = head.decoder.weight.numel() + head.decoder.bias.numel()
extra = [in_state_dict[name] - counts[name] for name in counts]
assert [*counts.values()] == [109_482_240, 109_514_298, 110_106_428], counts
assert extra == [0, tied, tied], f"{extra}"
