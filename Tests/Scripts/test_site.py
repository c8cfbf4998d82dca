"""What scripts/site finds in scripts with planted errors. Part of `make lint`."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = {
    "part.js": '/** @param {number} count */\nexport const twice = (count) => 2 * count;\ntwice("1");\n',
    "app.js": 'import { twice } from "./part.js";\nlet unused = twice(1);\ndocument.querySelector("p").remove();\n',
    "worker.js": 'import { twice } from "./part.js";\nconsole.log(twice(1), document.title);\n',
    "long.js": f"// {'w' * 117}\n// {'w' * 118}\nconsole.log(\n  `{'text ' * 30}`);\nconsole.log(`{'text ' * 30}`);\n"}
LONG = ["long.js:2: 121 columns; wrap the line at 120", "long.js:5: 166 columns; wrap the line at 120"]
# The types of part.js are checked with the page and with the worker, and reported once.
WRONG = ["app.js:2: TS6133", "app.js:3: TS2531", "part.js:3: TS2345", "worker.js:2: TS2584"]


class Site(unittest.TestCase):
    def test_long_lines_and_wrong_types_are_found(self):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary).resolve()
            for name, text in SCRIPTS.items():
                (folder / name).write_text(text)
            ended = subprocess.run([ROOT / "scripts/site", folder], capture_output=True, text=True)
        problems = [line.removeprefix(f"{folder}/") for line in ended.stdout.splitlines() if not line.startswith(" ")]
        self.assertEqual(ended.returncode, 1)
        self.assertEqual(problems[:2], LONG)
        expected = WRONG if shutil.which("tsc") else []
        self.assertEqual(sorted(":".join(problem.split(":")[:3]) for problem in problems[2:]), expected)


if __name__ == "__main__":
    unittest.main()
