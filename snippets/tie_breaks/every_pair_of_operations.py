"""After any one or two of 15 operations on a BERT, if they end without an error, `check_tie` tells a tie from a copy. Saved and loaded, only `prune` followed by `tie_weights` gives other logits while the load report names nothing."""

import copy
import io
import tempfile
import warnings
from pathlib import Path

import torch
from safetensors import safe_open
from torch.nn import Linear, Parameter
from torch.nn.utils import prune
from transformers import BertConfig, BertForMaskedLM, logging

scope = "library"
needs_cpu = "its int8 kernels are for CPUs"
decides = "check_tie is right"

logging.set_verbosity_error()
logging.disable_progress_bar()
warnings.simplefilter("ignore")  # torch.ao is deprecated, and says so at length
_config = {
    "vocab_size": 100,
    "hidden_size": 24,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "initializer_range": 0.3,  # larger than usual, so that the logits are, too
}
_ids = torch.tensor([[2, 5, 7, 3]])
WORDS = "bert.embeddings.word_embeddings.weight"
DECODER = "cls.predictions.decoder.weight"
BIASES = ("cls.predictions.bias", "cls.predictions.decoder.bias")
COMPUTED_FROM = "cls.predictions.decoder.weight_orig"  # a pruned weight's Parameter


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


# The operations, as a reader writes them. Each takes a model and gives a model.


def assign(model):
    words = model.bert.embeddings.word_embeddings
    words.weight = Parameter(torch.randn_like(words.weight))
    return model


def clone(model):
    decoder = model.cls.predictions.decoder
    decoder.weight = Parameter(decoder.weight.detach().clone())
    return model


def copy_decoder(model):
    model.cls.predictions.decoder = copy.deepcopy(model.cls.predictions.decoder)
    return model


def load_assign(model):
    model.load_state_dict(model.state_dict(), assign=True)
    return model


def resize(model):
    model.resize_token_embeddings(model.config.vocab_size + 7)
    return model


def resize_inner(model):
    model.bert.resize_token_embeddings(model.config.vocab_size + 7)
    return model


def untie(model):
    model.config.tie_word_embeddings = False
    return model


def tie_weights(model):
    model.tie_weights()
    return model


def save_load(model):
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        return BertForMaskedLM.from_pretrained(folder).eval()


def pickled(model):
    file = io.BytesIO()
    torch.save(model, file)
    file.seek(0)
    return torch.load(file, weights_only=False)


def pruned(model):
    prune.l1_unstructured(model.cls.predictions.decoder, "weight", amount=0.5)
    return model


def quantised(model):
    return torch.ao.quantization.quantize_dynamic(model, {Linear})


def backward(model):
    torch.nn.functional.cross_entropy(model(_ids)[0][0].float(), _ids[0]).backward()


def train(model):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    backward(model)
    optimizer.step()
    optimizer.zero_grad()
    return model


_operations = {
    "new-weight": (assign, "embedding.weight = Parameter(torch.randn(…))"),
    "clone": (
        clone,
        "decoder.weight = Parameter(decoder.weight.detach().clone())",
    ),
    "deepcopy": (copy_decoder, "head.decoder = copy.deepcopy(head.decoder)"),
    "deepcopy-model": (copy.deepcopy, "model = copy.deepcopy(model)"),
    "load-assign": (load_assign, "load_state_dict(model.state_dict(), assign=True)"),
    "resize": (resize, "model.resize_token_embeddings(vocab_size + 7)"),
    "resize-bert": (
        resize_inner,
        "model.bert.resize_token_embeddings(vocab_size + 7)",
    ),
    "flag-false": (untie, "model.config.tie_word_embeddings = False"),
    "tie-weights": (tie_weights, "model.tie_weights()"),
    "half": (torch.nn.Module.half, "model.half()"),
    "save-load": (save_load, "model.save_pretrained(…), from_pretrained(…)"),
    "pickle": (pickled, "torch.save(model, …), torch.load(…)"),
    "prune": (pruned, 'prune.l1_unstructured(decoder, "weight", amount=0.5)'),
    "quantize": (quantised, "quantize_dynamic(model, {Linear})"),
    "step": (train, "one step of SGD"),
}


