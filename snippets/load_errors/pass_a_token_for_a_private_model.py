"""If the repository is private or gated, pass a `token` that may read it, or set it as `HF_TOKEN`: then `from_pretrained` loads it. Here a server on this machine stands for the hub: without the token it answers that there is no such repository, or that it is gated."""

import _thread
import http.server
import logging
import os
import tempfile
from pathlib import Path

import torch
from huggingface_hub import constants
from transformers import BertConfig, BertModel

scope = "library"
decides = "private, with the token"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1"
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_saved = BertModel(BertConfig(vocab_size=50, intermediate_size=24, **_sizes))
_token = f"hf_{os.getpid()}"  # made up
_codes = {"private": "RepoNotFound", "gated": "GatedRepo"}


class _Hub(http.server.SimpleHTTPRequestHandler):
    """Serves a folder to those who send the token, as two repositories."""

    def log_message(self, *_):
        """Print nothing."""

    def _answer(self):
        _parts = self.path.strip("/").split("/")
        _code = next((_codes[_one] for _one in _codes if _one in _parts), "")
        _file = Path(_folder, _parts[-1])
        _may = self.headers.get("Authorization") == f"Bearer {_token}"
        _there = _file.is_file() and "resolve" in _parts
        self.send_response(200 if _may and _there else 404 if _may else 401)
        if not _may:
            self.send_header("X-Error-Code", _code)
        _bytes = _file.read_bytes() if _may and _there else b""
        self.send_header("Content-Length", str(len(_bytes)))
        self.send_header("ETag", f'"{_parts[-1]}"')
        self.send_header("X-Repo-Commit", "0" * 40)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(_bytes)

    do_GET = do_HEAD = _answer  # noqa: N815


def _load(_name, **_options):
    """Return the error of a load, or whether it gives the saved values."""
    try:
        _own = BertModel.from_pretrained(
            f"somebody/{_name}", cache_dir=_cache, **_options
        ).state_dict()
    except OSError as _error:
        return " ".join(str(_error).split())
    _same = all(torch.equal(_own[_k], _t) for _k, _t in _saved.state_dict().items())
    return "the saved values" if _same else "other values"


with tempfile.TemporaryDirectory() as _folder, tempfile.TemporaryDirectory() as _cache:
    _saved.save_pretrained(_folder)
    _server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Hub)
    _thread.start_new_thread(_server.serve_forever, ())
    _address = f"http://127.0.0.1:{_server.server_port}"
    constants.ENDPOINT, constants.HF_HUB_OFFLINE = _address, False
    constants.HUGGINGFACE_CO_URL_TEMPLATE = (
        _address + "/{repo_id}/resolve/{revision}/{filename}"
    )
    _without = {_name: _load(_name, token=False) for _name in _codes}
    _with = {_name: _load(_name, token=_token) for _name in _codes}
    os.environ["HF_TOKEN"] = _token
    with tempfile.TemporaryDirectory() as _cache:  # nothing of the loads before
        _by_variable = {_name: _load(_name) for _name in _codes}

for _name in _codes:
    print(f"{_name}, without: {_without[_name][:75]}")
    print(
        f"{_name}, with the token: {_with[_name]}; with HF_TOKEN: {_by_variable[_name]}"
    )
assert "is not a valid model identifier listed on" in _without["private"], _without
assert "You are trying to access a gated repo" in _without["gated"], _without
assert list(_with.values()) == ["the saved values"] * 2, _with
assert _by_variable == _with, _by_variable
