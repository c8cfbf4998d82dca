"""Finds idioms and misspellings in what a person reads."""
import re
import subprocess

import spelling
import text

KINDS = ("comments", "tests", "strings", "pages", "spelling")
# The folders that are read, besides the files at the top.
PLACES = ("Sources", "Tests", "Apps", "Examples", "Benchmarks", "Tools", "scripts", "docs", "packaging")
ALLOW = re.compile(r"prose:allow \S+")
ALLOW_FILE = re.compile(r"prose:allow-file \S+")


class Finding:
    """A line that breaks a rule, or has a misspelled word."""

    def __init__(self, path, line, kind, rule, advice, shown):
        self.path, self.line, self.kind, self.rule, self.advice, self.shown = path, line, kind, rule, advice, shown

    def __str__(self):
        return f"{self.path}:{self.line}: {self.rule} ({self.advice}): {self.shown.strip()[:160]}"


class Rule:
    """Regular expressions of one idiom, and what to write instead."""

    def __init__(self, name, advice):
        self.name, self.advice, self.patterns = name, advice, []

    def matches(self, line):
        return any(pattern.search(line) for pattern in self.patterns)


def rules(path):
    """Returns the rules of a file: each is a line "[name] advice", then their patterns, one a line."""
    found = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        heading = re.fullmatch(r"\[([\w-]+)\] (.+)", line)
        if heading:
            found.append(Rule(*heading.groups()))
        elif line and not line.startswith("# "):
            found[-1].patterns.append(re.compile(line))
    return found


def one_pattern(every_rule):
    """Returns one regular expression for the patterns of all rules. Most patterns begin with a word's boundary, which is looked for once."""
    patterns = [pattern.pattern for rule in every_rule for pattern in rule.patterns]
    words = "|".join(pattern[2:] for pattern in patterns if pattern.startswith(r"\b"))
    return re.compile("|".join([rf"\b(?:{words})", *(f"(?:{pattern})" for pattern in patterns if not pattern.startswith(r"\b"))]))


def files(root, paths):
    """Yields the files that are read, in order: all of them, or those at these paths."""
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard"], check=True, capture_output=True, text=True)
    for name in sorted(listed.stdout.split("\n")):
        path = root / name
        if not path.is_file() or not text.ending(path):
            continue
        if "/" in name and not name.startswith(tuple(place + "/" for place in PLACES)):
            continue
        if paths and not any(path == one or one in path.parents for one in paths):
            continue
        yield path


def all_findings(root, paths=()):
    """Returns the findings in these files, or in all, and how many lines of each kind were read."""
    every_rule = rules(root / "scripts/wording/rules.txt")
    any_rule = one_pattern(every_rule)
    findings, lines, words = [], {}, {}
    for path in files(root, paths):
        name = str(path.relative_to(root))
        source = path.read_text(encoding="utf-8")
        if ALLOW_FILE.search(source):
            continue
        whole = source.split("\n")
        for kind, number, line in text.read(source, text.ending(path)):
            lines[kind] = lines.get(kind, 0) + 1
            if ALLOW.search(whole[number - 1]):
                continue
            if any_rule.search(line):
                rule = next(rule for rule in every_rule if rule.matches(line))
                findings.append(Finding(name, number, kind, rule.name, rule.advice, line))
            if kind == "strings" and " " not in line.strip():
                # A key or another word for machines.
                continue
            for word in spelling.words(line):
                words.setdefault(word, []).append((name, number, line))
    if not spelling.is_available():
        return findings, lines
    lines["spelling"] = len(words)
    for word in spelling.misspelled(words, root / "scripts/wording/words.txt"):
        name, number, line = words[word][0]
        findings.append(Finding(name, number, "spelling", f"'{word}'", "fix it, or add it to scripts/wording/words.txt", line))
    return findings, lines
