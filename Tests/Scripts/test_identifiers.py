"""Tests of scripts/identifiers, with planted errors in synthetic sources. Part of `make lint`."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from names import check, vocabulary  # noqa: E402

SOURCES = {
    "Sources/Garden/Bed.swift": """
        /// A bed. `Shovel` is only in a comment.
        public struct Bed: Watered {
          public enum Soil: String, CaseIterable { case clay, sand(Int), `default` }
          public let plants: [Plant]
          public init(plants: [Plant] = [], width: Double) {}
          func plant(_ seed: Seed, at place: Int, depth: Double = 1, then done: () -> Void) { let trowel = 1 }
          func weed() { print("Weeds are pulled by hand.", "night-frost") }
        }
        """,
    "Sources/Garden/Watered.swift": "protocol Watered {}\nextension Watered { func water(liters: Int) {} }",
    "Sources/Garden/Pond.swift": "struct Pond { var fish = 0\n func weed(from side: Int) {} }",
    "Sources/Shed/Shed.swift": """
        struct ShedCommand: ParsableCommand {
          static let configuration = CommandConfiguration(commandName: "shed", subcommands: [LockCommand.self])
          @Flag(help: "Prints (a) link.") var printLink = false
          @Option(name: .customLong("for"), help: ArgumentHelp("A time.", valueName: "seconds")) var duration: Int?
        }
        struct LockCommand: ParsableCommand { static let configuration = CommandConfiguration(commandName: "lock") }
        """,
    "Tests/ShedTests/ShedTests.swift": "@Test func `lock keeps the door shut`() {}",
    "Sources/HaloDashboard/API/openapi.json": '{"paths": {"/beds/{id}/water": {}}, "text": "a scarecrow stands"}',
    "Sources/Page/page.js": "let isNews = false; // scarecrow\nconst a = t`a scarecrow`;",
    "scripts/mow": '"""A scarecrow."""\nparser.add_argument("--height")  # scarecrow\n',
}


def problems(text, files=None, allowed="", path="docs/page.md"):
    """Returns the findings in a page, or in the comments of a file."""
    texts = SOURCES | (files or {})
    checked = check.Check(vocabulary.Vocabulary(texts, texts.keys()), check.allowed(allowed))
    found = checked.page(path, text) if text is not None else checked.swift(path)
    return [f"{finding.line}: {finding.text}" for finding in found]


class Names(unittest.TestCase):
    def test_that_exist_are_accepted(self):
        known = [
            "Bed", "plants", "plant(_:at:depth:then:)", "clay", "Bed.Soil", "night-frost", "isNews", "Garden", "Bed.swift",
            "sand(_:)", "bedsOf…", "55 AA", "FE",
        ]
        for code in known:
            self.assertEqual(problems(f"`{code}`"), [], code)

    def test_that_do_not_exist_are_found_with_their_line(self):
        self.assertEqual(problems("A `Bed`.\n\nThe `Fence`."), ["3: there is no `Fence`"])

    def test_that_only_comments_sentences_or_tests_of_the_scripts_have_do_not_exist(self):
        for code in ["Shovel", "pulled", "scarecrow", "door"]:
            self.assertEqual(problems(f"`{code}`"), [f"1: there is no `{code}`"], code)

    def test_of_variables_in_functions_are_known_in_their_module_only(self):
        self.assertEqual(problems("`trowel`"), ["1: there is no `trowel`"])
        for module, expected in (("Garden", []), ("Shed", ["1: there is no `trowel`"])):
            path = f"Sources/{module}/New.swift"
            self.assertEqual(problems(None, {path: "// The `trowel`."}, path=path), expected)

    def test_in_an_expression_are_found(self):
        self.assertEqual(problems("`let x = pullWeeds + 1`"), ["1: there is no `pullWeeds` (in `let x = pullWeeds + 1`)"])

    def test_in_code_blocks_are_not_read_and_code_over_two_lines_is(self):
        self.assertEqual(problems("```\n`Fence`\n```\n\nA `Bed\nFence` and `Fence`"), ["6: there is no `Fence`"])

    def test_of_others_are_allowed_by_the_list(self):
        self.assertEqual(problems("`Fence` and `Bed.fence`", allowed="# Of others.\nFence\nBed.fence"), [])
        checked = check.Check(vocabulary.Vocabulary(SOURCES, SOURCES.keys()), check.allowed("# Of others.\nFence\nGate"))
        checked.page("docs/page.md", "`Fence`")
        self.assertEqual(checked.unused(), [("Gate", 3)])


class Members(unittest.TestCase):
    def test_belong_to_their_type(self):
        self.assertEqual(problems("`Bed.fish`"), ["1: `Bed` has no member `fish`; Sources/Garden/Pond.swift declares one"])
        self.assertEqual(problems("`Bed.isNews`"), ["1: `Bed` has no member `isNews`"])

    def test_may_be_inherited_nested_or_written_by_the_compiler(self):
        for code in ["Bed.water(liters:)", "Bed.Soil.clay", "Soil/allCases", "Soil.default", "plants.count(of:)"]:
            self.assertEqual(problems(f"`{code}`", {"Sources/Shed/Count.swift": "let a = 1.count(of: 2)"}), [], code)

    def test_of_links_are_declared(self):
        self.assertEqual(problems("``Bed/weed()`` ``Garden/Bed``"), [])
        self.assertEqual(problems("``isNews``"), ["1: ``isNews`` is a link, but no declaration has the name `isNews`"])


class Functions(unittest.TestCase):
    def test_have_these_labels(self):
        self.assertEqual(problems("`water(gallons:)`"), ["1: no function is `water(gallons:)`; there is `water(liters:)`"])
        self.assertEqual(problems("`Bed.weed(from:)`"), ["1: no function is `Bed.weed(from:)`; there is `weed()`"])
        self.assertEqual(problems("`Bed(width: 2, height: 1)`"), ["1: no function is `Bed(width: 2, height: 1)`; there is `Bed(plants:width:)`"])

    def test_may_omit_defaults_and_a_closure_but_not_in_a_link(self):
        for code in ["plant(_:at:)", "plant(seed, at: 3)", "Bed(width: 2)", "Bed(…)", "plant()", "open(2)"]:
            self.assertEqual(problems(f"`{code}`", {"Sources/Shed/Open.swift": "func open(_ path: String, mode: Int) {}"}), [], code)
        self.assertEqual(len(problems("``Bed/plant(_:at:)``")), 1)


class Parameters(unittest.TestCase):
    def found(self, *lines):
        return problems(None, {"Sources/Garden/New.swift": "\n".join(lines)}, path="Sources/Garden/New.swift")

    def test_have_the_names_in_the_function(self):
        self.assertEqual(
            self.found(
                "/// Waters.", "///", "/// - Parameter met: Called.", "@discardableResult",
                "public static func a<T: B>(_ x: T, onConnect done: (Int) -> Void) {}"),
            ["3: `a` has no parameter `met`; its parameters: `x`, `done`"])
        self.assertEqual(
            self.found(
                "/// - Parameters:", "///   - plants: A.", "///   - bright: B.", "/// - Returns: C.", "init(plants: Int, height: [String: Int] = [:]) {}"),
            ["3: `init` has no parameter `bright`; its parameters: `plants`, `height`"])

    def test_are_of_a_function(self):
        self.assertEqual(self.found("/// - Parameter x: A.", "struct New {}"), ["1: `x` is documented as a parameter, but no function follows the comment"])

    def test_that_are_right_are_accepted(self):
        self.assertEqual(
            self.found(
                "/// - Parameters:", "///   - a: A.", "///     - More: B.", "///   - c: C.", "subscript(a: Int, b c: (Int, Int)) -> Int { 0 }"), [])


class Others(unittest.TestCase):
    def test_commands_and_options_of_halo(self):
        self.assertEqual(problems("`halo shed lock --print-link --for 3` `halo shed --help` `--height` `halo shed NAME`"), [])
        self.assertEqual(problems("`halo barn`"), ["1: halo has no command `barn`"])
        self.assertEqual(problems("`halo shed paint`"), ["1: `halo shed` has no subcommand `paint`"])
        self.assertEqual(problems("`halo shed --height 3`"), ["1: halo has no option `--height`"])
        self.assertEqual(problems("`--width 3`"), ["1: no program has the option `--width`"])

    def test_files(self):
        self.assertEqual(problems("`Garden/Bed.swift` `Sources/Garden/` `Sources/*/P*.swift` `/etc/garden`"), [])
        self.assertEqual(problems("`Sources/Garden/Fence.swift`"), ["1: there is no file `Sources/Garden/Fence.swift`"])
        self.assertEqual(problems("`Fence.swift`"), ["1: there is no file `Fence.swift`"])

    def test_folders_are_no_names(self):
        self.assertEqual(problems("`Sources/Garden/Pond`"), ["1: there is no file `Sources/Garden/Pond`"])

    def test_scripts_and_targets_of_make(self):
        self.assertEqual(problems("`scripts/mow --height 3` `make mow` `make mow ROW…`"), [])
        self.assertEqual(problems("`scripts/dig --height`"), ["1: there is no file `scripts/dig`"])
        self.assertEqual(problems("`scripts/mow --depth`"), ["1: there is no `--depth` (in `scripts/mow --depth`)"])
        self.assertEqual(problems("`make scarecrow`"), ["1: there is no `scarecrow` (in `make scarecrow`)"])

    def test_requests(self):
        self.assertEqual(problems("`POST /beds/{id}/water` `/api/v2/beds/DATE/water?x=1` `/api/v2`"), [])
        self.assertEqual(problems("`GET /beds/now`"), ["1: the page's API has no `/beds/now`"])

    def test_names_of_tests(self):
        self.assertEqual(problems("`lock keeps the door shut`"), [])
        self.assertEqual(problems("`lock keeps the door open`"), ["1: no test has the name `lock keeps the door open`"])


if __name__ == "__main__":
    unittest.main()
