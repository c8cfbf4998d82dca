"""Compiles what the linked modules contain for an iPhone: the branches of `#if` that the package's build on Linux leaves out.

The conditions are decided as Xcode does for an iPhone, in a copy of the sources. The copy is type-checked against the modules of the package, the part of Darwin
in Checks/Darwin.swift, and AccessorySetupKit without the marks that Apple's does not have. A condition that is unknown here is an error.
"""
import re
import shutil

import compiler
from places import APP, OUT, PACKAGE, linked_modules, sources

# What holds on an iPhone. An app without traits has none of the package's.
TRUE = {"os(iOS)", "canImport(Darwin)", "canImport(Foundation)", "canImport(AccessorySetupKit)", "canImport(CoreBluetooth)", "arch(arm64)", "_runtime(_ObjC)"}
FALSE = {
    "os(Linux)", "os(macOS)", "os(Android)", "os(Windows)", "canImport(Glibc)", "canImport(Musl)", "canImport(FoundationEssentials)", "canImport(CDispatch)", "canImport(CLinux)", "arch(x86_64)",
    "targetEnvironment(macCatalyst)", "BlueZ", "Dashboard", "TLS"}
# Each branch is compiled in one of these; both would differ for few sources.
BUILDS = {"debug, in a simulator": {"DEBUG": True, "targetEnvironment(simulator)": True}, "release": {"DEBUG": False, "targetEnvironment(simulator)": False}}
LINUX = {"os(Linux)", "canImport(Glibc)", "canImport(FoundationEssentials)", "canImport(CDispatch)", "canImport(Foundation)", "canImport(CLinux)", "arch(x86_64)", "BlueZ", "Dashboard", "DEBUG"}
DIRECTIVE = re.compile(r"\s*#(if|elseif|else|endif)\b(.*)")
ATOM = re.compile(r"\w+\(\w+\)|\b(?!and\b|or\b|not\b)[A-Za-z_]\w*\b")
# Modules that do not exist on Apple systems.
FOREIGN = re.compile(r"^\s*(?:\w+ )?import (Glibc|Musl|FoundationEssentials|CLinux|CSystemd)\b", re.M)
# The only functions of C that may be used through Foundation: those of <math.h>.
MATH = {"exp", "log", "log2", "log10", "pow", "sqrt", "sin", "cos", "tan", "atan2", "atan", "acos", "asin", "hypot", "tanh", "erf", "fabs", "floor", "ceil", "round", "exp2", "log1p", "expm1",
        "cbrt", "lgamma", "tgamma", "fmod", "erfc"}


def resolve(text, path, values):
    """The text with the lines of other systems blanked, and for each branch of a condition its line and whether it is compiled."""
    lines, branches, stack = [], [], []

    def holds(condition, line):
        def value(match):
            if match[0] not in values:
                raise compiler.Failed(f"{path}:{line}: whether '{match[0]}' holds on an iPhone is unknown to Checks/darwin.py")
            return str(values[match[0]])
        words = condition.split("//")[0].replace("&&", " and ").replace("||", " or ").replace("!", " not ")
        return bool(eval(ATOM.sub(value, words), {"__builtins__": {}}))

    for number, line in enumerate(text.splitlines(), 1):
        match = DIRECTIVE.match(line)
        if not match:
            lines.append(line if all(active for active, _ in stack) else "")
            continue
        word, condition = match.groups()
        if word == "endif":
            stack.pop()
        else:
            taken = word != "if" and stack.pop()[1]
            outer = all(active for active, _ in stack)
            active = not taken and outer and (word == "else" or holds(condition, number))
            stack.append((active, taken or active))
            branches.append((number, active))
        lines.append("")
    return "\n".join(lines) + "\n", branches


def with_apple_modules(text):
    """Imports what the package's modules for Foundation and C contain on Apple systems: their own builds contain Linux's."""
    text = re.sub(r"^(\s*(?:\w+ )?import )HaloFoundation$", r"\1Foundation", text, flags=re.M)
    return re.sub(r"^(\s*(?:\w+ )?import )HaloLibc$", r"\1Darwin", text, flags=re.M)


