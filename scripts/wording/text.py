"""What a person reads in a file: its comments, the names of its tests, its strings, or the prose of a page; and what only a machine reads."""
import ast
import io
import re
import tokenize

# The endings of files that are read.
SWIFT, SCRIPT, PYTHON, PAGE, SHELL = ".swift", ".js", ".py", ".md", ".sh"

FENCE = re.compile(r"^\s*(```|~~~)")
# A regular expression /…/ of Swift, and what may stand before it: otherwise a slash divides.
REGEX = re.compile(r"/(?![\s/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/")
BEFORE_REGEX = re.compile(r"(?:[(,=:\[{!&|]|\breturn)\s*\Z")


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


class Span:
    """A piece of a file: its kind (code, comment, string or name), its first line, from 1, and its text."""

    def __init__(self, kind, line, text):
        self.kind, self.line, self.text = kind, line, text

    def lines(self):
        """Yields each line of the piece with its number."""
        for offset, text in enumerate(self.text.split("\n")):
            yield self.line + offset, text


def swift(source):
    """Yields the pieces of Swift source, in order; together they are the source.

    The text of an interpolation in a string is code. A `raw identifier` with a space is a name.
    """
    place, line, code = 0, 1, 0

    def span(kind, begin, end):
        nonlocal line
        text = source[begin:end]
        found = Span(kind, line, text)
        line += text.count("\n")
        return found

    # Of each open string: its closing mark, its escape, and the depth of parentheses of the interpolation being read.
    strings = []
    length = len(source)
    while place < length:
        two = source[place:place + 2]
        if two == "//":
            if place > code:
                yield span("code", code, place)
            end = source.find("\n", place)
            end = length if end < 0 else end
            yield span("comment", place, end)
            place = code = end
        elif two == "/*":
            if place > code:
                yield span("code", code, place)
            depth, end = 1, place + 2
            while depth and end < length:
                if source.startswith("/*", end):
                    depth, end = depth + 1, end + 2
                elif source.startswith("*/", end):
                    depth, end = depth - 1, end + 2
                else:
                    end += 1
            yield span("comment", place, end)
            place = code = end
        elif two == "#/":
            place = source.find("/#", place) + 2
        elif source[place] == "/" and (regex := REGEX.match(source, place)) and BEFORE_REGEX.search(source, max(0, place - 20), place):
            place = regex.end()
        elif source[place] == "`":
            end = source.find("`", place + 1) + 1
            if " " in source[place:end]:
                if place > code:
                    yield span("code", code, place)
                yield span("name", place, end)
                code = end
            place = end
        elif source[place] == '"' or (source[place] == "#" and re.match(r'#+"', source[place:place + 8])):
            marks = re.match(r"#*", source[place:]).group()
            quote = '"""' if source.startswith('"""', place + len(marks)) else '"'
            strings.append([quote + marks, "\\" + marks, 0])
            place += len(marks) + len(quote)
            if place > code:
                yield span("code", code, place)
            code, place = yield from _string(source, place, strings, span)
        elif strings and source[place] == "(":
            strings[-1][2] += 1
            place += 1
        elif strings and source[place] == ")":
            strings[-1][2] -= 1
            place += 1
            if strings[-1][2] == 0:
                yield span("code", code, place)
                code, place = yield from _string(source, place, strings, span)
        else:
            place += 1
    if place > code:
        yield span("code", code, place)


def _string(source, place, strings, span):
    """Reads a string's text up to its closing mark, or up to an interpolation; returns where code begins, and where to read on."""
    quote, escape, _ = strings[-1]
    begin = place
    while place < len(source):
        if source.startswith(quote, place):
            if place > begin:
                yield span("string", begin, place)
            strings.pop()
            return place, place + len(quote)
        if source.startswith(escape + "(", place):
            if place > begin:
                yield span("string", begin, place)
            strings[-1][2] = 0
            return place, place + len(escape)
        place += len(escape) + 1 if source.startswith(escape, place) else 1
    strings.pop()
    return begin, place


def read(source, ending):
    """Yields what a person reads, by line: its kind (comments, tests, strings or pages), the number of the line, and the text."""
    if ending == SWIFT:
        kinds = {"comment": "comments", "name": "tests", "string": "strings"}
        for span in swift(source):
            if span.kind in kinds:
                for number, line in span.lines():
                    line = line.strip("/*` \t") if span.kind != "string" else line
                    if line:
                        yield kinds[span.kind], number, line
    elif ending == SCRIPT:
        yield from _script(source)
    elif ending == PYTHON:
        yield from _python(source)
    elif ending == SHELL:
        yield from _shell(source)
    elif ending == PAGE:
        yield from _page(source)


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


def _python(source):
    """Comments and docstrings of Python."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            found.append((token.start[0], token.string.strip("# ")))
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            if isinstance(body[0].value.value, str):
                for offset, line in enumerate(body[0].value.value.split("\n")):
                    found.append((body[0].lineno + offset, line.strip()))
    for number, line in sorted(found):
        if line:
            yield "comments", number, line


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
