"""Errors that are planted in copies of the app, one line each: the checks must find all of them.

A planted error is what, in which file, the text that is replaced (or "" to append), its replacement, and what must be reported.
"""
import re
import shutil

import apis
import compiler
import darwin
import delegates
import files
import index
import syntax
import wiring
from places import APP, OUT, PACKAGE, SHARED, TARGETS, TESTS, sources

SCREENS = "Halo/Screens"
# Found by the type checker, all in one run: each is in another file.
TYPES = [
    ("a type error", "Halo/Shared/AppGroup.swift", "", 'let planted: Int = "one"', "cannot convert value"),
    ("an unknown SwiftUI modifier", f"{SCREENS}/TodayScreen.swift", '.navigationTitle("Today")', '.navigationTitel("Today")', "has no member 'navigationTitel'"),
    ("an error in code for debugging", f"{SCREENS}/ActivityScreen.swift", "", '#if DEBUG\nlet plantedDebug: Int = "one"\n#endif', "cannot convert value"),
    ("a missing import of Foundation", "Halo/App/AppPlace.swift", "import Foundation\n", "", "cannot find|not available due to missing import"),
    ("a missing import of a module of the package", "Halo/Health/HealthType.swift", "import HaloInterchange\n", "", "missing import of defining module|cannot find"),
    ("a missing import of UIKit", "Halo/Background/BackgroundTime.swift", "import UIKit\n", "", "cannot find type 'UIBackgroundTaskIdentifier'|cannot find 'UI"),
    ("a wrong argument label", "Halo/Background/BackgroundSync.swift", "forTaskWithIdentifier:", "forTaskWithIdentifer:", "incorrect argument label"),
    ("a misspelled method of a timeline provider", "HaloWidget/TodayWidget.swift", "func getTimeline(", "func getTimelines(", "does not conform"),
    ("a widget family that does not exist", "HaloWidget/SnapshotView.swift", ".systemMedium", ".systemMiddle", "has no member 'systemMiddle'"),
    ("shared mutable state", "Halo/Sharing/PhoneDataSink.swift", "", "var plantedState = 1", "not concurrency-safe"),
    ("a warning", "Halo/Pairing/PickerItems.swift", "", "func plantedWarning() { let unused = 1 }", "never used"),
    ("a switch without a case", f"{SCREENS}/RootScreen.swift", "    case .data: DataScreen(model: data, imports: imports)\n", "", "switch must be exhaustive"),
    ("the main actor's state outside of it", f"{SCREENS}/LiveScreen.swift", "", "func plantedIdling() { UIApplication.shared.isIdleTimerDisabled = true }", "main actor-isolated"),
    ("a protocol type without 'any'", "Halo/App/AppWording.swift", "", "func plantedError(_ error: Error) {}", "'any Error'|any Error"),
    ("an intent without a title", "Halo/Intents/SyncNow.swift", 'static let title: LocalizedStringResource = "Sync now"', "", "does not conform to protocol 'AppIntent'"),
    ("an argument of another type", "Halo/Health/HealthType.swift", "doubleValue: value", 'doubleValue: "value"', "cannot convert value"),
]
# Found by the compiler's later passes, which run only if the types are right.
FLOW = [
    ("a missing return", "Halo/Shared/AppGroup.swift", "", "func planted(_ yes: Bool) -> Int { if yes { return 1 } }", "missing return"),
    ("a value that may be unset", "Halo/App/AppPlace.swift", "", "func plantedValue(_ yes: Bool) -> Int { let value: Int; if yes { value = 1 }; return value }", "before being initialized"),
    ("an object of Health that is sent to another task", "Halo/Health/HealthWriter.swift", "",
     "func plantedSend(_ store: HKHealthStore) async { await plantedTake(store) }\n@MainActor func plantedTake(_ store: HKHealthStore) {}\nfinal class PlantedOwner { let store = HKHealthStore()\n  func go() async { await plantedTake(store) } }",
     "data race"),
    ("an item of the picker that is sent to another task", f"{SCREENS}/OnboardingScreen.swift", "",
     "import AccessorySetupKit\nfunc plantedShare(_ item: ASPickerDisplayItem) { Task.detached { print(item.name) } }", "data race|non-Sendable"),
    ("a session of the picker that is sent to another task", "Halo/Pairing/PickerItems.swift", "",
     "func plantedInvalidate(_ session: ASAccessorySession) { Task.detached { session.invalidate() } }", "data race"),
]
# Found in the compiler's syntax tree.
SYNTAX = [
    ("a launch handler on the main actor", "Halo/Background/BackgroundSync.swift", "enum BackgroundSync", "@MainActor enum BackgroundSync", "belongs to an actor"),
    ("an expiration handler on the main actor", "Halo/Background/BackgroundTime.swift", "",
     "import BackgroundTasks\n@MainActor func plantedExpire(_ task: BGTask) { task.expirationHandler = { print(task) } }", "belongs to an actor"),
    ("an observer on an actor", "Halo/Sharing/PhoneDataSink.swift", "  private static var ledger",
     "  private func plantedRegister() {\n    _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: \"\", using: nil) { _ in self.health = self.health }\n  }\n\n  private static var ledger",
     "belongs to an actor"),
    ("a text that is not translated", f"{SCREENS}/SleepScreen.swift", "Text(phrase: night.title)", 'Text(verbatim: "Your nights")', "'Your nights' is shown as it is"),
    ("a text as a string", f"{SCREENS}/DeviceScreen.swift", "Text(phrase: rings.linkText)", 'Text("Connected" as String)', "'Connected' is shown as it is"),
    ("words around a value", f"{SCREENS}/WorkoutScreen.swift", "Text(phrase: model.elapsed)", 'Text(verbatim: "\\(model.figures.count) figures")', "' figures' is shown as it is"),
    ("one of two words", f"{SCREENS}/Parts/SelectableChart.swift", "Text(phrase: selection)", 'Text(verbatim: graph.points.count > 3 ? "high" : selection.localized)', "'high' is shown as it is"),
    ("a word of a constant", f"{SCREENS}/LiveScreen.swift", '.navigationTitle("Live")', ".navigationTitle(plantedTitle)", "'plantedTitle' is shown as it is"),
    ("a name that is an identifier", f"{SCREENS}/RootScreen.swift", 'case .today: Label("Today",', "case .today: Label(ScreenPlace.today.rawValue,",
     "'rawValue' is shown as it is"),
    ("a word of a function", f"{SCREENS}/PrivacyScreen.swift", "", 'func plantedWord() -> String { "Private" }', "'Private' is shown as it is"),
    ("a notification that is not translated", "Halo/Notifications/PhoneNotifier.swift", "notice.title.localized", '"Night"', "'Night' is shown as it is"),
    ("a text that the catalog lacks", f"{SCREENS}/HeartScreen.swift", '.navigationTitle("Heart")', '.navigationTitle("Hearts")', "'Hearts' is not in Localizable"),
    ("a text of the widget that its catalog lacks", "HaloWidget/SnapshotView.swift", '"No night yet"', '"No night"', "'No night' is not in Localizable"),
    ("a phrase for Siri that its catalog lacks", "Halo/Intents/HaloShortcuts.swift", '"Last night in ', '"The night in ', "is not in AppShortcuts"),
]
# Found by running the writer of Health.
HEALTH = [
    ("a unit of another dimension", "HealthType.swift", ".percent()", ".count()", "was not given: wrote oxygenSaturation 0.97 %"),
    ("a unit of time instead of a rate", "HealthType.swift", "(.restingHeartRate, .count().unitDivided(by: .minute()))", "(.restingHeartRate, .minute())", "was not given: wrote restingHeartRate"),
    ("seconds instead of milliseconds", "HealthType.swift", ".secondUnit(with: .milli)", ".secondUnit(with: .none)", "was not given: wrote heartRateVariabilitySDNN"),
    ("a distance that is counted", "HealthType.swift", "(.distanceCycling, .meter())", "(.distanceCycling, .count())", "was not given: wrote distanceCycling"),
    ("a type that is written and not asked for", "HealthWriter.swift", "HealthType.allCases.map(\\.sampleType)", "HealthType.allCases.filter { $0 != .sleep }.map(\\.sampleType)",
     "sleepAnalysis is written, and permission is not asked"),
    ("a sample that ends before it begins", "HealthType.swift", "guard start <= end, self", "guard self", "it ends before it begins"),
    ("a stage of another number", "HealthType.swift", ".sleep(.rem): return sleep(.asleepREM)", ".sleep(.rem): return sleep(.asleepDeep)", "was not given: wrote sleepAnalysis 5"),
]
# Found by compiling the branches for Apple systems: each is in another source of a linked module.
DARWIN = [
    ("a misspelled function of Darwin", "HaloJournal/Files/StagedFile.swift", "renamex_np(", "rename_np(", "cannot find 'rename_np'"),
    ("a type of Linux", "HaloJournal/Files/JournalFile.swift", "", "#if canImport(Darwin)\n  let plantedMode: UInt32 = S_IFMT\n#endif", "cannot convert value"),
    ("a type error for iOS", "HaloModels/Foundations/SettingsStore.swift", "", '#if os(iOS)\n  let planted: Int = "one"\n#endif', "cannot convert value"),
    ("a type error outside of Linux", "HaloModels/Data/DataModel.swift", "", '#if os(Linux)\n#else\n  let plantedElse: Int = "one"\n#endif', "cannot convert value"),
    ("a type error in a simulator", "HaloModels/Data/Erasing.swift", "", '#if targetEnvironment(simulator)\n  let plantedSimulator: Int = "one"\n#endif', "cannot convert value"),
    ("a member that only Linux has", "HaloInterchange/Snapshots/WidgetSnapshot.swift", "", "#if !canImport(Glibc)\n  func plantedRead(_ data: Data) -> Int { data.plantedCount }\n#endif", "has no member 'plantedCount'"),
]
FORCES = [
    ("a force unwrap", "let first = [1].first!", "NeverForceUnwrap"),
    ("a forced try", 'let text = try! String(contentsOfFile: "")', "NeverUseForceTry"),
    ("an implicitly unwrapped optional", "var text: String!", "NeverUseImplicitlyUnwrappedOptionals"),
]
DELEGATES = [
    ("a delegate method with a wrong label", "Radio/AppleSession.swift", "didConnect peripheral", "didConnected peripheral", "didConnected"),
    ("a delegate method with another type", "Link/AppleLink.swift", "didReadRSSI rssi: NSNumber", "didReadRSSI rssi: Int", "didReadRSSI"),
    ("a delegate method with an error that is not optional", "Link/AppleLink.swift", "didDiscoverServices error: (any Error)?", "didDiscoverServices error: any Error", "didDiscoverServices"),
    ("a delegate method that is missing", "Radio/AppleSession.swift", "willRestoreState dict: [String: Any]", "willRestoreStates dict: [String: Any]", "willRestoreState"),
]
FILES = [
    ("a missing usage sentence for Bluetooth", "Halo/Info.plist", "NSBluetoothAlwaysUsageDescription", "NSBluetoothUsageDescription", "lacks NSBluetoothAlwaysUsageDescription"),
    ("a missing usage sentence for Health", "Halo/Info.plist", "NSHealthUpdateUsageDescription", "NSHealthUpdatesUsageDescription", "lacks NSHealthUpdateUsageDescription"),
    ("a missing sentence that uploads need", "Halo/Info.plist", "NSHealthShareUsageDescription", "NSHealthShare", "lacks NSHealthShareUsageDescription"),
    ("a background mode that does not exist", "Halo/Info.plist", "<string>bluetooth-central</string>", "<string>bluetooth</string>", "UIBackgroundModes"),
    ("a background task that is not permitted", "Halo/Info.plist", "$(HALO_BUNDLE_IDENTIFIER).sync", "$(HALO_BUNDLE_IDENTIFIER).night", "background tasks|BGTaskSchedulerPermittedIdentifiers"),
    ("a service in lower case", "Halo/Info.plist", "7905FF00-B5CE-4E99-A40F-4B1E122D00D0", "7905ff00-b5ce-4e99-a40f-4b1e122d00d0", "7905ff00.*no driver"),
    ("a company with a prefix", "Halo/Info.plist", "<string>1234</string>", "<string>0x1234</string>", "0x1234.*no driver"),
    ("a text instead of a truth value", "Halo/Info.plist", "<false/>", "<string>NO</string>", "ITSAppUsesNonExemptEncryption"),
    ("a property list that is not closed", "HaloWidget/Info.plist", "</dict>\n</plist>", "</plist>", "cannot be read"),
    ("a wrong entitlement", "Halo/Halo.entitlements", "com.apple.developer.healthkit", "com.apple.developer.health", "com.apple.developer.health"),
    ("another app group in the widget", "HaloWidget/HaloWidget.entitlements", "group.$(HALO_BUNDLE_IDENTIFIER)", "group.halo", "application-groups"),
    ("a wrong extension point", "HaloWidget/Info.plist", "com.apple.widgetkit-extension", "com.apple.widget-extension", "NSExtension"),
    ("a missing privacy reason", "Halo/PrivacyInfo.xcprivacy", "CategoryDiskSpace", "CategoryDiscSpace", "DiscSpace"),
    ("a privacy reason that Apple does not know", "Halo/PrivacyInfo.xcprivacy", "E174.1", "E174.2", "E174.2"),
    ("a text without a translation", "Halo/Localizable.xcstrings", '"value" : "Aktivität"', '"value" : ""', "no German text"),
    ("a translation without its placeholder", "HaloWidget/Localizable.xcstrings", "%lld/min um %@", "%lld/min", "other placeholders"),
    ("a text that Xcode would mark as stale", "Halo/Localizable.xcstrings", '"extractionState" : "manual"', '"extractionState" : "stale"', "not marked as manual"),
    ("a product that is not linked", "Halo.xcodeproj/project.pbxproj", "productName = HaloReports;", "productName = HaloRaports;", "no product HaloRaports"),
    ("a property list that is also a resource", "Halo.xcodeproj/project.pbxproj", "\t\t\t\tInfo.plist,\n", "", "is not excluded"),
    ("a widget that is not embedded", "Halo.xcodeproj/project.pbxproj", "dstSubfolderSpec = 13;", "dstSubfolderSpec = 10;", "not embedded"),
    ("another Swift version", "Halo.xcodeproj/project.pbxproj", "SWIFT_VERSION = 6.0;", "SWIFT_VERSION = 5.0;", "SWIFT_VERSION"),
    ("DEBUG in a release", "Halo.xcodeproj/project.pbxproj", "SWIFT_COMPILATION_MODE = wholemodule;", 'SWIFT_ACTIVE_COMPILATION_CONDITIONS = "DEBUG";', "SWIFT_ACTIVE_COMPILATION_CONDITIONS of the project, Release"),
    ("a kind of object that does not exist", "Halo.xcodeproj/project.pbxproj", "isa = PBXTargetDependency;", "isa = PBXTargetDependancy;", "unknown kind"),
    ("a misspelled property of the project", "Halo.xcodeproj/project.pbxproj", "proxyType = 1;", "proxyTipe = 1;", "proxyTipe"),
    ("a folder that does not exist", "Halo.xcodeproj/project.pbxproj", "path = HaloWidget;\n", "path = HaloWidgets;\n", "no folder HaloWidgets"),
    ("the server's packages on a phone", "Halo.xcodeproj/project.pbxproj", "\t\t\ttraits = (\n\t\t\t);\n", "", "without traits"),
    ("a project file with a missing semicolon", "Halo.xcodeproj/project.pbxproj", "objectVersion = 77;", "objectVersion = 77", "expected"),
    ("a configuration with another name", "Halo.xcodeproj/project.pbxproj", "name = Debug;", "name = Debag;", "configurations"),
    ("another identifier for the widget", "Halo.xcodeproj/project.pbxproj", '"$(HALO_BUNDLE_IDENTIFIER).widget"', "com.example.widget", "PRODUCT_BUNDLE_IDENTIFIER of HaloWidget"),
    ("a misspelled build setting", "Halo.xcodeproj/project.pbxproj", "TARGETED_DEVICE_FAMILY", "TARGETED_DEVICE_FAMILIES", "TARGETED_DEVICE_FAMILIES of the project"),
    ("another version than the package's", "Halo.xcodeproj/project.pbxproj", "MARKETING_VERSION = 0.", "MARKETING_VERSION = 9.", "MARKETING_VERSION"),
    ("an extension that may use an app's APIs", "Halo.xcodeproj/project.pbxproj", "APPLICATION_EXTENSION_API_ONLY = YES", "APPLICATION_EXTENSION_API_ONLY = NO", "APPLICATION_EXTENSION_API_ONLY"),
    ("a target of another type", "Halo.xcodeproj/project.pbxproj", "com.apple.product-type.application", "com.apple.product-type.tool", "Halo is a com.apple.product-type.tool"),
    ("a language that the project does not have", "Halo.xcodeproj/project.pbxproj", "\t\t\t\tde,\n", "", "the languages of the project"),
    ("a configuration without the bundle identifier", "Halo.xcodeproj/project.pbxproj", "\t\t\tbaseConfigurationReference = 48414C4F0000000000000022 /* Signing.xcconfig */;\n", "", "does not use Signing.xcconfig"),
    ("a misspelled bundle identifier", "Signing.xcconfig", "HALO_BUNDLE_IDENTIFIER =", "HALO_BUNDLE_ID =", "Signing.xcconfig sets"),
    ("a device that the picker may not look for", "Halo/Info.plist", "<string>1826</string>", "<string>1827</string>", r"Services lacks \['1826'\]"),
    ("an icon that does not exist", "Halo.xcodeproj/project.pbxproj", "APPICON_NAME = AppIcon", "APPICON_NAME = Icon", "ASSETCATALOG_COMPILER_APPICON_NAME|no appiconset"),
    ("a picture that does not exist", "Halo/Screens/Parts/DevicePicture.swift", 'case strap = "Strap"', 'case strap = "Straps"', "no imageset Straps"),
    ("a file that a catalog of pictures lacks", "Halo/Assets.xcassets/Ring.imageset/Contents.json", "Ring.svg", "Rings.svg", "names the files .'Rings.svg'"),
    ("a damaged catalog of pictures", "Halo/Assets.xcassets/AppIcon.appiconset/Contents.json", '"images"', '"image"', "AppIcon.appiconset cannot be read"),
    ("a symbol that does not exist", "Halo/Screens/RootScreen.swift", '"bed.double"', '"bed.duble"', "symbol bed.duble"),
    ("an app without an entry point", "Halo/App/HaloApp.swift", "@main\n", "", "0 types with @main"),
    ("a widget that the app never reloads", "HaloWidget/TodayWidget.swift", "kind: AppGroup.widgetKind", 'kind: "HaloDay"', "a widget's kind or a key"),
    ("a name that app and widget both have", "HaloWidget/Dates.swift", "", 'let planted = "health.json"\nlet plantedFile = "Halo/health.json"', "both have 'Halo/health.json'"),
    ("a folder that only one target compiles", "Halo.xcodeproj/project.pbxproj", "/* Halo */,\n\t\t\t\t48414C4F000000000000004F /* Shared */,\n", "/* Halo */,\n",
     "compiles the folders"),
    ("tests that no scheme runs", "Halo.xcodeproj/xcshareddata/xcschemes/Halo.xcscheme", "48414C4F0000000000000061", "48414C4F00000000000000FF", "the scheme tests"),
    ("tests without the app", "Halo.xcodeproj/project.pbxproj", "target = 48414C4F0000000000000025 /* Halo */;\n\t\t\ttargetProxy", "target = 48414C4F000000000000001F /* Halo */;\n\t\t\ttargetProxy",
     "not the app"),
    ("a translation in another order", "HaloWidget/Localizable.xcstrings", "%lld/min um %@", "Um %@: %lld/min", "in another order"),
    ("a translation with numbered and other placeholders", "HaloWidget/Localizable.xcstrings", "%lld/min um %@", "%1$lld/min um %@", "in another order"),
    ("a translation with a number of another kind", "HaloWidget/Localizable.xcstrings", "%lld/min um %@", "%d/min um %@", "other placeholders"),
    ("a screen without its task", f"{SCREENS}/HeartScreen.swift", "    .task { await model.run() }\n", "", "HeartScreen shows 'model'"),
    ("a screen with an empty task", f"{SCREENS}/DataScreen.swift", ".task { await model.run() }", ".task {}", "DataScreen shows 'model'"),
    ("a screen that runs another model", f"{SCREENS}/ActivityScreen.swift", "await model.run()", "await workout.run()", "ActivityScreen shows 'model'"),
    ("a screen with its own model that it does not run", f"{SCREENS}/ExplainScreen.swift", "    .task { await model.run() }\n", "", "ExplainScreen shows 'model'"),
    ("an app that does not run its models", "Halo/App/AppServices.swift", "Task { await background.run() }", "", "nothing runs 'background'"),
    ("a part of a screen that is shown without it", f"{SCREENS}/RootScreen.swift", "case .live: LiveScreen(model: live)", "case .live: PulseChart(model: live)", "PulseChart shows 'model'"),
    ("an intent's title from a constant", "Halo/Intents/SyncNow.swift", 'LocalizedStringResource = "Sync now"', "LocalizedStringResource = plantedTitle", "title of SyncNow"),
    ("an intent's title that is computed", "Halo/Intents/LastNight.swift", 'let title: LocalizedStringResource = "Last night"', 'var title: LocalizedStringResource { "Last night" }', "title of LastNight"),
    ("an intent's description with a value in it", "Halo/Intents/SyncNow.swift", '"Syncs the data of your ring or watch."', '"Syncs the data of \\(plantedName)."', "description of SyncNow"),
    ("a shortcut's title from a constant", "Halo/Intents/HaloShortcuts.swift", 'shortTitle: "Sync now"', "shortTitle: SyncNow.title", "shortTitle"),
    ("a type of Health outside of the table", "Halo/Health/HealthWriter.swift", "mayWrite(.workout)", "mayWrite(HKQuantityType(.stepCount))", "HealthWriter.swift names HKQuantityType"),
    ("a module that no iPhone has", "Halo/App/LaunchOptions.swift", "import Foundation\n", "import FoundationEssentials\n", "imports FoundationEssentials"),
    ("an API that extensions may not use", "HaloWidget/SnapshotView.swift", "", "@MainActor func plantedIdling() { UIApplication.shared.isIdleTimerDisabled = true }", "an extension may not"),
    ("code that is not compiled on Linux", "Shared/AppGroup.swift", "", "#if os(iOS)\nlet planted: Int = \"one\"\n#endif", "not compiled here"),
    ("a phrase without the name of the app", "Halo/Intents/HaloShortcuts.swift", '"Last night in \\(.applicationName)"', '"Last night"', "lacks the name of the app"),
    ("a scheme of another target", "Halo.xcodeproj/xcshareddata/xcschemes/Halo.xcscheme", "48414C4F0000000000000025", "48414C4F00000000000000FF", "the scheme builds"),
]


