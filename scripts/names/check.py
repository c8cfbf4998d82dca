"""Finds names in backticks that do not exist, in pages and in comments of Swift sources, and documented parameters that a function does not have."""
import re

from names import declarations

_FENCE = re.compile(r"\s*(?:```|~~~)")
_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)
_NAME = r"[^\W\d]\w*"
# `name`, `Type.member`, `Type/member(label:)`, `.member(1)`
_PATH = re.compile(rf"(?P<dot>\.?)(?P<path>{_NAME}(?:[./]{_NAME})*)[?!]?(?:\((?P<arguments>[^()]*)\))?$")
_LABELS = re.compile(r"(?:\w+:)*$")
_BYTES = re.compile(r"(?:[0-9A-F]{2})+$")
_FILE = re.compile(r"[\w.+@*-]+(?:/[\w.+@*-]*)*$")
_SOURCE_ENDINGS = (".swift", ".py", ".js", ".md", ".toml")
_REQUEST = re.compile(r"(?P<method>(?:GET|POST|PUT|PATCH|DELETE) )?(?:…|(?P<api>/api/v\d+))?(?P<path>/[\w{}/-]*)?(?:\?.*)?$")
# Words of code that cannot be words of a sentence: with an underscore or a capital letter inside.
_CODE_WORD = re.compile(r"(?<![\w$@/.%…-])(?:[a-z]+\w*[A-Z_]\w*|[A-Z]+[a-z]\w*[A-Z_]\w*)(?![\w…-])")
_PROGRAM = re.compile(r"(?:make|(?:scripts|Tests|Apps|packaging)/\S+) ")
# Words of a sentence are the name of a test.
_SENTENCE = re.compile(r"(?!sudo )[a-z]+(?: [A-Za-z]+){3,}$")
_HYPHENATED = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+$")
_PARAMETER = re.compile(r"\s*- Parameter `?(\w+)`?:")
_PARAMETERS, _ITEM = re.compile(r"(\s*)- Parameters:\s*$"), re.compile(r"(\s*)- `?(\w+)`?:")
# Attributes and modifiers between a comment and its declaration, and the declaration's name.
_DECLARATION = re.compile(
    r"(?:\s|@\w+(?:\((?:[^()]|\([^()]*\))*\))?|\b(?:public|package|open|internal|private|fileprivate|static|class|final|mutating|override|required|convenience"
    r"|nonisolated(?:\(\w+\))?|indirect|isolated|borrowing|consuming|prefix|postfix)\b)*"
    rf"(?:(?:func|case|macro)\s+`?(?P<name>{_NAME}|[^\w\s(]+)|(?P<special>init|subscript))")
# Members that the compiler writes.
_SYNTHESIZED = {"init", "self", "rawValue", "allCases", "Type"}


class Finding:
    """A name that does not exist."""

    def __init__(self, path, line, text):
        self.path, self.line, self.text = path, line, text

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}"


def spans(lines, first=1):
    """Yields the code in backticks of a text, without its blocks of code: the line, the code, and whether it is a link to a symbol."""
    paragraph, begin, is_fenced = [], first, False
    for number, line in enumerate([*lines, ""], first):
        is_fence = _FENCE.match(line)
        if is_fence or is_fenced or not line.strip() or line.lstrip().startswith("|"):
            text = "\n".join(paragraph)
            for match in _SPAN.finditer(text):
                yield begin + text.count("\n", 0, match.start()), " ".join(match[2].split()), len(match[1]) == 2
            paragraph, begin = [], number
            is_fenced ^= bool(is_fence)
            if is_fence or is_fenced:
                begin = number + 1
                continue
        paragraph.append(line)


def allowed(text):
    """Returns the names in the list of allowed names, with their lines."""
    return {name: line for line, name in enumerate(text.split("\n"), 1) if name and not name.startswith("# ")}


