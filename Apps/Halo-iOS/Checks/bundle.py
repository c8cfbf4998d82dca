"""Checks what Xcode copies into the app unread: property lists, entitlements, privacy manifests and string catalogs, with the keys that belong together.

Apple's page of each key: README.md.
"""
import functools
import json
import plistlib
import re

from places import folders as target_folders
from places import sources

COMMON = {
    "CFBundleDevelopmentRegion": "$(DEVELOPMENT_LANGUAGE)", "CFBundleExecutable": "$(EXECUTABLE_NAME)", "CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)",
    "CFBundleInfoDictionaryVersion": "6.0", "CFBundleName": "$(PRODUCT_NAME)", "CFBundlePackageType": "$(PRODUCT_BUNDLE_PACKAGE_TYPE)",
    "CFBundleShortVersionString": "$(MARKETING_VERSION)", "CFBundleVersion": "$(CURRENT_PROJECT_VERSION)", "HaloAppGroup": "group.$(HALO_BUNDLE_IDENTIFIER)",
    "CFBundleDisplayName": "Halo",
}
SENTENCE, STRINGS = str, list
# The keys of each Info.plist, with an exact value or a type. Other keys are errors: a misspelled key has no effect.
INFO = {
    "Halo": COMMON | {
        "CFBundleURLTypes": [{"CFBundleURLName": "$(PRODUCT_BUNDLE_IDENTIFIER)", "CFBundleURLSchemes": ["halo-app"]}],
        "LSRequiresIPhoneOS": True, "ITSAppUsesNonExemptEncryption": False, "NSAccessorySetupKitSupports": ["Bluetooth"],
        "NSAccessorySetupBluetoothServices": STRINGS, "NSAccessorySetupBluetoothCompanyIdentifiers": STRINGS, "NSAccessorySetupBluetoothNames": STRINGS,
        "NSBluetoothAlwaysUsageDescription": SENTENCE, "NSHealthShareUsageDescription": SENTENCE, "NSHealthUpdateUsageDescription": SENTENCE,
        "UIBackgroundModes": ["bluetooth-central", "fetch", "processing"],
        "BGTaskSchedulerPermittedIdentifiers": ["$(HALO_BUNDLE_IDENTIFIER).refresh", "$(HALO_BUNDLE_IDENTIFIER).sync"],
        "NSSupportsLiveActivities": True, "UIApplicationSceneManifest": {"UIApplicationSupportsMultipleScenes": False}, "UILaunchScreen": {}, "UISupportedInterfaceOrientations": STRINGS,
        "UISupportedInterfaceOrientations~ipad": STRINGS},
    "HaloWidget": COMMON | {"NSExtension": {"NSExtensionPointIdentifier": "com.apple.widgetkit-extension"}},
}
GROUP = {"com.apple.security.application-groups": ["group.$(HALO_BUNDLE_IDENTIFIER)"]}
ENTITLEMENTS = {"Halo": GROUP | {"com.apple.developer.healthkit": True}, "HaloWidget": GROUP}
# What a source needs in the Info.plist or the entitlements: Apple ends an app, refuses an upload or fails at run time without it.
NEEDS = {
    r"import CoreBluetooth|AppleRadio\(": ("info", "NSBluetoothAlwaysUsageDescription"),
    r"\bASPickerDisplayItem\(": ("info", "NSAccessorySetupKitSupports"),
    r"toShare:": ("info", "NSHealthUpdateUsageDescription"),
    r"\bread:": ("info", "NSHealthShareUsageDescription"),
    r"\bHKHealthStore\(": ("entitlements", "com.apple.developer.healthkit"),
    r"\bBGTaskScheduler\b": ("info", "BGTaskSchedulerPermittedIdentifiers"),
    r"\bActivity<": ("info", "NSSupportsLiveActivities"),
    r"forSecurityApplicationGroupIdentifier": ("entitlements", "com.apple.security.application-groups"),
}
ORIENTATIONS = {f"UIInterfaceOrientation{name}" for name in ("Portrait", "PortraitUpsideDown", "LandscapeLeft", "LandscapeRight")}
# Apple's categories of APIs that need a reason, the reasons that apply to an app like this, and what shows the use of such an API.
# https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
REASONED = {
    "UserDefaults": ({"CA92.1", "1C8F.1"}, r"\bUserDefaults\b|@AppStorage\b"),
    "FileTimestamp": ({"C617.1", "3B52.1", "0A2A.1"}, r"\bcreationDate\b|\bmodificationDate\b|contentModificationDateKey|getattrlist|\bl?stat\(|\bfstat(at)?\("),
    "SystemBootTime": ({"35F9.1", "8FFB.1", "3D61.1"}, r"\bsystemUptime\b|\bmach_absolute_time\b"),
    "DiskSpace": ({"85F4.1", "E174.1", "7D9E.1", "B728.1"}, r"volumeAvailableCapacity|systemFreeSize|\bstatv?fs\("),
    "ActiveKeyboards": ({"3EC4.1", "54BD.1"}, r"\bactiveInputModes\b"),
}
# A placeholder of a format, with the number of its argument, or one of Siri's phrases, which has a name.
PLACE = re.compile(r"%%|%(?:(?P<number>\d+)\$)?(?P<kind>[-+#0]*[\d.]*(?:hh|ll|[hlqLztj])?[A-Za-z@])|(?P<name>\$\{\w+\})")


