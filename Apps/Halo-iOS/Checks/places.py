"""The places of the app, and what its project says."""
import functools
import pathlib
import re

APP = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = APP.parent.parent
OUT = PACKAGE / ".build/halo-ios"
STUBS = APP / "Stubs"
LISTING = APP / "APPLE-APIS.md"
# The targets of the app, and the folders of each.
TARGETS = ("Halo", "HaloWidget")
SHARED = "Shared"
TESTS = ("HaloTests", "HaloUITests")
PROJECT = APP / "Halo.xcodeproj/project.pbxproj"


def sources(*folders):
    return sorted(path for folder in folders for path in folder.rglob("*.swift"))


def folders(app, target):
    """The folders of a target's sources."""
    return (app / target,) if target in TESTS else (app / target, app / SHARED)


def deployment_target():
    found = set(re.findall(r"IPHONEOS_DEPLOYMENT_TARGET = ([\d.]+);", PROJECT.read_text()))
    if len(found) != 1:
        raise SystemExit(f"the project has {len(found)} deployment targets")
    return found.pop()


@functools.cache
def linked_modules():
    """The modules of the package that the app contains: its products, and what these import. Not the stand-ins for Apple's frameworks."""
    return modules_of(*re.findall(r"productName = (\w+);", PROJECT.read_text()))


def modules_of(*roots):
    """Modules of the package, and those that they import."""
    waiting, found = list(roots), set()
    while waiting:
        module = waiting.pop()
        folder = PACKAGE / "Sources" / module
        if module in found or not folder.is_dir() or module in ("CoreBluetooth", "AccessorySetupKit"):
            continue
        found.add(module)
        for source in sources(folder):
            waiting += re.findall(r"^ *(?:@_exported )?(?:(?:public|package|internal|private) )?import (C?Halo\w+)", source.read_text(), re.M)
    return found
