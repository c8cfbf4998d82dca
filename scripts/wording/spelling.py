"""Misspelled words, found by aspell."""
import re
import shutil
import subprocess

# Code in backticks, links, paths, options, placeholders and escapes are no prose.
LINK = re.compile(r"\]\([^)]*\)")
NO_PROSE = re.compile(r"`[^`]*`|\S*[/\\_@=<>{}]\S*|--?[a-z][\w-]*|\S*\w\.\w\S*|%\S+|0x\w+|&\w+;")
# Lower-case words only: names and abbreviations are not judged.
WORD = re.compile(r"(?<![\w'’-])[a-z]{4,}(?![\w]|['’-]\w)")


def words(line):
    """The words of a line that are judged."""
    return set(WORD.findall(NO_PROSE.sub(" ", LINK.sub(" ", line))))


def is_available():
    """Returns whether aspell is installed."""
    return shutil.which("aspell") is not None


def misspelled(found, list_of_words):
    """Those of these words that neither aspell's American dictionary nor the committed list has, in order."""
    known = set(list_of_words.read_text(encoding="utf-8").split())
    rest = sorted(set(found) - known)
    result = subprocess.run(
        ["aspell", "list", "--lang=en_US", "--encoding=utf-8"], input="\n".join(rest), check=True, capture_output=True, text=True)
    return sorted(set(result.stdout.split()))
