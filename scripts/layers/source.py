"""Reads Swift source as tokens, and finds imports, declarations and uses in it. This is not a full parser: see folders.py for its limits."""
import re
from dataclasses import dataclass, field
from typing import NamedTuple

import swift_source

# The conditions of `#if`, names, numbers, punctuation, ends of lines.
_TOKEN = re.compile(
    r"#(?:if|elseif)\b[^\n]*|`(?P<quoted>[^`\n]+)`|(?P<name>[^\W\d]\w*)|\d[\w.]*(?<!\.)|(?P<mark>[{}().:,=<>@?!&|\[\]-])|(?P<end>\n)")
_TYPES = {"struct", "class", "enum", "actor", "protocol", "extension", "typealias", "associatedtype"}
_MEMBERS = {"func", "var", "let", "case"}
_IMPORTED = {"struct", "class", "enum", "protocol", "typealias", "func", "var", "let"}
_MODIFIERS = {
    "public", "package", "open", "internal", "private", "fileprivate", "static", "class", "final", "indirect", "nonisolated", "mutating",
    "override", "lazy", "weak", "unowned", "required", "convenience", "async", "borrowing", "consuming", "isolated", "prefix", "postfix"}
_NOT_TYPE_NAMES = _MODIFIERS | _MEMBERS | {"init", "subscript"}


class Token(NamedTuple):
    text: str
    line: int
    is_name: bool


@dataclass(frozen=True)
class Declaration:
    """A declaration. `owner` is the path of the enclosing type, or of the type that its extension extends: () at the top level."""
    name: str
    owner: tuple
    is_type: bool
    is_private: bool
    is_public: bool
    line: int


@dataclass(frozen=True)
class Use:
    """A name or a path of names (`Outer.Inner.member`), and the path of the enclosing types.

    `is_member`: a dot precedes it, and before the dot is something other than a name (`value().name`, `.name`). `is_called`: arguments
    or a closure follow.
    """
    path: tuple
    scope: tuple
    line: int
    is_member: bool = False
    is_called: bool = False


@dataclass(frozen=True)
class Scope:
    """The scope of a pair of braces: the path of the enclosing types, and whether it is a type's body or code."""
    path: tuple = ()
    is_of_type: bool = True
    is_private: bool = False
    is_public: bool = False


@dataclass
class Source:
    imports: dict = field(default_factory=dict)  # each imported module, with the line
    exports: set = field(default_factory=set)  # the modules that are imported for the users of this one, too
    declarations: list = field(default_factory=list)
    uses: list = field(default_factory=list)


def tokens(text):
    """Returns the tokens of a file, without comments and strings, including the code in string interpolations, in parentheses."""
    found, line = [], 1
    for kind, begin, end in swift_source.pieces(text):
        if kind in (swift_source.COMMENT, swift_source.STRING):
            line += text.count("\n", begin, end)
            continue
        for match in _TOKEN.finditer(text, begin, end):
            group = match.lastgroup
            if group == "end":
                line += 1
            elif group:
                found.append(Token(match[group], line, group != "mark"))
    return found


def read(text):
    """Finds the imports, declarations and uses in a file."""
    source, all_tokens = Source(), tokens(text)
    # For each open brace: its scope, and the number of open parentheses around it. A closure in an argument list contains statements.
    scopes, open_parentheses = [Scope()], [0]
    opening, index = None, 0
    while index < len(all_tokens):
        token, scope = all_tokens[index], scopes[-1]
        if token.is_name:
            following = all_tokens[index + 1] if index + 1 < len(all_tokens) and all_tokens[index + 1].is_name else None
            if token.text == "import" and following and scope == Scope():
                # `import struct Module.Name` imports the module as well.
                if any(before.text == "_exported" and before.line == token.line for before in all_tokens[max(0, index - 3):index]):
                    source.exports.add(following.text)
                index += 2 if following.text in _IMPORTED else 1
                source.imports.setdefault(all_tokens[index].text, all_tokens[index].line)
                index += 1
                continue
            is_statement = scope.is_of_type and not open_parentheses[-1] and following and (not index or all_tokens[index - 1].text != ".")
            if is_statement and token.text in _TYPES and following.text not in _NOT_TYPE_NAMES:
                index, opening = _declare_type(source, all_tokens, index, scope)
            elif is_statement and token.text in _MEMBERS:
                index = _declare_members(source, all_tokens, index, scope)
            else:
                index = _use(source, all_tokens, index, scope.path)
            continue
        if token.text == "{":
            scopes.append(opening or Scope(scope.path, is_of_type=False))
            open_parentheses.append(0)
            opening = None
        elif token.text == "}" and len(scopes) > 1:
            scopes.pop()
            open_parentheses.pop()
        elif token.text in "()":
            open_parentheses[-1] += 1 if token.text == "(" else -1
        index += 1
    return source


