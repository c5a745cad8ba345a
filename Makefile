# `make lab` and `make test` set everything up by themselves, in a .venv of their own.
SHELL := /bin/bash
VENV  ?= .venv
BIN   := $(VENV)/bin
GAME  ?= hunt
# The first of these that is 3.11 or newer; PYTHON=... chooses another.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
            $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; break; }; done)
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --nbval-lax --nbval-current-env

.DEFAULT_GOAL := help
.PHONY: help lab notebooks test test-all check bench wheel mutants

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | while IFS='|' read -r name words; do printf '%-16s%s\n' "$$name" "$$words"; done

lab: $(VENV)/.for-lab ## set up, then open JupyterLab on a copy of the notebooks
	$(BIN)/dracula-nb lab

notebooks: $(VENV)/.for-lab ## set up, then open the notebooks themselves, for editing
	$(BIN)/jupyter lab notebooks

test: check ## set up, then check and run every test that is not slow
	$(PYTEST) -m "not slow"

test-all: check $(VENV)/.for-oracles ## the same with the slow tests and the outside oracles
	$(PYTEST)

check: $(VENV)/.for-test ## ruff, mypy, layers, notebooks without outputs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	find notebooks -name .ipynb_checkpoints -prune -o -name '*.ipynb' -exec $(BIN)/nbstripout --keep-id --verify {} +

bench: $(VENV)/.for-oracles ## how fast, beside other ways of doing the same
	$(BIN)/python -m benchmarks

wheel: $(VENV)/.for-test ## build dist/*.whl with data and notebooks in it
	$(BIN)/python -m build --wheel --no-isolation

mutants: $(VENV)/.for-test ## break the rules of GAME one by one: which tests notice nothing?
	$(BIN)/python -m dracula_nb.core.mutants $(GAME)

$(BIN)/python:
	@$(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo "no Python 3.11 or newer$(if $(PYTHON), at $(PYTHON)): install the package python3, or say make PYTHON=/path/to/python"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make a .venv: install the package $$($(PYTHON) -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Stamps: installed again only when pyproject.toml changes.
$(VENV)/.for-lab: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable ".[lab]"
	@touch $@

$(VENV)/.for-test: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable ".[lab,test,dev]"
	@touch $@ $(VENV)/.for-lab

# One by one: what has no wheel for this Python is named here and skipped by name in the tests.
$(VENV)/.for-oracles: $(VENV)/.for-test
	@$(BIN)/python -c 'import tomllib; x = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; print(*dict.fromkeys(x["oracles"] + x["interop"] + x["fast"] + x["scale"]), sep="\n")' | \
	while read -r want; do $(BIN)/python -m pip install --quiet --only-binary :all: "$$want" </dev/null || echo "no wheel for this Python: $$want; its tests are skipped"; done
	@touch $@
