"""What scripts/measures finds in a file with planted formats. Part of `make lint`."""
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = r"""
func texts(_ meters: Double, _ speed: Double, _ minutes: Int, _ rate: Int) {
  let a = Phrase("\(meters / 1000, digits: 1) km")
  let b = String(format: "%.1f", meters)
  let c = "\((speed * 10).rounded() / 10) is fast"
  let d = Phrase("\(minutes / 60) h \(minutes % 60) min")
  let e = Phrase("The belt runs at \(speed) km/h.")
  let f = MeasureWording.distance(meters)
  /// "\(meters) km" in a comment
  let g = Phrase("\(rate) of them")
  // measures:allow the field is in meters
  let h = Phrase("\(meters) m per day")
  let i = speed * 3.6
  let j = "\(speed * 3.6) an hour"
}
"""


class Measures(unittest.TestCase):
    def test_own_formats_are_found(self):
        with tempfile.TemporaryDirectory() as temporary:
            (pathlib.Path(temporary) / "Texts.swift").write_text(SOURCE)
            ended = subprocess.run([ROOT / "scripts/measures", temporary], capture_output=True, text=True)
        self.assertEqual(ended.returncode, 1)
        self.assertEqual([int(line.split("Texts.swift:")[1].split(":")[0]) for line in ended.stdout.splitlines()], [3, 4, 5, 6, 7, 14])

    def test_the_sources_have_none(self):
        ended = subprocess.run([ROOT / "scripts/measures"], capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
