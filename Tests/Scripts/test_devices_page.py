"""Checks that docs/devices.md is up to date with docs/evidence, and tests the script with synthetic reports."""
import copy
import json
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from evidence import page, schema  # noqa: E402

REPORT = {
    "format": "halo-verify-ring", "version": 1, "halo": "0.11.0", "simulated": False,
    "device": {"family": "colmi-ring", "model": "COLMI R12", "hardware": "RT11CR_V1.0", "firmware": "RT11CR_1.00.08_250514"},
    "findings": [
        {"belief": "battery", "statement": "…", "verdict": "confirmed", "seen": "64 %"},
        {"belief": "sleep", "statement": "…", "verdict": "refuted", "seen": "no answer, twice"}],
    "frames": [{"seconds": 0, "direction": "sent", "characteristic": "6E400002-B5A3-F393-E0A9-E50E24DCCA9E", "hex": "03" + "00" * 14 + "03"}]}
READ = ["docs/evidence", "docs/schemas", "docs/proofs.md", "docs/messages.md", "Examples", "Tests/HaloColmiRingTests/Vectors",
        "Tests/HaloWearablesTests/Vectors", "Sources/HaloColmiRing/Verification"]


class Page(unittest.TestCase):
    def test_is_up_to_date(self):
        self.assertEqual((ROOT / page.PAGE).read_text(), page.Evidence(ROOT).page(), "run scripts/devices-page --write")

    def test_knows_each_model_that_the_driver_looks_for(self):
        families = json.loads((ROOT / page.EVIDENCE / "families.json").read_text())
        [known] = [family["models"] for family in families if family["family"] == "colmi-ring"]
        for file in (ROOT / "Sources/HaloColmiRing/Driver").glob("*.swift"):
            for model in re.findall(r'"(R\d\d\w?)"', file.read_text()):
                self.assertIn(model, known, f"{file.name} names {model}; add it to {page.EVIDENCE}/families.json")


class Copied(unittest.TestCase):
    """Tests with a copy of the page's inputs, without reports."""

    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for path in READ:
            source = ROOT / path
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(source, self.root / path) if source.is_dir() else shutil.copy(source, self.root / path)
        shutil.rmtree(self.root / page.EVIDENCE / "reports", ignore_errors=True)
        (self.root / page.EVIDENCE / "reports").mkdir()

    def evidence(self, reports):
        for name, report in reports.items():
            (self.root / page.EVIDENCE / "reports" / name).write_text(json.dumps(report))
        return page.Evidence(self.root)


class Reports(Copied):
    def test_that_do_not_exist_are_reported_as_zero(self):
        text = self.evidence({}).page()
        self.assertIn("**0 owners have sent a report;", text)
        self.assertIn("| `battery` | Command 03 returns the charge in percent. | 0 | 0 | 0 |", text)

    def test_are_counted_by_owner_model_and_belief(self):
        other = copy.deepcopy(REPORT)
        other["findings"][1]["verdict"] = "confirmed"
        evidence = self.evidence({"7-r12.json": REPORT, "7-r12-again.json": REPORT, "9-r12.json": other})
        self.assertEqual(evidence.verdicts[("battery", "confirmed")], {"7", "9"})
        self.assertEqual(evidence.verdicts[("sleep", "refuted")], {"7"})
        text = evidence.page()
        self.assertIn("**2 owners have sent a report;", text)
        self.assertRegex(text, r"\| R12 \| `RT11CR_1.00.08_250514` \|.*\| 2 \(4 ✓, 2 ✗\) \|")
        self.assertIn("| `sleep` | Big data 27 returns nights with their stages. | 1 | 1 | 0 |", text)

    def test_of_simulated_rings_are_refused(self):
        with self.assertRaisesRegex(page.WrongEvidence, "simulated"):
            self.evidence({"7-r12.json": REPORT | {"simulated": True}})

    def test_that_the_schema_refuses_are_refused(self):
        self.assertEqual(list(self.evidence({}).report_failures(REPORT)), [])
        for change in [{"version": 2}, {"findings": []}, {"address": "C3:48:9A:00:00:01"}, {"halo": None},
                       {"device": REPORT["device"] | {"serial": "1"}},
                       {"frames": [REPORT["frames"][0] | {"hex": "0"}]}, {"frames": [REPORT["frames"][0] | {"seconds": True}]}]:
            with self.subTest(change=change):
                with self.assertRaisesRegex(page.WrongEvidence, "7-r12.json: report"):
                    self.evidence({"7-r12.json": REPORT | change})

    def test_cannot_break_out_of_the_table(self):
        report = REPORT | {"device": REPORT["device"] | {"model": "R12 | <script>[x](y)", "firmware": "1`|\n2"}}
        [line] = [line for line in self.evidence({"7-r12.json": report}).page().splitlines() if "| R12 script" in line]
        self.assertNotIn("<", line)
        self.assertEqual(line.count("|"), 8)

    def test_must_be_named_after_their_issue(self):
        with self.assertRaisesRegex(page.WrongEvidence, "42-r12"):
            self.evidence({"r12.json": REPORT})


class Captures(Copied):
    def test_of_a_model_without_a_source_are_refused(self):
        vectors = self.root / "Tests/HaloColmiRingTests/Vectors/colmi.jsonl"
        vectors.write_text(vectors.read_text() + json.dumps(
            {"model": "R99", "direction": "received", "frames": ["0340" + "00" * 13 + "43"], "messages": [{"type": "battery"}]}) + "\n")
        with self.assertRaisesRegex(page.WrongEvidence, "R99"):
            self.evidence({})

    def test_that_the_repository_holds_twice_are_counted_once(self):
        before = self.evidence({}).rows["colmi-ring", "R12", ""]
        example = self.root / "Examples/colmi-r12-day.txt"
        example.write_text(example.read_text() * 2 + "03 40 00 00 00 00 00 00 00 00 00 00 00 00 00 43 # new\n")
        after = page.Evidence(self.root).rows["colmi-ring", "R12", ""]
        self.assertEqual(len(after.packets), len(before.packets) + 1)
        self.assertEqual(after.shown - before.shown, {"battery"})


class Schema(unittest.TestCase):
    def test_words_that_are_not_checked_are_refused(self):
        with self.assertRaisesRegex(ValueError, "maxLength"):
            list(schema.failures("a", {"maxLength": 1}))


if __name__ == "__main__":
    unittest.main()
