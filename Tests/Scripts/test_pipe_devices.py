"""Tests that devices behind the laboratory's pipe describe themselves as its controller expects. Part of `make lint`."""
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class PipeDevices(unittest.TestCase):
    def test_the_benchmark_describes_what_the_controller_reads(self):
        device = ROOT / "Benchmarks/bluez_device.py"
        said = subprocess.run([sys.executable, device], input="", capture_output=True, text=True, check=True).stdout
        description = json.loads(said.splitlines()[0])
        read = set(re.findall(r'description\["(\w+)"\]', (ROOT / "Tests/Laboratory/controller.py").read_text()))
        # A characteristic describes itself too.
        known = set(description) | set(description["services"][0]["characteristics"][0])
        self.assertIn("advertisedServices", read)
        self.assertEqual(read - known, set())