class Darwin:
    """The iPhone's version of the linked modules in a folder of sources."""

    def __init__(self, swift, sources_folder=PACKAGE / "Sources"):
        self.swift, self.folder, self.modules = swift, sources_folder, OUT / "darwin-modules"

    def build_stubs(self):
        """The part of Darwin, and AccessorySetupKit with the marks of Apple's headers."""
        self.modules.mkdir(exist_ok=True)
        compiler.run("swiftc", "-emit-module", "-parse-as-library", "-suppress-warnings", "-module-name", "Darwin", "-o", self.modules / "Darwin.swiftmodule", APP / "Checks/Darwin.swift")

    def check(self, only=None):
        """Type-checks the sources with conditions. Returns the problems, and how many branches only this compiles."""
        problems, gained = [], set()
        for module in sorted(only or linked_modules()):
            resolved = {}
            for build, values in BUILDS.items():
                values = dict.fromkeys(TRUE, True) | dict.fromkeys(FALSE, False) | values
                texts, changed, others = {}, set(), False
                for path in sources(self.folder / module):
                    written = path.read_text()
                    text = with_apple_modules(written)
                    # Compiled against AccessorySetupKit as Apple has it.
                    if text != written or re.search(r"import AccessorySetupKit$", text, re.M):
                        changed.add(path)
                    texts[path], branches = resolve(text, path, values)
                    here, elsewhere = resolve(text, path, dict.fromkeys(values, False) | dict.fromkeys(LINUX, True))
                    gained |= {(path, line) for (line, active), (_, there) in zip(branches, elsewhere) if active and not there}
                    if texts[path] != here:
                        changed.add(path)
                        # What other sources use may be declared differently.
                        others |= {line for text in (texts[path], here) for line in text.splitlines() if line.strip() and not re.match(r"\s*(\w+ )?import ", line)
                            and line not in (here if text is texts[path] else texts[path])} != set()
                    problems += [f"{path}: {name} does not exist on an iPhone" for name in FOREIGN.findall(texts[path])]
                    if re.search(r"^\s*(?:\w+ )?import Darwin$", texts[path], re.M):
                        # On Linux Foundation contains Glibc, whose functions would be ambiguous with Darwin's.
                        texts[path] = re.sub(r"^(\s*(?:\w+ )?import Foundation)$", r"\1Essentials", texts[path], flags=re.M)
                        texts[path] = re.sub(r"\bstat\((?!\))", "_stat(", texts[path])
                resolved[build] = texts
                if changed and texts not in [other for name, other in resolved.items() if name != build]:
                    self._compile(module, texts, set(texts) if others else changed)
        return problems, len(gained)

    def _compile(self, module, texts, changed):
        copy = OUT / "darwin" / module
        shutil.rmtree(copy, ignore_errors=True)
        files = []
        for path, text in texts.items():
            files.append(copy / path.relative_to(self.folder / module))
            files[-1].parent.mkdir(parents=True, exist_ok=True)
            files[-1].write_text(text)
        primary = {copy / path.relative_to(self.folder / module) for path in changed}
        self.swift.type_check(module, self.modules, files, primary)


def c_functions(uses, folder=PACKAGE / "Sources"):
    """The functions and constants of C that linked modules use, also through Foundation, and that an iPhone does not have."""
    known = set(re.findall(r"\b(?:func|var|struct|typealias) (\w+)", (APP / "Checks/Darwin.swift").read_text())) | MATH
    values = dict.fromkeys(TRUE, True) | dict.fromkeys(FALSE, False) | BUILDS["release"]
    texts, problems = {}, []
    for file, line, usr, name in sorted(set(uses)):
        if not usr.startswith("c:") or re.match(r"c:@(M|CM)@|c:@F@halo_|c:objc", usr):
            continue
        if not file.is_file():
            continue
        if file not in texts:
            texts[file] = resolve(file.read_text(), file, values)[0].splitlines()
        if texts[file][line - 1].strip() and name.split("(")[0] not in known:
            problems.append(f"{file}:{line}: '{name}' ({usr}) is not in Checks/Darwin.swift: does an iPhone have it?")
    return problems
