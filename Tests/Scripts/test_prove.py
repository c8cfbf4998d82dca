"""Tests what the proofs share, Tests/prove.py, in processes of their own. Part of `make lint`."""
import os
import pathlib
import subprocess
import sys
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
HEAD = f"import sys; sys.path.insert(0, {str(TESTS)!r}); from prove import *; "


class Proof(unittest.TestCase):
    def run_proof(self, body, **variables):
        """Returns the exit status of a proof, and its output."""
        ended = subprocess.run([sys.executable, "-c", HEAD + body], env=os.environ | variables, capture_output=True, text=True)
        return ended.returncode, ended.stdout

    def test_passes(self):
        self.assertEqual(self.run_proof("run(lambda: check(True, 'right'))"), (0, "ok  right\n"))

    def test_continues_after_a_failed_check(self):
        status, output = self.run_proof("run(lambda: (check(False, 'one'), check(True, 'two')) and None)")
        self.assertEqual((status, output), (1, "FAILED  one\nok  two\n"))

    def test_ends_at_a_wrong_claim(self):
        status, output = self.run_proof("run(lambda: (claim(True, 'one'), claim(False, 'two'), print('three')))")
        self.assertEqual((status, output), (1, "FAILED  two\n"))

    def test_gives_the_reason_if_it_cannot_run(self):
        self.assertEqual(self.run_proof("run(lambda: cannot('no mosquitto'))"), (75, "no mosquitto\n"))
        self.assertEqual(self.run_proof("with_packages('a', command=['sh', '-c', 'echo offline; exit 75'])"), (75, "offline\n"))

    def test_runs_again_with_packages(self):
        status, output = self.run_proof("print(with_packages(command=['true']))", HALO_PROOF_PYTHON="a")
        self.assertEqual((status, output), (0, "None\n"))

    def test_programs_have_no_settings_of_the_user(self):
        status, output = self.run_proof(
            "own = environment('/nowhere', TZ='UTC'); print(own.get('HALO_JOURNAL'), own['LC_ALL'], own['XDG_DATA_HOME'], own['TZ'])",
            HALO_JOURNAL="/mine", LC_ALL="de_DE.UTF-8", TZ="Asia/Tokyo")
        self.assertEqual((status, output), (0, "None C.UTF-8 /nowhere UTC\n"))

    def test_ends_if_the_page_does_not_start(self):
        status, output = self.run_proof("run(lambda: Server('echo', environment=environment()))")
        self.assertEqual(status, 1)
        self.assertIn("FAILED  halo serve did not start: serve --print-link", output)


if __name__ == "__main__":
    unittest.main()
