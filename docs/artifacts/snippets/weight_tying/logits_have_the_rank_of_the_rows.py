"""The logits of all positions together have the rank d, the width of the output matrix's rows. In a BERT d is the body's width, tied or not. In an ALBERT d is the narrow embedding's, tied or not; a head whose dense layer, LayerNorm and matrix are as wide as the body raises it to the body's."""

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


def widen(head, width, vocabulary):
    """Make an ALBERT's head as wide as its body."""
    head.dense = torch.nn.Linear(width, width)
    head.LayerNorm = torch.nn.LayerNorm(width)
    head.decoder = torch.nn.Linear(width, vocabulary)


_ids = torch.randint(5, 100, (4, 64))
ranks = []
for _name, (_class, _config, _widths) in _models.items():
    _outputs = ["tied", "untied"]
    if _name == "ALBERT":
        _outputs.append("as wide as the body")
    for of_output in _outputs:
        tied = of_output == "tied"
        config = _config(
            **_sizes, **_widths, intermediate_size=64, tie_word_embeddings=tied
        )
        model = _class(config).double().eval()
        if of_output == "as wide as the body":
            widen(model.predictions, config.hidden_size, config.vocab_size)
            model.double()
        output = model.get_output_embeddings()
        with torch.no_grad():
            for parameter in model.parameters():  # biases, too: trained ones are not 0
                parameter.normal_(std=0.3)
            logits = model(_ids)[0].flatten(0, 1)  # positions × tokens
        ranks.append(
            {
                "model": f"{_name}, {of_output}",
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
assert [row["one Parameter"] for row in ranks] == 3 * [True, False] + [False], ranks
_narrow = [row["model"] for row in ranks if row["d"] < row["width of the body"]]
assert _narrow == ["ALBERT, tied", "ALBERT, untied"], _narrow
