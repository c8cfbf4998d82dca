"""Compares the modules of the package with the list of allowed imports, layers.toml."""
from layers import graph


LIST, MANIFEST = "scripts/layers/layers.toml", "Package.swift"


class Layers:
    """The list, as read from layers.toml. `lines`: the line of each module in the list and in Package.swift, by file."""

    def __init__(self, declared, lines=None):
        self._lines = lines or {}
        self.system = set(declared["system"])
        self.simulator, self.may_link_simulator = set(declared["simulator"]["modules"]), set(declared["simulator"]["linked-by"])
        self.process, self.may_use_process = [tuple(name.split(".")) for name in declared["process"]["names"]], set(declared["process"]["used-in"])
        self.allowed = {module: imports for layer in declared["layer"] for module, imports in layer["modules"].items()}
        self.order = {module: index for index, module in enumerate(self.allowed)}

    def _place(self, file, module):
        line = self._lines.get(file, {}).get(module)
        return f"{file}:{line}" if line else file

    def failures(self, sources):
        """Compares the list with the imports in `{module: {path: Source}}`."""
        imported = {module: _imports(module, files) for module, files in sources.items()}
        exported = {module: set().union(*(file.exports for file in files.values())) for module, files in sources.items()}
        seen = {}  # the imports of each module, with what those export; lower layers come first, so theirs are complete
        for module in self.allowed:
            seen[module] = set(imported.get(module, ())).union(*(exported.get(name, ()) for name in imported.get(module, ())))
            exported.get(module, set()).update(*(exported.get(name, ()) for name in exported.get(module, ())))
        for module in sorted(imported.keys() - self.allowed.keys()):
            yield f"Sources/{module}: the module is not in scripts/layers/layers.toml. Add it to its layer, with its imports."
        for module, allowed in self.allowed.items():
            if module not in imported:
                yield f"{self._place(LIST, module)}: there is no module {module} in Sources. Remove it."
                continue
            used = imported[module]
            for name in sorted(used.keys() - self.system - set(allowed)):
                yield f"{used[name]}: {module} must not import {name}. If it should, add {name} to its line in scripts/layers/layers.toml."
            for name in allowed:
                if name not in seen[module]:
                    yield f"{self._place(LIST, module)}: {module} may import {name}, but no file does. Remove {name} from its line."
                elif self.order.get(name, -1) > self.order[module]:
                    yield f"{self._place(LIST, module)}: {module} imports {name}, which is listed above it. A module imports from lower layers only."
        modules = {module: {name for name in used if name in imported} for module, used in imported.items()}
        for circle in graph.circles(modules):
            edges = "; ".join(f"{imported[user][used]} imports {used}" for user, used in zip(circle, circle[1:]))
            yield f"{imported[circle[0]][circle[1]]}: modules import each other circularly: {' → '.join(circle)} ({edges})."

    def manifest_failures(self, dependencies):
        """Compares the list with the dependencies that Package.swift declares: `{module: names}`."""
        for module, allowed in self.allowed.items():
            own = {name for name in allowed if name in self.allowed}
            for name in sorted(own - set(dependencies.get(module, ()))):
                yield f"{self._place(MANIFEST, module)}: {module} imports {name}, but does not depend on it. Add the dependency."
            for name in sorted({name for name in dependencies.get(module, ()) if name in self.allowed} - own):
                yield f"{self._place(MANIFEST, module)}: {module} depends on {name}, but must not import it. Remove the dependency."

    def simulator_failures(self):
        """Yields modules that link the simulator, directly or indirectly, without being listed."""
        for module in self.allowed:
            if module not in self.may_link_simulator | self.simulator and (chain := self._chain_to_simulator(module)):
                yield (
                    f"{self._place(LIST, module)}: {module} links the simulator ({' → '.join(chain)}). Move the code that needs it out of {module}.")

    def process_failures(self, sources):
        """Yields the places in `{module: {path: Source}}` that use what belongs to the process, outside of the listed files."""
        using = set()
        for module, files in sources.items():
            for path, file in files.items():
                for use in file.uses:
                    name = next((name for name in self.process if use.path[: len(name)] == name), None)
                    if not name or use.is_member or (name[-1].islower() and len(name) == 1 and not use.is_called):
                        continue
                    using.add(f"{module}/{path}")
                    if f"{module}/{path}" not in self.may_use_process:
                        yield (
                            f"Sources/{module}/{path}:{use.line}: {'.'.join(name)} belongs to the process. Pass it in, or use HaloTerminal's "
                            "StandardStreams, HaloCommand's ProgramContext and EnvironmentVariable.")
        for path in sorted(self.may_use_process - using):
            yield f"{LIST}: Sources/{path} uses nothing of the process. Remove it from [process]."

    def _chain_to_simulator(self, module):
        chains, seen = [[module]], {module}
        for chain in chains:
            for name in self.allowed.get(chain[-1], ()):
                if name in self.simulator:
                    return chain + [name]
                if name not in seen | self.may_link_simulator:
                    seen.add(name)
                    chains.append(chain + [name])
        return None


def _imports(module, files):
    """Returns a module's own imports, each with the location of the first one."""
    found = {}
    for path, file in files.items():
        for name, line in file.imports.items():
            found.setdefault(name, f"Sources/{module}/{path}:{line}")
    return found
