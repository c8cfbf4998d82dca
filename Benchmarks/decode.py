#!/usr/bin/env python3
"""Measures `halo decode` against a Python client that parses the same frames and prints the same JSON, in one run.

    python3 Benchmarks/decode.py            both, five times each, the best of each; their output compared
    python3 Benchmarks/decode.py --memory   Halo's peak memory on an input and on one 20 times as long; fails if it grows
    with --smallest                         a hundredth of the input

Requires a release build: swift build -c release --product halo
"""
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

from built import built
from make_frames import frames

HERE = pathlib.Path(__file__).resolve().parent


def halo():
    return [built("halo"), "decode", "--device", "colmi-ring"]


SMALLER = 100 if "--smallest" in sys.argv else 1
PEER = [sys.executable, str(HERE / "decode_peer.py")]


def run(command, source, target):
    """Returns CPU seconds and peak memory in kilobytes of one run."""
    with open(source, "rb") as stdin, open(target, "wb") as stdout:
        process = subprocess.Popen(command, stdin=stdin, stdout=stdout)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command[0]} ended with {process.returncode}")
    scale = 1024 if platform.system() == "Darwin" else 1
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // scale


def write_frames(path, count, seed=1):
    with open(path, "w") as file:
        for frame in frames(count, seed):
            file.write(frame + "\n")


def speed(folder):
    count = 1_000_000 // SMALLER
    source = folder / "frames.txt"
    write_frames(source, count)
    ours = min(run(halo(), source, os.devnull)[0] for _ in range(5))
    theirs = min(run(PEER, source, os.devnull)[0] for _ in range(2))
    run(halo(), source, folder / "halo.jsonl")
    run(PEER, source, folder / "peer.jsonl")
    different = 0
    lines = 0
    with open(folder / "halo.jsonl") as one, open(folder / "peer.jsonl") as other:
        for left, right in zip(one, other, strict=True):
            lines += 1
            different += json.loads(left) != json.loads(right)
    print(f"halo decode    {count / ours / 1e6:7.2f} million frames per CPU second")
    print(f"Python client  {count / theirs / 1e6:7.2f} million frames per CPU second (Python {platform.python_version()})")
    print(f"ratio          {theirs / ours:7.1f}")
    print(f"the same JSON  {lines - different} of {lines} messages")


def memory(folder):
    small, large = folder / "small.txt", folder / "large.txt"
    write_frames(small, 200_000 // SMALLER)
    text = small.read_bytes()
    with open(large, "wb") as file:
        for _ in range(20):
            file.write(text)
    # The same input needs two megabytes more or less, so the most of five runs counts.
    first, second = (max(run(halo(), path, os.devnull)[1] for _ in range(5)) for path in (small, large))
    print(f"peak memory: {first} kB on {len(text) >> 20} MiB, {second} kB on {20 * len(text) >> 20} MiB")
    # The smallest input does not fill the program's buffers.
    if second > first + (1024 if SMALLER == 1 else 2048):
        sys.exit("memory grows with the input")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        (memory if "--memory" in sys.argv else speed)(pathlib.Path(name))
