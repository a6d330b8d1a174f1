"""Tie again only if `check_tie` answers `tied`, `equal copies` or `two Parameters in one memory` for the matrix, and something equally safe for the bias. For a bias `one name` and `nothing to tie` are safe, too. Of a matrix `nothing to tie` means that no output layer was found, and `tie_weights()` can lose a trained one. If they are `different`, first copy the one that was trained into the other, or untie both. In nine families, fresh or trained, the saved and loaded model then gives the right logits. If it says `cannot tell` or `not a Parameter`, `tie_weights()` can lose a trained bias. A RemBERT is `different`, and no fault. A BERT under FSDP2 says `tied` or `cannot tell` before the first forward."""

import copy
import tempfile

import torch
from torch import distributed
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn import Parameter
from torch.nn.utils import prune
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForMaskedLM,
    BertModel,
    BertPreTrainedModel,
    logging,
)

scope = "library"
needs_cpu = "gloo is the process group for CPUs"
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


def off(model, logits):
    return (logits_of(model) - logits).abs().max().item()


def saved_and_loaded(model, **options):
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        return type(model).from_pretrained(folder, **options).eval()


def parts(model):
    """Return the embedding, the output layer, and the module that this is in."""
    decoder = model.get_output_embeddings()
    head = next(m for m in model.modules() if decoder in m.children())
    return model.get_input_embeddings(), decoder, head


# Ways to lose a tie


def assign(model):
    model.load_state_dict(model.state_dict(), assign=True)
    return model


def copy_decoder(model):
    _, decoder, head = parts(model)
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


def copy_the_matrix(model):
    decoder = model.get_output_embeddings()
    decoder.weight = Parameter(decoder.weight.detach().clone())
    return model


def copy_and_train_the_matrix(model):
    return train(copy_the_matrix(model), steps=2)


# Five that lose the head's learned bias in loading, and one of them the matrix, too


def save_untied(model):
    model.config.tie_word_embeddings = False
    return saved_and_loaded(model)


def load_untied(model):
    return saved_and_loaded(model, tie_word_embeddings=False)


def load_untied_and_assign(model):
    words, decoder, _ = parts(model := load_untied(model))
    decoder.weight = words.weight
    return model


def load_untied_and_copy(model):
    words, decoder, _ = parts(model := load_untied(model))
    with torch.no_grad():
        decoder.weight.copy_(words.weight)
    return model


def save_a_copy_of_the_matrix(model):
    return save_untied(copy_the_matrix(model))


def save_both_matrices(model):
    return save_untied(copy_and_train_the_matrix(model))


def repair(model, keep_both):
    """Do what the answers ask for."""
    answers = check_tie(model)
    if {"cannot tell", "not a Parameter"} & {*answers.values()}:
        return  # ask again, of the bare model
    if answers["weight"] == "nothing to tie":
        return  # no output layer was found
    words, decoder, head = parts(model)
    with torch.no_grad():
        if answers["bias"] == "different":
            if head.bias.any() and not decoder.bias.any():  # lost in loading
                decoder.bias.copy_(head.bias)
            else:  # here the decoder's was trained
                head.bias.copy_(decoder.bias)
        if answers["weight"] == "different" and not keep_both:
            decoder.weight.copy_(words.weight)  # here the embedding's was trained
    if answers["weight"] == "different" and keep_both:
        decoder.weight = Parameter(decoder.weight.detach().clone())
        if decoder.bias is not None:
            decoder.bias = Parameter(decoder.bias.detach().clone())
        model.config.tie_word_embeddings = False
    elif "different" not in check_tie(model).values():  # ask again, and then tie
        model.config.tie_word_embeddings = True
        model.tie_weights()


