"""`torch.export` keeps the tie in memory, under both names. From its file come two Parameters over one storage: the decoder's gets the whole gradient, the embedding's none."""

import io

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_token_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_token_ids)[0]

program = torch.export.export(model, (_token_ids,))
inputs = {spec.target for spec in program.graph_signature.input_specs}
_both = {
    "bert.embeddings.word_embeddings.weight",
    "cls.predictions.decoder.weight",
}
_file = io.BytesIO()
torch.export.save(program, _file)
loaded_program = torch.export.load(_file)

model(_token_ids)[0].logsumexp(2).sum().backward()
whole_gradient = model.cls.predictions.decoder.weight.grad


def look_at(program):
    module = program.module()
    module.zero_grad()
    words = module.bert.embeddings.word_embeddings.weight
    head = module.cls.predictions
    decoder = head.decoder.weight
    module(_token_ids)[0].logsumexp(2).sum().backward()
    return {
        "one object": words is decoder,
        "one bias": head.decoder.bias is head.bias,
        "one storage": words.data_ptr() == decoder.data_ptr(),
        "parameters": len(list(module.parameters())),
        "same logits": torch.equal(module(_token_ids)[0], _before),
        "whole gradient": torch.allclose(decoder.grad, whole_gradient, atol=1e-5),
        "embedding has one": words.grad is not None,
    }


exported, loaded = look_at(program), look_at(loaded_program)
row = [
    {
        "operation": "`torch.export`",
        "still one object": "yes" if exported["one object"] else "problem: no",
        "bias alias": "yes" if exported["one bias"] else "problem: no",
        "logits": "unchanged" if exported["same logits"] else "changed",
        "after saving and loading": "note: two Parameters, one storage, one gradient"
        if loaded["one storage"] and not loaded["embedding has one"]
        else "tied",
        "do": "use it to predict; train the original model",
    }
]

print("inputs of the program:", *sorted(inputs & _both), sep="\n  ")
for name, found in (("exported", exported), ("from the file", loaded)):
    print(f"{name}: one object {found['one object']}, one storage", end=" ")
    print(f"{found['one storage']}, {found['parameters']} Parameters")
    print(
        f"  decoder.weight has the whole gradient: {found['whole gradient']};", end=" "
    )
    print(f"word_embeddings.weight has one: {found['embedding has one']}")
assert _both <= inputs, f"inputs: {inputs}"
assert exported["one object"] and exported["one bias"] and exported["same logits"]
assert loaded["one storage"] and loaded["same logits"]
assert not loaded["one object"] and not loaded["one bias"], "tied after loading"
assert loaded["parameters"] == exported["parameters"] + 2
assert loaded["whole gradient"], "the decoder's Parameter has only a part"
assert not loaded["embedding has one"], "the embedding's Parameter has a gradient"
