"""`tie_encoder_decoder=True` ties nothing: an `EncoderDecoderModel` of two BERTs has two encoders' worth of Parameters. Nothing is said. Its decoder's output layer is tied to the decoder's embedding, with the option or without."""

import logging

import torch
from transformers import BertConfig, EncoderDecoderConfig, EncoderDecoderModel

scope = "library"
decides = "with the option"

_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library = logging.getLogger("transformers")
_library.handlers = [_handler]
_library.setLevel("WARNING")
_sizes = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64}


def build(**options):
    """Return a model of two BERTs, whose decoder attends to the encoder."""
    encoder = BertConfig.from_dict(_sizes)
    decoder = BertConfig.from_dict(
        {**_sizes, "is_decoder": True, "add_cross_attention": True}
    )
    both = EncoderDecoderConfig.from_encoder_decoder_configs(
        encoder, decoder, **options
    )
    return EncoderDecoderModel(config=both)


torch.manual_seed(0)
plain = build().num_parameters()
_said.clear()
_library.warning("a line to show that lines are heard")
model = build(tie_encoder_decoder=True)
asked = model.num_parameters()
_encoder, _decoder = model.encoder, model.decoder.bert
shared = (
    _encoder.encoder.layer[0].output.dense.weight
    is _decoder.encoder.layer[0].output.dense.weight
)
_head = model.decoder.cls.predictions.decoder
head_is_tied = _head.weight is _decoder.embeddings.word_embeddings.weight

print(f"Parameters without the option {plain}, with the option {asked}", end="; ")
print(f"one layer for both: {shared}; the head is tied: {head_is_tied}")
assert not shared, "encoder and decoder share their layers"
assert asked == plain, f"{asked} Parameters, not {plain}"
assert head_is_tied, "the head is not tied"
assert len(_said) == 1, f"a line is not heard, or more are said: {_said}"
