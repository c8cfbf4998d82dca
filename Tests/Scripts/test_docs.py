"""Checks links between pages, and the table of modules. Part of `make lint`."""
import pathlib
import re
import subprocess
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Places(unittest.TestCase):
    def test_that_begin_with_a_module_exist(self):
        """The table of modules names existing files and folders below each module."""
        table = (ROOT / "docs/architecture.md").read_text().split("## Modules")[1].split("\n## ")[0]
        for row in table.splitlines():
            cells = [re.findall(r"`([^`]+)`", cell) for cell in row.split("|")[1:-1]]
            if len(cells) == 3 and cells[0]:
                for place in cells[2]:
                    found = any((ROOT / "Sources" / module / place).exists() for module in cells[0])
                    self.assertTrue(found, f"docs/architecture.md names {place} of {cells[0]}, which does not exist")


class Links(unittest.TestCase):
    def test_to_files_work(self):
        pages = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
        for page in pages:
            text = re.sub(r"```.*?```", "", (ROOT / page).read_text(), flags=re.S)
            for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text):
                with self.subTest(page=page, link=link):
                    self.assertTrue((ROOT / page).parent.joinpath(link).exists(), f"{page} links to {link}, which does not exist")


class Index(unittest.TestCase):
    """docs/README.md leads to every page under docs/, and every page leads back to it or to its guide's own index."""

    INDEX = ROOT / "docs" / "README.md"
    PAGES = sorted((ROOT / "docs").rglob("*.md"))

    @staticmethod
    def links(page):
        text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
        return {(page.parent / link).resolve() for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)}

    def test_has_every_page(self):
        # docs/proofs.md lists the reports of the releases.
        listed = self.links(self.INDEX) | self.links(ROOT / "docs" / "proofs.md")
        for page in self.PAGES:
            with self.subTest(page=page.relative_to(ROOT)):
                self.assertTrue(page == self.INDEX or page in listed)

    def test_is_linked_from_every_page(self):
        indexes = {self.INDEX, ROOT / "docs" / "drivers.md", ROOT / "docs" / "guide" / "README.md"}
        for page in self.PAGES:
            with self.subTest(page=page.relative_to(ROOT)):
                self.assertTrue(page == self.INDEX or indexes - {page} & self.links(page))

    def test_pages_are_short(self):
        for page in [*self.PAGES, ROOT / "README.md"]:
            with self.subTest(page=page.relative_to(ROOT)):
                limit = 120 if page == ROOT / "README.md" else 250
                self.assertLessEqual(len(page.read_text().splitlines()), limit)


class Modules(unittest.TestCase):
    def test_each_is_described(self):
        layers = tomllib.loads((ROOT / "scripts/layers/layers.toml").read_text())["layer"]
        page = (ROOT / "docs/architecture.md").read_text()
        for module in (module for layer in layers for module in layer["modules"]):
            self.assertIn(f"`{module}`", page)


if __name__ == "__main__":
    unittest.main()
