"""Tests of the pictures that scripts/accuracy draws, and of those in docs/images. Part of `make lint`."""
import pathlib
import sys
import unittest
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks" / "Accuracy"))
import confidence  # noqa: E402
import drawing  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"


def drawn(panels):
    confidence.diagram("test", "A & B", panels)
    text = drawing.PICTURES.pop("test.svg")
    return text, xml.fromstring(text)


def of(picture, name, kind):
    return [element for element in picture.iter(SVG + name) if element.get("class") == kind]


class Diagrams(unittest.TestCase):
    BINS = [(10, 0.55, 0.9), (40, 0.75, 0.5), (3000, 0.98, 0.97)]

    def test_have_a_bar_for_each_bin_and_mark_those_of_few_answers(self):
        _, picture = drawn({"light": self.BINS, "ECG": self.BINS[1:]})
        self.assertEqual(len(of(picture, "rect", "bar")), 4)
        self.assertEqual(len(of(picture, "rect", "few")), 1)

    def test_have_a_diagonal_and_the_counts(self):
        text, picture = drawn({"light": self.BINS})
        self.assertEqual(len(of(picture, "polyline", "truth")), 1)
        self.assertIn(">3,000<", text)

    def test_are_as_high_as_the_share_that_is_right(self):
        _, picture = drawn({"light": [(40, 0.75, 0.5), (40, 0.95, 1.0)]})
        half, whole = (float(bar.get("height")) for bar in of(picture, "rect", "bar"))
        self.assertAlmostEqual(half / whole, 0.5, delta=0.01)

    def test_are_the_same_bytes_for_the_same_numbers(self):
        self.assertEqual(drawn({"light": self.BINS})[0], drawn({"light": self.BINS})[0])

    def test_of_nothing_are_still_a_picture(self):
        self.assertEqual(of(drawn({"light": []})[1], "rect", "bar"), [])


class Shipped(unittest.TestCase):
    def test_pictures_are_small_readable_in_dark_mode_and_shown(self):
        pages = "".join((ROOT / "docs" / page).read_text() for page in ("accuracy.md", "accuracy-movement.md", "where-it-fails.md"))
        paths = [path for kind in ("confidence", "fails") for path in (ROOT / "docs" / "images").glob(f"{kind}-*.svg")]
        self.assertTrue(paths)
        for path in paths:
            with self.subTest(path=path.name):
                text = path.read_text()
                self.assertLess(len(text.encode()), 60_000)
                self.assertIn("prefers-color-scheme:dark", text)
                self.assertIsNotNone(xml.fromstring(text).find(SVG + "title"))
                self.assertIn(f"(images/{path.name})", pages)


if __name__ == "__main__":
    unittest.main()
