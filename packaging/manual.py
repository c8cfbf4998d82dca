#!/usr/bin/env python3
"""Writes the manual page: the help of every command from `halo --experimental-dump-help`, and the hand-written sections around it.

    halo --experimental-dump-help | packaging/manual.py packaging/halo.1.in DATE > halo.1

A line `@COMMANDS@` in the template is replaced by the commands, `@COMMON@` by the options that many of them share, `@VERSION@` and `@DATE@`
by the version and the date. DATE has the format 2026-11-22.
"""
import collections
import json
import re
import sys

# An option that this many commands have is described once.
SHARED_BY = 5


def escaped(text):
    """Escapes text for roff, so that it can be copied from the page unchanged."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")
    return re.sub(r"^(?=[.])", r"\\&", text, flags=re.MULTILINE)


def names(argument):
    """Returns an argument in the form in which it is typed: --json, -h, --device NAME."""
    typed = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument.get("names") or []]
    typed.sort(key=len, reverse=True)
    value = argument.get("valueName", "value")
    if argument["kind"] == "positional":
        return f"\\fI{escaped(value)}\\fR" + ("..." if argument.get("isRepeating") else "")
    bold = ", ".join(f"\\fB{escaped(name)}\\fR" for name in typed)
    return bold if argument["kind"] == "flag" else f"{bold} \\fI{escaped(value)}\\fR"


def shown(argument):
    hidden = {"version", "help"} & {name["name"] for name in argument.get("names") or []}
    return argument.get("shouldDisplay", True) and not hidden


def described(argument):
    said = escaped(argument.get("abstract") or "")
    if argument.get("allValues") and argument["kind"] != "flag":
        said += (" " if said else "") + escaped("One of " + ", ".join(argument["allValues"]) + ".")
    if argument.get("defaultValue") and argument["kind"] != "flag":
        said = (said or "Value") + escaped(f" (default: {argument['defaultValue']})")
    return f".TP\n{names(argument)}\n{said or 'See the help of the command.'}\n"


def synopsis(path, command):
    parts = [f"\\fB{escaped(' '.join(path))}\\fR"]
    if any(shown(a) and a["kind"] != "positional" for a in command.get("arguments") or []):
        parts.append("[\\fIoptions\\fR]")
    for argument in command.get("arguments") or []:
        if argument["kind"] == "positional" and shown(argument):
            parts.append(f"[{names(argument)}]" if argument.get("isOptional") else names(argument))
    if subcommands(command):
        parts.append("\\fIcommand\\fR")
    return " ".join(parts)


def subcommands(command):
    return [sub for sub in command.get("subcommands") or [] if sub["commandName"] != "help" and sub.get("shouldDisplay", True)]


def discussed(text):
    """Formats a discussion: paragraphs, titles in capitals, and indented text unchanged."""
    out, examples, began = [], False, False
    for line in text.splitlines():
        if line.startswith("  ") and line.strip():
            if not examples:
                out.append(".RS 4\n.EX\n")
                examples = True
            out.append(escaped(line.strip()) + "\n")
            continue
        if examples:
            out.append(".EE\n.RE\n")
            examples, began = False, False
        if not line.strip():
            began = False
            continue
        if not began:
            out.append(".PP\n")
            began = True
        title = re.match(r"([A-Z][A-Z ]+):\s*(.*)", line)
        if title:
            out.append(f"\\fI{escaped(title[1].capitalize())}:\\fR {escaped(title[2])}".rstrip() + "\n")
        else:
            out.append(escaped(line.strip()) + "\n")
    return "".join(out) + (".EE\n.RE\n" if examples else "")


def written(command, path, shared):
    """Returns a command and its subcommands."""
    path = [*path, command["commandName"]]
    out = []
    if len(path) > 1:
        out.append(f".SS {escaped(' '.join(path))}\n{synopsis(path, command)}\n.PP\n{escaped(command.get('abstract', ''))}\n")
        out.append(discussed(command.get("discussion") or ""))
        arguments = [a for a in command.get("arguments") or [] if shown(a)]
        out += [described(a) for a in arguments if key(a) not in shared]
        common = [a["preferredName"]["name"] for a in arguments if key(a) in shared]
        if common:
            typed = ", ".join(f"\\fB{escaped('--' + name)}\\fR" for name in common)
            out.append(f".PP\nSee OPTIONS IN COMMON for {typed}.\n")
    for sub in subcommands(command):
        out.append(written(sub, path, shared))
    return "".join(out)


def key(argument):
    return json.dumps(argument, sort_keys=True)


def every(command):
    yield command
    for sub in subcommands(command):
        yield from every(sub)


def main():
    template, date = open(sys.argv[1], encoding="utf-8").read(), sys.argv[2]
    root = json.load(sys.stdin)["command"]
    count = collections.Counter(
        key(a) for command in every(root) for a in command.get("arguments") or [] if shown(a) and a["kind"] != "positional"
    )
    shared = {k: json.loads(k) for k, times in count.items() if times >= SHARED_BY}
    version = sys.argv[3]
    for line in template.splitlines(keepends=True):
        if line.startswith("@COMMANDS@"):
            sys.stdout.write(written(root, [], shared))
        elif line.startswith("@COMMON@"):
            sys.stdout.write("".join(described(a) for a in shared.values()))
        else:
            sys.stdout.write(line.replace("@DATE@", date).replace("@VERSION@", version))


main()
