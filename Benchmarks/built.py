"""Locates the release build of a program."""
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def built(program):
    """Returns its path: in HALO_BUILD if that is set, as in `make check`, otherwise in the folder of `swift build -c release`."""
    folder = os.environ.get("HALO_BUILD") or subprocess.run(
        ["swift", "build", "-c", "release", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True,
        text=True).stdout.strip()
    return os.path.join(folder, program)
