"""Checks what compiles and still fails on a phone or in Apple's tools: models that nothing runs, and rules for the text of sources."""
import functools
import re

from places import TARGETS, folders, sources

# The modules of Apple that the app may import: those with an interface in Stubs/ or in the package, and what Swift on Linux has as well.
MODULES = {
    "Foundation", "Dispatch", "Observation", "Synchronization", "CoreBluetooth", "AccessorySetupKit", "UniformTypeIdentifiers", "SwiftUI", "Charts", "UIKit", "HealthKit", "ActivityKit",
    "WidgetKit", "BackgroundTasks", "AppIntents", "UserNotifications", "Accessibility"}
# The one source that names HealthKit's types and units, so that permission is asked for what is written.
HEALTH = ("HealthType.swift", r"\bHK(?:QuantityType|CategoryType|CorrelationType|Unit|QuantitySample|CategorySample)\b")


def code(path):
    """The code of a source, without comments and without what only previews need."""
    text = re.sub(r"^( *#if DEBUG\n.*?^ *#endif)$", lambda match: "\n" * match[0].count("\n"), path.read_text(), flags=re.M | re.S)
    return re.sub(r"^\s*//.*$", "", text, flags=re.M)


def block(text, start):
    """The text from a place to the end of its first block."""
    return _balanced(text, start, "{", "}")


def _balanced(text, start, opening, closing):
    depth = 0
    for match in re.compile(rf"[{opening}{closing}]").finditer(text, start):
        depth += 1 if match[0] == opening else -1
        if not depth:
            return text[start:match.end()]
    return text[start:]


def declared(body):
    """The type of each property."""
    found = dict(re.findall(r"^ *(?:@\w+(?:\([^)]*\))? )*(?:(?:public|private|package|fileprivate)(?:\(set\))? )*(?:let|var) (\w+): (?:any )?([A-Z]\w*)", body, re.M))
    return found | dict(re.findall(r"\b(?:let|var) (\w+) = ([A-Z]\w+)\(", body))


@functools.cache
def running_models(folder):
    """The models with a `run()`, and those that another model runs."""
    running, run = set(), set()
    for path in sources(folder):
        text = code(path)
        types = {match.start(): (match[1], block(text, match.start())) for match in re.finditer(r"^ *(?:\w+ )*(?:class|struct) (\w+)", text, re.M)}
        for method in re.finditer(r"\bfunc run\(\) async", text):
            name, body = [types[start] for start in types if start < method.start() < start + len(types[start][1])][-1]
            running.add(name)
            run |= {declared(body).get(one) for one in re.findall(r"\bawait (?:self\.)?(\w+)\.run\(\)", block(text, method.start()))}
    return running, run


def screens(app, models):
    """The views that show a model whose `run()` nothing calls: they would load for ever.

    A model with a `run()` is run by another model, or by the view that shows it, or by one that contains that view.
    """
    running, run = running_models(models)
    aliases = {name: type for path in sources(models) for name, type in re.findall(r"\btypealias (\w+) = (\w+Model)<", code(path))}

    def properties(body):
        return {name: aliases.get(type, type) for name, type in declared(body).items()}

    views, others, found = {}, "", []
    for path in sources(app / "Halo"):
        text = rest = code(path)
        for match in re.finditer(r"^(?:private )?struct (\w+)(?:<[^{]*>)?: (?:[\w, ]+, )?View\b", text, re.M):
            views[match[1]] = block(text, match.start())
            rest = rest.replace(views[match[1]], "")
        others += rest
    needed = {name: [prop for prop, type in properties(body).items() if type in running - run] for name, body in views.items()}

    def runs(name, type):
        return any(properties(views[name])[prop] == type and re.search(rf"\.task(?:\([^)]*\))? *\{{[^}}]*\bawait {prop}\.run\(\)", views[name]) for prop in needed[name])

    def is_run(name, type, seen=()):
        if runs(name, type):
            return True
        makers = [maker for maker, body in views.items() if maker != name and maker not in seen and re.search(rf"\b{name}\b *[({{]", body)]
        return bool(makers) and not re.search(rf"\b{name}\(", others) and all(
            any(properties(views[maker])[prop] == type for prop in needed[maker]) and is_run(maker, type, (*seen, name)) for maker in makers)

    for name, body in views.items():
        for prop in needed[name]:
            type = properties(body)[prop]
            # A view that only hands a model on shows nothing of it.
            if re.search(rf"(?<![.\w])(?:self\.)?_?\$?{prop}\.(?!run\b)\w", body) and not is_run(name, type):
                found.append(f"{name} shows '{prop}' and has no '.task {{ await {prop}.run() }}'")
    for name, type in re.findall(r"\b(\w+) = (\w+Model)\(", others):
        if type in running - run and not re.search(rf"\b{name}\.run\(\)", others):
            found.append(f"nothing runs '{name}', a {type}")
    return found