class Check:
    """Compares texts with the names that exist. `allowed`: names of others, with their lines in the list."""

    def __init__(self, vocabulary, allowed):
        self.vocabulary, self.allowed, self._used = vocabulary, allowed, set()

    def page(self, path, text):
        return [Finding(path, line, problem) for line, code, is_link in spans(text.split("\n")) for problem in self.problems(path, code, is_link)]

    def swift(self, path):
        """Returns the findings in the comments of a Swift file."""
        source, found = self.vocabulary.swift[path], []
        for comment in source.comments:
            for line, code, is_link in spans(comment.lines, comment.line):
                found += [Finding(path, line, problem) for problem in self.problems(path, code, is_link)]
            found += [Finding(path, line, problem) for line, problem in _parameter_problems(source, comment)]
        return found

    def unused(self):
        """Returns the allowed names that no text has needed, with their lines."""
        return [(name, line) for name, line in self.allowed.items() if name not in self._used]

    def problems(self, path, code, is_link):
        """Yields the reasons why code in backticks is wrong."""
        if self._is_allowed(code) or _BYTES.match(code) or code.startswith("_"):
            return  # a name of others, bytes, or the end of several names
        match = _PATH.match(code)
        if code.startswith("halo "):
            yield from self._command(code)
        elif match and not self.vocabulary.is_file(match["path"]):
            yield from self._names(path, match, code, is_link)
        elif not match and "/" in code and (request := _REQUEST.match(code)):
            yield from self._request(request)
        elif _PROGRAM.match(code):
            yield from self._program(path, code)
        elif _SENTENCE.match(code):
            if code not in self.vocabulary.tests:
                yield f"no test has the name `{code}`"
        elif not match and _FILE.match(code) and ("/" in code or code.endswith(_SOURCE_ENDINGS)):
            yield from self._file(path, code)
        elif not match:
            yield from self._words(path, code)

    def _is_allowed(self, name):
        if name in self.allowed:
            self._used.add(name)
            return True
        return False

    def _is_known(self, name, path):
        return self.vocabulary.is_known(name, path) or self._is_allowed(name)

    def _names(self, path, match, code, is_link):
        """Checks a name, or names in a row, of which each belongs to the one before it if that is a type."""
        names, arguments = re.split(r"[./]", match["path"]), match["arguments"]
        is_file = f".{names[-1]}" in _SOURCE_ENDINGS or names[0] in self.vocabulary.top and "/" in code
        if is_file and arguments is None and not is_link:
            yield from self._file(path, code)
            return
        before = None
        for name in names:
            if before in self.vocabulary.types:
                if name not in _SYNTHESIZED and not self._is_allowed(f"{before}.{name}") and not self.vocabulary.has_member(before, name):
                    yield f"`{before}` has no member `{name}`{self._where(name)}"
                    return
            elif not self._is_known(name, path):
                yield f"there is no `{name}`" + (f" (in `{code}`)" if name != code else "")
                return
            elif is_link and name not in self.vocabulary.declared and name not in self.vocabulary.modules:
                yield f"``{code}`` is a link, but no declaration has the name `{name}`"
                return
            before = name
        if arguments is not None and not arguments.isdigit():
            functions = self._functions(names)
            if functions and not _is_one_of(functions, arguments, is_link):
                known = sorted({f"`{names[-1]}({''.join(label + ':' for label in function.labels)})`" for function in functions})
                yield f"no function is `{code}`; there is {', '.join(known[:4])}"

    def _where(self, name):
        places = sorted(self.vocabulary.declared.get(name, ()))
        return f"; {places[0]} declares one" if places else ""

    def _functions(self, names):
        """Returns the functions that a name with arguments can be: of its type, if that is before it, and initializers if it is a type."""
        *types, name = names
        if name not in self.vocabulary.functions and name in self.vocabulary.types:
            types, name = [name], "init"
        found = self.vocabulary.functions.get(name, ())
        if types and types[-1] in self.vocabulary.types:
            owners = self.vocabulary.ancestors(types[-1])
            found = [function for function in found if function.owner and function.owner[-1] in owners]
        return found

    def _command(self, code):
        """Checks a command of halo and its options."""
        words = code.split()[1:]
        if words and re.fullmatch(r"[a-z][a-z-]+", words[0]):
            if words[0] not in self.vocabulary.commands | {"help"}:
                yield f"halo has no command `{words[0]}`"
                return
            known = self.vocabulary.subcommands.get(words[0])
            if known and len(words) > 1 and re.fullmatch(r"[a-z][a-z-]+", words[1]) and words[1] not in known:
                yield f"`halo {words[0]}` has no subcommand `{words[1]}`"
        for option in declarations.OPTION.findall(code):
            if option not in self.vocabulary.options and not self._is_allowed(f"--{option}"):
                yield f"halo has no option `--{option}`"

    def _program(self, path, code):
        """Checks a target of make, or a script of the project, and its arguments."""
        program, *arguments = code.split()
        if program != "make" and not self.vocabulary.is_file(program):
            yield f"there is no file `{program}`"
        for argument in arguments:
            option = declarations.OPTION.match(argument)
            if option and option[1] not in self.vocabulary.other_options or re.fullmatch(r"[a-z][a-z-]+", argument) and not self._is_known(argument, path):
                yield f"there is no `{argument}` (in `{code}`)"

    def _request(self, request):
        """Checks a request to the page's API. Other paths that begin with a slash are the system's."""
        if (request["method"] or request["api"]) and request["path"] and not self.vocabulary.is_request(request["path"].split("/")[1:]):
            yield f"the page's API has no `{request['path']}`"

    def _file(self, path, code):
        if self.vocabulary.is_file(code) or self._is_allowed(code.split("/")[0]):
            return
        if code.split("/")[0] in self.vocabulary.top or code.endswith(_SOURCE_ENDINGS):
            yield f"there is no file `{code}`"
            return
        yield from self._words(path, code)

    def _words(self, path, code):
        """Checks the words of other code, such as an expression, that cannot be words of a sentence."""
        for option in declarations.OPTION.findall(code if code.startswith("--") else ""):
            if option not in self.vocabulary.options | self.vocabulary.other_options and not self._is_allowed(f"--{option}"):
                yield f"no program has the option `--{option}`"
        if _HYPHENATED.match(code) and not self._is_known(code, path):
            yield f"there is no `{code}`"
        for word in _CODE_WORD.findall(code):
            if not self._is_known(word, path):
                yield f"there is no `{word}` (in `{code}`)"


