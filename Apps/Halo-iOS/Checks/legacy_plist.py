"""Reads an old-style property list, the format of Xcode's project files: `{ key = value; list = (a, b, ); }`."""
import re

TOKEN = re.compile(r'\s+|//[^\n]*|/\*.*?\*/|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<word>[A-Za-z0-9_./$:]+)|(?P<sign>[{}()=;,])', re.S)


class Invalid(Exception):
    pass


def parse(text):
    tokens, place = [], 0
    while place < len(text):
        match = TOKEN.match(text, place)
        if not match:
            raise Invalid(f"line {text.count(chr(10), 0, place) + 1}: {text[place:place + 20].splitlines()[0]!r} is not expected")
        if match.lastgroup:
            tokens.append((match.lastgroup, match[0], text.count("\n", 0, place) + 1))
        place = match.end()
    tokens.append(("end", "the end", text.count("\n") + 1))
    tokens.reverse()

    def expect(sign):
        kind, value, line = tokens.pop()
        if value != sign or kind != "sign":
            raise Invalid(f"line {line}: '{sign}' expected, not '{value}'")

    def next_is(sign):
        return tokens[-1][:2] == ("sign", sign)

    def token():
        kind, value, line = tokens.pop()
        if kind == "quoted":
            return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match[1], match[1]), value[1:-1])
        if kind != "word":
            raise Invalid(f"line {line}: a word expected, not '{value}'")
        return value

    def value():
        if next_is("{"):
            expect("{")
            entries = {}
            while not next_is("}"):
                line, key = tokens[-1][2], token()
                if key in entries:
                    raise Invalid(f"line {line}: duplicate key '{key}'")
                expect("=")
                entries[key] = value()
                expect(";")
            expect("}")
            return entries
        if next_is("("):
            expect("(")
            items = []
            while not next_is(")"):
                items.append(value())
                if not next_is(")"):
                    expect(",")
            expect(")")
            return items
        return token()

    result = value()
    if tokens[-1][0] != "end":
        raise Invalid(f"line {tokens[-1][2]}: '{tokens[-1][1]}' after the end")
    return result
