"""The builds that proofs run on. Each is created at most once in a run, in a separate folder.

`make test` and plain `swift build` use the folder of `debug` with the same settings, so that nothing is compiled twice.
"""
import os
import subprocess
import sys

BUILD = "scripts/build"
IS_MAC = sys.platform == "darwin"

# Tests that run under the thread sanitizer: those of the radios, the drivers, the journal and the daemon.
SANITIZED = (
    "CoreBluetoothTests", "CoreBluetoothAppsTests", "HaloBluetoothTests", "HaloSimulatedRadioTests", "HaloBlueZRadioTests", "HaloWearablesTests",
    "HaloColmiRingTests", "HaloEverestW311Tests", "HaloFitnessMachineTests", "HaloHealthDevicesTests", "HaloHeartRateMonitorTests",
    "HaloVirtualDevicesTests",
    "HaloJournalTests", "HaloEngineTests", "HaloDaemonTests")
# Those of them that `make check` runs: where threads share memory without Swift's checks.
SANITIZED_IN_CHECK = (
    "CoreBluetoothTests", "HaloBluetoothTests", "HaloSimulatedRadioTests", "HaloBlueZRadioTests", "HaloJournalTests", "HaloDaemonTests")
# The least line coverage of a module by its own tests, in percent.
COVERAGE_BOUNDS = {"HaloColmiRing": 80, "HaloEverestW311": 80, "HaloFitnessMachine": 80, "HaloHealthDevices": 80, "HaloHeartRateMonitor": 80, "HaloEngine": 75}
# The targets of builds that have only some.
TARGETS = {"thread": SANITIZED, "thread-check": SANITIZED_IN_CHECK, "coverage": tuple(f"{module}Tests" for module in COVERAGE_BOUNDS)}

# name: (options of `swift build`, time limit in seconds)
ALL = {
    # Halo, its tests, and the programs of proofs and benchmarks.
    "debug": (["--build-tests"], 1800),
    # The release program, as packaging/release builds it, and the programs of proofs and benchmarks.
    "release": (
        ["-c", "release", "--traits", "BlueZ,TLS"] + ([] if IS_MAC else ["--static-swift-stdlib", "--scratch-path", ".build-static"]),
        2400),
    # The tests under a sanitizer.
    "address": (["--build-tests", "--sanitize", "address", "--scratch-path", ".build-address"], 1800),
    **dict.fromkeys(("thread", "thread-check"), (["--build-tests", "--sanitize", "thread", "--scratch-path", ".build-thread"], 1800)),
    # The tests with code coverage.
    "coverage": (["--build-tests", "--enable-code-coverage", "--scratch-path", ".build-coverage"], 1800),
}
WITH_PROGRAMS = ("debug", "release")


def command(name):
    """Returns the bash line that creates a build."""
    options = " ".join(ALL[name][0])
    line = f"{BUILD} {options}"
    if name in TARGETS:
        line = f'HALO_TARGETS="{" ".join(TARGETS[name])}" {line}'
    if name in WITH_PROGRAMS:
        # First the tests, with the same manifest as plain `swift build`; then the programs, which are few files.
        programs = f"HALO_BENCHMARKS=1 {BUILD} {options.replace('--build-tests', '')}"
        line = f"{line} && {programs}" if name == "debug" else programs
    return line


def folder(name):
    """Returns the folder of a build's programs."""
    options = ["swift", "build", *ALL[name][0], "--show-bin-path"]
    return subprocess.run(
        options, env=os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}, check=True, capture_output=True, text=True).stdout.strip()