# What is so, found without `is` and without addresses.


def parts(model):
    """The embedding's weight and the decoder's; the head's bias and the decoder's."""
    head = model.cls.predictions
    words = model.bert.embeddings.word_embeddings
    return (words.weight, head.decoder.weight), (head.bias, head.decoder.bias)


def same_values(one, other):
    return one.shape == other.shape and torch.equal(one.float(), other.float())


def relation(model, *names):
    """Of two names: does a write through one show under the other, and how many
    Parameters are they to an optimizer?"""
    every = dict(model.named_parameters(remove_duplicate=False))
    if not all(name in every for name in names):
        return "not a Parameter"
    one, other = (every[name].detach() for name in names)
    equal, old, untouched = same_values(one, other), one.clone(), other.clone()
    one += 1
    shows = not torch.equal(other, untouched)
    one.copy_(old)
    stepped_once = sum(name in names for name, _ in model.named_parameters()) == 1
    if shows:
        return "tied" if stepped_once else "two Parameters in one memory"
    assert not stepped_once, f"{names} are one to an optimizer, and two to a write"
    return "equal copies" if equal else "different"


def truth(model):
    return {
        "weight": relation(model, WORDS, DECODER),
        "bias": relation(model, *BIASES),
    }


def checked(model):
    """The same from `check_tie`, which has to agree, with the model in a wrapper."""
    found, said = truth(model), check_tie(torch.nn.DataParallel(model))
    assert said == found, f"after {_history} check_tie says {said}, and it is {found}"
    return found


def attempt(call):
    """What a call gives, or else the first line of its error."""
    try:
        return call(), ""
    except (RuntimeError, TypeError, ValueError, AttributeError) as error:
        line = str(error).strip().partition("\n")[0].partition(".  ")[0]
        return None, f"{type(error).__name__}: {line}"


def logits_of(model):
    with torch.no_grad():
        return model(_ids)[0].float()[..., : _config["vocab_size"]]


def compared(new, old):
    """Logits: the same but for noise, but for fewer bits, or changed."""
    off = (new - old).abs().max().item()
    fewer_bits = {"half", "quantize"} & {*_history}
    most, least = (0.4, 0.6) if fewer_bits else (1e-4, 0.1)
    assert off < most or off > least, f"logits off by {off}: the same, or changed?"
    if off > least:
        return "changed"
    return "the same" if off < 1e-4 else "rounded"


def of_the_tie(names):
    """Those of these names that are the embedding's, the decoder's, or the bias."""
    kept = (DECODER.removesuffix("weight"), WORDS, BIASES[0])
    return " ".join(sorted(name for name in names if name.startswith(kept)))


def values(part):
    """The numbers of a weight or a bias, whatever holds them: a quantised layer's are
    what a method gives."""
    part = part() if callable(part) and not isinstance(part, torch.Tensor) else part
    return (part.dequantize() if part.is_quantized else part).detach().float().clone()


def saved(model):
    """What a file keeps, and what comes back from it."""
    row = {"not_saved": "", "file": "", "not_loaded": "", "missing": ""}
    row |= {
        "unexpected": "",
        "loaded_weight": "",
        "loaded_bias": "",
        "loaded_logits": "",
    }
    with tempfile.TemporaryDirectory() as folder:
        _, row["not_saved"] = attempt(lambda: model.save_pretrained(folder))
        if row["not_saved"]:
            return row
        with safe_open(Path(folder, "model.safetensors"), "pt") as file:
            row["file"] = of_the_tie(file.keys())
        torch.manual_seed(1)
        answer, row["not_loaded"] = attempt(
            lambda: BertForMaskedLM.from_pretrained(folder, output_loading_info=True)
        )
    if row["not_loaded"]:
        return row
    loaded, report = answer[0].eval(), answer[1]
    row |= {f"loaded_{name}": word for name, word in checked(loaded).items()}
    row |= {
        name: of_the_tie(report[f"{name}_keys"]) for name in ("missing", "unexpected")
    }
    told = len(report["missing_keys"]) + len(report["unexpected_keys"])
    assert told == len(f"{row['missing']} {row['unexpected']}".split()), report
    before, _ = attempt(lambda: logits_of(model))
    back = logits_of(loaded)
    row["loaded_logits"] = "it runs" if before is None else compared(back, before)
    return row


