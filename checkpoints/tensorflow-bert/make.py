"""Write a small `bert_model.ckpt` with TensorFlow, under the names of Google's BERT. It needs tensorflow-cpu.

Its numbers follow from the order of the names, so that a test of a reader can check them without TensorFlow.
"""

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import tensorflow as tf  # type: ignore[import-untyped]

HERE = Path(__file__).parent
CONFIG = {
    "vocab_size": 40,
    "hidden_size": 8,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 12,
    "max_position_embeddings": 10,
    "type_vocab_size": 2,
    "hidden_act": "gelu",
    "initializer_range": 0.02,
    "hidden_dropout_prob": 0.1,
    "attention_probs_dropout_prob": 0.1,
}


def shapes() -> dict[str, tuple[int, ...]]:
    """Return the shape of each tensor by Google's name: a kernel is (in, out), `output_weights` (out, in)."""
    vocabulary, hidden, intermediate = 40, 8, 12
    by_name: dict[str, tuple[int, ...]] = {
        "bert/embeddings/word_embeddings": (vocabulary, hidden),
        "bert/embeddings/position_embeddings": (10, hidden),
        "bert/embeddings/token_type_embeddings": (2, hidden),
        "cls/predictions/output_bias": (vocabulary,),
        "cls/seq_relationship/output_weights": (2, hidden),
        "cls/seq_relationship/output_bias": (2,),
    }
    norms = ["bert/embeddings", "cls/predictions/transform"]
    linear = {"bert/pooler/dense": (hidden, hidden), "cls/predictions/transform/dense": (hidden, hidden)}
    for layer in ("bert/encoder/layer_0", "bert/encoder/layer_1"):
        norms += [f"{layer}/attention/output", f"{layer}/output"]
        for part in ("attention/self/query", "attention/self/key", "attention/self/value", "attention/output/dense"):
            linear[f"{layer}/{part}"] = (hidden, hidden)
        linear[f"{layer}/intermediate/dense"] = (hidden, intermediate)
        linear[f"{layer}/output/dense"] = (intermediate, hidden)
    for name, (inputs, outputs) in linear.items():
        by_name |= {f"{name}/kernel": (inputs, outputs), f"{name}/bias": (outputs,)}
    for name in norms:
        by_name |= {f"{name}/LayerNorm/gamma": (hidden,), f"{name}/LayerNorm/beta": (hidden,)}
    by_name["bert/pooler/dense/bias/adam_m"] = (hidden,)  # what the optimiser leaves in a file of your own
    return by_name


def values(number: int, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    """Return float32 numbers between -0.1 and 0.1 that follow from the tensor's number in the order of the names."""
    count = int(np.prod(shape))
    return (((np.arange(count) * 37 + 11 * number) % 101 - 50) / 500).astype(np.float32).reshape(shape)


def main() -> None:
    """Save the variables as TensorFlow 1's Saver does, which Google used."""
    (HERE / "bert_config.json").write_text(json.dumps(CONFIG, indent=2) + "\n", encoding="utf-8")
    tf.compat.v1.disable_eager_execution()
    for number, (name, shape) in enumerate(sorted(shapes().items())):
        tf.compat.v1.get_variable(name, initializer=values(number, shape))
    tf.compat.v1.train.get_or_create_global_step()
    with tf.compat.v1.Session() as session:
        session.run(tf.compat.v1.global_variables_initializer())
        saver = tf.compat.v1.train.Saver()
        saver.save(session, str(HERE / "bert_model.ckpt"), write_meta_graph=False, write_state=False)


if __name__ == "__main__":
    main()