class Undetected(Exception):
    pass


def _change(path, old, new):
    text = path.read_text()
    if old and old not in text:
        raise Undetected(f"'{old}' is no longer in {path}: the planted error must be changed")
    path.write_text(text.replace(old, new, 1) if old else f"{text}\n{new}\n")


def _expect(what, found, pattern):
    text = "\n".join(found) if isinstance(found, list) else found
    if not text:
        raise Undetected(f"{what} was not detected")
    if not re.search(pattern, text):
        raise Undetected(f"{what} was detected for another reason: {text[:2000]}")
    return what


def _message(check, *arguments, **options):
    try:
        check(*arguments, **options)
    except compiler.Failed as error:
        return str(error)
    return ""


def plant(swift, descriptors):
    """Yields each planted error that was found. Raises Undetected for one that was not."""
    yield from _types(swift)
    yield from _syntax(swift)
    yield from _health(swift)
    yield from _darwin(swift)
    yield from _newer(swift)
    yield from _delegates()
    yield from _files(descriptors)
    broken = OUT / "broken-modules"
    shutil.rmtree(broken, ignore_errors=True)
    shutil.copytree(swift.stubs, broken)
    (broken / "HealthKit.swiftmodule").unlink()
    yield _expect("a missing module", _message(swift.check, "Halo", OUT / "app/Halo", stubs=broken), "HealthKit is missing")
    empty = OUT / "empty"
    empty.mkdir(exist_ok=True)
    yield _expect("an empty folder", _message(swift.check, "Halo", empty), "no sources")


