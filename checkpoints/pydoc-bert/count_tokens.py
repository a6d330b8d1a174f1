"""Count each token of the text that pydoc-bert was trained on, and write token_counts.json next to the weights.

The text is read from the installed libraries, as in train.py, so this needs the versions in the training log. From
another text nothing is written. It takes a minute.

    python checkpoints/pydoc-bert/count_tokens.py
"""

import json
import sys
from collections import Counter
from pathlib import Path

from corpus import encode, fingerprint, read, source_folders, split
from transformers import BertTokenizer

HERE = Path(__file__).resolve().parent
COUNTS_FILE = "token_counts.json"


def main() -> int:
    """Run the command. Return the exit code: 2 if the installed text is not that of the log."""
    trained_on = json.loads((HERE / "training_log.json").read_text(encoding="utf-8"))["data"]["training"]
    corpus, _ = split(read(source_folders()))
    if fingerprint(corpus) != trained_on["sha256"]:
        print("count_tokens: this is not the text of the training log: the libraries differ", file=sys.stderr)
        return 2
    tokenizer = BertTokenizer.from_pretrained(HERE)
    counted = Counter(token for file in encode(corpus, tokenizer).files for token in file)
    counts = [counted[token] for token in range(len(tokenizer))]
    if sum(counts) != trained_on["tokens"]:
        print(f"count_tokens: {sum(counts)} tokens, and the log says {trained_on['tokens']}", file=sys.stderr)
        return 2
    written = {"training_text_sha256": trained_on["sha256"], "tokens": sum(counts), "counts": counts}
    (HERE / COUNTS_FILE).write_text(json.dumps(written) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
