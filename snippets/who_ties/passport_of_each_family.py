"""Of 35 models built from published configurations, nine have a separate output matrix. These are the largest Llama, Qwen2.5, Qwen3 and Phi-4 here, and Pythia, Mistral, Phi-2 and two OLMos. ELECTRA's discriminator scores no tokens. For the other 34, `AutoConfig` says from config.json alone whether the class ties."""

import json
from os.path import commonpath
from pathlib import Path

import torch
import transformers
from torch import nn
from torch.nn.functional import cross_entropy
from transformers import AutoConfig

scope = "library"
decides = "not tied:"

transformers.logging.set_verbosity_error()  # a few end tokens are past the 100th
_thin = {"vocab_size": 100, "head_dim": 16, "d_kv": 16}
_width = ["hidden_size", "d_model", "n_embd", "dim", "embedding_size"]
_inner = ["intermediate_size", "hidden_dim", "d_ff", "encoder_ffn_dim"]
_layers = ["num_hidden_layers", "num_layers", "n_layer", "n_layers", "encoder_layers"]
_heads = ["num_attention_heads", "num_heads", "n_head", "n_heads"]
_thin |= dict.fromkeys(_width, 32) | dict.fromkeys([*_inner, "decoder_ffn_dim"], 64)
_thin |= dict.fromkeys([*_layers, "num_decoder_layers", "decoder_layers"], 1)
_thin |= dict.fromkeys([*_heads, "num_key_value_heads"], 2)
_thin |= dict.fromkeys(["encoder_attention_heads", "decoder_attention_heads"], 2)


def built(name, config):
    """The whole model, in its published size, without memory for its weights."""
    with torch.device("meta"):
        return getattr(transformers, name)(config)


def thin(name, published):
    """A model with the same settings, but one layer, 32 wide, and 100 tokens."""
    changes = {key: value for key, value in _thin.items() if key in published}
    for key in ("pad_token_id", "bos_token_id", "eos_token_id"):
        if isinstance(published.get(key), int):
            changes[key] = published[key] % 100
    torch.manual_seed(0)
    config = AutoConfig.for_model(**(published | changes))
    return getattr(transformers, name)(config).eval()


def layers_of_the_head(model):
    """The layers with parameters outside the body, below their common name."""
    body = {model.base_model_prefix, "shared", "encoder"}  # T5 has no prefix
    body |= {"decoder"} if model.config.is_encoder_decoder else set()
    names = [
        name
        for name, module in model.named_modules()
        if name.split(".")[0] not in body
        and list(module.parameters())
        and not list(module.children())
    ]
    paths = [name.replace(".", "/") for name in names]
    common = commonpath(paths).replace("/", ".") if names[1:] else ""
    short = ", ".join(f"`{name.removeprefix(f'{common}.')}`" for name in names)
    return f"`{common}`: {short}" if common else short


def pad_row_and_scale(model):
    """What becomes of the pad token's row, and what is multiplied or capped."""
    embedding, output = model.get_input_embeddings(), model.get_output_embeddings()
    matrix, seen = embedding.weight, {}
    pad = model.config.pad_token_id
    ids = torch.tensor([[11, 12, 13 if pad is None else pad, 14]])
    for module in model.modules():
        if isinstance(module, nn.Embedding) and module.weight is matrix:  # T5: two
            module.register_forward_hook(lambda _, __, rows: seen.update(rows=rows))
        elif module is output:
            module.register_forward_hook(
                lambda _, given, scores: seen.update(vectors=given[0], scores=scores)
            )
    decoder = {"decoder_input_ids": ids} if model.config.is_encoder_decoder else {}
    result = model(input_ids=ids, output_hidden_states=True, **decoder)
    notes, root = [], matrix.shape[1] ** 0.5
    if not torch.allclose(seen["rows"], matrix[ids]):
        assert torch.allclose(seen["rows"], root * matrix[ids], rtol=1e-3), model
        notes.append("row × √width")
    if output is None:  # the discriminator
        result.logits.sum().backward()
    else:
        states = result.get("decoder_hidden_states") or result.hidden_states
        if torch.allclose(seen["vectors"], states[-1] / root, rtol=1e-3):
            notes.append("vector ÷ √width")
        if not torch.allclose(result.logits, seen["scores"]):
            cap = model.config.final_logit_softcapping
            assert result.logits.equal(cap * torch.tanh(seen["scores"] / cap)), model
            notes.append(f"logits within ±{cap:.0f}")
        cross_entropy(result.logits[0, :2], ids[0, [1, 3]]).backward()
    scaled = ", ".join(notes) or "–"
    if pad is None:
        return "", scaled
    starts = "random" if matrix[pad].any() else "zero"
    return f"{starts}, {'moves' if matrix.grad[pad].any() else 'stays'}", scaled


