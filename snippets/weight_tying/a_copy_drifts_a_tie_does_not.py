"""One training step tells a tie from a copy: a tied pair stays one Parameter, and two equal matrices drift apart."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "copied"

torch.manual_seed(0)
_ids = torch.randint(5, 100, (4, 16))
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
for pair in ("tied", "copied"):
    config.tie_word_embeddings = pair == "tied"
    model = BertForMaskedLM(config)
    embedding, decoder = model.get_input_embeddings(), model.get_output_embeddings()
    with torch.no_grad():
        decoder.weight.copy_(embedding.weight)
    start = embedding.weight.detach().clone()
    assert torch.equal(decoder.weight, start), "not equal at first"
    model(_ids, labels=_ids).loss.backward()
    torch.optim.SGD(model.parameters(), lr=0.1).step()
    moved = (decoder.weight - start).abs().max().item()
    apart = (decoder.weight - embedding.weight).abs().max().item()
    one = decoder.weight is embedding.weight
    print(f"{pair}: one Parameter {one}; the decoder moved by {moved:.4f}", end=", ")
    print(f"and is {apart:.4f} from the embedding")
    assert one == (pair == "tied"), f"{pair}: one Parameter {one}"
    assert moved > 1e-4, f"{pair}: the step moves the decoder by {moved}"
    assert (apart > 1e-4) == (pair == "copied"), f"{pair}: apart by {apart}"
