"""All names that exist: those that the sources declare or use, and names of files, commands, options and requests."""
import collections
import fnmatch
import json
import re

from names import declarations

# Files that name what does not exist, or whose sentences would make every English word a name.
_NO_NAMES = re.compile(
    r"\.(?:md|png|svg|sqlite|xcstrings)$|^Tests/Scripts/|^scripts/(?:api|names|wording)/.*\.txt$|^Sources/HaloText/german\.json$|^NOTICE$|^LICENSE$")
_SLASH_COMMENTS = (".js", ".c", ".h", ".css", ".modulemap")
# Documentation of Python, comments, and texts of the page.
_HASH_PROSE = re.compile(r'(?m)^\s*"""[\s\S]*?"""|(?:^|(?<=\s))#(?!!)[^\n]*')
_SLASH_PROSE = re.compile(r"(?m)/\*[\s\S]*?\*/|(?:^|(?<=\s))//[^\n]*|\bt`[^`]*`")
_JSON_NAME = re.compile(r'"([^"\s]*)"')
_FILE = re.compile(r'["/]([\w-]+\.\w+)"')
# The options of halo: the property after @Option or @Flag, or their own name. ArgumentParser adds four.
_OPTION_PROPERTY = re.compile(r"@(?:Option|Flag)\b(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\s*(?:\w+\s+)*?var\s+(\w+)")
_OPTION_NAME = re.compile(r'\.customLong\("([\w-]+)"\)')
_OPTION_CASES = re.compile(r"enum \w+:[^{]*\bEnumerableFlag\b[^{]*\{")
_BUILT_IN = {"help", "version", "experimental-dump-help", "generate-completion-script"}
_COMMAND = re.compile(r'struct (\w+)\s*:[^{]*\{|commandName: "([\w-]+)"|subcommands: \[([^\]]*)\]')
_APPLE_HEALTH = re.compile(r"^HK(?:Quantity|Category|CategoryValue)Type?Identifier|^HKCategoryValueSleepAnalysis")


class Vocabulary:
    """`texts`: the project's text files, by path. `paths`: the paths of all files."""

    def __init__(self, texts, paths):
        self.swift = {path: declarations.read(text) for path, text in texts.items() if path.endswith(".swift")}
        self.top = {path.split("/")[0] for path in paths if "/" in path}
        self.parts = {"/".join(part) for path in paths for part in _parts(path.split("/"))}
        self.types, self.functions = set(), collections.defaultdict(list)
        self.declared, self.tests = collections.defaultdict(set), set()
        self._members, self._inherited = collections.defaultdict(set), collections.defaultdict(set)
        self._in_module = collections.defaultdict(set)
        self._add_swift()
        self._elsewhere |= self._others(texts) | {path.rsplit("/", 1)[-1].split(".")[0] for path in paths} | self.modules
        self.options |= _BUILT_IN
        self.commands, self.subcommands = _commands(texts)
        self.requests = [path.split("/")[1:] for path in json.loads(texts.get("Sources/HaloDashboard/API/openapi.json", "{}")).get("paths", ())]

    def _add_swift(self):
        code, local, texts = set(), set(), set()
        for path, source in self.swift.items():
            self._in_module[module(path)] |= source.words
            code |= source.code_words
            texts |= source.words - source.code_words
            self.tests |= source.tests
            self.parts |= source.files
            for owner, name in source.members:
                if owner is None:
                    local.add(name)
                else:
                    self.declared[name].add(path)
                    self._members[owner[-1] if owner else ""].add(name)
            for type in source.types:
                self.declared[type[-1]].add(path)
                self.types.add(type[-1])
            for name, function in source.functions:
                self.functions[name].append(function)
                local.update(function.names)
            for type, names in source.inherited:
                self._inherited[type[-1]].update(names)
        # A variable inside a function of another module is no name that a text can mean.
        self._code, self._elsewhere = code, (code - local) | texts | self.declared.keys()
        self._elsewhere |= {_APPLE_HEALTH.sub("", word) for word in texts if word.startswith("HK")}
        self.modules = {module(path).rsplit("/", 1)[-1] for path in self.swift}

    def _others(self, texts):
        """Returns the names in files of other languages, and collects the options that they and Swift's strings have."""
        words, self.other_options, self.options = set(), set(), set()
        for path, text in texts.items():
            if _NO_NAMES.search(path):
                continue
            if path.endswith(".swift"):
                if "@Option" in text or "@Flag" in text or "EnumerableFlag" in text:
                    self.options |= _options(text, self.swift[path].code)
                self.other_options |= self.swift[path].options
                continue
            if path.endswith(".json"):
                text = "\n".join(_JSON_NAME.findall(text))
            else:
                text = (_SLASH_PROSE if path.endswith(_SLASH_COMMENTS) else _HASH_PROSE).sub("", text)
                self.other_options.update(declarations.OPTION.findall(text))
            words.update(declarations.WORD.findall(text), declarations.HYPHENATED.findall(text))
            self.parts.update(_FILE.findall(text))
        return words

    def is_known(self, name, path):
        """Returns whether a text in a file can mean this name: any name of its own module, or a name that others can see."""
        return name in self._elsewhere or (path.endswith(".swift") and name in self._in_module[module(path)])

    def is_file(self, path):
        """Returns whether a file or folder exists, by its path or the end of it; `*` stands for any text."""
        path = path.rstrip("/")
        return path in self.parts or ("*" in path and any(fnmatch.fnmatch(part, path) for part in self.parts))

    def ancestors(self, type):
        """Returns a type, and all types and protocols that it inherits from, by their last names."""
        found, open_types = {type}, [type]
        while open_types:
            new = self._inherited.get(open_types.pop(), set()) - found
            found |= new
            open_types += new
        return found

    def has_member(self, type, name):
        """Returns whether a type has a member, or may inherit it: a name that the project uses, but declares nowhere, is another's."""
        if any(name in self._members[ancestor] for ancestor in self.ancestors(type)):
            return True
        return name not in self.declared and name in self._code

    def is_request(self, segments):
        """Returns whether the page's API has a path, whose values are in braces."""
        return any(
            len(segments) == len(known) and all(a == b or b.startswith("{") for a, b in zip(segments, known)) for known in self.requests)


def module(path):
    """Returns the folder of a file's module."""
    return "/".join(path.split("/")[:2])


def _parts(segments):
    for begin in range(len(segments)):
        for end in range(begin + 1, len(segments) + 1):
            yield segments[begin:end]


def _options(text, code):
    """Returns the names of the options that a file of halo declares."""
    names = set(_OPTION_NAME.findall(text)) | {_hyphenated(name) for name in _OPTION_PROPERTY.findall(code)}
    for match in _OPTION_CASES.finditer(code):
        names.update(_hyphenated(name) for name in re.findall(r"case ([\w, ]+)", code[match.end():code.find("}", match.end())]) for name in name.split(", "))
    return names


def _hyphenated(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def _commands(texts):
    """Returns the names of halo's commands, and the subcommands of those that have some."""
    names, children, type = {}, {}, None
    for path, text in texts.items():
        if path.endswith(".swift") and "commandName:" in text:
            for match in _COMMAND.finditer(text):
                if match[1]:
                    type = match[1]
                elif match[2]:
                    names[type] = match[2]
                else:
                    children[type] = re.findall(r"(\w+)\.self", match[3])
    return set(names.values()), {names[type]: {names[child] for child in known if child in names} for type, known in children.items() if type in names}
