"""Splits Swift source into code, comments, strings and raw identifiers, without a compiler."""
import re
from typing import NamedTuple

CODE, COMMENT, STRING, NAME = "code", "comment", "string", "name"

# A regular expression /…/, and what may stand before it: otherwise a slash divides.
_REGEX = r"/(?![\s/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/"
_BEFORE_REGEX = re.compile(r"(?:[(,=:\[{!&|]|\breturn)\s*\Z")
# The beginnings of pieces that are not code. Strings without interpolation, the most frequent, are matched whole.
_MARKS = (
    r'(?P<comment>//[^\n]*)|(?P<block>/\*)|#/.*?/#|(?P<plain>"(?!"")(?:[^"\\\n]|\\[^(\n])*")|(?P<hashes>#*)(?P<quote>"""|")'
    r"|`(?P<quoted>[^`\n]*)`|(?P<regex>" + _REGEX + ")")
_MARK, _MARK_OR_PARENTHESIS = re.compile(_MARKS), re.compile(_MARKS + r"|(?P<parenthesis>[()])")
_BLOCK_MARK = re.compile(r"/\*|\*/")


class Piece(NamedTuple):
    """A piece of a file. The marks around a string are code, and so is the text of an interpolation."""
    kind: str
    begin: int
    end: int


def pieces(source):
    """Returns the pieces of a file in order. Together they are the file. A `raw identifier` with a space is a name, other quoted ones are code."""
    found = []
    code = _read(source, 0, 0, found, _MARK)[0]
    if code < len(source):
        found.append(Piece(CODE, code, len(source)))
    return found


def _read(source, code, place, found, mark):
    """Adds pieces up to the end, or to the parenthesis that closes an interpolation.

    `code`: where the current piece of code begins; `place`: where to read on. Returns both.
    """
    depth = 0
    while match := mark.search(source, place):
        group, begin, place = match.lastgroup, match.start(), match.end()
        kind = None
        if group == "parenthesis":
            depth += 1 if source[begin] == "(" else -1
            if depth < 0:
                return code, place
        elif group == "comment":
            kind = COMMENT
        elif group == "plain":
            kind, begin, place = STRING, begin + 1, place - 1
        elif group == "quote":
            if place > code:
                found.append(Piece(CODE, code, place))
            code, place = _read_string(source, place, match["quote"] + match["hashes"], match["hashes"], found)
        elif group == "quoted":
            kind = NAME if " " in match["quoted"] else None
        elif group == "block":
            kind, place = COMMENT, _after_block(source, place)
        elif group == "regex" and not _BEFORE_REGEX.search(source, max(0, begin - 20), begin):
            place = begin + 1
        if kind and place > begin:
            if begin > code:
                found.append(Piece(CODE, code, begin))
            found.append(Piece(kind, begin, place))
            code = place
        if group == "plain":
            place += 1
    return code, len(source)


def _after_block(source, place):
    depth = 1
    while depth and (match := _BLOCK_MARK.search(source, place)):
        depth += 1 if match[0] == "/*" else -1
        place = match.end()
    return len(source) if depth else place


def _read_string(source, begin, closing, hashes, found):
    """Adds the pieces of a string with interpolations. Returns where the code after it begins, and where to read on."""
    mark = re.compile(re.escape(closing) + r"|\\" + hashes + r"(?P<escaped>[\s\S])")
    place = begin
    while match := mark.search(source, place):
        place = match.end()
        is_end = match["escaped"] is None
        if is_end or match["escaped"] == "(":
            text_end = match.start()
            if text_end > begin:
                found.append(Piece(STRING, begin, text_end))
            if is_end:
                return text_end, place
            code, place = _read(source, text_end, place, found, _MARK_OR_PARENTHESIS)
            found.append(Piece(CODE, code, place))
            begin = place
    return begin, len(source)