def _types(swift):
    stage = swift.stage("planted")
    for _, path, old, new, _ in TYPES:
        _change(stage / path, old.replace("import Foundation\n", "import Foundation; import AppleFoundation\n"), new)
    found = "\n".join(_message(swift.check, target, stage / target, debug=True, through_sil=False) for target in TARGETS)
    for what, path, _, _, pattern in TYPES:
        yield _expect(what, "\n".join(line for line in found.splitlines() if f"planted/{path}:" in line), pattern)
    stage = swift.stage("planted")
    for _, path, old, new, _ in FLOW:
        _change(stage / path, old, new)
    found = _message(swift.check, "Halo", stage / "Halo")
    for what, path, _, _, pattern in FLOW:
        yield _expect(what, "\n".join(line for line in found.splitlines() if f"planted/{path}:" in line), pattern)
    source = OUT / "planted/Planted.swift"
    for what, text, pattern in FORCES:
        source.write_text(text + "\n")
        yield _expect(what, _message(swift.lint, source), pattern)
    source.write_text("func planted( {\n")
    yield _expect("a syntax error", _message(swift.parse, source), "error")


def _syntax(swift):
    stage = swift.stage("planted")
    for _, path, old, new, _ in SYNTAX:
        _change(stage / path, old, new)
    _change(stage / f"{SCREENS}/LiveScreen.swift", "", 'private let plantedTitle = "Live"')
    _change(stage / "Halo/Sharing/PhoneDataSink.swift", "import ActivityKit\n", "import ActivityKit\nimport BackgroundTasks\n")
    found = [problem for target in TARGETS for problem in syntax.problems(swift, target, stage / target)]
    for what, path, _, _, pattern in SYNTAX:
        yield _expect(what, [problem for problem in found if problem.startswith(f"{path}:")], pattern)


