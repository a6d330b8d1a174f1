"""Counts each token of the text that pydoc-bert was trained on, and writes token_counts.json beside the weights.

The text is read from the installed libraries, as train.py does it, so the counts can be made again only where the
versions are those of the training log. On another text nothing is written. It takes a minute.

    python checkpoints/pydoc-bert/count_tokens.py
"""

import json
import sys
from collections import Counter

import training_tools as tools
from corpus import fingerprint, read, source_folders, split
from transformers import BertTokenizer

COUNTS_FILE = "token_counts.json"


def main() -> int:
    """Returns the exit code: 2 for another text than the log's."""
    trained_on = json.loads((tools.PYDOC_BERT / "training_log.json").read_text(encoding="utf-8"))["data"]["training"]
    training, _ = split(read(source_folders()))
    if fingerprint(training) != trained_on["sha256"]:
        print("count_tokens: this is not the text of the training log: the libraries differ", file=sys.stderr)
        return 2
    tokenizer = BertTokenizer.from_pretrained(tools.PYDOC_BERT)
    counted = Counter(token for file in tools.encode(training, tokenizer).files for token in file)
    counts = [counted[token] for token in range(len(tokenizer))]
    if sum(counts) != trained_on["tokens"]:
        print(f"count_tokens: {sum(counts)} tokens, and the log says {trained_on['tokens']}", file=sys.stderr)
        return 2
    written = {"training_text_sha256": trained_on["sha256"], "tokens": sum(counts), "counts": counts}
    (tools.PYDOC_BERT / COUNTS_FILE).write_text(json.dumps(written) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
