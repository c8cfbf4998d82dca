"""The symbol graphs of built libraries: their public declarations, with their doc comments."""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def options(build):
    """Returns the flags that loading a module of a build needs: the target, and the module maps of C modules."""
    text = subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    folders = [ROOT / "Sources", ROOT / ".build" / "checkouts"]
    maps = [path for folder in folders for path in folder.glob("**/module.modulemap") if "Tests" not in path.parts]
    flags = ["-target", json.loads(text)["target"]["triple"]]
    for path in sorted(maps) + sorted(build.glob("*.build/module.modulemap")):
        flags += ["-Xcc", f"-fmodule-map-file={path}"]
    return flags


def extract(library, build, flags, folder):
    """Writes the symbol graphs of a library into a folder: its own, and those of its extensions of other modules' types."""
    ended = subprocess.run(
        ["swift-symbolgraph-extract", "-module-name", library, "-I", build / "Modules", *flags, "-minimum-access-level", "public",
         "-skip-inherited-docs", "-skip-synthesized-members", "-output-dir", folder],
        capture_output=True, text=True)
    if ended.returncode:
        sys.exit(f"The module {library} cannot be read in {build}. Build it: make test.\n{ended.stderr.strip()}")
