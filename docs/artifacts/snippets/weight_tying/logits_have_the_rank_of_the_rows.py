"""Tied or not, the logits of all positions together have the rank d, the width of the output matrix's rows: the output bias adds nothing, because the LayerNorm before it took one away. In ALBERT d is the narrow embedding's width, not the body's."""

import torch
from transformers import AlbertConfig, AlbertForMaskedLM, BertConfig, BertForMaskedLM

scope = "library"
decides = "ALBERT, tied"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "num_hidden_layers": 1, "num_attention_heads": 2}
_bert, _albert = (BertForMaskedLM, BertConfig), (AlbertForMaskedLM, AlbertConfig)
_models = {
    "BERT": (*_bert, {"hidden_size": 16}),
    "wider BERT": (*_bert, {"hidden_size": 32}),
    "ALBERT": (*_albert, {"hidden_size": 32, "embedding_size": 8}),
}
_ids = torch.randint(5, 100, (4, 64))
ranks = []
for _name, (_class, _config, _widths) in _models.items():
    for tied in (True, False):
        config = _config(
            **_sizes, **_widths, intermediate_size=64, tie_word_embeddings=tied
        )
        model = _class(config).double().eval()
        output = model.get_output_embeddings()
        with torch.no_grad():
            for parameter in model.parameters():  # biases, too: trained ones are not 0
                parameter.normal_(std=0.3)
            logits = model(_ids)[0].flatten(0, 1)  # positions × tokens
        ranks.append(
            {
                "model": f"{_name}, {'tied' if tied else 'untied'}",
                "one Parameter": output.weight is model.get_input_embeddings().weight,
                "logits": " × ".join(map(str, logits.shape)),
                "width of the body": config.hidden_size,
                "d": output.weight.shape[1],
                "rank of the logits": torch.linalg.matrix_rank(logits).item(),
            }
        )

for row in ranks:
    _model, _, _shape, _body, _d, _rank = row.values()
    print(f"{_model}: {_shape} logits of rank {_rank}; d is {_d}, the body's {_body}")
assert all(row["rank of the logits"] == row["d"] for row in ranks), ranks
assert [row["one Parameter"] for row in ranks] == 3 * [True, False], ranks
_narrow = [row["model"] for row in ranks if row["d"] < row["width of the body"]]
assert _narrow == ["ALBERT, tied", "ALBERT, untied"], _narrow
