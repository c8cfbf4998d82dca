"""The rules of scripts/check-stored-numbers: conversions of a journal's values that have no bounds."""
import re

import swift_source

# The only files that convert, and two that read no journal: the page's settings and the names of files.
CONVERTERS = {"StoredNumber.swift", "Row+Value.swift", "PageSettingsFile.swift", "StagedFile.swift"}

_ROW = "use `row.value`, `time`, `moment` or `date`, which have bounds"
# Patterns in code, in which each string is one quote, with what to use instead.
_CODE = [
    (r"\b(?:Int(?:\d\d)?|UInt\w*|Double|Float)\??\.fetch(?:One|All|Cursor|Set)\b", "use `db.number` or `db.numbers`, which have bounds"),
    (r"\.fromDatabaseValue\b", "use `checked(in:)` of the value, which has bounds"),
    (r"(?:\b[a-z]\w*|\$\d|\))[?!]?\[\"\]", _ROW),
    (r"\babs\(", "use `magnitude`, which exists for every number"),
    (r"\bInt\((?!stored:|rounded:|exactly:|clamping:|db\.lastInsertedRowID\))", "use `Int(stored:)` for a text, or `Int(rounded:)` for a value"),
    (r"\bJSONDecoder\b", "use `StoredNumber.decoded`, and `Int32` for whole numbers"),
    (r"\bMoment\(start:", "use `row.moment(start:wall:)`, which has bounds"),
    (r"\bas!|\btry!", "use what throws an error"),
]
# Patterns in strings, which are SQL.
_SQL = [(r"\babs\(", "use BETWEEN: abs() of the smallest number is an error that names no file")]


def findings(text):
    """Yields the line and the reason of each conversion in a file."""
    code = []
    for kind, begin, end in swift_source.pieces(text):
        piece = text[begin:end]
        # A string is blank, so that places stay; its marks are code.
        code.append(piece if kind == swift_source.CODE else re.sub(r"[^\n]", " ", piece))
        if kind == swift_source.STRING:
            for pattern, reason in _SQL:
                for match in re.finditer(pattern, piece):
                    yield text.count("\n", 0, begin + match.start()) + 1, reason
    # `"   "` becomes `"`, so that a subscript by a name is found.
    code = re.sub(r'(?:"""|")(\s*)(?:"""|")', lambda match: '"' + "\n" * match[1].count("\n"), "".join(code))
    for pattern, reason in _CODE:
        for match in re.finditer(pattern, code):
            yield code.count("\n", 0, match.start()) + 1, reason
