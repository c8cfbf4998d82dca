"""Checks over the compiler's syntax tree, with the types that it found: closures that the system calls on another queue, and texts that are not translated."""
import json
import re

from places import APP

STRING = "$sSSD"
LETTER = re.compile(r"[^\W\d_]")
WORD = re.compile(r"[^\W\d_]{2,}")
# Texts of these forms are names for programs, not for people: arguments with these labels or of these functions, options, and suffixes of names.
LABELS = {"path", "filePath", "restoreIdentifier", "systemImage", "systemName", "systemImageName", "named", "decorative", "forInfoDictionaryKey", "string", "kind", "ofKind", "withName", "wearer"}
FUNCTIONS = {"id", "previewDisplayName"}
OPTION = re.compile(r"(--|\.)[a-z]+")
# What these modules are given is shown or spoken.
SHOWING = {"SwiftUI", "Charts", "WidgetKit", "AppIntents", "UserNotifications", "AppleFoundation"}
# What these modules call, they call on a queue of theirs, unless the call names the main queue.
CALLING = {
    "BackgroundTasks", "UserNotifications", "HealthKit", "ActivityKit", "AppIntents", "AccessorySetupKit", "CoreBluetooth", "Foundation", "FoundationEssentials", "AppleFoundation",
    "Dispatch"}
# The types whose literals are looked up in a catalog, and the catalog.
CATALOGS = {"LocalizedStringKey": "Localizable", "LocalizedStringResource": "Localizable", "ShortcutPhrase": "AppShortcuts"}


def _module(usr):
    """The module of a Swift symbol, from its mangled name."""
    match = re.match(r"s:(\d+)", usr)
    return usr[match.end():match.end() + int(match[1])] if match else ""


def _reference(node):
    """The declaration that an expression names or calls: its name and symbol."""
    while isinstance(node, dict):
        if node.get("_kind") in ("declref_expr", "member_ref_expr", "other_constructor_ref_expr") and isinstance(node.get("decl"), dict):
            return node["decl"].get("base_name", ""), node["decl"].get("decl_usr", "")
        node = node.get("fn") or node.get("sub_expr")
    return "", ""


def _children(node):
    for value in node.values():
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, dict):
                yield child


def _all(node, *kinds):
    """A node and its children, of these kinds if any are given."""
    if not kinds or node.get("_kind") in kinds:
        yield node
    for child in _children(node):
        yield from _all(child, *kinds)


