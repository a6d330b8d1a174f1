"""To share a bert2bert's Parameters, assign the encoder's to the decoder after each load, and save it with a `state_dict` of clones. Then a training step moves both, and shared again after loading the model gives the same logits. Cross-attention and the head's transform are the decoder's own."""

import tempfile

import torch
from transformers import BertConfig, EncoderDecoderConfig, EncoderDecoderModel

scope = "library"
decides = "shared again"

torch.manual_seed(0)
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 2}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_decoder = {**_sizes, "is_decoder": True, "add_cross_attention": True}
config = EncoderDecoderConfig.from_encoder_decoder_configs(
    BertConfig.from_dict(_sizes), BertConfig.from_dict(_decoder)
)
_ids = torch.tensor([[2, 5, 7, 3]])


def share(model):
    """Give the decoder the encoder's Parameters, where both have the name."""
    own = dict(model.encoder.named_parameters())
    for name, module in model.decoder.bert.named_modules():
        for key, _ in list(module.named_parameters(recurse=False)):
            if (full := f"{name}.{key}") in own:
                setattr(module, key, own[full])
    model.tie_weights()  # the head follows the embedding


def logits(model):
    with torch.no_grad():
        return model.eval()(input_ids=_ids, decoder_input_ids=_ids).logits


model = EncoderDecoderModel(config=config)
separate = model.num_parameters()
share(model)
shared = model.num_parameters()
own, theirs = (dict(p.named_parameters()) for p in (model.encoder, model.decoder.bert))
not_shared = [name for name in theirs if theirs[name] is not own.get(name)]
_before = {name: p.detach().clone() for name, p in theirs.items() if name in own}
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(input_ids=_ids, decoder_input_ids=_ids).logits.square().mean().backward()
optimizer.step()
moved = not any(
    theirs[name].equal(old)
    for name, old in _before.items()
    if not name.endswith("key.bias")  # it shifts all scores of a row: no gradient
)
head_is_tied = (
    model.decoder.get_output_embeddings().weight
    is model.encoder.embeddings.word_embeddings.weight
)
with tempfile.TemporaryDirectory() as _folder:
    _clones = {name: t.clone() for name, t in model.state_dict().items()}
    model.save_pretrained(_folder, state_dict=_clones)
    loaded = EncoderDecoderModel.from_pretrained(_folder)
loaded_separate = loaded.num_parameters()
share(loaded)
same_logits = torch.equal(logits(loaded), logits(model))

print(f"Parameters: {separate}, shared {shared}; a step moves each: {moved}")
print(f"loaded: {loaded_separate}; shared again: {loaded.num_parameters()}", end=", ")
print(f"the same logits: {same_logits}")
assert shared < 0.6 * separate and loaded_separate == separate, f"{shared}, {separate}"
assert not_shared and all("crossattention" in name for name in not_shared), not_shared
assert moved and head_is_tied, f"{moved}, {head_is_tied}"
assert loaded.num_parameters() == shared and same_logits, f"same: {same_logits}"
