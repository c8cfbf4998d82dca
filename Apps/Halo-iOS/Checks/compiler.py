"""Compiles the app against the package's modules and the stubs of Apple's frameworks."""
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess

from places import APP, OUT, PACKAGE, STUBS, TARGETS, TESTS, deployment_target, folders, modules_of, sources

# In this order: later ones import earlier ones. The first contains the APIs of Foundation that exist only on Apple systems.
STUB_MODULES = ("AppleFoundation", "UniformTypeIdentifiers", "Accessibility", "SwiftUI", "Charts", "UIKit", "HealthKit", "ActivityKit", "WidgetKit", "BackgroundTasks",
    "AppIntents", "UserNotifications", "XCTest")
# Each contains what it imports. Two targets include all modules that the app imports.
PACKAGE_TARGETS = ("HaloModels", "HaloVirtualDevices")
# The objects of the program that 'descriptors' links.
LINKED_TARGETS = ("HaloDrivers", "CHaloTexts", "CHaloData")
SETTINGS = (
    "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature",
    "MemberImportVisibility", "-enable-upcoming-feature", "InternalImportsByDefault")
# The folder of the compiler's own macros, such as @Observable. Only its driver finds it by itself.
PLUGINS = pathlib.Path(shutil.which("swiftc")).resolve().parent.parent / "lib/swift/host/plugins"
FORCE = '{"version": 1, "lineLength": 1000, "rules": {"NeverForceUnwrap": true, "NeverUseForceTry": true, "NeverUseImplicitlyUnwrappedOptionals": true}}'


class Failed(Exception):
    """A step failed; the text is the compiler's."""


def run(*command):
    ended = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=APP)
    if ended.returncode:
        raise Failed((ended.stdout + ended.stderr).strip() or f"{command[0]} ended with {ended.returncode}")
    return ended.stdout