def _access(all_tokens, index, scope):
    """Returns whether the declaration at a keyword is private to its file, and whether other modules can see it."""
    is_private, is_public, at = scope.is_private, scope.is_public, index - 1
    while at >= 0:
        if all_tokens[at].text == ")" and at > 2 and all_tokens[at - 2].text == "(":
            at -= 4 if all_tokens[at - 3].text in _MODIFIERS else len(all_tokens)  # `private(set)` restricts only the setter
            continue
        if all_tokens[at].text not in _MODIFIERS:
            break
        is_private |= all_tokens[at].text in ("private", "fileprivate")
        is_public |= all_tokens[at].text in ("public", "package", "open")
        at -= 1
    return is_private, is_public


def _declare_type(source, all_tokens, index, scope):
    """Returns the index after the type's name, and the scope that its brace opens; None for a type without one."""
    keyword, at = all_tokens[index].text, index + 1
    name = all_tokens[at]
    is_private, is_public = _access(all_tokens, index, scope)
    if keyword == "extension":
        path = (name.text,)
        while at + 2 < len(all_tokens) and all_tokens[at + 1].text == "." and all_tokens[at + 2].is_name:
            at += 2
            path += (all_tokens[at].text,)
        source.uses.append(Use(path, (), name.line))
        return at + 1, Scope(path, True, is_private, is_public)
    source.declarations.append(Declaration(name.text, scope.path, True, is_private, is_public, name.line))
    if keyword in ("typealias", "associatedtype"):
        return at + 1, None
    # Members of a protocol or an enumeration have its visibility; members of other types need a modifier.
    return at + 1, Scope(scope.path + (name.text,), True, is_private, is_public and keyword in ("protocol", "enum"))


def _declare_members(source, all_tokens, index, scope):
    """Handles `func a`, `var a`, `let a`, `case a, b(C)`. Returns the index after the first name."""
    is_private, is_public = _access(all_tokens, index, scope)
    names, at, depth = [all_tokens[index + 1]], index + 2, 0
    while all_tokens[index].text == "case" and at + 1 < len(all_tokens):
        text = all_tokens[at].text
        depth += (text == "(") - (text == ")")
        if depth == 0 and text not in (")", "=", ",", "-"):
            break
        if depth == 0 and text == "," and all_tokens[at + 1].is_name:
            names.append(all_tokens[at + 1])
            at += 1
        at += 1
    for name in names:
        source.declarations.append(Declaration(name.text, scope.path, False, is_private, is_public, name.line))
    return index + 2


def _use(source, all_tokens, index, scope):
    start, before = index, all_tokens[index - 1].text if index else ""
    names = [all_tokens[index].text]
    while index + 2 < len(all_tokens) and all_tokens[index + 1].text in ".?!":
        step = 2 if all_tokens[index + 1].text == "." else 3
        if step == 3 and (index + 3 >= len(all_tokens) or all_tokens[index + 2].text != "."):
            break
        if not all_tokens[index + step].is_name:
            break
        index += step
        names.append(all_tokens[index].text)
    following = all_tokens[index + 1].text if index + 1 < len(all_tokens) else ""
    # `name:` is an argument label, a parameter, a property, or one branch of `? :`, whose names usually occur elsewhere too.
    if not (len(names) == 1 and following == ":" and names[0][:1].islower()):
        source.uses.append(Use(tuple(names), scope, all_tokens[start].line, before == ".", following in ("(", "{")))
    return index + 1