_t5_v1_1 = "built tied, against its flag; Google's file: untied"
passports, _tied_by_default, _mistold = [], {}, []
for _row in json.loads(Path("configs/families/sources.json").read_text()):
    _config = AutoConfig.from_pretrained(_row["config"])
    _published = json.loads(Path(_row["config"]).read_text())
    _default = AutoConfig.for_model(_config.model_type).tie_word_embeddings
    _tied_by_default[_config.model_type] = _default
    _model = built(_row["class"], _config)
    _embedding, _output = _model.get_input_embeddings(), _model.get_output_embeddings()
    _matrix = _embedding.weight.numel()
    _all = sum(parameter.numel() for parameter in _model.parameters())  # each once
    _flag = _published.get("tie_word_embeddings")
    if "flag" in _row:  # the copy has it from a library
        _flag = None
    _biases = [
        name
        for name, parameter in _model.named_parameters(remove_duplicate=False)
        if parameter is getattr(_output, "bias", None)
    ]
    _bias = ("–", "one name", "two names")[len(_biases)]
    if any("logits_bias" in name for name, _ in _model.named_buffers()):
        _bias = "a buffer"
    _tied, _saves = "no word head", 0.0
    if _output is not None:
        _one = _output.weight is _embedding.weight
        _why = {None: "by default", _one: "by its flag"}.get(_flag)
        _tied = f"{'yes' if _one else 'no'}, {_why}"
        if not _why:  # its class ties even so
            _tied = _t5_v1_1
        if _config.tie_word_embeddings != _one:
            _mistold.append(_row["name"])
        # Untied, each name has a matrix: T5 and BART have four names. Google's file
        # of T5 v1.1 has two matrices.
        _every = _model.named_parameters(remove_duplicate=False)
        _names = [name for name, parameter in _every if parameter is _output.weight]
        _spared = _matrix * (len(_names) - 1 if _one and _why else 1)
        _saves = round(100 * _spared / (_all + _spared * _one), 1)
    _pad = _config.pad_token_id
    _pad_row, _scaled = pad_row_and_scale(thin(_row["class"], _published))
    if _embedding.padding_idx != _pad:
        _pad_row += "; no `padding_idx`"
    _is_end = ", the end token" if _pad == _config.eos_token_id else ""
    passports.append(
        {
            "model": f"[{_row['name']}, `{_row['class']}`]({_row['source']})",
            "tied": _tied,
            "a tie saves, %": _saves,
            "parameters, millions": round(_all / 1e6),
            "one matrix, millions": round(_matrix / 1e6),
            "layers of the head": layers_of_the_head(_model),
            "output bias": _bias,
            "pad row": "–" if _pad is None else f"{_pad_row} (id {_pad}{_is_end})",
            "scale or cap": _scaled,
        }
    )

for row in passports:
    print(*[cell for key, cell in row.items() if key != "model"], sep=" · ")


def where(column, *cells):
    """The models whose cell in that column is one of these."""
    return [
        row["model"].removeprefix("[").split(",")[0]
        for row in passports
        if row[column] in cells
    ]


def with_pad(said):
    """The models of whose pad row this is said."""
    cells = [row["pad row"] for row in passports]
    return where("pad row", *(cell for cell in cells if cell.startswith(f"{said} (")))


