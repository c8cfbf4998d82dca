"""Tests of scripts/check-layers, with synthetic modules."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from layers import folders, graph, modules, source  # noqa: E402

DECLARED = {
    "system": ["Foundation"],
    "simulator": {"modules": ["Simulator"], "linked-by": ["Program"]},
    "process": {"names": ["exit", "ProcessInfo.processInfo.environment"], "used-in": ["Program/Entry.swift"]},
    "layer": [
        {"modules": {"Radio": [], "Journal": []}},
        {"modules": {"Simulator": ["Radio"]}},
        {"modules": {"Engine": ["Radio", "Journal"], "Program": ["Engine", "Simulator"]}},
    ]}
ENGINE = {"Engine.swift": "import Foundation\nprivate import Journal\nimport struct Radio.Address\n"}
SOURCES = {
    "Radio": {"Radio.swift": ""}, "Journal": {"Journal.swift": ""}, "Simulator": {"Simulator.swift": "import Radio"},
    "Engine": ENGINE, "Program": {"Program.swift": "import Engine\n#if Simulation\n  internal import Simulator\n#endif"}}


def read(files):
    return {path: source.read(text) for path, text in files.items()}


def module_failures(changed, declared=None):
    layers = modules.Layers(DECLARED | (declared or {}))
    return list(layers.failures({module: read(files) for module, files in (SOURCES | changed).items()}))


def folder_failures(files, others=None):
    return list(folders.failures({module: read(files) for module, files in ({"Garden": files} | (others or {})).items()}))


class ProcessTests(unittest.TestCase):
    def failures(self, text, entry="func end() { exit(1) }"):
        files = {"Engine": read({"Engine.swift": text}), "Program": read({"Entry.swift": entry})}
        return list(modules.Layers(DECLARED).process_failures(files))

    def test_reports_uses_of_the_process_outside_of_the_listed_files(self):
        found = self.failures("func end() {\n  exit(2)\n  _ = ProcessInfo.processInfo.environment[\"A\"]\n}")
        self.assertEqual([failure.split(": ")[0] for failure in found], ["Sources/Engine/Engine.swift:2", "Sources/Engine/Engine.swift:3"])

    def test_ignores_other_declarations_with_such_names(self):
        self.assertEqual(self.failures("func end() { scope.exit(2); let exit = 3; print(exit) }"), [])

    def test_reports_a_listed_file_that_uses_nothing(self):
        self.assertIn("Program/Entry.swift uses nothing", self.failures("", entry="")[0])


class ImportTests(unittest.TestCase):
    def test_accepts_what_is_declared(self):
        self.assertEqual(module_failures({}), [])

    def test_reports_an_import_that_is_not_declared_with_its_file_and_line(self):
        [failure] = module_failures({"Journal": {"Journal.swift": "\n@testable import GRDB"}})
        self.assertTrue(failure.startswith("Sources/Journal/Journal.swift:2: Journal must not import GRDB."), failure)

    def test_reports_a_declared_import_that_nothing_uses(self):
        [failure] = module_failures({"Engine": {"Engine.swift": "import Journal // import Radio\nlet text = \"import Radio\""}})
        self.assertIn("Engine may import Radio, but no file does", failure)

    def test_accepts_a_declared_module_that_another_import_exports(self):
        exports = {"Radio": {"Radio.swift": "@_exported public import Foundation"}, "Journal": {"Journal.swift": "@_exported public import Radio"}}
        declared = {"layer": [{"modules": {"Radio": ["Foundation"], "Journal": ["Radio"]}}, {"modules": {"Engine": ["Radio", "Journal"]}}],
                    "simulator": {"modules": [], "linked-by": []}}
        layers = modules.Layers(DECLARED | declared)
        sources = {module: read(files) for module, files in (exports | {"Engine": {"Engine.swift": "import Journal"}}).items()}
        self.assertEqual(list(layers.failures(sources)), [])
        sources["Journal"] = read({"Journal.swift": "public import Radio"})
        self.assertIn("Engine may import Radio, but no file does", list(layers.failures(sources))[0])

    def test_reports_modules_that_import_each_other(self):
        circle = {"layer": [{"modules": {"Radio": ["Journal"], "Journal": ["Radio"]}}], "simulator": {"modules": [], "linked-by": []}}
        layers = modules.Layers(DECLARED | circle)
        found = list(layers.failures({"Radio": read({"Radio.swift": "import Journal"}), "Journal": read({"Journal.swift": "import Radio"})}))
        self.assertEqual(len(found), 2)
        self.assertIn("Radio imports Journal, which is listed above it", found[0])
        self.assertIn("Journal → Radio → Journal (Sources/Journal/Journal.swift:1 imports Radio; Sources/Radio/Radio.swift:1", found[1])

    def test_reports_a_module_that_is_not_listed_and_a_listed_module_that_does_not_exist(self):
        self.assertIn("Sources/New: the module is not in", module_failures({"New": {"New.swift": ""}})[0])
        extra = {"layer": DECLARED["layer"] + [{"modules": {"Gone": []}}]}
        self.assertIn("there is no module Gone", module_failures({}, extra)[0])

    def test_reports_production_code_that_links_the_simulator_through_another_module(self):
        extra = {"layer": DECLARED["layer"] + [{"modules": {"Scenes": ["Simulator"], "Page": ["Scenes"], "Tool": ["Program"]}}]}
        [scenes, page] = modules.Layers(DECLARED | extra).simulator_failures()
        self.assertIn("Scenes links the simulator (Scenes → Simulator)", scenes)
        self.assertIn("Page links the simulator (Page → Scenes → Simulator)", page)

    def test_compares_the_manifest_with_the_list(self):
        manifest = {"Simulator": {"Radio"}, "Engine": {"Radio", "Simulator"}, "Program": {"Engine", "Simulator"}}
        self.assertEqual(list(modules.Layers(DECLARED).manifest_failures(manifest)), [
            "Package.swift: Engine imports Journal, but does not depend on it. Add the dependency.",
            "Package.swift: Engine depends on Simulator, but must not import it. Remove the dependency."])


class FolderTests(unittest.TestCase):
    def test_reports_a_circle_with_the_names_that_cause_it(self):
        [failure] = folder_failures({
            "Beds/Bed.swift": "struct Bed {\n  var plants: [Plant]\n}", "Plants/Plant.swift": "struct Plant {\n  weak var bed: Bed?\n}"})
        self.assertEqual(failure.splitlines(), [
            "Sources/Garden: folders depend on each other circularly: Beds → Plants → Beds.",
            "  Beds uses Plants:", "    Sources/Garden/Beds/Bed.swift:2: Plant, declared in Plants/Plant.swift",
            "  Plants uses Beds:", "    Sources/Garden/Plants/Plant.swift:2: Bed, declared in Beds/Bed.swift"])

    def test_counts_the_files_in_the_modules_own_folder_as_one_folder(self):
        [failure] = folder_failures({"Garden.swift": "let bed = Bed()\nenum Season {}", "Beds/Bed.swift": "struct Bed { let season: Season }"})
        self.assertIn("circularly: . → Beds → .", failure)

    def test_reports_a_longer_circle(self):
        [failure] = folder_failures({
            "A/A.swift": "struct A { let b: B }", "B/B.swift": "struct B { let c: C }", "C/C.swift": "struct C { let a: A }"})
        self.assertIn("A → B → C → A", failure)

    def test_accepts_uses_in_one_direction(self):
        self.assertEqual(folder_failures({"A/A.swift": "struct A { let b: B }", "B/B.swift": "struct B {}"}), [])

    def test_finds_no_uses_in_comments_and_strings(self):
        self.assertEqual(folder_failures({
            "A/A.swift": "struct A { let b: B }",
            "B/B.swift": '/* A /* A */ A */ struct B { let a = "A \\"A", c = #"A \\(A)"#, d = """\n A "A" \n""" } // A\n#if A\n#endif'}), [])

    def test_finds_uses_in_interpolated_code(self):
        self.assertEqual(len(folder_failures({"A/A.swift": "enum A { static let b = B() }", "B/B.swift": 'struct B { let a = "(\\(A.b))" }'})), 1)

    def test_reads_repeated_nested_names_as_swift_does(self):
        self.assertEqual(folder_failures({
            "A/A.swift": "struct A { enum State {}\n let b: B\n var state: State }",
            "B/B.swift": "struct B { enum State {}\n var state: State }\n extension B { var other: B.State }"}), [])

    def test_finds_a_nested_type_that_another_folder_adds(self):
        [failure] = folder_failures({"A/A.swift": "enum A { var kind: Kind }", "B/A+Kind.swift": "extension A { enum Kind {} }"})
        self.assertIn("A.Kind, declared in B/A+Kind.swift", failure)

    def test_finds_a_member_that_another_folder_adds_to_a_type(self):
        beds = {"Beds/Bed.swift": "struct Bed {}\nfunc water(_ bed: Bed) { bed.pullWeeds() }"}
        tools = {"Tools/Bed+Tools.swift": "extension Bed { func pullWeeds() {} }"}
        self.assertIn("pullWeeds, declared in Tools/Bed+Tools.swift", folder_failures(beds | tools)[0])
        # Not reported if the name is ambiguous: a private member, another module's member, or one that also occurs in another folder.
        other = {"Beds/Other.swift": "private struct Row { func pullWeeds() {} }"}
        self.assertEqual(folder_failures(beds | tools | other), [])
        self.assertEqual(folder_failures(beds | tools, others={"Field": {"Field.swift": "public struct Field { public func pullWeeds() {} }"}}), [])

    def test_finds_a_static_member_with_one_word_after_its_types_name(self):
        [failure] = folder_failures({
            "Beds/Bed.swift": "struct Bed { let first = Bed.all }", "Tools/Tools.swift": "extension Bed { static let all = 1 }"})
        self.assertIn("Bed.all, declared in Tools/Tools.swift", failure)

    def test_finds_a_static_member_of_another_modules_type(self):
        [failure] = folder_failures({
            "Beds/Bed.swift": "struct Bed { let all = Field.all }", "Tools/All.swift": "extension Field { static let all = Bed() }"})
        self.assertIn("Field.all, declared in Tools/All.swift", failure)

    def test_finds_cases_of_an_enumeration(self):
        [failure] = folder_failures({
            "A/A.swift": "enum A { case oneBed(Int), twoBeds\n var b: B }", "B/B.swift": "struct B { func b() { use(.twoBeds) } }"})
        self.assertIn("twoBeds, declared in A/A.swift", failure)

    def test_finds_a_function_outside_of_types(self):
        [failure] = folder_failures({"A/A.swift": "enum A { func a() { water { B() } } }", "B/B.swift": "struct B { var a: A }\nfunc water() {}"})
        self.assertIn("water, declared in B/B.swift", failure)


class GraphTests(unittest.TestCase):
    def test_finds_the_shortest_circle_of_each_group(self):
        self.assertEqual(
            graph.circles({"a": {"b"}, "b": {"c", "a"}, "c": {"a"}, "d": {"d", "a"}, "e": {"a"}}), [["a", "b", "a"], ["d", "d"]])


if __name__ == "__main__":
    unittest.main()
