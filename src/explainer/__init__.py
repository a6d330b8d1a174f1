"""Run snippets, record their values as facts, and render facts as the artifacts that pages include.

A folder imports only folders above it in README.md's list, and `measure` and `render` never import each other.
Only child processes import torch and transformers. The engine names these two libraries to load them once before the
programs run (`measure.installed.RUNS_ON`, `measure.preload.CACHE_FILLING_CALLS`) and to show their
versions beside each number (`fact_values.MAIN_LIBRARIES`). A site about other libraries works, too. Everything else
about the subject comes from the site.
"""
