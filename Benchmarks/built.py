"""Where the release build of a program is."""
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def built(program):
    """Its path: in HALO_BUILD where that is set, as `make check` does, otherwise where `swift build -c release` puts it."""
    folder = os.environ.get("HALO_BUILD") or subprocess.run(
        ["swift", "build", "-c", "release", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True,
        text=True).stdout.strip()
    return os.path.join(folder, program)
