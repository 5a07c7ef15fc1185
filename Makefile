# Everything a newcomer needs: `make play` and `make test` set up an environment of their own in .venv.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# Many tests wait for terminals and networks: two more than there are cores.
WORKERS = $(shell $(BIN)/python -c 'import os; print(os.cpu_count() + 2)')

# Hundreds of processes are started in a test run: none compiles what another one has compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test lint types layers pytest bench fuzz soak locale build clean system

play: $(VENV)/.installed
	@$(BIN)/koryo-tui play; code=$$?; \
	echo "Wherever koryo-tui is named, here it is $(BIN)/koryo-tui"; exit $$code

test: $(VENV)/.ready system lint types layers pytest

lint: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.ready
	$(BIN)/mypy

layers: $(VENV)/.ready
	$(BIN)/lint-imports

pytest: $(VENV)/.ready
	$(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

bench: $(VENV)/.ready
	$(BIN)/python -m tests.bench

# After a change of any text: what is to be translated, and what is still empty.
locale: $(VENV)/.ready
	$(BIN)/python -m tests.koryo_tui.languages.update

FUZZ_SECONDS ?= 60

# Random bytes and random tables, for as long as you like: make fuzz FUZZ_SECONDS=3600
fuzz: $(VENV)/.ready
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: atheris || \
	  echo "Atheris has no wheel for this Python: its part is skipped"
	for target in frames messages peer bodies transcripts; do \
	  $(BIN)/python -m tests.fuzz $$target -max_total_time=$(FUZZ_SECONDS) || exit 1; done
	KORYO_FUZZ=500 $(BIN)/pytest tests/peer/test_stateful.py tests/rules/test_games.py \
	  tests/bots/test_fast_turn.py tests/vectors/test_vectors.py -n 0 --timeout 0

# The long walks: every kill point, every state of the step rule, whole games on a broken network.
soak: $(VENV)/.ready system
	KORYO_STEP_MODEL=all $(BIN)/pytest tests/log -k step_model -n 0 -s --timeout 0
	KORYO_LONG=1 $(BIN)/pytest tests/peer/test_restart.py tests/network -n 0 -s --timeout 0
	KORYO_SOAK=200 $(BIN)/pytest tests/end_to_end/test_kill.py tests/end_to_end/test_soak.py \
	  tests/end_to_end/test_fault.py tests/end_to_end/test_going_on.py \
	  -k "test_soak or hundred or withholds or every_person" \
	  -n 0 -s --timeout 0

build: $(VENV)/.ready
	$(BIN)/python -m build --no-isolation

# For the tests that drive real terminals (tmux) and real networks (ip, iptables); without them
# those tests are skipped and say so.
system:
	@for tool in tmux ip iptables; do command -v $$tool >/dev/null || missing=1; done; \
	[ -z "$$missing" ] || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  apt-get update -qq && apt-get install -y -qq tmux iproute2 iptables >/dev/null; } || \
	  echo "tmux, ip or iptables is not here: some tests will be skipped, and say so"

# To play, nothing is needed of what tests need.
$(VENV)/.installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "koryo-tui needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up koryo-tui in $(VENV); the first time this takes a minute."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.ready: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
