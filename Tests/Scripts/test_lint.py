"""Tests of scripts/lint with checks that only print. Part of `make lint`."""
import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import re
import unittest

PATH = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lint"
lint = importlib.util.module_from_spec(importlib.util.spec_from_loader("lint", importlib.machinery.SourceFileLoader("lint", str(PATH))))
lint.__spec__.loader.exec_module(lint)


class Lint(unittest.TestCase):
    def run_checks(self, *checks):
        """Returns the exit status, and what is printed, without the seconds."""
        lint.CHECKS, printed = list(checks), io.StringIO()
        with contextlib.redirect_stdout(printed):
            status = lint.main(["Sources"])
        return status, [re.sub(r"\s+\d+\.\d s", "", line).rstrip() for line in printed.getvalue().splitlines()]

    def test_runs_all_checks_and_prints_all_problems(self):
        status, lines = self.run_checks(
            ("first", "echo 'Sources/A.swift:3: wrong'; echo '  because of docs/c.md:1: it' >&2; echo 'docs/b.md:4:2: wrong'; exit 1", "run 'first' again"),
            ("second", "echo fine", "run 'second' again"),
            ("third", "echo 'FAIL: test_a (test_b.C)'; exit 1", "run 'third' again"))
        self.assertEqual(status, 1)
        self.assertLess(lines.index("Sources/A.swift:3: wrong"), lines.index("docs/b.md:4:2: wrong"))
        self.assertIn("  because of docs/c.md:1: it", lines)
        self.assertNotIn("fine", lines)
        self.assertEqual(
            [re.sub(" +", " ", line) for line in lines[-3:]],
            ["first 2 problems run 'first' again", "second passed", "third 1 problem run 'third' again"])

    def test_a_check_that_breaks_fails(self):
        status, lines = self.run_checks(("first", "echo broken; exit 3", "run 'first' again"))
        self.assertEqual((status, re.sub(" +", " ", lines[-1])), (1, "first status 3 run 'first' again"))

    def test_passes_if_all_checks_pass(self):
        status, lines = self.run_checks(("first", "test \"$SOURCES\" = Sources", ""))
        self.assertEqual((status, re.sub(" +", " ", lines[-1])), (0, "first passed"))


if __name__ == "__main__":
    unittest.main()
