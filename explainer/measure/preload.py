"""Imported once by the fork server: loads what the snippets will import of torch and transformers, to start warm.

The names come in an environment variable, `torch transformers.AutoModel …`. What cannot be imported is left to the
snippet, which fails with its own error.
"""

import gc
import importlib
import os
import signal
import sys
from contextlib import suppress

VARIABLE = "EXPLAINER_PRELOAD"
# Module, function, argument: it makes a table of constants, which each process that loads a model else makes again.
TABLES = (("transformers.conversion_mapping", "get_checkpoint_conversion_mapping", ""),)
HIDDEN = "EXPLAINER_HIDDEN"  # libraries that a snippet must not find: another one stands in their place


def preload(names: list[str]) -> None:
    """Imports each dotted name. Without the garbage collector this takes a quarter less time."""
    gc.disable()
    for name in names:
        module, _, attribute = name.rpartition(".")
        with suppress(Exception):
            importlib.import_module(name) if not module else getattr(importlib.import_module(module), attribute, None)
    for name, function, argument in TABLES:
        if name in sys.modules:  # imported by what was asked for
            with suppress(Exception):
                getattr(sys.modules[name], function)(argument)
    gc.enable()
    gc.freeze()


if VARIABLE in os.environ:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the build's to handle; each child takes it back
    sys.modules.update(dict.fromkeys(os.environ.get(HIDDEN, "").split()))  # type: ignore[arg-type]
    preload(os.environ[VARIABLE].split())