class Compiler:
    def __init__(self):
        self.stubs, self.index = OUT / "modules", OUT / "index"
        self.package_build = pathlib.Path(subprocess.run(
            ["swift", "build", "--show-bin-path"], cwd=PACKAGE, check=True, capture_output=True, text=True).stdout.strip())

    def build_package(self):
        for target in (*PACKAGE_TARGETS, *LINKED_TARGETS):
            run(PACKAGE / "scripts/build", "--package-path", PACKAGE, "--target", target)

    def descriptors(self):
        """What the drivers let the system's picker find. The drivers say it themselves, in a program of their modules."""
        program = OUT / "descriptors"
        objects = self._objects(*sorted(modules_of("HaloDrivers")))
        run("swiftc", "-swift-version", "6", *self._paths(self.stubs), APP / "Checks/Descriptors.swift", *objects, "-o", program)
        return json.loads(run(program))

    def _objects(self, *modules):
        """The objects of modules, without those that the build left of sources that no longer exist. Of other packages, all objects."""
        for module in modules:
            names = {path.name for path in (PACKAGE / "Sources" / module).rglob("*") if path.is_file()}
            yield from (part for part in sorted((self.package_build / f"{module}.build").rglob("*.o")) if not names or part.name.removesuffix(".o") in names)

    def _imported(self, module):
        """All modules that a module needs, also those of other packages."""
        waiting, found = [module], {"CSystem"}
        while waiting:
            for source in sources(PACKAGE / "Sources" / waiting.pop()):
                new = set(re.findall(r"^ *(?:@_exported )?(?:(?:public|package|internal|private) )?import (\w+)", source.read_text(), re.M)) - found
                new = {name for name in new if (self.package_build / f"{name}.build").is_dir()}
                found |= new
                waiting += new
        return found

    def health(self, folder):
        """The problems when the sources of a folder write to Health: see Checks/Health.swift."""
        out = OUT / "health"
        out.mkdir(exist_ok=True)
        options = ("-swift-version", "6", "-parse-as-library", "-module-cache-path", OUT / "cache")
        if not (out / "HealthKit.o").exists() or (out / "HealthKit.o").stat().st_mtime < (STUBS / "HealthKit/HealthKit.swift").stat().st_mtime:
            run("swiftc", *options, "-whole-module-optimization", "-emit-module-path", out / "HealthKit.swiftmodule", "-module-name", "HealthKit", "-c", *sources(STUBS / "HealthKit"),
                "-o", out / "HealthKit.o")
        # Only what the program uses is linked. But a function that several objects have may be taken from any of them, which depends on the build: then that object needs the modules
        # that it imports.
        objects = self._objects("HaloHealth", "HaloText", "HaloInterchange", "HaloModels", *sorted(self._imported("HaloModels")))
        (out / "modules.a").unlink(missing_ok=True)
        run("ar", "rcT", out / "modules.a", *objects)
        self._compile(*options, "-module-name", "Health", "-I", out, *self._paths(self.stubs), APP / "Checks/Health.swift", *self._needed(folder), out / "HealthKit.o", out / "modules.a",
            "-lsqlite3", "-lsystemd", "-o", out / "program")
        return run(out / "program").splitlines()

    def build_stubs(self):
        for folder in (self.stubs, self.index):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        self._build_picker()
        for module in STUB_MODULES:
            run(
                "swiftc", "-emit-module", "-module-name", module, *SETTINGS, *self._paths(self.stubs), "-index-store-path", self.index, "-o",
                self.stubs / f"{module}.swiftmodule", *self._needed(STUBS / module))

    def _build_picker(self):
        """AccessorySetupKit of the package without the marks Sendable of its classes: an early header of Apple had them, and the documentation lists fewer.

        Its own sources rely on them, so errors about them are left out; in code that imports it they are errors.
        """
        copy = OUT / "picker"
        shutil.rmtree(copy, ignore_errors=True)
        for path in sources(PACKAGE / "Sources/AccessorySetupKit"):
            target = copy / path.relative_to(PACKAGE / "Sources/AccessorySetupKit")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(re.sub(r"^( *(?:public final|open) class AS\w+: [^{]*?), (?:@unchecked )?Sendable\b", r"\1", path.read_text(), flags=re.M))
        run("swiftc", "-emit-module", "-parse-as-library", "-swift-version", "5", "-strict-concurrency=complete", "-suppress-warnings", "-package-name", PACKAGE.name,
            "-module-name", "AccessorySetupKit", *self._paths(self.stubs), "-o", self.stubs / "AccessorySetupKit.swiftmodule", *sources(copy))

    def parse(self, *folders):
        """Parses for an iPhone: code for other systems is left out."""
        files = [file for folder in folders for file in self._needed(folder)]
        run("swiftc", "-frontend", "-parse", "-parse-as-library", "-target", f"arm64-apple-ios{deployment_target()}", *files)

    def check(self, module, folder, debug=False, stubs=None, through_sil=True):
        """Compiles up to the compiler's last diagnostics, or only type-checks."""
        stubs = stubs or self.stubs
        # A missing module would make '#if canImport' false, and an empty check pass.
        for place, names in ((stubs, STUB_MODULES), (self.package_build / "Modules", PACKAGE_TARGETS)):
            for name in names:
                if not (place / f"{name}.swiftmodule").exists():
                    raise Failed(f"the module {name} is missing")
        mode = ("-emit-sil", "-Onone", "-o", os.devnull) if through_sil else ("-typecheck",)
        self._compile("-whole-module-optimization", *mode, *self._common(module, stubs, debug), *self._needed(folder))

    def check_tests(self, stage):
        """Compiles the tests. Those of the app import it."""
        host = OUT / "host"
        host.mkdir(exist_ok=True)
        self._compile("-emit-module", "-enable-testing", "-o", host / "Halo.swiftmodule", *self._common("Halo", self.stubs, debug=True), *self._needed(stage / "Halo"))
        for target in TESTS:
            self._compile("-typecheck", "-whole-module-optimization", "-I", host, *self._common(target, self.stubs, debug=True), *self._needed(stage / target))

    def add_to_index(self, module, folder):
        """Adds the uses of all symbols to the index. Without the driver, which gives all files one unit, so that only the last remains."""
        files = self._needed(folder)
        units = OUT / "units"
        units.write_text("\n".join(f"{file}.o" for file in files))
        self._compile(
            "-frontend", "-typecheck", *self._common(module, self.stubs, debug=True), "-index-store-path", self.index, "-index-ignore-stdlib",
            "-index-unit-output-path-filelist", units, *(part for file in files for part in ("-primary-file", file)))

    def trees(self, files, primary, *options):
        """Some sources of a module with their syntax trees, after type-checking."""
        trees = OUT / "trees"
        trees.mkdir(exist_ok=True)
        outputs = [trees / f"{number}.json" for number in range(len(primary))]
        self._compile(
            "-frontend", "-dump-ast", "-dump-ast-format", "json", *options, *(part for file in files for part in (("-primary-file", file) if file in primary else (file,))),
            *(part for output in outputs for part in ("-o", output)))
        return ((file, json.loads(output.read_text())) for file, output in zip(primary, outputs))

    def target_trees(self, target, folder):
        files = self._needed(folder)
        return self.trees(files, files, *self._common(target, self.stubs, debug=True))

    def package_trees(self, folder, imports):
        """The sources of a module of the package that import one of some modules."""
        files = self._needed(folder)
        return self.trees(files, [file for file in files if re.search(imports, file.read_text(), re.M)], *self._package_options(folder.name, self.stubs))

    def type_check(self, module, modules, files, primary):
        """Type-checks some files of a module of the package, with modules that take the place of others."""
        self._compile(
            "-frontend", "-typecheck", *self._package_options(module, modules),
            *(part for file in files for part in (("-primary-file", file) if file in primary else (file,))))

    def _package_options(self, module, modules):
        return ("-module-name", module, *SETTINGS, "-package-name", PACKAGE.name, "-plugin-path", PLUGINS, "-I", modules, *self._paths(self.stubs))

    def _compile(self, *arguments):
        try:
            run("swiftc", *arguments)
        except Failed as error:
            raise Failed(str(error).replace(f"{OUT}/", "")) from None

    def _common(self, module, stubs, debug):
        return ("-module-name", module, *SETTINGS, *(["-DDEBUG"] if debug else []), *self._paths(stubs))

    def stage(self, name):
        """Copies the app's sources. In a copy, a source that imports Foundation also imports what Foundation has only on Apple systems: no other does."""
        stage = OUT / name
        for target in (*TARGETS, *TESTS):
            shutil.rmtree(stage / target, ignore_errors=True)
            for path in sources(*folders(APP, target)):
                copy = stage / target / (path.relative_to(APP / target) if path.is_relative_to(APP / target) else path.relative_to(APP))
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_text(with_apple_foundation(path.read_text()))
        return stage

    def lint(self, *folders):
        ended = subprocess.run(
            ["swift", "format", "lint", "--strict", "--recursive", "--configuration", FORCE, *folders], capture_output=True, text=True)
        if found := re.findall(r"^.*\[Never\w+\].*$", ended.stdout + ended.stderr, re.M):
            raise Failed("\n".join(found))

    @functools.cached_property
    def _includes(self):
        """The folders of C modules. Read at the first use: the build fetches two of them."""
        maps = [*PACKAGE.glob("Sources/C*/module.modulemap"), *PACKAGE.glob("Sources/C*/include/module.modulemap")]
        maps += [PACKAGE / ".build/checkouts" / part / "module.modulemap" for part in ("GRDB.swift/Sources/GRDBSQLite", "swift-system/Sources/CSystem/include")]
        return [part for path in maps if path.exists() for part in ("-I", path.parent)]

    def _paths(self, stubs):
        return ("-I", stubs, "-I", self.package_build / "Modules", *self._includes)

    @staticmethod
    def _needed(folder):
        files = [folder] if folder.is_file() else sources(folder)
        if not files:
            raise Failed(f"no sources in {folder}")
        return files


def with_apple_foundation(text):
    return re.sub(r"^( *)import Foundation$", r"\1import Foundation; import AppleFoundation", text, flags=re.M)