def intents(text):
    """What Apple's tools read from the sources when the app is built must be literals."""
    found = []
    for match in re.finditer(r"^(?:\w+ )*(?:struct|class|enum|extension) (\w+)[^{\n]*:[^{]*\b(?:\w*Intent|AppEnum|AppEntity|AppShortcutsProvider)\b", text, re.M):
        body = block(text, match.start())
        for name, declaration in re.findall(r"\bstatic (?:let|var) (title|description|\w+Representation\w*)\b(.*)", body):
            literal = r'"(?:[^"\\]|\\[^(])*"'
            if not re.fullmatch(rf"(?:: [\w.?]+)? = (?:[\w.]+\(\s*)?(?:name: )?{literal}\)?", declaration.strip()):
                found.append(f"{name} of {match[1]} is not a literal, which Xcode reads when it builds the app")
    for match in re.finditer(r"\bAppShortcut\(", text):
        shortcut = _balanced(text, match.start(), "(", ")")
        for label in ("shortTitle", "systemImageName"):
            if not re.search(rf'\b{label}: "', shortcut):
                found.append(f"{label} of an AppShortcut is not a literal")
        phrases = re.search(r"\bphrases: \[(.*?)\]", shortcut, re.S)
        if not phrases or re.sub(r'"[^"]*"|[\s,]', "", phrases[1]):
            found.append("the phrases of an AppShortcut are not literals")
    return found


def problems(app, models):
    parts = {target: {path: code(path) for path in sources(*folders(app, target))} for target in TARGETS}
    text = {target: "\n".join(path.read_text() for path in parts[target]) for target in TARGETS}
    found = screens(app, models) + [problem for target in TARGETS for part in parts[target].values() for problem in intents(part)]
    for target in TARGETS:
        # The compiler on Linux leaves out code for iOS.
        for condition in sorted(set(re.findall(r"^ *#(?:else)?if (.+)", text[target], re.M)) - {"DEBUG"}):
            found.append(f"{target} has code under '#if {condition}', which is not compiled here")
        for path, part in parts[target].items():
            for module in re.findall(r"^ *(?:@\w+ )*(?:\w+ )?import (?:(?:class|struct|enum|func|protocol|typealias|let|var) )?(\w+)", part, re.M):
                if module not in MODULES and not module.startswith("Halo"):
                    found.append(f"{path.name} imports {module}, which is not among the modules of an iPhone that are known here")
            if path.name != HEALTH[0] and (named := re.search(HEALTH[1], part)):
                found.append(f"{path.name} names {named[0]}: types and units of Health belong in {HEALTH[0]}, from which the permissions are computed")
        count = len(re.findall(r"^@main\b", text[target], re.M))
        if count != 1:
            found.append(f"{target} has {count} types with @main instead of one")
    if re.search(r"\bUIApplication\.shared\b", text["HaloWidget"]):
        found.append("the widget uses UIApplication.shared, which an extension may not")
    # A kind or key that app and widget share is a constant in Shared/; the same text twice may differ one day.
    literals = {target: set(re.findall(r'"([^"\\\s]*(?:[a-z][A-Z]|[./])[^"\\\s]*)"', "\n".join(code(path) for path in sources(app / target)))) for target in TARGETS}
    symbols = set(re.findall(r'\bsystem(?:Image|Name|ImageName): "([^"]+)"', "\n".join(text.values())))
    for name in sorted(set.intersection(*literals.values()) - symbols):
        found.append(f"the app and the widget both have '{name}': make it one constant in Shared/")
    if re.search(r'\b(?:kind|ofKind): *"|forInfoDictionaryKey: *"', "\n".join(code(path) for target in TARGETS for path in sources(app / target))):
        found.append("a widget's kind or a key of Info.plist is a literal: make it a constant in Shared/")
    # https://developer.apple.com/documentation/appintents/appshortcutsprovider: at most ten, and each phrase has the app's name.
    for phrases in re.findall(r"phrases: \[(.*?)\]", text["Halo"], re.S):
        found += [f"the phrase '{phrase}' lacks the name of the app" for phrase in re.findall(r'"([^"]*)"', phrases) if "applicationName" not in phrase]
    shortcuts = len(re.findall(r"\bAppShortcut\(", text["Halo"]))
    if shortcuts > 10:
        found.append(f"the app has {shortcuts} shortcuts; iOS shows ten")
    return found
