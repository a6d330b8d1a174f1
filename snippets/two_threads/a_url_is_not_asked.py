"""`from_pretrained` refuses a URL, and never contacts its server: a model is given as a folder, or as a name on the hub."""

import _thread
import http.server
import os
import tempfile
import urllib.request
from functools import partial
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "from a URL"

os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1"
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
asked = []


class Server(http.server.SimpleHTTPRequestHandler):
    """Serves a folder on this machine, and notes each request."""

    def log_message(self, *_):  # noqa: D102
        asked.append(self.command)


with tempfile.TemporaryDirectory() as _folder, tempfile.TemporaryDirectory() as _cache:
    torch.save(BertModel(config).state_dict(), Path(_folder, "pytorch_model.bin"))
    _server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Server, directory=_folder)
    )
    _thread.start_new_thread(_server.serve_forever, ())
    _url = f"http://127.0.0.1:{_server.server_port}/pytorch_model.bin"
    try:
        BertModel.from_pretrained(_url, config=config, cache_dir=_cache)
        error = ""
    except OSError as raised:
        if "Offline" in type(raised).__name__:
            raise  # that would be no answer
        error = str(raised).split(":")[0]
    times_asked = len(asked)
    urllib.request.urlopen(_url, timeout=10).close()  # the server does answer

print("from a URL:", error or "it is loaded")
print("times that the server was asked:", times_asked)
assert error and times_asked == 0, f"it is asked: {asked}" if error else "it is loaded"
