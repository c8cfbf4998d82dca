# Halo: `make demo` and `make test` are all a newcomer needs. Each installs what is missing, builds, and runs.

.PHONY: help demo test check bench release install uninstall deb format lint deps clean

SWIFT ?= swift
# SwiftPM gives the package's traits to the compiler in the order of a hash table, and compiles all anew where it is another than last time.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build
# The sources of the iPhone app; its stubs hold long addresses and are not laid out.
IPHONE = Apps/Halo-iOS/Halo Apps/Halo-iOS/HaloWidget Apps/Halo-iOS/Tests
PREFIX ?= /usr/local
# The architecture of a package, as Debian calls it, and the program in it.
ARCH ?= $(shell dpkg --print-architecture 2>/dev/null)
BINARY ?= dist/halo

help:
	@echo "make demo    sync a simulated ring, draw a real one's day, serve the page on two months"
	@echo "make test    build and test (a few minutes the first time)"
	@echo "make check   the heavy proofs: fuzzing, kills, bluetoothd, sanitizers (about an hour)"
	@echo "make bench   measure speed and memory; reports, never fails"
	@echo "make release a program for other machines, its manual page and completions, in dist/"
	@echo "make install install them (PREFIX=/usr/local, DESTDIR=); 'make uninstall' takes them away"
	@echo "make deb     a Debian package in dist/; another machine's: ARCH=arm64 BINARY=path"
	@echo "make format  lay out the sources as 'make lint' wants them"

deps:
	@scripts/install-dependencies

demo: deps
	@scripts/demo

test: deps lint
	$(BUILD) --build-tests
	scripts/test

check: deps
	@scripts/check

bench: deps
	$(BUILD) -c release --product halo
	python3 Benchmarks/decode.py
	-python3 Benchmarks/captures.py
	-python3 Benchmarks/captures.py --memory
	$(SWIFT) run -c release halo-first-sync
	$(SWIFT) run -c release halo-ten-years
	$(BUILD) -c release --product halo-virtual-device
	$(BUILD) -c release --static-swift-stdlib --scratch-path .build-static --product halo-bluez-bench
	-python3 Benchmarks/idle.py .build/release/halo
	-Tests/Laboratory/prove week=20
	-python3 Benchmarks/bluez.py .build-static/release/halo-bluez-bench

release: deps
	@SWIFT="$(SWIFT)" packaging/release dist

# What is there is installed as it is, so that root need not build: 'make release' makes it anew.
dist/halo:
	@$(MAKE) --no-print-directory release

install: dist/halo
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" packaging/install dist

uninstall:
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" packaging/install --remove

deb: dist/halo
	@packaging/deb "$(ARCH)" "$(BINARY)" dist

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Examples $(IPHONE) Package.swift

format:
	$(SWIFT) format --in-place --recursive Sources Tests Examples $(IPHONE) Package.swift

clean:
	rm -rf .build .build-* dist
