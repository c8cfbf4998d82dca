"""What scripts/prose reads of a file, and which lines it finds. Part of `make lint`."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "scripts" / "wording")]
import check  # noqa: E402
import spelling  # noqa: E402
import swift_source  # noqa: E402
import text  # noqa: E402


def read(source, ending=text.SWIFT):
    return [(kind, number, line) for kind, number, line in text.read(source, ending)]


class Swift(unittest.TestCase):
    def test_comments_test_names_and_strings_are_read_and_code_is_not(self):
        source = '/// Nobody.\n@Test func `keeps a sample`() { print("one \\(name.count) two") } // why\n'
        self.assertEqual(read(source), [
            ("comments", 1, "Nobody."), ("tests", 2, "keeps a sample"), ("strings", 2, "one "), ("strings", 2, " two"), ("comments", 2, "why")])

    def test_a_string_within_an_interpolation_is_a_string(self):
        self.assertEqual(read('let a = "x \\(f("y", (1, 2))) z"'), [("strings", 1, "x "), ("strings", 1, "y"), ("strings", 1, " z")])

    def test_quotation_marks_in_raw_and_long_strings_do_not_end_them(self):
        self.assertEqual(read('let a = #"say "no""#; let b = """\n  say "so"\n  """ // end')[-1], ("comments", 2 + 1, "end"))

    def test_slashes_within_a_string_are_no_comment(self):
        self.assertEqual(read('let a = "http://x" // y'), [("strings", 1, "http://x"), ("comments", 1, "y")])

    def test_quotation_marks_in_a_regular_expression_begin_no_string(self):
        self.assertEqual(read('let a = b.matches(of: /<x a="([^"/]+)"/) // c'), [("comments", 1, "c")])
        self.assertEqual(read('let a = b / c; let d = "e" // f / g'), [("strings", 1, "e"), ("comments", 1, "f / g")])

    def test_the_pieces_are_the_whole_source(self):
        for path in (ROOT / "Sources" / "HaloText").glob("*.swift"):
            source = path.read_text()
            self.assertEqual("".join(source[piece.begin:piece.end] for piece in swift_source.pieces(source)), source)


class Python(unittest.TestCase):
    def test_comments_and_documentation_are_read_and_strings_are_not(self):
        source = '"""A file."""\nvalue = "one"  # why\n\n\ndef f(a=("""two""",)):\n    """Returns\n    it."""\n    return "three"\n'
        self.assertEqual(read(source, text.PYTHON), [
            ("comments", 1, "A file."), ("comments", 2, "why"), ("comments", 6, "Returns"), ("comments", 7, "it.")])


class Pages(unittest.TestCase):
    def test_code_is_not_read(self):
        source = "A line.\n\n```sh\nnobody knows\n```\nUse `nobody`.\n"
        self.assertEqual(read(source, text.PAGE), [("pages", 1, "A line."), ("pages", 6, "Use ``.")])


class Rules(unittest.TestCase):
    RULES = check.rules(ROOT / "scripts" / "wording" / "rules.txt")

    def found(self, line):
        return [rule.name for rule in self.RULES if rule.matches(line)]

    def test_find_the_idioms_of_the_writing_page(self):
        for name, line in [
            ("who", "Whoever looks again is shown again."), ("what", "What is kept of a frame."), ("where", "`nil` where there is none."),
            ("nobody", "Nobody reads it."), ("tell", "The ring tells its battery."), ("want", "The command wants a name."),
            ("archaic", "It is no more."), ("let", "The belt is let go."), ("metaphor", "A sync brings home a week."),
        ]:
            self.assertIn(name, self.found(line), line)

    def test_the_one_pattern_finds_each_pattern(self):
        any_rule = check.one_pattern(self.RULES)
        for line in ["Who looks again is shown again.", "`nil` where there is none.", "Nobody reads it.", "Whether it listens."]:
            self.assertTrue(any_rule.search(line), line)
        self.assertFalse(any_rule.search("The folder where the journal is."))

    def test_leave_plain_english_alone(self):
        for line in [
            "Returns nil if the text is invalid.", "What can I do?", "The folder where the journal is.", "No more than five requests.",
            "Disconnects the device.", "Reported by the ring.",
        ]:
            self.assertEqual(self.found(line), [], line)


class Spelling(unittest.TestCase):
    def test_code_links_and_names_are_not_judged(self):
        self.assertEqual(
            spelling.words("The `sourse` of Bluetoothd, see scripts/sourse or --sourse: a [sourse](x.md) of 0xsourse"), {"sourse"})

    @unittest.skipUnless(spelling.is_available(), "aspell is not installed")
    def test_a_misspelling_is_found(self):
        empty = pathlib.Path("/dev/null")
        self.assertEqual(spelling.misspelled({"sourse", "source"}, empty), ["sourse"])


if __name__ == "__main__":
    unittest.main()