def which(one, other):
    names = {(1, 1): "both", (1, 0): "first", (0, 1): "second", (0, 0): "neither"}
    return names[bool(one), bool(other)]


def trained(model):
    """Of each two names, which get a gradient, which a step of training changes, and
    whether it parts them."""
    before = [[values(part) for part in pair] for pair in parts(model)]
    row = {"not_trained": "", "weight_gradients": "", "bias_gradients": ""}
    row |= {"weight_moves": "", "bias_moves": ""}
    _, row["not_trained"] = attempt(lambda: backward(model))
    if row["not_trained"]:
        return row
    every = dict(model.named_parameters(remove_duplicate=False))
    for name, names in (("weight", (WORDS, DECODER)), ("bias", BIASES)):
        found = [n in every and every[n].grad is not None for n in names]
        row[f"{name}_gradients"] = which(*found)
    model.zero_grad()
    train(model)
    logits_of(model)  # a pruned weight is computed when the model is called
    for name, old, pair in zip(("weight", "bias"), before, parts(model), strict=True):
        new = [values(part) for part in pair]
        moved = which(*(not same_values(*both) for both in zip(old, new, strict=True)))
        parted = same_values(*old) and not same_values(*new)
        row[f"{name}_moves"] = moved + (", apart" if parted else "")
    return row


def state(model):
    """All that is recorded of a model."""
    row = checked(model) | {"computed_from": "", "rows": ""}
    rows = [len(values(part)) for pair in parts(model) for part in pair]
    if len({*rows}) > 1:  # of the embedding and the decoder, and of the two biases
        row["rows"] = " ".join(map(str, rows))
    if COMPUTED_FROM in dict(model.named_parameters(remove_duplicate=False)):
        row["computed_from"] = relation(model, WORDS, COMPUTED_FROM)
    out, row["not_run"] = attempt(lambda: logits_of(model))
    row["logits"] = "" if row["not_run"] else compared(out, _start)
    row["state_dict"] = of_the_tie(model.state_dict())
    row |= saved(model)
    assert row["weight"] == truth(model)["weight"], "saving changes the tie"
    row |= trained(model)
    if row["not_trained"] and row["not_trained"] == row["not_run"]:
        row["not_trained"] = "as above"
    return row


def made(history):
    """A fresh tied model after these operations, or the error that stops the last."""
    torch.manual_seed(0)
    model = BertForMaskedLM(BertConfig.from_dict(_config)).eval()
    torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
    failed = ""
    for name in history:
        model, failed = attempt(lambda old=model, do=_operations[name][0]: do(old))
    return model, failed


_history = ()
_start = logits_of(made(_history)[0])
_columns = list(state(made(_history)[0]))
_ones = [(one,) for one in _operations]
_pairs = [(one, other) for one in _operations for other in _operations]
states, _of = [], {}
for _history in [(), *_ones, *_pairs]:
    _model, _stopped = made(_history)
    _row = dict.fromkeys(_columns, "") if _stopped else state(_model)
    _row = {"stopped": _stopped} | _row
    # Many histories lead to the same result.
    _same = (number for number, row in _of.items() if row == _row)
    _named = next(_same, len(_of))
    _of[_named] = _row
    _first, _then = (*_history, "", "")[:2]
    states.append({"first": _first, "then": _then, "result": _named})
