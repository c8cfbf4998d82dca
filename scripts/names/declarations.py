"""Reads the declarations, words and comments of a Swift file. This is not a full parser: names are enough for the check of identifiers."""
import re
from dataclasses import dataclass, field
from typing import NamedTuple

import swift_source

WORD, HYPHENATED = re.compile(r"[^\W\d]\w*"), re.compile(r"\w+(?:-\w+)+")
OPTION = re.compile(r"(?<![\w-])--([a-z][\w-]*)")
_TYPES = ("struct", "class", "enum", "actor", "protocol", "extension", "typealias", "associatedtype")
_MODIFIERS = {"func", "var", "let", "subscript", "init", "case", "indirect", "final", "override"}
# A brace, or a keyword of a declaration with its name after it.
_DECLARATION = re.compile(
    r"[{}]|\b(?P<keyword>" + "|".join(_TYPES) + r"|func|var|let|case|macro)\s+(?=`?(?P<name>[^\W\d][\w.]*|[-+*/<>=!&|^~%]+))"
    r"|(?<![.\w])(?P<special>init|subscript)(?=[?!]?[(<])")
_SIMPLE_LIST = re.compile(r"\(([^()\[\]<>{}]*)\)")
_BRACKET = re.compile(r"[()\[\]<>{},]|->")
# Strings whose words are names: keys, paths and options without a space, and SQL.
_SQL = re.compile(r"\b(?:SELECT|INSERT|CREATE|UPDATE|DELETE|PRAGMA|ALTER)\b")


class Function(NamedTuple):
    """A function, an initializer, a subscript or a case with values: its type's path, its labels, its parameters' names, and which of them a call may omit."""
    owner: tuple
    labels: tuple
    names: tuple
    optional: tuple


class Comment(NamedTuple):
    """Consecutive lines of comments, the line of the first, and the offset of the code after them."""
    line: int
    lines: list
    after: int


@dataclass
class Source:
    code: str = ""
    comments: list = field(default_factory=list)
    words: set = field(default_factory=set)  # of the code, and of strings that are names
    code_words: set = field(default_factory=set)
    files: set = field(default_factory=set)  # strings that may be names of files
    options: set = field(default_factory=set)  # in strings
    tests: set = field(default_factory=set)
    types: set = field(default_factory=set)  # paths
    members: list = field(default_factory=list)  # (owner, name); the owner is None for a variable inside a function
    functions: list = field(default_factory=list)  # (name, Function)
    inherited: list = field(default_factory=list)  # (type, names in its list of conformances)


def read(text):
    source, parts, length, line = Source(), [], 0, 1
    since = ""  # the code since the last comment
    for kind, begin, end in swift_source.pieces(text):
        piece = text[begin:end]
        if kind == swift_source.CODE:
            parts.append(piece)
            since += piece
            length += len(piece)
            line += piece.count("\n")
            continue
        lines = piece.count("\n")
        if kind == swift_source.COMMENT:
            _add_comment(source, piece, line, length, is_same=not since.strip())
            since = ""
        elif kind == swift_source.STRING:
            source.options.update(OPTION.findall(piece))
            if " " not in piece or _SQL.search(piece):
                source.words.update(WORD.findall(piece), HYPHENATED.findall(piece))
                if "." in piece:
                    source.files.add(piece)
        else:
            source.tests.add(piece[1:-1])
        line += lines
        parts.append("\n" * lines)
        length += lines
    source.code = "".join(parts)
    source.code_words.update(WORD.findall(source.code))
    source.words |= source.code_words
    _find_declarations(source)
    return source


def _add_comment(source, piece, line, length, is_same):
    """Adds a comment, or a line to the comment on the line before it."""
    text = re.sub(r"\A(///?|/\*\*?) ?|\*/\Z", "", piece)
    last = source.comments[-1] if source.comments else None
    if last and is_same and piece.startswith("//") and last.line + len(last.lines) == line:
        last.lines.append(text)
        source.comments[-1] = last._replace(after=length)
    else:
        source.comments.append(Comment(line, text.split("\n"), length))


