"""Which uses of texts as data scripts/texts finds in Swift sources. Part of `make lint`."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts/wording"))
import ids  # noqa: E402


class IDs(unittest.TestCase):
    def test_texts_as_data_are_found(self):
        for source in (
                "let name = Phrase(stringLiteral: family.name)", "names.map(Phrase.init(stringLiteral:))", 'if words.english == "off" {}',
                "first { key == $0.phrase.english }", "settings[quantity.english]", "name.english.lowercased()", "a.english\n    != b"):
            self.assertEqual(len(ids.problems(source)), 1, source)

    def test_texts_for_people_and_other_literals_are_not(self):
        for source in (
                'Phrase("Sleep")', "Wording(.english)", "language == .english", "logger.debug(phrase.english)", "Environment.Key(stringLiteral: name)",
                "debugDescription: phrase.english, underlyingError: error", "case .english: [:]"):
            self.assertEqual(ids.problems(source), [], source)


if __name__ == "__main__":
    unittest.main()
