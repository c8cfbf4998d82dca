"""Checks docs/proofs.md, and tests the reports of releases in a temporary git repository. Part of `make lint`."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from tiers import report  # noqa: E402
from tiers.rows import Row  # noqa: E402


class Page(unittest.TestCase):
    def test_is_up_to_date(self):
        self.assertEqual((ROOT / report.PAGE).read_text(), report.page(), "run scripts/tier page --write")

    def test_lists_the_reports_from_the_newest_on(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("No release has a report yet.", report.page(pathlib.Path(folder)))
            (pathlib.Path(folder) / report.REPORTS).mkdir(parents=True)
            for version in ("0.9.0", "0.11.0"):
                (pathlib.Path(folder) / report.REPORTS / f"{version}.md").touch()
            self.assertIn("Reports: [0.11.0](proofs/0.11.0.md), [0.9.0](proofs/0.9.0.md).\n", report.page(pathlib.Path(folder)))


class Reports(unittest.TestCase):
    """Two rows, each of which covers a file."""

    ONE = Row("one", "Claim one.", "", ("one.txt",), "debug", "true", 60)
    TWO = Row("two", "Claim two.", "", ("two.txt", "folder"), "debug", "true", 60)

    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.git("init", "--quiet")
        self.git("config", "user.name", "A tester")
        self.git("config", "user.email", "tester@example.org")
        (self.root / "docs").mkdir()
        for row in (self.ONE, self.TWO):
            self.change(row)
        self.first = self.commit()

    def git(self, *arguments):
        return subprocess.run(["git", *arguments], cwd=self.root, check=True, capture_output=True, text=True).stdout.strip()

    def change(self, row):
        with open(self.root / row.covers[0], "a") as file:
            file.write("a line\n")

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "A change")
        return self.git("rev-parse", "--short=10", "HEAD")

    def report(self):
        return report.Report("1.0.0", self.root, [self.ONE, self.TWO])

    def record(self, row, result="passed"):
        return self.report().record(row, lambda: (result, 12.3))

    def commits(self):
        """Returns the commit of each result that counts, by row."""
        return {name: result.commit for name, result in self.report().results.items()}

    def test_is_empty_at_first(self):
        self.assertEqual(self.report().results, {})
        self.assertFalse(self.report().has_passed(self.ONE))

    def test_stores_results(self):
        self.assertIsNone(self.record(self.ONE))
        self.assertIsNone(self.record(self.TWO, "FAILED (status 1)"))
        self.assertTrue(self.report().has_passed(self.ONE))
        self.assertFalse(self.report().has_passed(self.TWO))
        text = (self.root / "docs/proofs/1.0.0.md").read_text()
        self.assertIn(f"1 of 2 proofs passed for the files of commit {self.first}\n", text)
        self.assertRegex(text, rf"(?m)^one +\d{{4}}-\d\d-\d\d  {self.first} +12 s  passed  \(\d+ cores, \d+ GiB, .+\)$")
        self.assertIn("   12 s  FAILED (status 1)  (", text)
        self.assertIn("[1.0.0](proofs/1.0.0.md)", (self.root / report.PAGE).read_text())

    def test_keeps_the_reason_of_a_row_that_did_not_run(self):
        self.report().record(self.ONE, lambda: ("not run: no network (3 cores)", None))
        self.assertEqual(self.report().results["one"].result, "not run: no network (3 cores)")
        self.assertEqual(self.report().results["one"].seconds, "-")

    def test_keeps_results_of_earlier_commits_whose_files_have_not_changed(self):
        self.record(self.ONE)
        self.record(self.TWO)
        self.change(self.TWO)
        second = self.commit()
        self.assertEqual(self.commits(), {"one": self.first})
        self.record(self.TWO)
        self.assertEqual(self.commits(), {"one": self.first, "two": second})
        self.assertIn(f"2 of 2 proofs passed for the files of commit {second}\n", (self.root / "docs/proofs/1.0.0.md").read_text())

    def test_counts_a_result_again_if_a_change_was_reverted(self):
        self.record(self.ONE)
        self.change(self.ONE)
        self.commit()
        self.assertEqual(self.commits(), {})
        self.git("checkout", self.first, "--", "one.txt")
        self.commit()
        self.assertEqual(self.commits(), {"one": self.first})

    def test_drops_a_result_of_an_unknown_commit(self):
        self.record(self.ONE)
        path = self.root / "docs/proofs/1.0.0.md"
        path.write_text(path.read_text().replace(self.first, "0123456789"))
        self.assertEqual(self.commits(), {})

    def test_refuses_rows_with_uncommitted_changes_without_running_them(self):
        self.record(self.ONE)
        self.change(self.ONE)
        refused = self.report().record(self.ONE, lambda: self.fail("it runs"))
        self.assertEqual(refused, "these files are not committed: one.txt")
        self.assertEqual(self.commits(), {})
        self.assertRegex((self.root / "docs/proofs/1.0.0.md").read_text(), "(?m)^one +no result for these files$")
        self.assertIsNone(self.record(self.TWO))

    def test_refuses_rows_with_new_files(self):
        (self.root / "folder").mkdir()
        (self.root / "folder/new.txt").touch()
        self.assertEqual(self.record(self.TWO), "these files are not committed: folder/new.txt")

    def test_refuses_results_whose_files_changed_meanwhile(self):
        def run():
            self.change(self.ONE)
            self.commit()
            return "passed", 1

        self.assertEqual(self.report().record(self.ONE, run), "the files that it covers changed while it ran")
        self.assertEqual(self.commits(), {})


if __name__ == "__main__":
    unittest.main()
