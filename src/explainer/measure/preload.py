"""Import in the fork server what snippets import of torch and transformers, so that each of them starts at once.

The server imports this module, and finds the names in an environment variable: `torch transformers.AutoModel …`. A
name that cannot be imported is skipped: the snippet that imports it then fails with an error of its own.
"""

import gc
import importlib
import os
import signal
import sys
from contextlib import suppress

PRELOAD_VARIABLE = "EXPLAINER_PRELOAD"
# Module, function, argument: a call that fills a cache in the library. Else each process that loads a model fills it.
CACHE_FILLING_CALLS = (("transformers.conversion_mapping", "get_checkpoint_conversion_mapping", ""),)
# Has the modules that a program must not find, because it runs under another library.
HIDDEN_VARIABLE = "EXPLAINER_HIDDEN"


def preload(names: list[str]) -> None:
    """Import each dotted name, a module or an attribute of one."""
    gc.disable()  # takes a quarter less time
    for name in names:
        module, _, attribute = name.rpartition(".")
        with suppress(Exception):
            importlib.import_module(name) if not module else getattr(importlib.import_module(module), attribute, None)
    for name, function, argument in CACHE_FILLING_CALLS:
        if name in sys.modules:  # one of `names` imported it
            with suppress(Exception):
                getattr(sys.modules[name], function)(argument)
    gc.enable()
    gc.freeze()  # a collection in a child would otherwise copy the shared pages


if PRELOAD_VARIABLE in os.environ:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the build handles Ctrl-C; each child restores the default
    # None in `sys.modules` makes an import raise ModuleNotFoundError.
    sys.modules.update(dict.fromkeys(os.environ.get(HIDDEN_VARIABLE, "").split()))  # type: ignore[arg-type]
    preload(os.environ[PRELOAD_VARIABLE].split())
