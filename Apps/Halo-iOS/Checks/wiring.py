"""Checks what compiles and still fails on a phone or in Apple's tools: names in two places that must agree, and rules for the text of sources."""
import re

from places import TARGETS, sources


def problems(app):
    text = {target: "\n".join(path.read_text() for path in sources(app / target)) for target in TARGETS}
    found = []
    for target in TARGETS:
        # The compiler on Linux leaves out code for iOS.
        for condition in sorted(set(re.findall(r"^ *#(?:else)?if (.+)", text[target], re.M)) - {"DEBUG"}):
            found.append(f"{target} has code under '#if {condition}', which is not compiled here")
        count = len(re.findall(r"^@main\b", text[target], re.M))
        if count != 1:
            found.append(f"{target} has {count} types with @main instead of one")
    shown = set(re.findall(r'Configuration\(\s*kind: "([^"]+)"', text["HaloWidget"]))
    constants = re.findall(r"reloadTimelines\(ofKind: Self\.(\w+)\)", text["Halo"])
    reloaded = {value for name in constants for value in re.findall(rf'let {name} = "([^"]+)"', text["Halo"])}
    if shown != reloaded:
        found.append(f"the widget's kinds are {sorted(shown)}, and the app reloads {sorted(reloaded)}")
    if re.search(r"\bUIApplication\.shared\b", text["HaloWidget"]):
        found.append("the widget uses UIApplication.shared, which an extension may not")
    # https://developer.apple.com/documentation/appintents/appshortcutsprovider: at most ten, and each phrase has the app's name.
    for phrases in re.findall(r"phrases: \[(.*?)\]", text["Halo"], re.S):
        found += [f"the phrase '{phrase}' lacks the name of the app" for phrase in re.findall(r'"([^"]*)"', phrases) if "applicationName" not in phrase]
    shortcuts = len(re.findall(r"\bAppShortcut\(", text["Halo"]))
    if shortcuts > 10:
        found.append(f"the app has {shortcuts} shortcuts; iOS shows ten")
    return found
