"""The APIs of Apple that the app and the linked modules use, the version of iOS that introduced each, and its page.

The compiler's index names each use exactly. The versions of SwiftUI, HealthKit and so on are written in Stubs/ beside their pages; those of Swift and
Foundation come from the toolchain's own modules.
"""
import json
import re
import subprocess

import darwin
import index
from places import APP, OUT, STUBS, TARGETS, deployment_target, linked_modules

DOCUMENTATION = "https://developer.apple.com/documentation/"
PAGE = re.compile(rf"/// {re.escape(DOCUMENTATION)}(\S+) iOS (\d+\.\d+)$")
OWNER = re.compile(r"^ *(?:@\S+ )*(?:(?:public|open|final|indirect) )*(?:extension|struct|class|enum|protocol|actor) (\w+)")
# The modules of Swift and Foundation whose symbols state their availability.
TOOLCHAIN = ("Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Observation", "FoundationEssentials", "FoundationInternationalization", "Foundation")
# Language features that need a newer runtime and are no symbols. https://github.com/swiftlang/swift-evolution/blob/main/proposals/0371-isolated-synchronous-deinit.md
FEATURES = {r"\bisolated deinit\b": ("isolated deinit", "18.4")}
# APIs of Foundation on Linux that no iPhone has, with their members; their pages name macOS alone. Others state it in the toolchain's modules, such as
# FileManager.homeDirectoryForCurrentUser. https://developer.apple.com/documentation/foundation/process, …/host, …/processinfo/username, …/nsrect, …
UNAVAILABLE = {
    "Process", "Host", "SocketPort", "PortMessage", "NSAffineTransform", "NSRect", "NSPoint", "NSSize", "NSRectEdge", "NSPointArray", "NSRectArray", "NSSizeArray", "NSRectPointer",
    "NSPointPointer", "NSSizePointer", "NSUserScriptTask", "ProcessInfo.userName", "ProcessInfo.fullUserName", "URL.homeDirectory(forUser:)", "FileManager.unmountVolume",
    "Float80", "Bundle.loadNibNamed", "NSEdgeInsets", "NSEdgeInsetsMake", "NSEdgeInsetsEqual", "NSMakeRect", "NSMakePoint", "NSMakeSize", "NSContainsRect", "NSDivideRect", "NSEqualPoints",
    "NSEqualRects", "NSEqualSizes", "NSHeight", "NSWidth", "NSInsetRect", "NSIntegralRect", "NSIntegralRectWithOptions", "NSIntersectionRect", "NSIntersectsRect", "NSIsEmptyRect",
    "NSMaxX", "NSMaxY", "NSMidX", "NSMidY", "NSMinX", "NSMinY", "NSMouseInRect", "NSOffsetRect", "NSPointFromString", "NSRectFromString", "NSSizeFromString", "NSStringFromPoint",
    "NSStringFromRect", "NSStringFromSize", "NSUnionRect", "NSPointInRect"}
NEVER = "99.0"
# These two are working modules of the package. All of their types that iOS 18 has are as old as the framework, except for these.
WORKING = {
    "AccessorySetupKit": ("18.0", {"ASDiscoveredAccessory": "26.0", "ASDiscoveredDisplayItem": "26.0", "ASPickerDisplaySettings": "26.0", "ASPropertyCompareString": "26.0"}),
    "CoreBluetooth": ("5.0", {
        "CBL2CAPChannel": "11.0", "CBConnectionEvent": "13.0", "CBManager": "10.0", "CBManagerState": "10.0", "CBAttribute": "8.0",
        "CBAdvertisementDataIsConnectable": "7.0", "CBAdvertisementDataOverflowServiceUUIDsKey": "6.0", "CBCentralManagerOptionRestoreIdentifierKey": "7.0",
        "CBCentralManagerRestoredStatePeripheralsKey": "7.0", "CBCentralManagerRestoredStateScanServicesKey": "7.0"}),
}


def number(version):
    return tuple(int(part) for part in version.split("."))


class Stub:
    """A paragraph of a stub: its page, the version, and its first declared type."""

    def __init__(self, page, version, owner):
        self.page, self.version, self.owner = page, version, owner


def stubs(problems):
    """Returns the stub at each (file, line)."""
    places = {}
    for path in sorted(STUBS.rglob("*.swift")):
        lines = path.read_text().splitlines()
        begin = 0
        while begin < len(lines):
            end = next((line for line in range(begin, len(lines)) if not lines[line].strip()), len(lines))
            part = lines[begin:end]
            if any(re.search(r"\b(public|open)\b", line) and not re.match(r"\s*public import", line) for line in part):
                page = PAGE.match(part[0])
                if page:
                    owner = next((match[1] for line in part if (match := OWNER.match(line))), "")
                    places |= {(path, line + 1): Stub(page[1], page[2], owner) for line in range(begin, end)}
                elif "func stub()" not in "".join(part):
                    problems.append(f"{path.relative_to(APP)}:{begin + 1}: no page and version of iOS above '{part[0].strip()}'")
            begin = end + 1
    return places