def _health(swift):
    copy = OUT / "planted-health"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(APP / "Halo/Health", copy)
    for _, path, old, new, _ in HEALTH:
        _change(copy / path, old, new)
    found = swift.health(copy)
    for what, _, _, _, pattern in HEALTH:
        yield _expect(what, found, pattern)


def _darwin(swift):
    copy = OUT / "planted-darwin"
    shutil.rmtree(copy, ignore_errors=True)
    modules = sorted({path.split("/")[0] for _, path, *_ in DARWIN})
    for module in (*modules, "HaloAppleRadio"):
        shutil.copytree(PACKAGE / "Sources" / module, copy / module)
    for _, path, old, new, _ in DARWIN:
        _change(copy / path, old, new)
    iphone = darwin.Darwin(swift, copy)
    found = "\n".join(_message(iphone.check, [module]) for module in modules)
    for what, path, _, _, pattern in DARWIN:
        yield _expect(what, "\n".join(line for line in found.splitlines() if f"darwin/{path}:" in line), pattern)
    source = copy / "HaloPlanted/Planted.swift"
    source.parent.mkdir()
    source.write_text("#if os(Lunix)\n#endif\n")
    yield _expect("a condition that nothing knows", _message(iphone.check, ["HaloPlanted"]), "os.Lunix.' holds")
    source.write_text("import FoundationEssentials\n")
    yield _expect("a module that only Linux has", iphone.check(["HaloPlanted"])[0], "FoundationEssentials does not exist")
    _change(copy / "HaloModels/Pairing/AccessorySetupPicker.swift", "session.activate(on: .main)", 'session.activate(on: DispatchQueue(label: ""))')
    for _, path, old, new, _ in DARWIN:
        shutil.copy(PACKAGE / "Sources" / path, copy / path)
    yield _expect("a picker that calls the main actor on another queue", syntax.closures(swift, copy), "AccessorySetupPicker.swift:.*belongs to an actor")
    models = copy / "models"
    shutil.copytree(PACKAGE / "Sources/HaloModels", models)
    _change(models / "AppModel.swift", "        group.addTask { await workout.run() }\n", "")
    yield _expect("a model that no longer runs", wiring.screens(APP, models), "WorkoutScreen shows 'model'")


