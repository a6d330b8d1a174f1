"""The output layer is as wide as the embedding, not as the body: ALBERT's head narrows to 128 before it, and the ELECTRA generator's widens to 768."""

import torch
import transformers
from transformers import AutoConfig

scope = "arithmetic"
decides = "AlbertForMaskedLM:"

widths = []
for file, name, dense in (
    ("configs/bert.json", "BertForMaskedLM", "cls.predictions.transform.dense"),
    ("configs/albert.json", "AlbertForMaskedLM", "predictions.dense"),
    (
        "configs/electra-generator.json",
        "ElectraForMaskedLM",
        "generator_predictions.dense",
    ),
):
    config = AutoConfig.from_pretrained(file)
    with torch.device("meta"):
        _model = getattr(transformers, name)(config)
    _model.tie_weights()  # which some releases leave out on `meta`
    _dense, _output = _model.get_submodule(dense), _model.get_output_embeddings()
    widths.append(
        {
            "class": name,
            "embedding": list(_model.get_input_embeddings().weight.shape),
            "body": config.hidden_size,
            "dense layer of the head": list(_dense.weight.shape),
            "output layer": list(_output.weight.shape),
            "one Parameter": _output.weight is _model.get_input_embeddings().weight,
        }
    )

for row in widths:
    print(f"{row['class']}: embedding {row['embedding']}, body {row['body']},", end=" ")
    print(f"head {row['dense layer of the head']}, output {row['output layer']}")
assert all(row["one Parameter"] for row in widths)
assert all(row["embedding"] == row["output layer"] for row in widths)
_narrows, _widens = widths[1:]
assert _narrows["dense layer of the head"] == [128, _narrows["body"]]
assert _widens["dense layer of the head"] == [768, _widens["body"]]