def toolchain_versions():
    """The version of iOS since which a symbol of Swift or Foundation exists, by symbol. Cached for a compiler."""
    compiler = subprocess.run(["swiftc", "--version"], capture_output=True, text=True, check=True).stdout
    file = OUT / "toolchain-versions.json"
    if file.exists() and (cached := json.loads(file.read_text())).get("compiler") == compiler + repr(sorted(UNAVAILABLE)):
        return cached["versions"]
    versions = {}
    for module in TOOLCHAIN:
        folder = OUT / "symbols" / module
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["swift-symbolgraph-extract", "-module-name", module, "-target", "x86_64-unknown-linux-gnu", "-minimum-access-level", "public", "-output-dir", folder],
            check=True, capture_output=True)
        own, parents = {}, {}
        for graph in folder.glob("*.json"):
            content = json.loads(graph.read_text())
            for symbol in content["symbols"]:
                usr = symbol["identifier"]["precise"]
                name = ".".join(symbol["pathComponents"])
                own.setdefault(usr, NEVER if {name, name.split("(")[0]} & UNAVAILABLE else "0.0")
                for entry in symbol.get("availability", ()):
                    if entry.get("domain") == "iOS" and entry.get("isUnconditionallyUnavailable"):
                        own[usr] = NEVER
                    elif entry.get("domain") == "iOS" and "introduced" in entry and own[usr] != NEVER:
                        own[usr] = f"{entry['introduced']['major']}.{entry['introduced'].get('minor', 0)}"
            parents |= {link["source"]: link["target"] for link in content["relationships"] if link["kind"] == "memberOf"}
        for usr, version in own.items():
            # A member is not older than its type.
            versions[usr] = max(version, own.get(parents.get(usr), "0.0"), key=number)
    versions = {usr: version for usr, version in versions.items() if version != "0.0"}
    file.write_text(json.dumps({"compiler": compiler + repr(sorted(UNAVAILABLE)), "versions": versions}))
    return versions


def newer(uses, versions, target):
    """Describes the uses of symbols that are newer than the deployment target."""
    found = []
    for file, line, usr, name in sorted(set(uses)):
        version = versions.get(usr)
        if version and number(version) > number(target):
            found.append(f"{file}:{line}: '{name}' " + ("does not exist on iOS" if version == NEVER else f"needs iOS {version}, the app runs on iOS {target}"))
    return found


def features(files, target):
    """Describes the uses of language features that are newer than the deployment target."""
    found = []
    for file in files:
        for line, text in enumerate(file.read_text().splitlines(), 1):
            for pattern, (name, version) in FEATURES.items():
                if re.search(pattern, text.split("//")[0]) and number(version) > number(target):
                    found.append(f"{file}:{line}: '{name}' needs iOS {version}, the app runs on iOS {target}")
    return found


def check(app_index, package_index, sources, target=None):
    """Returns the problems, the listing of all used APIs, and a summary, given the index of the app with its stubs and that of the package."""
    problems, target = [], target or deployment_target()
    places = stubs(problems)
    declared = {}
    for file, line, usr, name in index.occurrences(app_index, {folder.name for folder in STUBS.iterdir()}, index.DECLARES):
        if (file, line) in places:
            declared.setdefault(usr, (places[file, line], name.split("(")[0]))
    uses = list(index.occurrences(app_index, set(TARGETS), index.USES))
    rows = {}
    for file, line, usr, _ in uses:
        if usr not in declared:
            continue
        stub, name = declared[usr]
        name = re.sub(r"^(getter|setter):", "", name)
        full = name if name == stub.owner or not stub.owner else f"{stub.owner}.{name}"
        rows.setdefault(stub.page.split("/")[0], {}).setdefault((stub.page, stub.version), set()).add(full)
        if number(stub.version) > number(target):
            problems.append(f"{file}:{line}: '{full}' needs iOS {stub.version}, the app runs on iOS {target}")
    package_uses = list(index.occurrences(package_index, linked_modules(), index.USES))
    for module, (version, exceptions) in WORKING.items():
        prefix = f"s:{len(module)}{module}"
        for file, line, usr, name in uses + package_uses:
            if usr.startswith(prefix) and re.fullmatch(r"(AS|CB)[A-Z]\w+", name):
                since = exceptions.get(name, version)
                rows.setdefault(module.lower(), {}).setdefault((f"{module}/{name}".lower(), since), set()).add(name)
                if number(since) > number(target):
                    problems.append(f"{file}:{line}: '{name}' needs iOS {since}, the app runs on iOS {target}")
    versions = toolchain_versions()
    problems += newer(uses + package_uses, versions, target) + features(sources, target)
    problems += darwin.c_functions(uses + package_uses)
    swift = {usr for _, _, usr, _ in uses + package_uses if usr in versions}
    newest = max((versions[usr] for usr in swift), key=number, default="0.0")
    summary = f"{len(swift)} APIs of Swift and Foundation are used, the newest of iOS {newest}."
    return problems, listing(rows), summary


def listing(rows):
    text = [
        "# Apple's APIs in the iPhone app", "",
        "Every API of Apple's frameworks that the app's sources use, and every type of AccessorySetupKit and Core Bluetooth that the linked modules use: since",
        "which version of iOS it exists, and the page of Apple's documentation from which that and its interface in `Stubs/` were written. Generated by",
        "`check --list` from the compiler's index; `check` fails if it is outdated, or if an API is newer than the app's deployment target. APIs of Swift and",
        "Foundation that exist on Linux are not listed: their versions are in the compiler's own modules, where `check` looks them up.",
        "If several functions share a name, Apple's address of each ends in its own suffix; the page of the type lists them.", "",
    ]
    names = {name.lower(): name for name in ("Foundation", "Swift", *WORKING, *(folder.name for folder in STUBS.iterdir()))}
    for module in sorted(rows):
        text += [f"## {names.get(module, module)}", "", "| API | iOS | page |", "|---|---|---|"]
        text += [
            f"| {', '.join(f'`{api}`' for api in sorted(apis))} | {version} | <{DOCUMENTATION}{page}> |"
            for (page, version), apis in sorted(rows[module].items())]
        text.append("")
    return "\n".join(text)
