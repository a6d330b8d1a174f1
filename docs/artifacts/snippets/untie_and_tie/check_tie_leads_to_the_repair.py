"""In nine families, fresh or trained, the repair for `check_tie`'s answer loses nothing: saved and loaded again, the model gives the same logits. Two that are alike become one by `tie_weights()`; a bias that differs is copied before. Different matrices stay two by the flag `False`: `tie_weights()` would drop the decoder's. Under FSDP2 the answer is tied or cannot tell, and nothing is repaired."""

import copy
import tempfile

import torch
from torch import distributed
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn import Parameter
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM, logging

scope = "library"
decides = "saved and loaded"

logging.set_verbosity_error()
logging.disable_progress_bar()
_two_names = ["bert", "roberta", "albert", "deberta-v2", "mpnet"]  # of the bias
_one_name = ["distilbert", "electra", "modernbert"]
families = [*_two_names, *_one_name, "gpt2"]
_small = {"hidden_size": 32, "embedding_size": 32, "n_embd": 32, "dim": 32}
_small |= {"num_hidden_layers": 1, "n_layer": 1, "n_layers": 1}
_small |= {"num_attention_heads": 2, "n_head": 2, "n_heads": 2}
_small |= {"intermediate_size": 64, "hidden_dim": 64}
_ids = torch.tensor([[2, 5, 7, 3]])


def check_tie(model):
    """What the matrix is under its two names, and the bias under its own two."""
    known = (m for m in model.modules() if hasattr(m, "get_output_embeddings"))
    model = next(known, model)
    decoder = model.get_output_embeddings()
    head = next((m for m in model.modules() if decoder in m.children()), None)

    def compared(one, other):
        if other is None:
            return "nothing to tie"  # the output layer has none, or there is none
        if one is None:
            return "one name"  # a bias that is the output layer's alone
        if not (isinstance(one, Parameter) and isinstance(other, Parameter)):
            return "not a Parameter"  # one of the two is computed or quantized
        if one is other:
            return "tied"
        if not all(type(p) is Parameter and p.data_ptr() for p in (one, other)):
            return "cannot tell"  # sharded, offloaded or on meta: no values to compare
        wide = torch.promote_types(one.dtype, other.dtype)
        near = other.to(one.device, wide)
        if one.shape != other.shape or not torch.equal(one.to(wide), near):
            return "different"
        shared = one.data_ptr() == other.data_ptr()
        return "two Parameters in one memory" if shared else "equal copies"

    words = model.get_input_embeddings()
    weights = [getattr(module, "weight", None) for module in (words, decoder)]
    biases = [getattr(module, "bias", None) for module in (head, decoder)]
    return {"weight": compared(*weights), "bias": compared(*biases)}


def made(family, trained):
    """Make a small tied model of a family, fresh or after five steps of training."""
    torch.manual_seed(0)
    known = AutoConfig.for_model(family)
    sizes = {name: size for name, size in _small.items() if hasattr(known, name)}
    config = AutoConfig.for_model(family, vocab_size=100, pad_token_id=0, **sizes)
    of_class = AutoModelForCausalLM if family == "gpt2" else AutoModelForMaskedLM
    model = of_class.from_config(config).eval()
    return train(model, steps=5) if trained else model


def train(model, steps):
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    for _ in range(steps):
        model(_ids, labels=_ids).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    return model


def logits_of(model):
    return model(_ids).logits.detach()


def saved_and_loaded(model):
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        return type(model).from_pretrained(folder).eval()


def head_of(model):
    """Return the module that the output layer is in; its bias may be there, too."""
    decoder = model.get_output_embeddings()
    return next(m for m in model.modules() if decoder in m.children())


# Five ways to lose a tie


def assign(model):
    model.load_state_dict(model.state_dict(), assign=True)
    return model


def copy_decoder(model):
    decoder, head = model.get_output_embeddings(), head_of(model)
    name = next(name for name, module in head.named_children() if module is decoder)
    setattr(head, name, copy.deepcopy(decoder))
    return model


def train_the_bias(model):
    decoder = model.get_output_embeddings()
    if decoder.bias is not None:
        decoder.bias = Parameter(torch.randn(100))  # stands for a trained copy
    return model


def copy_and_train_the_bias(model):
    return train_the_bias(copy_decoder(model))


def copy_and_train(model):
    return train(copy_decoder(model), steps=2)


def repair(model):
    """Do what its answer asks for."""
    answer = check_tie(model)
    if answer["bias"] == "different":
        with torch.no_grad():
            head_of(model).bias.copy_(model.get_output_embeddings().bias)
    if answer["weight"] in ("tied", "equal copies", "two Parameters in one memory"):
        model.config.tie_word_embeddings = True
        model.tie_weights()
    elif answer["weight"] == "different":  # two that were trained: keep both
        model.config.tie_word_embeddings = False


_answers = {  # of the matrix, and of a bias with two names
    assign: ("two Parameters in one memory", "two Parameters in one memory"),
    copy_decoder: ("equal copies", "equal copies"),
    train_the_bias: ("tied", "different"),
    copy_and_train_the_bias: ("equal copies", "different"),
    copy_and_train: ("different", "different"),
}
repaired = 0
for family in families:
    _bias = {"gpt2": "nothing to tie"} | dict.fromkeys(_one_name, "one name")
    for trained in (False, True):
        _untouched = [*check_tie(made(family, trained)).values()]
        assert _untouched == ["tied", _bias.get(family, "tied")], (family, _untouched)
        for _lose, (_matrix, _of_two) in _answers.items():
            _case = f"{family}, trained {trained}, {_lose.__name__}"
            model = _lose(made(family, trained))
            _right, _said = logits_of(model), [*check_tie(model).values()]
            assert _said == [_matrix, _bias.get(family, _of_two)], f"{_case}: {_said}"
            if _matrix == "different":  # the control: the wrong repair
                _other = copy.deepcopy(model)
                _other.tie_weights()
                _same = torch.allclose(logits_of(_other), _right, atol=0.1)
                assert not _same, f"{_case}: tie_weights() loses nothing"
            repair(model)
            loaded = saved_and_loaded(model)
            _says = [*check_tie(torch.nn.DataParallel(loaded)).values()]
            _good = (
                _says[0] == _matrix if _matrix == "different" else _says == _untouched
            )
            assert _good, f"{_case}: repaired, {_says}"
            _same = torch.allclose(logits_of(loaded), _right, atol=1e-5)
            assert _same, f"{_case}: saved and loaded, it gives other logits"
            repaired += 1

under_fsdp2 = []
with tempfile.TemporaryDirectory() as _folder:
    distributed.init_process_group(
        "gloo", init_method=f"file://{_folder}/meeting", rank=0, world_size=1
    )
    for _lose in (None, copy_and_train):
        model = made("bert", trained=True)
        model = _lose(model) if _lose else model
        fully_shard(model, mesh=init_device_mesh("cpu", (1,)))
        under_fsdp2.append([*check_tie(model).values()])
        repair(model)
        assert [*check_tie(model).values()] == under_fsdp2[-1], "it was repaired"
    distributed.destroy_process_group()

print(len(families), "families:", ", ".join(families))
print("under FSDP2, tied and trained apart:", *under_fsdp2)
print(f"saved and loaded, all {repaired} repaired models give the same logits")
assert under_fsdp2 == [["tied"] * 2, ["cannot tell"] * 2], under_fsdp2
