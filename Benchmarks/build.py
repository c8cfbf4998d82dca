#!/usr/bin/env python3
"""Measures what a build costs: builds in an empty folder, and prints the processor seconds of each module and of each package.

    Benchmarks/build.py                                            plain `swift build`, the program only
    Benchmarks/build.py --product halo --lean --disable-index-store    as `make demo` builds
    Benchmarks/build.py --build-tests                              other arguments of scripts/build

Takes as long as the build. C modules count in the total only.
"""
import collections
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def spent():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compile_module(arguments):
    """Stands in for `swiftc`: runs it, and logs the package, the module and the processor seconds."""
    status = subprocess.run([os.environ["HALO_SWIFTC"], *arguments]).returncode
    if "-c" in arguments and "-module-name" in arguments:
        sources = "".join(pathlib.Path(argument[1:]).read_text() for argument in arguments if argument.startswith("@"))
        package = re.search(r"/checkouts/([^/]+)/", sources)
        with open(os.environ["HALO_LOG"], "a") as log:
            log.write(f"{package[1] if package else 'halo'} {arguments[arguments.index('-module-name') + 1]} {spent()}\n")
    return status if status >= 0 else 1


def main():
    swiftc = pathlib.Path(shutil.which("swiftc"))
    with tempfile.TemporaryDirectory() as folder:
        # SwiftPM looks for the compiler's libraries beside the compiler.
        stand_in, log = pathlib.Path(folder) / "bin/swiftc", pathlib.Path(folder) / "log"
        stand_in.parent.mkdir()
        stand_in.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{__file__}" --compile-module "$@"\n')
        stand_in.chmod(0o755)
        (pathlib.Path(folder) / "lib").symlink_to(swiftc.resolve().parent.parent / "lib")
        environment = {"SWIFT_EXEC": str(stand_in), "HALO_SWIFTC": str(swiftc), "HALO_LOG": str(log)}
        subprocess.run(
            [ROOT / "scripts/build", *(sys.argv[1:] or ["--product", "halo"]), "--scratch-path", f"{folder}/build"], cwd=ROOT,
            env=os.environ | environment, check=True)
        modules = [(package, module, float(seconds)) for package, module, seconds in map(str.split, log.read_text().splitlines())]
    packages = collections.Counter()
    for package, _, seconds in modules:
        packages[package] += seconds
    print(f"\nseconds  package\n{spent():7.0f}  all, with C and linking")
    for package, seconds in packages.most_common():
        print(f"{seconds:7.0f}  {package}")
    print("\nseconds  module")
    for package, module, seconds in sorted(modules, key=lambda line: -line[2]):
        print(f"{seconds:7.1f}  {module}" + (f" ({package})" if package != "halo" else ""))
    return 0


sys.exit(compile_module(sys.argv[2:]) if sys.argv[1:2] == ["--compile-module"] else main())