results = [{"result": name} | row for name, row in _of.items()]
_single = {one["first"]: _of[one["result"]] for one in states if not one["then"]}
operations = [
    {
        "name": name,
        "operation": f"`{code}`",
        "matrix": _single[name]["weight"],
        "bias": _single[name]["bias"],
        "logits": _single[name]["logits"] or "an error",
        "logits when saved and loaded": _single[name]["loaded_logits"] or "an error",
    }
    for name, (_, code) in _operations.items()
]
_do = {
    "deepcopy-model": "nothing to do",
    "resize": "call it on the outer model, after loading",
    "half": "nothing to do",
    "pickle": "prefer `save_pretrained`: a pickle needs the same versions, and trust",
}
_yes = {"tied": "yes"}
row = [  # of those that look dangerous, as other claims say it of one operation
    {
        "operation": f"`{_operations[name][1]}`",
        "still one object": _yes.get(_single[name]["weight"], "problem: no"),
        "bias alias": _yes.get(_single[name]["bias"], "problem: no"),
        "logits": {"the same": "unchanged", "rounded": "note: rounded"}.get(
            _single[name]["logits"], "problem: changed"
        ),
        "after saving and loading": "tied"
        if {_single[name][f"loaded_{what}"] for what in ("weight", "bias")} == {"tied"}
        and _single[name]["loaded_logits"] == "the same"
        else "problem: not the same model",
        "do": do,
    }
    for name, do in _do.items()
]
histories = len(states)
stopped = sum(bool(_of[one["result"]]["stopped"]) for one in states)
silent = [
    f"{one['first']} {one['then']}"
    for one in states
    if _of[one["result"]]["loaded_logits"] == "changed"
    and not (_of[one["result"]]["missing"] or _of[one["result"]]["unexpected"])
]
breaks = {
    name: one["weight"]
    for name, one in _single.items()
    if name and one["weight"] != "tied"
}

print(f"{histories} histories, {stopped} of them stopped; {len(results)} results")
print(f"in the other {histories - stopped} check_tie is right")
print("break the tie of the matrix:", *breaks)
print("load with other logits, and no name reported:", *silent)
assert histories == 1 + 15 + 15 * 15 == len({*map(str, states)})
assert not any(one["stopped"] for one in _single.values()), "one operation stops alone"
assert breaks == {
    "new-weight": "different",
    "clone": "equal copies",
    "deepcopy": "equal copies",
    "load-assign": "two Parameters in one memory",
    "prune": "not a Parameter",
    "quantize": "not a Parameter",
}
assert silent == ["prune tie-weights"], f"other logits, and no name reported: {silent}"
for _one in results:
    _moves = {"tied": "both", "equal copies": "both, apart"}.get(_one["weight"])
    _trains = _moves and _one["weight_moves"]
    assert not _trains or _trains == _moves, f"{_one['result']}: a step moves {_trains}"
    assert not _one["missing"] or _one["loaded_logits"] == "changed", _one["result"]
    # A name of the class that is in no file, and not reported either, is tied.
    for _names, _loaded in (
        ((WORDS, DECODER), "loaded_weight"),
        (BIASES, "loaded_bias"),
    ):
        _told = {*_one["file"].split(), *_one["missing"].split()}
        assert not _one[_loaded] or {*_names} <= _told or _one[_loaded] == "tied"
# Loaded with the flag, two names are one Parameter, unless the file has different
# values for them; loaded without it, they are two.
for _one in states:
    _row, _flag = _of[_one["result"]], "flag-false" not in _one.values()
    for _what, _names in (("weight", (WORDS, DECODER)), ("bias", BIASES)):
        _apart = _row[_what] == "different" and {*_names} <= {*_row["file"].split()}
        _ties, _loaded = _flag and not _apart, _row[f"loaded_{_what}"]
        assert not _loaded or (_loaded == "tied") == _ties, f"{_one}: {_loaded}"
