"""Checks an Xcode project file as far as that is possible without Xcode: its objects, references, targets, folders and packages."""
import re

import legacy_plist
from places import TESTS, folders

PHASE = {"buildActionMask": "", "runOnlyForDeploymentPostprocessing": ""}
FILES = {"files": ["PBXBuildFile"]}
# The kinds of objects of project format 77 that this project needs, and their properties: a kind of object, a list of kinds, or "" for a plain value. A
# question mark makes a property optional. Other properties are errors.
KINDS = {
    "PBXProject": {
        "buildConfigurationList": "XCConfigurationList", "mainGroup": "PBXGroup", "productRefGroup": "PBXGroup",
        "packageReferences": ["XCLocalSwiftPackageReference"], "targets": ["PBXNativeTarget"], "attributes": "", "developmentRegion": "",
        "hasScannedForEncodings": "", "knownRegions": "", "minimizedProjectReferenceProxies": "", "preferredProjectObjectVersion": "", "projectDirPath": "",
        "projectRoot": ""},
    "PBXNativeTarget": {
        "buildConfigurationList": "XCConfigurationList", "productReference": "PBXFileReference",
        "buildPhases": ["PBXSourcesBuildPhase", "PBXFrameworksBuildPhase", "PBXResourcesBuildPhase", "PBXCopyFilesBuildPhase"], "buildRules": [],
        "dependencies": ["PBXTargetDependency"], "fileSystemSynchronizedGroups": ["PBXFileSystemSynchronizedRootGroup"],
        "packageProductDependencies": ["XCSwiftPackageProductDependency"], "name": "", "productName": "", "productType": ""},
    "PBXSourcesBuildPhase": PHASE | FILES,
    "PBXFrameworksBuildPhase": PHASE | FILES,
    "PBXResourcesBuildPhase": PHASE | FILES,
    "PBXCopyFilesBuildPhase": PHASE | FILES | {"dstPath": "", "dstSubfolderSpec": "", "name": ""},
    "PBXBuildFile": {"productRef?": "XCSwiftPackageProductDependency", "fileRef?": "PBXFileReference", "settings?": ""},
    "PBXFileReference": {"explicitFileType?": "", "lastKnownFileType?": "", "includeInIndex?": "", "path": "", "sourceTree": ""},
    "PBXGroup": {"children": ["PBXGroup", "PBXFileReference", "PBXFileSystemSynchronizedRootGroup"], "name?": "", "path?": "", "sourceTree": ""},
    "PBXFileSystemSynchronizedRootGroup": {"exceptions?": ["PBXFileSystemSynchronizedBuildFileExceptionSet"], "path": "", "sourceTree": ""},
    "PBXFileSystemSynchronizedBuildFileExceptionSet": {"target": "PBXNativeTarget", "membershipExceptions": ""},
    "PBXTargetDependency": {"target": "PBXNativeTarget", "targetProxy": "PBXContainerItemProxy"},
    "PBXContainerItemProxy": {"containerPortal": "PBXProject", "remoteGlobalIDString": "PBXNativeTarget", "proxyType": "", "remoteInfo": ""},
    "XCConfigurationList": {"buildConfigurations": ["XCBuildConfiguration"], "defaultConfigurationIsVisible": "", "defaultConfigurationName": ""},
    "XCBuildConfiguration": {"baseConfigurationReference?": "PBXFileReference", "buildSettings": "", "name": ""},
    "XCLocalSwiftPackageReference": {"relativePath": "", "traits?": ""},
    "XCSwiftPackageProductDependency": {"package": "XCLocalSwiftPackageReference", "productName": ""},
}
# Every build setting, because Xcode ignores a misspelled one: the project's, those of one configuration, and the targets'.
SETTINGS = {
    "ALWAYS_SEARCH_USER_PATHS": "NO", "CLANG_ENABLE_MODULES": "YES", "CURRENT_PROJECT_VERSION": "1", "ENABLE_USER_SCRIPT_SANDBOXING": "YES",
    "IPHONEOS_DEPLOYMENT_TARGET": "18.0", "LOCALIZATION_PREFERS_STRING_CATALOGS": "YES", "SDKROOT": "iphoneos", "SUPPORTED_PLATFORMS": "iphoneos iphonesimulator",
    "SUPPORTS_MACCATALYST": "NO", "SUPPORTS_MAC_DESIGNED_FOR_IPHONE_IPAD": "NO", "SWIFT_EMIT_LOC_STRINGS": "YES", "SWIFT_UPCOMING_FEATURE_EXISTENTIAL_ANY": "YES",
    "SWIFT_UPCOMING_FEATURE_INTERNAL_IMPORTS_BY_DEFAULT": "YES", "SWIFT_UPCOMING_FEATURE_MEMBER_IMPORT_VISIBILITY": "YES", "SWIFT_VERSION": "6.0",
    "TARGETED_DEVICE_FAMILY": "1,2",
}
OF_CONFIGURATION = {
    "Debug": {
        "DEBUG_INFORMATION_FORMAT": "dwarf", "ENABLE_PREVIEWS": "YES", "ENABLE_TESTABILITY": "YES", "GCC_OPTIMIZATION_LEVEL": "0", "ONLY_ACTIVE_ARCH": "YES",
        "SWIFT_ACTIVE_COMPILATION_CONDITIONS": "DEBUG $(inherited)", "SWIFT_OPTIMIZATION_LEVEL": "-Onone"},
    "Release": {"DEBUG_INFORMATION_FORMAT": "dwarf-with-dsym", "SWIFT_COMPILATION_MODE": "wholemodule", "VALIDATE_PRODUCT": "YES"},
}
OF_TARGETS = {"CODE_SIGN_STYLE": "Automatic", "GENERATE_INFOPLIST_FILE": "NO", "PRODUCT_NAME": "$(TARGET_NAME)"}
FRAMEWORKS = ["$(inherited)", "@executable_path/Frameworks"]
OF_TARGET = {
    "Halo": OF_TARGETS | {
        "ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon", "ASSETCATALOG_COMPILER_GLOBAL_ACCENT_COLOR_NAME": "AccentColor", "LD_RUNPATH_SEARCH_PATHS": FRAMEWORKS,
        "CODE_SIGN_ENTITLEMENTS": "Halo/Halo.entitlements", "INFOPLIST_FILE": "Halo/Info.plist", "PRODUCT_BUNDLE_IDENTIFIER": "$(HALO_BUNDLE_IDENTIFIER)"},
    # An extension's identifier begins with that of its app.
    "HaloWidget": OF_TARGETS | {
        "APPLICATION_EXTENSION_API_ONLY": "YES", "SKIP_INSTALL": "YES", "LD_RUNPATH_SEARCH_PATHS": [*FRAMEWORKS, "@executable_path/../../Frameworks"],
        "CODE_SIGN_ENTITLEMENTS": "HaloWidget/HaloWidget.entitlements", "INFOPLIST_FILE": "HaloWidget/Info.plist",
        "PRODUCT_BUNDLE_IDENTIFIER": "$(HALO_BUNDLE_IDENTIFIER).widget"},
}
# The tests find what they import in the app, their host, or run it.
OF_TESTS = {"CODE_SIGN_STYLE": "Automatic", "GENERATE_INFOPLIST_FILE": "YES", "PRODUCT_NAME": "$(TARGET_NAME)"}
OF_TARGET |= {
    "HaloTests": OF_TESTS | {
        "BUNDLE_LOADER": "$(TEST_HOST)", "TEST_HOST": "$(BUILT_PRODUCTS_DIR)/Halo.app/$(BUNDLE_EXECUTABLE_FOLDER_PATH)/Halo",
        "PRODUCT_BUNDLE_IDENTIFIER": "$(HALO_BUNDLE_IDENTIFIER).tests"},
    "HaloUITests": OF_TESTS | {"TEST_TARGET_NAME": "Halo", "PRODUCT_BUNDLE_IDENTIFIER": "$(HALO_BUNDLE_IDENTIFIER).ui-tests"},
}
EXTENSION = "com.apple.product-type.app-extension"
TYPES = {
    "Halo": "com.apple.product-type.application", "HaloWidget": EXTENSION, "HaloTests": "com.apple.product-type.bundle.unit-test",
    "HaloUITests": "com.apple.product-type.bundle.ui-testing"}