def _newer(swift):
    """APIs that are newer than the deployment target: of Swift, of Foundation, as a language feature, and of a framework."""
    folder = OUT / "newer"
    folder.mkdir(exist_ok=True)
    source = folder / "Newer.swift"
    source.write_text(
        "import Foundation\nfunc first(_ row: InlineArray<2, Int>) -> Int { row[0] }\n@MainActor final class Ended { isolated deinit {} }\n"
        "let home = FileManager.default.homeDirectoryForCurrentUser\nfunc start() throws { try Process().run() }\nlet user = ProcessInfo.processInfo.fullUserName\n"
        'let area = NSRect()\nfunc shell() { system("") }\n')
    swift.add_to_index("Newer", folder)
    uses = list(index.occurrences(swift.index, {"Newer"}, index.USES))
    never = apis.newer(uses, apis.toolchain_versions(), "18.0")
    for what, name in (("a property", "homeDirectoryForCurrentUser"), ("a class", "Process"), ("a method of such a class", "run\\(\\)"), ("a name of the user", "fullUserName"), ("a type of AppKit", "NSRect")):
        yield _expect(f"{what} that no iPhone has", never, f"'{name}' does not exist on iOS")
    yield _expect("a function of C that no iPhone has", darwin.c_functions(uses), r"'system\(_:\)'")
    yield _expect("an API of Swift that is newer than iOS 18", apis.newer(uses, apis.toolchain_versions(), "18.0"), "'InlineArray' needs iOS 26")
    yield _expect("a language feature that is newer than iOS 18", apis.features([source], "18.0"), "needs iOS 18.4")
    yield _expect("an app for an older iOS", apis.newer(list(index.occurrences(swift.index, {"Halo"}, index.USES)), apis.toolchain_versions(), "15.0"), "needs iOS 1")
    problems, _, _ = apis.check(swift.index, swift.package_build / "index/store", [], target="17.0")
    yield _expect("an API of a framework that is newer than the app's iOS", problems, "'Tab' needs iOS 18.0")


def _delegates():
    folder = OUT / "delegates"
    for what, path, old, new, pattern in DELEGATES:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(PACKAGE / "Sources/HaloAppleRadio", folder)
        _change(folder / path, old, new)
        yield _expect(what, delegates.check([folder]), pattern)


def _files(descriptors):
    copy = OUT / "files"
    shutil.rmtree(copy, ignore_errors=True)
    for name in (*TARGETS, SHARED, *TESTS, "Halo.xcodeproj"):
        shutil.copytree(APP / name, copy / name)
    for name in ("Signing.xcconfig", "README.md"):
        shutil.copy(APP / name, copy)
    if problems := files.problems(copy, descriptors):
        raise Undetected(f"the copy without a planted error has problems: {problems}")
    for what, path, old, new, pattern in FILES:
        original = (copy / path).read_text()
        _change(copy / path, old, new)
        yield _expect(what, files.problems(copy, descriptors), pattern)
        (copy / path).write_text(original)
