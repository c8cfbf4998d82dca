"""The problems of the project, of the files in the bundles, and of the names in their sources."""
import assets
import bundle
import project
import wiring
from places import PACKAGE, TARGETS, linked_modules


def problems(app, descriptors):
    xcode = project.Project(app, PACKAGE)
    found = xcode.problems + wiring.problems(app, PACKAGE / "Sources/HaloModels")
    for target, modules in zip(TARGETS, (linked_modules(), {"HaloInterchange"})):
        found += bundle.Bundle(app, target, modules, PACKAGE, descriptors).problems + assets.problems(app / target, xcode.target_settings(target))
    return found