IMPORT = re.compile(r"^(?:(?:public|package|internal|private) )?import (?:\w+ )?(Halo\w+)", re.M)


class Project:
    def __init__(self, folder, package):
        self.folder, self.package, self.problems = folder, package, []
        text = (folder / "Halo.xcodeproj/project.pbxproj").read_text()
        self.objects = {}
        try:
            self.root = legacy_plist.parse(text)
        except legacy_plist.Invalid as error:
            self.problems.append(f"project.pbxproj, {error}")
            return
        self.objects = self.root.get("objects", {})
        if not text.startswith("// !$*UTF8*$!\n"):
            self.problems.append("the first line does not name the encoding")
        for check in (self._format, self._references, self._targets, self._packages, self._folders, self._scheme):
            check()

    def of(self, kind):
        return {key: value for key, value in sorted(self.objects.items()) if value.get("isa") == kind}

    def named(self, item, key):
        """The objects in a list property of an object."""
        return [self.objects[name] for name in item.get(key, []) if name in self.objects]

    def _require(self, condition, problem):
        if not condition:
            self.problems.append(problem)

    def _format(self):
        for key, value in (("archiveVersion", "1"), ("objectVersion", "77"), ("classes", {})):
            self._require(self.root.get(key) == value, f"{key} is not {value or 'an empty dictionary'}")
        for name, item in sorted(self.objects.items()):
            self._require(re.fullmatch("[0-9A-F]{24}", name), f"{name} is not an identifier of 24 digits")
            isa = item.get("isa")
            kind = KINDS.get(isa)
            if kind is None:
                self.problems.append(f"{name} is of an unknown kind, {isa}")
                continue
            known = {key.rstrip("?") for key in kind}
            needed = {key for key in kind if not key.endswith("?")}
            for key in sorted(item.keys() - known - {"isa"}):
                self.problems.append(f"{isa} {name} has no '{key}'")
            for key in sorted(needed - item.keys()):
                self.problems.append(f"{isa} {name} lacks '{key}'")

    def _references(self):
        def references(name):
            item = self.objects.get(name, {})
            for key, allowed in KINDS.get(item.get("isa"), {}).items():
                key = key.rstrip("?")
                if isinstance(allowed, list):
                    yield from ((other, key, allowed) for other in item.get(key, []))
                elif allowed and key in item:
                    yield item[key], key, [allowed]

        waiting, reached = [self.root.get("rootObject", "?")], set()
        self._require(self.objects.get(waiting[0], {}).get("isa") == "PBXProject", "rootObject is not a project")
        while waiting:
            name = waiting.pop()
            if name in reached:
                continue
            reached.add(name)
            for other, key, allowed in references(name):
                isa = self.objects.get(other, {}).get("isa")
                self._require(isa, f"{key} of {name} names {other}, which does not exist")
                self._require(not isa or isa in allowed, f"{key} of {name} is a {isa}")
                if isa:
                    waiting.append(other)
        for name in sorted(self.objects.keys() - reached):
            self.problems.append(f"nothing leads to {self.objects[name].get('isa')} {name}")

    def target_settings(self, name):
        """The build settings of a target in a release."""
        return next((self.settings(item).get("Release", {}) for item in self.of("PBXNativeTarget").values() if item["name"] == name), {})

    def settings(self, item):
        """The build settings of a target or the project, by configuration."""
        configurations = self.objects.get(item.get("buildConfigurationList"), {})
        return {entry.get("name", "?"): entry.get("buildSettings", {}) for entry in self.named(configurations, "buildConfigurations")}

    def _targets(self):
        for name, item in (self.of("PBXNativeTarget") | self.of("PBXProject")).items():
            found = sorted(self.settings(item))
            self._require(found == ["Debug", "Release"], f"the configurations of {name} are {found}")
        for item in self.of("PBXProject").values():
            for configuration, settings in self.settings(item).items():
                version = {"MARKETING_VERSION": self._version()}
                self._settings(f"the project, {configuration},", settings, SETTINGS | version | OF_CONFIGURATION.get(configuration, {}))
            regions = item.get("knownRegions", [])
            self._require(
                {"en", "de"} <= set(regions) and item.get("developmentRegion") == "en", f"the languages of the project are {regions}, not those of the catalogs")
            for entry in self.named(self.objects.get(item.get("buildConfigurationList"), {}), "buildConfigurations"):
                signing = self.objects.get(entry.get("baseConfigurationReference"), {}).get("path")
                self._require(signing == "Signing.xcconfig", f"{entry.get('name')} does not use Signing.xcconfig, which has the bundle identifier")
        lines = (self.folder / "Signing.xcconfig").read_text().splitlines()
        keys = [line.partition("=")[0].strip() for line in lines if line.strip() and not line.startswith("//")]
        self._require(keys == ["HALO_BUNDLE_IDENTIFIER", "DEVELOPMENT_TEAM"], f"Signing.xcconfig sets {keys}")
        names = sorted(item["name"] for item in self.of("PBXNativeTarget").values())
        self._require(names == sorted(TYPES), f"the targets are {names}")
        for key, item in self.of("PBXNativeTarget").items():
            self._target(key, item)

    def _settings(self, whose, found, wanted):
        for key in sorted(found.keys() | wanted.keys()):
            self._require(found.get(key) == wanted.get(key), f"{key} of {whose} is {found.get(key)}, not {wanted.get(key)}")

    def _version(self):
        """The version of the package: the app has the same."""
        return re.search(r'static let version = "([\d.]+)"', (self.package / "Sources/HaloCommand/Program/HaloProgram.swift").read_text())[1]

    def _target(self, key, item):
        name, phases = item["name"], self.named(item, "buildPhases")
        for kind in ("PBXSourcesBuildPhase", "PBXFrameworksBuildPhase", "PBXResourcesBuildPhase"):
            self._require(sum(phase["isa"] == kind for phase in phases) == 1, f"{name} needs one {kind}")
        linked = {
            file.get("productRef") for phase in phases if phase["isa"] == "PBXFrameworksBuildPhase" for file in self.named(phase, "files")} - {None}
        self._require(linked == set(item.get("packageProductDependencies", [])), f"{name} does not link exactly the products that it depends on")
        exceptions = [
            file for group in self.named(item, "fileSystemSynchronizedGroups") for exception in self.named(group, "exceptions")
            if exception.get("target") == key for file in exception.get("membershipExceptions", [])]
        self._require(item["productType"] == TYPES.get(name), f"{name} is a {item['productType']}")
        for configuration, settings in self.settings(item).items():
            self._settings(f"{name}, {configuration},", settings, OF_TARGET.get(name, {}))
            for setting in () if name in TESTS else ("INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"):
                path = settings.get(setting, "?")
                self._require((self.folder / path).exists(), f"{setting} of {name}, {configuration}, does not exist: {path}")
                # An Info.plist that is also copied as a resource breaks the build.
                self._require(path.split("/")[-1] in exceptions, f"{path} is not excluded from the folder of {name}")
        if item["productType"] == EXTENSION:
            embedded = [
                file.get("fileRef") for phase in self.of("PBXCopyFilesBuildPhase").values() if phase.get("dstSubfolderSpec") == "13"
                for file in self.named(phase, "files")]
            self._require(item["productReference"] in embedded, f"{name} is not embedded in the app")
            built = [dependency.get("target") for dependency in self.of("PBXTargetDependency").values()]
            self._require(key in built, f"the app does not depend on {name}")
        groups = [group["path"] for group in self.named(item, "fileSystemSynchronizedGroups")]
        wanted = [folder.name for folder in folders(self.folder, name)]
        self._require(groups == wanted, f"{name} compiles the folders {groups}, not {wanted}")
        if name in TESTS:
            app = [self.objects.get(one.get("target"), {}).get("name") for one in self.named(item, "dependencies")]
            self._require(app == ["Halo"], f"{name} depends on {app}, not the app")
            return
        products = {self.objects[product]["productName"] for product in item.get("packageProductDependencies", []) if product in self.objects}
        for group in self.named(item, "fileSystemSynchronizedGroups"):
            imported = {module for source in (self.folder / group["path"]).rglob("*.swift") for module in IMPORT.findall(source.read_text())}
            for module in sorted(imported - products):
                self.problems.append(f"{name} imports {module} and does not link it")

    def _packages(self):
        manifest = (self.package / "Package.swift").read_text()
        products = set(re.findall(r'\.library\(name: "(\w+)"', manifest))
        for item in self.of("XCLocalSwiftPackageReference").values():
            path = item.get("relativePath", "?")
            self._require(path == "../..", f"there is no package at {path}")
            # Without this, Xcode fetches the server's packages for the phone.
            self._require(item.get("traits") == [], f"the package at {path} is not without traits")
        for item in self.of("XCSwiftPackageProductDependency").values():
            self._require(item.get("productName") in products, f"the package has no product {item.get('productName')}")

    def _folders(self):
        for item in self.of("PBXFileSystemSynchronizedRootGroup").values():
            path = item.get("path", "?")
            self._require((self.folder / path).is_dir(), f"there is no folder {path}")
            for exception in self.named(item, "exceptions"):
                for file in exception.get("membershipExceptions", []):
                    self._require((self.folder / path / file).exists(), f"there is no {path}/{file}, an exception of {path}")
        for item in self.of("PBXFileReference").values():
            if item.get("sourceTree") == "<group>":
                self._require((self.folder / item["path"]).exists(), f"there is no file {item['path']}")

    def _scheme(self):
        scheme = (self.folder / "Halo.xcodeproj/xcshareddata/xcschemes/Halo.xcscheme").read_text()
        targets = {item["name"]: name for name, item in self.of("PBXNativeTarget").items()}
        tested, _, run = scheme.partition("</TestAction>")
        built, _, tested = tested.partition("<TestAction")
        for what, part, names in (("builds and runs", built + run, ("Halo",)), ("tests", tested, TESTS)):
            named = set(re.findall(r'BlueprintIdentifier="(\w+)"', part))
            self._require(named == {targets.get(name) for name in names}, f"the scheme {what} {', '.join(sorted(named))}, not {' and '.join(names)}")
