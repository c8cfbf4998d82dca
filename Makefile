# Halo: start with `make demo` and `make test`. Each installs missing dependencies, builds, and runs.

.PHONY: help demo test check prove bench release install uninstall deb format lint deps test-deps clean

SWIFT ?= swift
export SWIFT
# The stubs of the iPhone app contain long addresses and are not formatted.
SOURCES = Sources Tests Examples Benchmarks Apps/Halo-iOS/Halo Apps/Halo-iOS/HaloWidget Apps/Halo-iOS/Shared Apps/Halo-iOS/HaloTests Apps/Halo-iOS/HaloUITests Package.swift
# The words after 'prove' are its arguments, not make targets. Options need '--' before them: make prove -- --report 0.11.0
ifeq (prove,$(firstword $(MAKECMDGOALS)))
  ARGUMENTS = $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
  $(eval $(ARGUMENTS):;@:)
endif
PREFIX ?= /usr/local
# The architecture of a package, in Debian's terms, and the program in it.
ARCH ?= $(shell dpkg --print-architecture 2>/dev/null)
BINARY ?= dist/halo

help:
	@echo "make demo    sync a simulated ring, draw a real one's day, serve the page on two months"
	@echo "make lint    all checks of the sources: format, language, names, layers, texts"
	@echo "make test    lint, build, unit tests"
	@echo "make check   every proof at reduced size: fuzzing, kills, bluetoothd, a browser, the thread sanitizer"
	@echo "make prove   proofs at full size, listed in docs/proofs.md: 'make prove tls browser', or all"
	@echo "             a release's report in docs/proofs/: 'make prove -- --report 0.11.0'"
	@echo "make bench   measure speed and memory; reports, never fails"
	@echo "make release a program for other machines, its manual page and completions, in dist/"
	@echo "make install install them (PREFIX=/usr/local, DESTDIR=); 'make uninstall' removes them"
	@echo "make deb     a Debian package in dist/; another machine's: ARCH=arm64 BINARY=path"
	@echo "make format  format the sources as 'make lint' requires"

deps:
	@scripts/install-dependencies

test-deps:
	@scripts/install-dependencies --tests

demo: deps
	@scripts/demo

test: test-deps
	@scripts/tier test

check: test-deps
	@scripts/tier check

prove: test-deps
	@scripts/tier prove $(ARGUMENTS)

bench: export HALO_BENCHMARKS = 1
bench: deps
	scripts/build -c release
	python3 Benchmarks/decode.py
	-python3 Benchmarks/captures.py
	-python3 Benchmarks/captures.py --memory
	.build/release/halo-first-sync
	.build/release/halo-ten-years
	scripts/build -c release --traits BlueZ,TLS --static-swift-stdlib --scratch-path .build-static --product halo-bluez-bench
	-python3 Benchmarks/idle.py .build/release/halo
	-Tests/Laboratory/prove --build .build/release week=20
	-python3 Benchmarks/bluez.py .build-static/release/halo-bluez-bench

release: deps
	@SWIFT="$(SWIFT)" packaging/release dist

# An existing program is installed without a build, so that root need not build. 'make release' rebuilds it.
dist/halo:
	@$(MAKE) --no-print-directory release

install: dist/halo
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" packaging/install dist

uninstall:
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" packaging/install --remove

deb: dist/halo
	@packaging/deb "$(ARCH)" "$(BINARY)" dist

lint:
	@scripts/lint $(SOURCES)

format:
	$(SWIFT) format --in-place --recursive $(SOURCES)

clean:
	rm -rf .build .build-* dist
