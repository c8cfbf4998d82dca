"""What a person reads in a file: its comments, the names of its tests, its strings, or the prose of a page; and what only a machine reads."""
import io
import re
import tokenize

import swift_source

# The endings of files that are read.
SWIFT, SCRIPT, PYTHON, PAGE, SHELL = ".swift", ".js", ".py", ".md", ".sh"

FENCE = re.compile(r"^\s*(```|~~~)")


def ending(path):
    """Returns the kind of a file, by its name or else by its first line; an empty text for files without prose."""
    if path.suffix in (SWIFT, SCRIPT, PYTHON, PAGE, SHELL):
        return path.suffix
    if path.suffix:
        return ""
    with open(path, "rb") as file:
        first = file.readline(80)
    if not first.startswith(b"#!"):
        return ""
    return PYTHON if b"python" in first else SHELL if b"sh" in first else ""


def read(source, ending):
    """Yields what a person reads, by line: its kind (comments, tests, strings or pages), the number of the line, and the text."""
    if ending == SWIFT:
        yield from _swift(source)
    elif ending == SCRIPT:
        yield from _script(source)
    elif ending == PYTHON:
        yield from _python(source)
    elif ending == SHELL:
        yield from _shell(source)
    elif ending == PAGE:
        yield from _page(source)


SWIFT_KINDS = {swift_source.COMMENT: "comments", swift_source.NAME: "tests", swift_source.STRING: "strings"}


def _swift(source):
    """Comments, names with spaces, which are those of tests, and strings without the code in their interpolations."""
    line = 1
    for kind, begin, end in swift_source.pieces(source):
        piece = source[begin:end]
        if kind in SWIFT_KINDS:
            for number, text in enumerate(piece.split("\n"), line):
                if text := text if kind == swift_source.STRING else text.strip("/*` \t"):
                    yield SWIFT_KINDS[kind], number, text
        line += piece.count("\n")


COMMENT = re.compile(r"(?:^|\s)//+\s?(.*)$")
SHELL_COMMENT = re.compile(r"(?:^|\s)# (.*)$")
TEMPLATE = re.compile(r"t`([^`]*)`")


def _script(source):
    """Comments and texts (t`…`) of JavaScript. A line within /* */ begins with an asterisk."""
    for number, line in enumerate(source.split("\n"), 1):
        comment = COMMENT.search(line) or re.match(r"\s*/?\*+/?\s?(.*)$", line)
        if comment and comment.group(1):
            yield "comments", number, comment.group(1)
        for template in TEMPLATE.findall(line):
            yield "strings", number, template


# Tokens after which a string is documentation, not a value.
STATEMENT = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.NL, tokenize.COMMENT, tokenize.ENCODING)
MARKS = re.compile(r"^\w*(\"\"\"|\"|')|(\"\"\"|\"|')$")


def _python(source):
    """Comments and docstrings of Python."""
    before, depth = tokenize.ENCODING, 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        depth += (token.string in ("(", "[", "{")) - (token.string in (")", "]", "}"))
        if token.type == tokenize.COMMENT:
            if text := token.string.strip("# "):
                yield "comments", token.start[0], text
        elif token.type == tokenize.STRING and not depth and before in STATEMENT:
            for number, line in enumerate(MARKS.sub("", token.string).split("\n"), token.start[0]):
                if line := line.strip():
                    yield "comments", number, line
        before = token.type


def _shell(source):
    """Comments of a shell script, without its first line."""
    for number, line in enumerate(source.split("\n"), 1):
        comment = SHELL_COMMENT.search(line)
        if comment and number > 1:
            yield "comments", number, comment.group(1)


def _page(source):
    """The prose of Markdown, without fenced code and without code in backticks."""
    fenced = False
    for number, line in enumerate(source.split("\n"), 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and line.strip():
            yield "pages", number, re.sub(r"`[^`]*`", "``", line)
