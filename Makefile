# make setup, make run, make test: all that a fresh machine with Python 3.11 to 3.13 needs.

VENV := .venv
BIN := $(VENV)/bin
# Tests of one file stay together: they share a game or a database. Files come in the order of
# tests/plugins/shares.py, not by how many tests there are in them. One process more than there are
# processors: a third of its time each waits, for a browser or a server.
PYTEST_ARGS ?= --numprocesses=3 --dist=loadfile --no-loadscope-reorder --durations=10
PYTHONS := python3.13 python3.12 python3.11 python3 python
# 0: suitable and optimised; 3: suitable, and a fifth slower; else neither. A distribution's own leaves
# no trace of how it was built, but all of them are built so.
SUITABLE := import sys, sysconfig, venv, ensurepip; \
	sys.exit(2) if not (3, 11) <= sys.version_info[:2] < (3, 14) else \
	sys.exit(0) if "--enable-optimizations" in sysconfig.get_config_var("CONFIG_ARGS") or \
	sys.base_prefix == "/usr" else sys.exit(3)
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
# Many packages at once; where it finds none of them, as behind an index that only pip knows, pip.
UV_INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes --compile-bytecode
PIP_COMPILE := $(BIN)/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe \
	--no-header --no-emit-options --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

.PHONY: setup ready run test busy shares cases long starts lint pytest lock bench clean
.DEFAULT_GOAL := run

# At once if nothing has changed. LOS is compiled while the server runs, or by `make ready`.
setup: $(VENV)/.installed
	@echo "Building the boards …"
	@$(BIN)/python -m rules.mapmaking.warming boards

ready: setup
	@echo "Compiling LOS …"
	@$(BIN)/python -m rules.mapmaking.warming

run: setup
	@$(BIN)/python manage.py demo

# One processor checks the code while the other compiles what the tests need.
test:
	@$(MAKE) --no-print-directory --jobs=2 lint pytest

# The tests on a machine that has other things to do: four processes that never rest.
BUSY_NICE ?= 19
busy: $(VENV)/.installed-dev ready
	@for one in 1 2 3 4; do \
		nice -n $(BUSY_NICE) $(BIN)/python -c 'while True: pass' & busy="$$busy $$!"; \
	done; \
	trap "kill $$busy" EXIT; \
	ENV_FILE=/dev/null $(BIN)/pytest $(PYTEST_ARGS)

# What share of the time each module takes, noted in tests/shares.json.
shares: $(VENV)/.installed-dev ready
	ENV_FILE=/dev/null $(BIN)/pytest $(PYTEST_ARGS) --shares

# Every rule case, without the tests; the last line counts them.
cases: ready
	@ENV_FILE=/dev/null $(BIN)/python manage.py case tests/cases --jobs 2

# What takes too long for every run: planted leaks as if nobody knew where they were found, more
# random games and pairs of worlds, more examples of each property. Commit tests/long_run.json with
# what came of it.
long: $(VENV)/.installed-dev ready
	ENV_FILE=/dev/null $(BIN)/pytest $(PYTEST_ARGS) --anew --note -m "planted or pairs or long or hypothesis"

# Where each planted leak is found now, noted in tests/rules/proof/starts.yaml.
starts: $(VENV)/.installed-dev ready
	DJANGO_SETTINGS_MODULE=aslsite.settings ENV_FILE=/dev/null $(BIN)/python -m tests.rules.proof.looking

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	ENV_FILE=/dev/null $(BIN)/python manage.py makemigrations --check --dry-run

pytest: $(VENV)/.installed-dev ready
	ENV_FILE=/dev/null $(BIN)/pytest $(PYTEST_ARGS)

# Both lists anew, within the bounds of pyproject.toml; run it with Python 3.11, the oldest we hold.
lock: $(VENV)/.installed-dev
	$(PIP_COMPILE) --upgrade --output-file=requirements.lock pyproject.toml
	echo uv | $(PIP_COMPILE) --upgrade --output-file=requirements-uv.lock -
	$(PIP_COMPILE) --upgrade --extra=serve --constraint=requirements.lock \
		--output-file=requirements-serve.lock pyproject.toml
	$(PIP_COMPILE) --upgrade --extra=dev --constraint=requirements.lock \
		--output-file=requirements-dev.lock pyproject.toml

bench: ready
	@$(BIN)/python manage.py bench

# The virtual environment and what tools left behind; games under var/ stay.
clean:
	rm -rf $(VENV) staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@slower=; \
	for name in $(PYTHONS); do for folder in $$(echo "$$PATH" | tr ':' ' '); do \
		python=$$folder/$$name; \
		[ -x "$$python" ] || continue; \
		$$python -c '$(SUITABLE)' 2>/dev/null; \
		case $$? in \
			0) echo "Making $(VENV) with $$($$python --version), $$python …"; \
				exec $$python -m venv $(VENV);; \
			3) : "$${slower:=$$python}";; \
		esac; \
	done; done; \
	if [ "$$slower" ]; then \
		echo "Making $(VENV) with $$($$slower --version), $$slower …"; \
		echo "It was built without --enable-optimizations: all will take a fifth longer." >&2; \
		exec $$slower -m venv $(VENV); \
	fi; \
	echo "Needed: Python 3.11, 3.12 or 3.13 with venv (Debian: apt install python3-venv)" >&2; \
	exit 1

$(BIN)/uv: requirements-uv.lock | $(BIN)/python
	@$(PIP_INSTALL) -r requirements-uv.lock && touch $@

$(VENV)/.installed: requirements.lock | $(BIN)/uv
	@echo "Installing the locked packages …"
	@$(UV_INSTALL) -r requirements.lock || $(PIP_INSTALL) -r requirements.lock
	@touch $@

$(VENV)/.installed-dev: requirements-dev.lock $(VENV)/.installed | $(BIN)/python
	@echo "Installing what the tests need …"
	@$(UV_INSTALL) -r requirements-dev.lock || $(PIP_INSTALL) -r requirements-dev.lock
	@touch $@
