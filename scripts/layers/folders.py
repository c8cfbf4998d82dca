"""Finds which folders of a module use which, by names: Swift has no imports inside a module.

A folder is the first level inside a module; the module's own files are the folder ".". These uses are found:

- types, by Swift's rules for nested names: `Kind` inside `Outer` is `Outer.Kind` if there is one;
- members after a type's name (`Outer.member`), even if an extension in another folder declares them, also for types of other modules;
- other members and variables (`value.someName`), if their name has at least two words, and functions outside of types (`name()`); both only if no
  other folder of the module declares the name, and no other module publicly.

These uses are not found, because no name identifies them: initializers (beyond their type's name), operators, subscripts, conformances, a member whose
name has one word or is declared in more than one folder, unless its type precedes it, and a value that is passed on without naming its type.
"""
import collections
from dataclasses import dataclass

from layers import graph

# Members with two-word names that also exist in Swift's own libraries.
_OF_SWIFT = {"standardOutput", "standardError", "standardInput", "stringValue", "withLock", "uuidString"}
# The number of names shown for each use in a circular dependency.
_SHOWN = 5


def failures(sources):
    """Yields the circular dependencies in all modules, from `{module: {path: Source}}`."""
    public = {
        module: {d.name for file in files.values() for d in file.declarations if d.is_public and not d.is_type} for module, files in sources.items()}
    for module, files in sources.items():
        found = Folders(files, set().union(*(names for other, names in public.items() if other != module)))
        for circle in graph.circles(found.graph):
            lines = [f"Sources/{module}: folders depend on each other circularly: {' → '.join(circle)}."]
            for user, used in zip(circle, circle[1:]):
                lines.append(f"  {user} uses {used}:")
                reasons = sorted(found.reasons[user, used], key=lambda reason: (reason.file, reason.line))
                lines += [f"    Sources/{module}/{r.file}:{r.line}: {r.name}, declared in {r.declared_in}" for r in reasons[:_SHOWN]]
                if len(reasons) > _SHOWN:
                    lines.append(f"    and {len(reasons) - _SHOWN} more")
            yield "\n".join(lines)


@dataclass(frozen=True)
class Reason:
    """A use of a name across folders."""
    name: str
    file: str
    line: int
    declared_in: str


class Folders:
    """The folders of one module.

    `sources`: its files, read, by their path inside the module. `public_elsewhere`: names that other modules declare publicly.
    """

    def __init__(self, sources, public_elsewhere=frozenset()):
        self.sources, self.declared_elsewhere = sources, public_elsewhere | _OF_SWIFT
        self.types, self.members, self.names = (collections.defaultdict(set) for _ in range(3))
        self.reasons = collections.defaultdict(set)
        for file, source in sources.items():
            for declared in source.declarations:
                if not declared.is_private:
                    kind = self.types if declared.is_type else self.members
                    kind[declared.owner + (declared.name,)].add(file)
                if not declared.is_type:
                    self.names[declared.name].add(file)
        # Types of other modules that this module extends.
        self.extended = {path[:-1] for path in self.members if path[:-1] not in self.types}
        for file, source in sources.items():
            self.own_types = {d.owner + (d.name,) for d in source.declarations if d.is_type}
            for use in source.uses:
                self._resolve(file, use)

    @property
    def graph(self):
        """Returns the folders that each folder uses."""
        graph = {folder(file): set() for file in self.sources}
        for user, used in self.reasons:
            graph[user].add(used)
        return graph

    def _resolve(self, file, use):
        names, owner = use.path, None
        if not use.is_member:
            if names[0] in ("self", "Self"):
                owner = use.scope
            else:
                owner = self._type(use.scope, names[0])
                if owner is None:
                    self._unqualified(file, use)
                elif owner in self.types and owner not in self.own_types:
                    self._add(file, use, owner, self.types[owner])
            names = names[1:]
        for name in names:
            path = owner + (name,) if owner is not None else None
            if path in self.types:
                self._add(file, use, path, self.types[path])
                owner = path
                continue
            if path in self.members:
                self._add(file, use, path, self.members[path])
            else:
                self._member(file, use, name)
            owner = None

    def _type(self, scope, name):
        """Returns the type that a name refers to inside a type, by its path."""
        for depth in range(len(scope), -1, -1):
            path = scope[:depth] + (name,)
            if path in self.types or path in self.own_types:
                return path
        return (name,) if (name,) in self.extended else None

    def _unqualified(self, file, use):
        """Resolves `someName`: a member of one of the surrounding types, or a function of the module."""
        for depth in range(len(use.scope), -1, -1):
            if use.scope[:depth] + (use.path[0],) in self.members:
                self._member(file, use, use.path[0], is_function=depth == 0 and use.is_called)
                return

    def _member(self, file, use, name, is_function=False):
        has_two_words = any(letter.isupper() for letter in name[1:])
        if (has_two_words or is_function) and name in self.names and name not in self.declared_elsewhere:
            self._add(file, use, (name,), self.names[name])

    def _add(self, file, use, path, declaring):
        used = {folder(other) for other in declaring}
        if len(used) == 1 and (one := used.pop()) != folder(file):
            self.reasons[folder(file), one].add(Reason(".".join(path), file, use.line, min(declaring)))


def folder(file):
    """Returns the folder of a file inside a module."""
    return file.split("/")[0] if "/" in file else "."
