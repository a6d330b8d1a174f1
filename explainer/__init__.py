"""The machinery of the site: snippets are run, their values recorded as facts, and facts rendered as artifacts.

Imports point downwards only, and `measure` and `render` never import each other.
torch and transformers are imported in child processes alone. Of the subject the engine knows these two libraries, which
it loads once before the programs run (`plain.NAMED`, `measure.installed.RUNS_ON`, `measure.preload.TABLES`) and whose
versions stand beside each number: for a site on others they only stand idle. What else it knows, the site tells it.
"""
