"""Checks the rows of `make check` and `make prove`, and tests how they run beside each other. Part of `make lint`."""
import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import re
import sys
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from tiers import builds, rows, schedule  # noqa: E402
from tiers.rows import Row  # noqa: E402


class Rows(unittest.TestCase):
    def test_have_a_budget_and_known_resources(self):
        for row in rows.ALL:
            with self.subTest(row=row.name):
                self.assertTrue(row.unchecked or row.seconds > 0, "it has no budget in `make check`")
                self.assertLessEqual(set(row.needs), {"cpu", "alone", *schedule.SINGLE})
                self.assertLessEqual({row.build, row.check_build}, set(builds.ALL))

    def test_use_settings_and_suites_that_exist(self):
        """A renamed suite is not left out in silence: a filter that matches one suite of two passes."""
        files = [file for folder in ("Tests", "Sources/HaloTesting") for file in (ROOT / folder).rglob("*.swift")]
        swift = "\n".join(file.read_text() for file in files)
        # A filter is compared with the names of module, suite and file.
        suites = re.findall(r"^ *(?:@\S+ )*(?:struct|class|actor|enum|extension) (\w+)", swift, re.M) + [part for file in files for part in file.parts]
        for row in rows.ALL:
            for command in filter(None, (row.full, row.check)):
                if "scripts/test" not in command:
                    continue
                for setting in re.findall(r"HALO_\w+", command):
                    self.assertIn(f'"{setting}"', swift, f"{row.name} sets {setting}, which no test reads")
                for word in re.findall(r"\w+", "".join(re.findall(r"--filter '(.*?)'", command))):
                    self.assertTrue(any(word in suite for suite in suites), f"{row.name} runs {word}, which is no suite")


class Schedule(unittest.TestCase):
    @staticmethod
    def row(name, *needs, seconds=1, build="debug"):
        return Row(name, "", "", (), "debug", "true", 60, seconds=seconds, needs=needs, check_build=build)

    def run_beside(self, *some):
        """Returns the names in the order in which they began, and the largest number of cores and of each resource in use."""
        began, used, most, lock = [], {}, {}, threading.Lock()

        def work(row):
            with lock:
                began.append(row.name)
                for need in row.needs:
                    used[need] = used.get(need, 0) + 1
                    most[need] = max(most.get(need, 0), used[need])
            threading.Event().wait(0.01)
            with lock:
                for need in row.needs:
                    used[need] -= 1

        schedule.run(some, work, cores=2)
        return began, most

    def test_never_uses_more_than_there_is(self):
        some = [self.row(f"{number}", "cpu", *(["build"] if number % 2 else []), *(["cpu"] if number % 5 == 0 else [])) for number in range(30)]
        some += [self.row(f"guest {number}", "laboratory") for number in range(5)]
        began, most = self.run_beside(*some)
        self.assertEqual(len(began), 35)
        self.assertEqual(most, {"cpu": 2, "build": 1, "laboratory": 1})

    def test_begins_with_other_builds_and_long_rows(self):
        began, _ = self.run_beside(
            self.row("short", "cpu", "cpu"), self.row("long", "cpu", "cpu", seconds=9), self.row("threads", "cpu", "cpu", build="thread"))
        self.assertEqual(began, ["threads", "long", "short"])

    def test_runs_nothing(self):
        self.assertEqual(self.run_beside(), ([], {}))

    def test_passes_on_an_exception(self):
        def work(row):
            raise ValueError(row.name)

        with self.assertRaises(ValueError):
            schedule.run([self.row("one", "cpu"), self.row("two", "cpu")], work)


class SecondAttempt(unittest.TestCase):
    def test_counts_instead_of_the_first_and_names_its_fault(self):
        loader = importlib.machinery.SourceFileLoader("tier", str(ROOT / "scripts/tier"))
        script = importlib.util.module_from_spec(importlib.util.spec_from_loader("tier", loader))
        loader.exec_module(script)
        row = Schedule.row("second-attempt", "laboratory")
        self.assertTrue(row.keeps_time)
        for needs in (("cpu", "build"), ("alone",), ("laboratory", "alone")):
            self.assertFalse(Schedule.row("first", *needs).keeps_time, "no load can have failed it")
        for second, status in (("true", 0), ("false", 1)):
            with contextlib.redirect_stdout(io.StringIO()) as said:
                tier = script.Tier("test")
                self.assertFalse(tier.excuse(row), "a row that did not fail was excused")
                tier.step(row.name, "echo NOT SO: too late; false", 9)
                self.assertTrue(tier.excuse(row))
                tier.step(row.name, second, 9)
                self.assertEqual(tier.end(), status)
            self.assertIn("tried again alone:\n    NOT SO: too late", said.getvalue())
            self.assertIn("failed at first", said.getvalue())


if __name__ == "__main__":
    unittest.main()