def _is_one_of(functions, arguments, is_link):
    """Returns whether a function has the labels of `a:b:`, or accepts the arguments of a call. Parameters with a default may be missing, except in a link."""
    if not arguments and not is_link:
        return True
    if _LABELS.match(arguments):
        labels = arguments.split(":")[:-1]
        return any(list(function.labels) == labels or not is_link and _accepts(function, labels) for function in functions)
    labels = [label[0] if (label := re.match(rf"{_NAME}(?=:)", part.strip())) else "_" for part in arguments.split(",")]
    if "…" in arguments:
        return any(set(labels) - {"_"} <= set(function.labels) for function in functions)
    return any(_accepts(function, labels) for function in functions)


def _accepts(function, labels):
    """Returns whether a call with these labels fits: only parameters that may be missing are."""
    place = 0
    for label, is_optional in zip(function.labels, function.optional):
        if place < len(labels) and labels[place] == label:
            place += 1
        elif not is_optional:
            return False
    return place == len(labels)


def _documented(comment):
    """Yields the parameters that a comment documents, with their lines."""
    outer = inner = None  # the indentations of "- Parameters:" and of its items
    for line, text in enumerate(comment.lines, comment.line):
        if match := _PARAMETER.match(text):
            yield line, match[1]
        elif match := _PARAMETERS.match(text):
            outer, inner = len(match[1]), None
        elif outer is not None and (match := _ITEM.match(text)):
            inner = len(match[1]) if inner is None else inner
            if len(match[1]) <= outer:
                outer = None
            elif len(match[1]) == inner:
                yield line, match[2]


def _parameter_problems(source, comment):
    documented = list(_documented(comment))
    if not documented:
        return
    match = _DECLARATION.match(source.code, comment.after)
    function = declarations.parameters(source.code, match.end()) if match else None
    if function is None:
        yield documented[0][0], f"`{documented[0][1]}` is documented as a parameter, but no function follows the comment"
        return
    for line, name in documented:
        if name not in function.names:
            known = ", ".join(f"`{one}`" for one in function.names) or "none"
            yield line, f"`{match['name'] or match['special']}` has no parameter `{name}`; its parameters: {known}"
