# Each target makes what it needs: a fresh machine has Python 3.11+, git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCK := $(BIN)/python -m piptools compile -q --generate-hashes --strip-extras --allow-unsafe \
  --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header --no-annotate

.DEFAULT_GOAL := help
.PHONY: help demo test e2e fuzz lint format docs bench figures lock clean

help: ## show this list
	@awk -F':.*## ' '/^[a-z0-9]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.runtime ## watch the gate decide over two sample loops
	@$(BIN)/python examples/demo.py

test: $(VENV)/.dev ## run the whole test suite
	$(BIN)/python -m pytest -n 2

e2e: $(VENV)/.dev ## build the image and run real workflows with it; needs containers
	$(BIN)/python tests/e2e/run.py

fuzz: $(VENV)/.dev ## feed every reader and the sanitiser with nonsense, for about an hour
	$(BIN)/python -m pytest -n 2 tests/fuzz --hypothesis-profile=long

lint: $(VENV)/.dev ## ruff, strict mypy, schemas, workflows and Dockerfile
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/check-jsonschema --check-metaschema src/exitgate/report/decision.schema.json
	BIN=$(BIN) .ci/lint-workflows

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.dev ## measure speed as ratios within one run
	$(BIN)/python tests/bench/run.py

figures: $(VENV)/.dev ## measure everything and write the figures into the pages
	$(BIN)/python tests/bench/figures.py
	$(BIN)/python tests/bench/run.py --save

lock: $(VENV)/.dev ## renew the locked dependencies
	$(LOCK) -o requirements.lock pyproject.toml
	$(LOCK) --extra build --extra dev -o requirements-dev.lock pyproject.toml
	$(LOCK) --extra build -o requirements-build.lock pyproject.toml

docs: $(VENV)/.runtime ## renew what is made from the code
	$(BIN)/python -m exitgate.reference

clean: ## remove what the targets made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: $(VENV)/bin/python requirements-build.lock pyproject.toml
	@echo "Setting up (once) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-build.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements-dev.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@
