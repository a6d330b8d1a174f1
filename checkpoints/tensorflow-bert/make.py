"""Write a small `bert_model.ckpt` with TensorFlow, under the names of Google's BERT; it needs tensorflow-cpu.

Its numbers follow from the order of the names, so that whoever reads the files can check them.
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
    """Return Google's names and shapes: a kernel is (in, out), `output_weights` (out, in)."""
    words, width, inner = 40, 8, 12
    found: dict[str, tuple[int, ...]] = {
        "bert/embeddings/word_embeddings": (words, width),
        "bert/embeddings/position_embeddings": (10, width),
        "bert/embeddings/token_type_embeddings": (2, width),
        "cls/predictions/output_bias": (words,),
        "cls/seq_relationship/output_weights": (2, width),
        "cls/seq_relationship/output_bias": (2,),
    }
    norms = ["bert/embeddings", "cls/predictions/transform"]
    linear = {"bert/pooler/dense": (width, width), "cls/predictions/transform/dense": (width, width)}
    for layer in ("bert/encoder/layer_0", "bert/encoder/layer_1"):
        norms += [f"{layer}/attention/output", f"{layer}/output"]
        for part in ("attention/self/query", "attention/self/key", "attention/self/value", "attention/output/dense"):
            linear[f"{layer}/{part}"] = (width, width)
        linear[f"{layer}/intermediate/dense"] = (width, inner)
        linear[f"{layer}/output/dense"] = (inner, width)
    for name, (into, out) in linear.items():
        found |= {f"{name}/kernel": (into, out), f"{name}/bias": (out,)}
    for name in norms:
        found |= {f"{name}/LayerNorm/gamma": (width,), f"{name}/LayerNorm/beta": (width,)}
    found["bert/pooler/dense/bias/adam_m"] = (width,)  # what the optimiser leaves in a file of your own
    return found


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
