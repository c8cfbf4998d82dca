"""Which terms and quotation marks scripts/texts finds in German texts. Part of `make lint`."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "wording"))
import german  # noqa: E402

GLOSSARY = german.terms((ROOT / "docs" / "writing.md").read_text())


class Glossary(unittest.TestCase):
    def found(self, text):
        return german.problems(text, GLOSSARY)

    def test_a_forbidden_term_is_found_in_any_form(self):
        for text in (
                "Ruhepuls", "Pulswerte", "52 Schläge/min", "%@–%@/min", "8 h geschlafen, auf um 07:10.", "Abgleich läuft", "3 Datenpakete",
                "Zeit unsicher", "Gleichmaß", "die mittlere absolute Abweichung vom Median", "im Schnitt 7 h"):
            self.assertTrue(self.found(text), text)

    def test_exceptions_and_the_glossary_terms_are_allowed(self):
        for text in (
                "ein Pulsoximeter", "Herzfrequenz 52 bpm", "um 07:10 aufgewacht", "Zeit zweifelhaft", "das Zeitlimit", "‚speedLimit‘ stellt sie ein",
                "eine temporäre Kopie", "der Datenträger", "Median der absoluten Abweichungen"):
            self.assertEqual(self.found(text), [], text)

    def test_only_single_german_quotation_marks_are_allowed(self):
        for text in ("'halo sync'", "„halo sync“", "“Schlaf”", "‚halo sync'", "halo sync‘", "als \"Uhr\""):
            self.assertEqual(self.found(text), ["quotation marks other than ‚…‘"], text)
        self.assertEqual(self.found('Verwende ‚halo forget "%@" --yes‘.'), [])

    def test_a_page_without_the_column_is_refused(self):
        with self.assertRaises(ValueError):
            german.terms("| term | German |\n|---|---|\n| frame | Frame |")