def _find_declarations(source):
    code, scopes, pending = source.code, [()], None
    for match in _DECLARATION.finditer(code):
        scope, mark = scopes[-1], match[0]
        if mark == "{":
            if pending:
                path, header = pending
                source.inherited.append((path, _conformances(code[header:match.start()])))
            scopes.append(pending[0] if pending else None)
            pending = None
        elif mark == "}":
            if len(scopes) > 1:
                scopes.pop()
        elif keyword := match["keyword"]:
            name = match["name"].rstrip(".")
            if name in _MODIFIERS:
                continue
            end = match.end("name")
            if keyword in _TYPES:
                pending = _add_type(source, keyword, name, scope, code, end) or pending
            elif keyword == "case" and scope is not None:
                _add_cases(source, scope, code, match.start("name"))
            elif keyword != "case":
                source.members.append((scope, name))
                if keyword in ("func", "macro") and (function := parameters(code, end, scope)):
                    source.functions.append((name, function))
        elif function := parameters(code, match.end("special"), scope):
            if scope is not None:
                source.members.append((scope, match["special"]))
                source.functions.append((match["special"], function))


def _add_type(source, keyword, name, scope, code, end):
    """Returns the path of the type whose body follows, and where its conformances begin."""
    path = tuple(name.split("."))
    if keyword != "extension":
        path = (scope or ()) + path
        source.types.add(path)
        if scope:
            source.members.append((scope, name))
    if keyword in ("typealias", "associatedtype"):
        line = code[end:code.find("\n", end)]
        source.inherited.append((path, WORD.findall(line)))
        return None
    return path, end


def _conformances(header):
    """Returns the names in a list of conformances, and of types in the conditions of an extension."""
    return WORD.findall(header) if ":" in header else ()


def _add_cases(source, scope, code, place):
    """Adds the cases of an enumeration: `a, b(C), d = 1`."""
    while match := re.compile(r"\s*`?([^\W\d]\w*)`?").match(code, place):
        source.members.append((scope, match[1]))
        place = match.end()
        if code.startswith("(", place):
            function = parameters(code, place, scope)
            if not function:
                return
            source.functions.append((match[1], function))
            # The names of values are as public as the case, and JSON has them.
            source.members += [((*scope, match[1]), label) for label in function.labels if label != "_"]
            place = _after_brackets(code, place)
        value = re.compile(r"\s*=\s*[^\n,]+").match(code, place)
        place = value.end() if value else place
        comma = re.compile(r"\s*,").match(code, place)
        if not comma:
            return
        place = comma.end()


def _after_brackets(code, place):
    depth = 0
    for match in _BRACKET.finditer(code, place):
        mark = match[0]
        if mark in "([{":
            depth += 1
        elif mark in ")]}":
            depth -= 1
            if depth == 0:
                return match.end()
    return len(code)


def parameters(code, place, owner=()):
    """Returns the function whose list of parameters begins after a place; None if there is no list."""
    match = re.compile(r"`?[?!]?\s*(<)?").match(code, place)
    if match[1]:
        depth = 0
        for bracket in re.compile(r"<|(?<!-)>").finditer(code, match.end() - 1):
            depth += 1 if bracket[0] == "<" else -1
            if not depth:
                break
        place = bracket.end()
    else:
        place = match.end()
    if not code.startswith("(", place):
        return None
    simple = _SIMPLE_LIST.match(code, place)
    parts = simple[1].split(",") if simple else _split(code, place)
    labels, names, optional = [], [], []
    for part in parts:
        head, colon, rest = part.partition(":")
        words = re.sub(r"@\w+(\([^)]*\))?", "", head).replace("`", "").split()
        if not part.strip():
            continue
        labels.append(words[0] if colon and words else "_")
        names.append(words[-1] if colon and words else "_")
        # One with a default, and a closure, which may follow the list.
        optional.append("=" in rest or "->" in rest)
    return Function(owner, tuple(labels), tuple(names), tuple(optional))


def _split(code, place):
    """Returns the parameters of a list with nested brackets."""
    parts, depth, begin = [], 0, place + 1
    for match in _BRACKET.finditer(code, place):
        mark = match[0]
        if mark == "->":
            continue
        if mark in "([{<":
            depth += 1
        elif mark in ")]}>":
            depth -= 1
            if depth == 0:
                return parts + [code[begin:match.start()]]
        elif depth == 1:
            parts.append(code[begin:match.start()])
            begin = match.end()
    return parts
