"""To share ELECTRA's embeddings, give the discriminator the generator's module after each load: transformers loads a copy for each model. ELECTRA-base's two models can share their embeddings and nothing else of their bodies. If the generator takes the discriminator's module, its output layer has the old matrix."""

import tempfile

import torch
from transformers import AutoConfig, ElectraForMaskedLM, ElectraForPreTraining

scope = "library"
decides = "the discriminator takes"

_classes = {"generator": ElectraForMaskedLM, "discriminator": ElectraForPreTraining}
_configs = {part: f"configs/electra-{part}.json" for part in _classes}
_shapes = {}
for part, _class in _classes.items():
    with torch.device("meta"):  # at its published size, but without memory
        _body = _class(AutoConfig.from_pretrained(_configs[part])).electra
    _shapes[part] = {name: list(p.shape) for name, p in _body.named_parameters()}
generator_alone = sorted(_shapes["generator"].keys() - _shapes["discriminator"].keys())
projection = _shapes["generator"]["embeddings_project.weight"]
same_shape = {
    name: shape
    for name, shape in _shapes["discriminator"].items()
    if _shapes["generator"][name] == shape
}


def build(part):
    """A thin model of that class, whose embedding is as wide as the other's."""
    config = AutoConfig.from_pretrained(_configs[part])
    config.vocab_size, config.embedding_size, config.num_hidden_layers = 100, 24, 1
    config.num_attention_heads, config.intermediate_size = 2, 16
    config.hidden_size = {"generator": 8, "discriminator": 24}[part]
    return _classes[part](config)


def loaded_pair():
    """Both models with one embedding, saved each into its folder, and loaded again."""
    pair = {part: build(part) for part in _classes}
    pair["discriminator"].electra.embeddings = pair["generator"].electra.embeddings
    for part, model in pair.items():
        with tempfile.TemporaryDirectory() as folder:
            model.save_pretrained(folder)
            pair[part] = _classes[part].from_pretrained(folder)
    return pair["generator"], pair["discriminator"]


def state(what, generator, discriminator):
    """What is one object, and whether a step of the generator moves the other's row."""
    read, scored = generator.get_input_embeddings(), generator.get_output_embeddings()
    other = discriminator.get_input_embeddings()
    before = other.weight.detach().clone()
    generator(
        torch.tensor([[5, 6, 7]]), labels=torch.tensor([[8, 9, 5]])
    ).loss.backward()
    torch.optim.SGD(generator.parameters(), lr=0.1).step()
    return {
        "who takes whose embeddings": what,
        "one embedding": other.weight is read.weight,
        "a step of the generator moves the discriminator's": not torch.equal(
            before, other.weight
        ),
        "the generator is tied": scored.weight is read.weight,
    }


torch.manual_seed(0)
generator, discriminator = loaded_pair()
_read, _other = generator.get_input_embeddings(), discriminator.get_input_embeddings()
equal_when_loaded = torch.equal(_read.weight, _other.weight)
ways = [state("nobody: as loaded", generator, discriminator)]
generator, discriminator = loaded_pair()
discriminator.electra.embeddings = generator.electra.embeddings
ways.append(state("the discriminator takes the generator's", generator, discriminator))
_both = torch.nn.ModuleList([generator, discriminator])  # for one optimizer
_shared = id(generator.get_input_embeddings().weight)
times_listed = [id(p) for p in _both.parameters()].count(_shared)
generator, discriminator = loaded_pair()
generator.electra.embeddings = discriminator.electra.embeddings
ways.append(state("the generator takes the discriminator's", generator, discriminator))
generator.tie_weights()
mended = (
    generator.get_output_embeddings().weight is generator.get_input_embeddings().weight
)

print("same shape in both bodies:", *same_shape, sep="\n  ")
print("in the generator alone:", *generator_alone, projection)
print("one optimizer for both would get the shared matrix times", times_listed)
for row in ways:
    print(*(f"{key}: {value}" for key, value in row.items()), sep="; ")
_loaded, _taken, _wrong = (list(row.values())[1:] for row in ways)
_embeddings = {n for n in _shapes["discriminator"] if n.startswith("embeddings.")}
assert set(same_shape) == _embeddings, same_shape
assert generator_alone == ["embeddings_project.bias", "embeddings_project.weight"]
assert equal_when_loaded, "the files do not hold the same values"
assert _loaded == [False, False, True], ways[0]
assert _taken == [True, True, True], ways[1]
assert _wrong[0] and not _wrong[2], ways[2]
assert times_listed == 1, f"the shared matrix is listed {times_listed} times"
assert mended, "tie_weights() does not tie the generator again"
