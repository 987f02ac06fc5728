# make play    install what is needed and start everything on this machine
# make test    all checks and tests but the slow parts; ARGS=--all runs those too
# make verify  all recorded games, replayed and compared; what refusals in them suggest, played
# make bench   the figures, each timed beside python-chess
# make drill   real processes are killed and paused for fifteen minutes while people play and ask
# make fuzz    damaged emails, orders, boards, records, positions, drafts and imports for ten minutes
# make lint    the quick checks alone
# make format  lay out templates, style sheets and scripts as the checks want them
# make compiled  compile the search of the bots, which then takes a fourteenth of the time
# make messages  new and changed texts for the catalogues in locale/ (docs/translations.md)
# make lock    new lock files from pyproject.toml; ARGS=--upgrade takes the newest versions

VENV ?= .venv
PY := $(VENV)/bin/python
RUN := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
NEWEST := .venv-newest/.installed
COMPILED := locale/.compiled

# So that two environments are installed at the same time.
MAKEFLAGS += --jobs=2

.PHONY: play test verify bench drill fuzz compiled messages lint format lock

play: $(RUN)
	@MAKEFLAGS= $(MAKE) --no-print-directory $(COMPILED)
	@exec $(PY) manage.py play $(ARGS)

test: $(DEV) $(NEWEST)
	@MAKEFLAGS= $(MAKE) --no-print-directory $(COMPILED)
	@PATH="$(abspath $(VENV))/bin:$$PATH" bash .ci/test $(ARGS)

lint: $(DEV)
	@PATH="$(abspath $(VENV))/bin:$$PATH" bash .ci/lint

format: $(DEV)
	@PATH="$(abspath $(VENV))/bin:$$PATH" bash .ci/format

verify: $(DEV)
	@$(PY) -m tests.golden

bench: $(DEV)
	@$(PY) -m tests.bench $(ARGS)

drill: $(DEV)
	@bash .ci/setup
	@$(PY) -m tests.drill $(ARGS)

fuzz: $(DEV)
	@$(PY) -m tests.fuzz $(ARGS)

compiled: $(DEV)
	@$(PY) -m alexandros_rules.alexandros.bots.search.compiling

# Programs read compiled catalogues.
$(COMPILED): $(wildcard locale/*/LC_MESSAGES/*.po)
	@$(VENV)/bin/pybabel --quiet compile --directory locale --domain "django rules"
	@touch $@

messages: $(DEV)
	@$(PY) manage.py messages $(ARGS)

lock:
	@sh .ci/python $(VENV)
	@$(PY) .ci/lock $(ARGS)

# Modules are compiled when they are first used, since most never are.  PIP_USE_PEP517 keeps older
# versions of pip from warning about packages that come as source.  A lock file names every package,
# so that pip need not look for what they depend on.
INSTALL := PIP_USE_PEP517=1 $(PY) -m pip install --quiet --no-compile --disable-pip-version-check

# The rules are a distribution of their own, and run from their folder here.  What builds it is in
# the lock files.
RULES := --no-deps --no-build-isolation --editable engine

# A stamp older than its lock file means: install again.  The second start needs no network.
$(RUN): requirements.lock engine/pyproject.toml
	@sh .ci/python $(VENV)
	@echo "Installing Alexandros into $(VENV); this is done once."
	@$(INSTALL) --no-deps --require-hashes -r requirements.lock
	@$(INSTALL) $(RULES)
	@touch $@

$(DEV): requirements-dev.lock engine/pyproject.toml
	@sh .ci/python $(VENV)
	@$(INSTALL) --no-deps --require-hashes -r requirements-dev.lock
	@$(INSTALL) $(RULES)
	@touch $(RUN) $@

$(NEWEST): requirements-newest.lock engine/pyproject.toml
	@bash .ci/newest install