_memory = "two Parameters in one memory"
_losses = {  # the matrix and a bias with two names, as left by each
    assign: (_memory, _memory),
    copy_decoder: ("equal copies", "equal copies"),
    train_the_bias: ("tied", "different"),
    copy_and_train_the_bias: ("equal copies", "different"),
    copy_and_train: ("different", "different"),
    copy_and_train_the_matrix: ("different", "tied"),
    load_untied: ("different", "different"),
    load_untied_and_assign: ("tied", "different"),
    load_untied_and_copy: ("equal copies", "different"),
    save_a_copy_of_the_matrix: ("equal copies", "different"),
    save_both_matrices: ("different", "different"),
}
# What had the right logits: the tied model, or that with a matrix trained apart
_in_loading = dict.fromkeys([*_losses][-5:-1], copy.copy)
_in_loading |= {save_both_matrices: copy_and_train_the_matrix}
_untied_for_good = (copy_and_train, copy_and_train_the_matrix, save_both_matrices)
repaired = 0
for family in families:
    _bias = {"gpt2": "nothing to tie"} | dict.fromkeys(_one_name, "one name")
    for trained in (False, True):
        _tied = made(family, trained)
        _untouched = [*check_tie(_tied).values()]
        assert _untouched == ["tied", _bias.get(family, "tied")], (family, _untouched)
        for _lose, (_matrix, _of_two) in _losses.items():
            _case = f"{family}, trained {trained}, {_lose.__name__}"
            _sound = _in_loading.get(_lose)
            if _sound is copy.copy and not trained:
                _of_two = "equal copies"  # a fresh head's bias is zeros, too
            model = _lose(copy.deepcopy(_tied))
            _right = logits_of(_sound(made(family, trained)) if _sound else model)
            _said = [*check_tie(model).values()]
            assert _said == [_matrix, _bias.get(family, _of_two)], f"{_case}: {_said}"
            _both = _lose in _untied_for_good
            if _both:  # two controls: wrong repairs
                _other = copy.deepcopy(model)
                _other.config.tie_word_embeddings = True
                _other.tie_weights()
                _off = off(_other, _right)
                assert _off > 0.01, f"{_case}: tie_weights() loses nothing"
            if _both and "tied" in _said:
                _other = copy.deepcopy(model)
                _other.config.tie_word_embeddings = False
                _other = saved_and_loaded(_other)
                assert off(_other, _right) > 0.01, f"{_case}: the flag alone is enough"
            repair(model, keep_both=_both)
            loaded = saved_and_loaded(model)
            _says = [*check_tie(torch.nn.DataParallel(loaded)).values()]
            _good = _says[0] == "different" if _both else _says == _untouched
            assert _good, f"{_case}: repaired, {_says}"
            _off = off(loaded, _right)
            assert _off < 1e-5, f"{_case}: saved and loaded, it gives other logits"
            repaired += 1


_rembert = [made("rembert", trained) for trained in (False, True)]
rembert_says = [check_tie(model)["weight"] for model in _rembert]
_flags = [model.config.tie_word_embeddings for model in _rembert]


def shard(model):
    fully_shard(model, mesh=init_device_mesh("cpu", (1,)))


def compute_the_bias(model):
    prune.identity(model.get_output_embeddings(), "bias")


under_fsdp2, untouched = [], []
with tempfile.TemporaryDirectory() as _folder:
    distributed.init_process_group(
        "gloo", init_method=f"file://{_folder}/meeting", rank=0, world_size=1
    )
    for _lose in (copy.copy, copy_and_train, train_the_bias):
        model = _lose(made("bert", trained=True))
        shard(model)
        under_fsdp2.append([*check_tie(model).values()])
    for _change in (shard, compute_the_bias):
        for _repair in (
            lambda m: repair(m, keep_both=False),
            lambda m: m.tie_weights(),
        ):
            model = train_the_bias(made("bert", trained=True))
            _right = logits_of(model)
            _change(model)
            _repair(model)
            untouched.append(off(model, _right) < 1e-5)
    distributed.destroy_process_group()


class Hidden(BertPreTrainedModel):
    """A BERT whose decoder no method gives."""

    _tied_weights_keys = {  # noqa: RUF012
        "decoder.weight": "bert.embeddings.word_embeddings.weight"
    }

    def __init__(self, config):
        super().__init__(config)
        self.bert, self.decoder = BertModel(config), torch.nn.Linear(32, 100)
        self.post_init()


found_nothing, decoder_stays = [], []
for _repair in (lambda m: repair(m, keep_both=False), lambda m: m.tie_weights()):
    model = Hidden(made("bert", trained=False).config)
    model.decoder.weight = Parameter(torch.randn(100, 32))  # as if trained apart
    _was = model.decoder.weight.detach().clone()
    found_nothing.append(check_tie(model)["weight"])
    _repair(model)
    decoder_stays.append(torch.equal(model.decoder.weight, _was))

print(len(families), "families:", ", ".join(families))
print("under FSDP2, tied, trained apart, the bias apart:", *under_fsdp2)
print("a bias sharded or computed is kept, by the rule and by tie_weights():", end=" ")
print(*untouched)
print("a decoder that no method gives is kept, by the same two:", *decoder_stays)
print(f"saved and loaded, all {repaired} repaired models give the same logits")
_fsdp2 = [["tied", "tied"], ["cannot tell", "cannot tell"], ["tied", "cannot tell"]]
assert under_fsdp2 == _fsdp2, under_fsdp2
assert rembert_says == ["different"] * 2, f"RemBERT: {rembert_says}"
assert not any(_flags), f"RemBERT's flags: {_flags}"
assert untouched == [True, False, True, False], f"kept: {untouched}"
assert found_nothing == ["nothing to tie"] * 2, f"{found_nothing}"
assert decoder_stays == [True, False], f"kept: {decoder_stays}"