models, not_tied = len(passports), where("tied", "no, by its flag")
print(f"{models} models; not tied:", ", ".join(not_tied))
_names = [row["model"].removeprefix("[").split(",")[0] for row in passports]
_head = dict(zip(_names, [row["layers of the head"] for row in passports], strict=True))
_saved = dict(zip(_names, [row["a tie saves, %"] for row in passports], strict=True))
_untied = [kind for kind, tied in _tied_by_default.items() if not tied]
untied_by_default = ", ".join(f"`{kind}`" for kind in _untied)
_same_share = [name for name in _names if _saved[name] == _saved["OLMo 1B"]]
_found = {
    "not tied": not_tied,
    "no output layer": where("tied", "no word head"),
    "against the flag": where("tied", _t5_v1_1),
    "AutoConfig says otherwise": _mistold,
    "not tied by default": _untied,
    "two names": where("output bias", "two names"),
    "one name": where("output bias", "one name"),
    "a buffer": where("output bias", "a buffer"),
    "pads with its end token": where(
        "pad row", *(c for row in passports if "the end" in (c := row["pad row"]))
    ),
    "pad row stays": with_pad("zero, stays"),
    "pad row is ordinary": with_pad("random, moves; no `padding_idx`"),
    "pad row starts at random": with_pad("random, moves"),
    "divides": where("scale or cap", "vector ÷ √width"),
    "multiplies": where("scale or cap", "row × √width"),
    "caps": where("scale or cap", "row × √width, logits within ±30"),
    "one layer": [name for name in _names if _head[name] == "`lm_head`"],
    "as OLMo 1B": _same_share,
    "BERT's": _head["BERT base"].split(": "),
    "ELECTRA's": _head["ELECTRA base generator"].split(", ")[1:],
}
_olmos, _sevens = ["OLMo 1B 0724", "OLMo 2 7B"], ["Qwen2.5 7B", "Qwen3 8B"]
_more = ["Mistral 7B Instruct v0.3", "Phi-2", "Phi-4", *_olmos]
_berts = ["BERT base", "RoBERTa base", "XLM-R base", "ALBERT base v2"]
_newer = ["gpt_neox", "llama", "qwen2", "qwen3", "mistral", "phi", "phi3"]
_expected = {
    "not tied": ["Pythia 1B deduped", "Llama 3.1 8B", *_sevens, *_more],
    "no output layer": ["ELECTRA base discriminator"],
    "against the flag": ["T5 v1.1 base"],
    "AutoConfig says otherwise": [],
    "not tied by default": [*_newer, "olmo", "olmo2"],
    "two names": [*_berts, "DeBERTa-v3 base", "MPNet base"],
    "one name": [
        "DistilBERT base",
        "ELECTRA base generator",
        "ModernBERT base",
        "Phi-2",
    ],
    "a buffer": ["BART base"],
    "pads with its end token": ["SmolLM2 1.7B Instruct", "Phi-4-mini-instruct"],
    "pad row stays": ["ELECTRA base discriminator", "Phi-4", *_olmos],
    "pad row is ordinary": ["T5 base", "T5 v1.1 base", "BLOOM 560M"],
    "pad row starts at random": ["ModernBERT base"],
    "divides": ["T5 base"],
    "multiplies": ["Gemma 2B", "Gemma 7B", "Gemma 3 1B it"],
    "caps": ["Gemma 2 9B it"],
    "one layer": _names[10:],  # all but the encoders
    "as OLMo 1B": ["OLMo 1B", "OLMo 1B 0724"],
    "BERT's": [
        "`cls.predictions`",
        "`transform.dense`, `transform.LayerNorm`, `decoder`",
    ],
    "ELECTRA's": ["`generator_predictions.dense`", "`generator_lm_head`"],
}
assert (models, _found) == (35, _expected), (models, _found)
assert (_saved["BART base"], _saved["T5 base"], _saved["T5 v1.1 base"]) == (
    45.4,
    24.9,
    10.0,
), _saved
_small_to_large = [
    ["Llama 3.2 1B", "Llama 3.2 3B", "Llama 3.1 8B"],
    ["Qwen2.5 3B", "Qwen2.5 7B"],
    ["Qwen3 4B", "Qwen3 8B"],
    ["Gemma 2B", "Gemma 7B"],
]
_shares = [[_saved[model] for model in family] for family in _small_to_large]
assert _shares == [sorted(set(one), reverse=True) for one in _shares], _shares
