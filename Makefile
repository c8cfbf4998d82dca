# Halo: `make demo` and `make test` are all a newcomer needs. Each installs what is missing, builds, and runs.

.PHONY: help demo test check bench format lint deps clean

SWIFT ?= swift

help:
	@echo "make demo    sync a week from a simulated ring, and draw a real one's day"
	@echo "make test    build and test (a few minutes the first time)"
	@echo "make check   the heavy proofs: fuzzing, kills, bluetoothd, sanitizers (about half an hour)"
	@echo "make bench   measure speed and memory; reports, never fails"
	@echo "make format  lay out the sources as 'make lint' wants them"

deps:
	@scripts/install-dependencies

demo: deps
	@scripts/demo

test: deps lint
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

check: deps
	@scripts/check

bench: deps
	$(SWIFT) build -c release --product halo
	python3 Benchmarks/decode.py
	-python3 Benchmarks/captures.py
	-python3 Benchmarks/captures.py --memory
	$(SWIFT) run -c release halo-first-sync
	$(SWIFT) run -c release halo-ten-years
	$(SWIFT) build -c release --product halo-virtual-device
	$(SWIFT) build -c release --static-swift-stdlib --scratch-path .build-static --product halo-bluez-bench
	-Tests/Laboratory/prove week=20
	-python3 Benchmarks/bluez.py .build-static/release/halo-bluez-bench

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

format:
	$(SWIFT) format --in-place --recursive Sources Tests Package.swift

clean:
	rm -rf .build .build-*