class Tree:
    """One source, and its problems."""

    def __init__(self, tree, source, name, keys):
        self.text, self.name, self.keys = source.read_bytes(), name, keys
        self.problems, self.seen, self.constants, self.used = [], set(), {}, set()
        self._walk(tree, [])
        self.sinks = list(self._sinks(tree))

    def _place(self, node):
        start = next((part["range"]["start"] for part in _all(node) if "range" in part), 0)  # implicit calls have no place of their own
        return f"{self.name}:{self.text[:start].count(10) + 1}"

    def _walk(self, node, path):
        kind = node.get("_kind")
        if kind == "interpolated_string_literal_expr" and "range" in node:
            calls = [(call, _reference(call)[0]) for call in _all(node, "call_expr")]
            own = [call for call, name in calls if name == "appendLiteral"]
            pieces = {piece["range"]["start"]: piece["value"] for call in own for piece in _all(call.get("args", {}), "string_literal_expr") if "range" in piece}
            self._literal(node, [pieces[start] for start in sorted(pieces)], path)
            self.seen |= pieces.keys()
        elif kind == "string_literal_expr" and "range" in node:
            self._literal(node, [node["value"]], path)
        elif kind == "call_expr":
            self._call(node)
        elif kind == "assign_expr":
            _, usr = _reference(node.get("dest", {}))
            self._closure(node.get("src", {}), usr)
        for child in _children(node):
            self._walk(child, path + [node])

    def _literal(self, node, pieces, path):
        start, type, text = node["range"]["start"], node.get("type", ""), "".join(pieces)
        if start in self.seen:
            return
        self.seen.add(start)
        for name, catalog in CATALOGS.items():
            if name in type:
                key = r"(?:%(?:lld|@|lf)|\$\{\w+\})".join(re.escape(piece if len(pieces) == 1 else piece.replace("%", "%%")) for piece in pieces if piece or len(pieces) == 1)
                key = ("" if pieces[0] else r"(?:%\w+|%@|\$\{\w+\})?") + key + ("" if pieces[-1] else r"(?:%\w+|%@|\$\{\w+\})?")
                found = {known for known in self.keys.get(catalog, ()) if re.fullmatch(key, known)}
                self.used |= found
                if not found and LETTER.search(text):
                    self.problems.append(f"{self._place(node)}: {text!r} is not in {catalog}.xcstrings")
                return
        if type != STRING or not WORD.search(text) or OPTION.fullmatch(text):
            return
        near = next(((at, step) for at, step in reversed(list(enumerate(path))) if step.get("_kind") in (
            "argument", "closure_expr", "brace_stmt", "pattern_entry", "assign_expr", "parameter", "enum_element_decl", "enum_case_decl")), (0, {}))
        kind, label = near[1].get("_kind"), near[1].get("label")
        if kind in ("enum_element_decl", "enum_case_decl"):
            return
        if kind == "argument":
            call = next((step for step in reversed(path[:near[0]]) if step.get("_kind") == "call_expr"), {})
            if label in LABELS or not label and _reference(call)[0] in FUNCTIONS:
                return
        line = self.text[:start].decode().rpartition("\n")[2]
        if kind == "pattern_entry" and " " not in text and (declared := re.search(r"\blet (\w+)", line)):
            self.constants[declared[1]] = text
            return
        self.problems.append(f"{self._place(node)}: {text!r} is shown as it is, or its form is unknown to Checks/syntax.py: only names and data need no translation")

    def _call(self, node):
        _, usr = _reference(node)
        if _module(usr) not in CALLING:
            return
        arguments = node.get("args", {}).get("args", [])
        on_main = any(_reference(part)[0] == "main" for part in (
            *(argument.get("expr", {}) for argument in arguments), *_all(node.get("fn", {}), "member_ref_expr")))
        if not on_main:
            for argument in arguments:
                self._closure(argument.get("expr", {}), usr)

    def _closure(self, node, usr):
        """A closure that is isolated to an actor checks its queue when it is called, and traps on another one."""
        if _module(usr) not in CALLING:
            return
        while node and node.get("_kind") != "closure_expr":
            # A closure with a list of captures is inside of that.
            node = next(_all(node, "closure_expr"), {}) if node["_kind"] == "capture_list" else node.get("sub_expr") or {}
        type = node.get("type", "")
        isolated = "global_actor_isolated" in node or "actor_isolated" in node
        if isolated and node.get("escaping") and "ScMYc" not in type and not re.search(r"Ya(?:Yb|K|YT)*cD$", type):
            problem = f"{self._place(node)}: the system calls this closure on a queue of its own, and it belongs to an actor: mark it @Sendable, or form it outside of the actor"
            if problem not in self.problems:
                self.problems.append(problem)

    def _sinks(self, tree):
        """The declarations that are shown: (place, name)."""
        for node in _all(tree, "call_expr", "assign_expr"):
            _, usr = _reference(node.get("dest", node) if node["_kind"] == "assign_expr" else node)
            if _module(usr) not in SHOWING:
                continue
            shown = [node.get("src", {})] if node["_kind"] == "assign_expr" else [
                argument.get("expr", {}) for argument in node.get("args", {}).get("args", ()) if argument.get("label") not in LABELS]
            for part in shown:
                for used in _all(part, "declref_expr", "member_ref_expr") if part.get("type") in (STRING, "$sSSSgD") else ():
                    yield self._place(node), used.get("decl", {}).get("base_name", "")


def problems(swift, target, folder):
    """The problems of a target's sources."""
    keys = {path.stem: set(json.loads(path.read_text())["strings"]) for path in (APP / target).glob("*.xcstrings")}
    trees = [Tree(tree, file, f"{target}/{file.relative_to(folder)}", keys) for file, tree in swift.target_trees(target, folder)]
    constants = {name for tree in trees for name in tree.constants} | {"rawValue"}
    found = [problem for tree in trees for problem in tree.problems]
    # The app's catalog is generated.
    unused = keys.get("Localizable", set()) - set().union(*(tree.used for tree in trees)) if target == "HaloWidget" else ()
    found += [f"{target}: Localizable.xcstrings has {key!r}, which no source shows" for key in sorted(unused)]
    return found + sorted({f"{place}: '{name}' is shown as it is" for tree in trees for place, name in tree.sinks if name in constants})


def closures(swift, sources_folder):
    """The closures of the linked modules that the system would call on another queue than their actor's."""
    return [
        problem for module in ("HaloModels", "HaloAppleRadio")
        for file, tree in swift.package_trees(sources_folder / module, r"^ *(?:\w+ )?import (AccessorySetupKit|CoreBluetooth|Dispatch)$")
        for problem in Tree(tree, file, f"{module}/{file.name}", {}).problems if "belongs to an actor" in problem]
