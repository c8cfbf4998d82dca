"""Finds where a Swift source makes a text for people of a runtime string, or uses one as an id."""
import re

RULES = (
    (re.compile(r"\bPhrase(?:\.init)?\(stringLiteral:"), "a Phrase of a runtime string has no German; pass a Phrase instead of a String"),
    (re.compile(r"\.english\s*(?:[=!]=|\.\w)|[=!]=\s*[\w.()?!$]+\.english\b|\[[\w.$]+\.english\]"),
     "a text for people is no id; compare ids, or enumerations"),
)


def problems(text):
    """Returns the place of each problem in a source without comments, with the reason."""
    return [(match.start(), reason) for pattern, reason in RULES for match in pattern.finditer(text)]
