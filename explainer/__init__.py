"""The machinery of the site: snippets are run, their values recorded as facts, and facts rendered as artifacts.

Imports point downwards only, and `measure` and `render` never import each other.
torch and transformers are imported in child processes alone.
"""
