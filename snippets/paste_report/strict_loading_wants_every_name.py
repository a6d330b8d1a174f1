"""torch's `load_state_dict` raises an error if any name is on one side only, and has copied everything else by then. It stops at a tied tensor's second name, too; `from_pretrained` goes on from the same weights."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "torch stops without a second"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
model = BertForPreTraining(config)
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
first_name = "cls.predictions.bias"
second_name = "cls.predictions.decoder.bias"
head = "cls.seq_relationship.weight"


def without(name):
    return {key: tensor for key, tensor in model.state_dict().items() if key != name}


def stopped_at(weights):
    """The names in torch's error, and those that the model has got all the same."""
    fresh = BertForPreTraining(config)
    try:
        fresh.load_state_dict(weights)
    except RuntimeError as error:
        names = str(error).split('"')[1::2]
    else:
        names = []
    trained = model.state_dict()
    got = {k for k, v in fresh.state_dict().items() if torch.equal(v, trained[k])}
    return names, got


at_a_second_name, _ = stopped_at(without(second_name))
at_a_head, got = stopped_at(without(head))
at_one_too_many, _ = stopped_at({**model.state_dict(), "more.weight": torch.ones(2)})
copied = sorted(set(model.state_dict()) - got) == [head]

completed = without(second_name)
completed[second_name] = completed[first_name]
fresh = BertForPreTraining(config)
fresh.load_state_dict(completed)
same_bias = torch.equal(fresh.cls.predictions.decoder.bias, model.cls.predictions.bias)


def missing_in_from_pretrained(weights):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(weights, str(Path(folder, "pytorch_model.bin")))
        _, report = BertForPreTraining.from_pretrained(folder, output_loading_info=True)
    return sorted(report["missing_keys"])


goes_on_without_a_second_name = missing_in_from_pretrained(without(second_name))
goes_on_without_a_head = missing_in_from_pretrained(without(head))

print("torch stops without a second name:", at_a_second_name)
print("          without a head's tensor:", at_a_head)
print("          with one too many:      ", at_one_too_many)
print("before it stopped there, it had copied all but that tensor:", copied)
print("with the second name added, the learned bias is loaded:", same_bias)
print("from_pretrained, without a second name, misses:", goes_on_without_a_second_name)
print("from_pretrained, without a head's tensor, misses:", goes_on_without_a_head)
assert at_a_second_name == [second_name], f"it stops at {at_a_second_name}"
assert at_a_head == [head], f"it stops at {at_a_head}"
assert at_one_too_many == ["more.weight"], f"it stops at {at_one_too_many}"
assert copied, f"{len(got)} of {len(model.state_dict())} were copied"
assert same_bias, "the bias is another"
assert goes_on_without_a_second_name == [], f"{goes_on_without_a_second_name}"
assert goes_on_without_a_head == [head], f"{goes_on_without_a_head}"