def arguments(text):
    """The kind of each argument that a text shows, by the argument's number; `None` if it mixes numbered and other placeholders."""
    found, numbered = {}, set()
    for match in PLACE.finditer(text):
        if match["kind"]:
            numbered.add(bool(match["number"]))
            found[int(match["number"] or len(found) + 1)] = match["kind"]
    names = sorted(match["name"] for match in PLACE.finditer(text) if match["name"])
    return None if len(numbered) > 1 else (found, names)


def _units(part):
    """The texts of a language, with those for plurals and devices."""
    if "stringUnit" in part:
        yield part["stringUnit"].get("value", "")
    for key, inner in part.items():
        if isinstance(inner, dict) and key != "stringUnit":
            yield from _units(inner)


@functools.cache
def _text(folder, modules):
    return "\n".join(path.read_text() for module in sorted(modules) for path in sources(folder / module))


@functools.cache
def _categories(text):
    """The categories of APIs with reasons that a text uses."""
    return {category for category, (_, pattern) in REASONED.items() if re.search(pattern, text)}


class Bundle:
    """The files beside the sources of a target, and their problems."""

    def __init__(self, folder, name, package_modules, package, descriptors):
        self.folder, self.name, self.problems = folder / name, name, []
        self.own = "\n".join(path.read_text() for path in sources(*target_folders(folder, name)))
        self.linked = _text(package / "Sources", frozenset(package_modules))
        self.info = self._plist("Info.plist")
        self.entitlements = self._plist(f"{name}.entitlements")
        self._keys(self.info, INFO[name], "Info.plist")
        self._keys(self.entitlements, ENTITLEMENTS[name], f"{name}.entitlements")
        self._needs()
        if name == "Halo":
            self._accessories(descriptors)
            self._orientations()
            self._background()
        self._privacy()
        for path in sorted(self.folder.glob("*.xcstrings")):
            self._catalog(path)

    def _require(self, condition, problem):
        if not condition:
            self.problems.append(f"{self.name}: {problem}")

    def _plist(self, name):
        try:
            return plistlib.loads((self.folder / name).read_bytes())
        except Exception as error:  # of reading the file or of its format
            self.problems.append(f"{self.name}: {name} cannot be read: {error}")
            return {}

    def _keys(self, found, wanted, file):
        for key in sorted(found.keys() - wanted.keys()):
            self.problems.append(f"{self.name}: {file} has the key {key}, which is unknown here or without effect")
        for key, value in wanted.items():
            if key not in found:
                self.problems.append(f"{self.name}: {file} lacks {key}")
            elif value is SENTENCE:
                self._require(isinstance(found[key], str) and len(found[key].split()) > 3, f"{key} in {file} is not a sentence")
            elif value is STRINGS:
                entries = found[key]
                self._require(
                    isinstance(entries, list) and entries and all(isinstance(entry, str) for entry in entries) and len(set(entries)) == len(entries),
                    f"{key} in {file} is not a list of different strings")
            else:
                self._require(found[key] == value and type(found[key]) is type(value), f"{key} in {file} is {found[key]!r}, not {value!r}")

    def _needs(self):
        for pattern, (where, key) in NEEDS.items():
            if re.search(pattern, self.own):
                self._require(key in getattr(self, where), f"a source uses {pattern!r}, which needs {key} in the {where}")

    def _accessories(self, descriptors):
        """An undeclared descriptor terminates the app. Device Information is declared as well, because the app reads it."""
        for key, wanted in (
                ("Services", {*descriptors["services"], "180A"}), ("CompanyIdentifiers", set(descriptors["companies"])), ("Names", set(descriptors["names"]))):
            found = set(self.info.get(f"NSAccessorySetupBluetooth{key}", ()))
            self._require(not wanted - found, f"NSAccessorySetupBluetooth{key} lacks {sorted(wanted - found)}, which drivers look for")
            self._require(not found - wanted, f"NSAccessorySetupBluetooth{key} has {sorted(found - wanted)}, which no driver looks for")
        self._require(
            "reads nothing" in self.info.get("NSHealthShareUsageDescription", ""), "NSHealthShareUsageDescription does not say that Halo reads nothing from Health")

    def _orientations(self):
        phone, tablet = (set(self.info.get(f"UISupportedInterfaceOrientations{suffix}", ())) for suffix in ("", "~ipad"))
        self._require(phone <= ORIENTATIONS and tablet == ORIENTATIONS, "an orientation is misspelled, or an iPad lacks one, which multitasking needs")

    def _background(self):
        """The identifier of the background task is made in the source from the bundle identifier; the permitted one in the property list as well."""
        suffixes = set(re.findall(r'bundleIdentifier\.map \{ "\\\(\$0\)\.(\w+)" \}', self.own))
        permitted = {entry.rpartition(".")[2] for entry in self.info.get("BGTaskSchedulerPermittedIdentifiers", ())}
        self._require(suffixes == permitted, f"the background tasks {sorted(suffixes)} are not the permitted ones, {sorted(permitted)}")

    def _privacy(self):
        manifest = self._plist("PrivacyInfo.xcprivacy")
        self._keys(
            {key: value for key, value in manifest.items() if key != "NSPrivacyAccessedAPITypes"},
            {"NSPrivacyTracking": False, "NSPrivacyTrackingDomains": [], "NSPrivacyCollectedDataTypes": []}, "PrivacyInfo.xcprivacy")
        declared = {}
        for entry in manifest.get("NSPrivacyAccessedAPITypes", ()):
            category = entry.get("NSPrivacyAccessedAPIType", "?").removeprefix("NSPrivacyAccessedAPICategory")
            declared[category] = set(entry.get("NSPrivacyAccessedAPITypeReasons", ()))
        used = _categories(self.own) | _categories(self.linked)
        self._require(declared.keys() == used, f"PrivacyInfo.xcprivacy gives reasons for {sorted(declared)}, the sources use {sorted(used)}")
        for category, reasons in declared.items():
            known = REASONED.get(category, (set(),))[0]
            self._require(reasons and reasons <= known, f"PrivacyInfo.xcprivacy: {sorted(reasons)} is not among Apple's reasons for {category}")

    def _catalog(self, path):
        try:
            catalog = json.loads(path.read_text())
            strings = catalog["strings"]
        except (ValueError, KeyError) as error:
            self.problems.append(f"{self.name}: {path.name} cannot be read: {error}")
            return
        self._require(catalog.get("sourceLanguage") == "en" and catalog.get("version") == "1.0" and strings, f"{path.name} is no catalog of English texts")
        for key, entry in strings.items():
            if entry.get("shouldTranslate") is False:
                continue
            texts = {language: list(_units(part)) for language, part in entry.get("localizations", {}).items()}
            english = texts.get("en") or [key]
            self._require(texts.get("de") and all(texts["de"]), f"{path.name}: {key!r} has no German text")
            for text in (*english, *texts.get("de", ())):
                self._require(
                    not text or arguments(text) == arguments(english[0]) is not None,
                    f"{path.name}: {key!r} and its German text have other placeholders, or the same in another order: number them, as in %2$@")
            self._require(
                path.name != "Localizable.xcstrings" or entry.get("extractionState") == "manual",
                f"{path.name}: {key!r} is not marked as manual; Xcode would mark it as stale")
        if path.name == "InfoPlist.xcstrings":
            sentences = {key for key in self.info if key.endswith("UsageDescription")}
            self._require(sentences <= strings.keys(), f"{path.name} lacks {sorted(sentences - strings.keys())}")
            for key in sentences & strings.keys():
                english = strings[key].get("localizations", {}).get("en", {}).get("stringUnit", {}).get("value")
                self._require(english == self.info[key], f"{path.name}: the English {key} differs from Info.plist")
