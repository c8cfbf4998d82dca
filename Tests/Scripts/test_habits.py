"""What scripts/habits finds in planted Swift. Part of `make lint`."""
import importlib.machinery
import importlib.util
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOADER = importlib.machinery.SourceFileLoader("habits", str(ROOT / "scripts" / "habits"))
SPEC = importlib.util.spec_from_loader("habits", LOADER)
habits = importlib.util.module_from_spec(SPEC)
LOADER.exec_module(habits)


class Habits(unittest.TestCase):
    def found(self, source):
        return [kind for _, kind in habits.habits(source)]

    def test_functions_with_three_parameters_without_a_label_are_found(self):
        for source in (
            "func f(_ a: Int, _ b: Int, _ c: Int) {}", "init(_ a: [Int: Int], _ b: (Int, Int) -> Int,\n  _ c: String = \"_ x: , \") {}",
            "func g<Value: P, Other>(_ a: Value, by b: Int, _ c: @escaping (Int, Int) -> Void, _ d: Other) {}", "init?(_ a: A, _ b: B, _ c: C)"):
            self.assertEqual(self.found(source), ["unlabelled"], source)
        for source in (
            "func f(_ a: Int, _ b: Int, c: Int) {}", "func f(_ a: (_ x: Int, _ y: Int, _ z: Int) -> Void) {}", "f(_, _, _)",
            "// func f(_ a: Int, _ b: Int, _ c: Int) {}", "let text = \"func f(_ a: Int, _ b: Int, _ c: Int)\""):
            self.assertEqual(self.found(source), [], source)

    def test_functions_as_task_local_values_are_found(self):
        source = "@TaskLocal static var ask: (@Sendable (Int) async -> Int?)?"
        self.assertEqual(self.found(source), ["task-local function"])
        self.assertEqual(self.found(source.replace(" static", "\n  static").replace("ask: ", "ask:\n    ")), ["task-local function"])
        self.assertEqual(self.found(f"#if DEBUG\n{source}\n#else\nlet a = 1\n#endif"), [])
        self.assertEqual(self.found("@TaskLocal static var ask = { (number: Int) in number }"), ["task-local function"])
        self.assertEqual(self.found("@TaskLocal static var ask: Ask?"), [])
        self.assertEqual(self.found("@TaskLocal static var current = Ask()\n\n  func f() -> Int"), [])
        self.assertEqual(self.found("@TaskLocal static var current: Ask?\n\n  let make: () -> Int"), [])

    def test_public_declarations_without_a_doc_comment_are_found(self):
        for source in ("public func f() {}", "  let a = 1\n  public static func f() {}", "@discardableResult\npublic func f() -> Int {}", "// Why.\npublic struct A {}",
                       "public nonisolated(nonsending) func f() {}", "public convenience init() {}", "@inlinable public final class A {}"):
            self.assertEqual(self.found(source), ["undocumented"], source)
        for source in ("/// Does.\npublic func f() {}", "/// Does.\n  @inlinable\n  @discardableResult public func f() {}", "func f() {}", "public let a: Int",
                       "public override func f() {}", "public import A", "public static var type: Int { 1 }"):
            self.assertEqual(self.found(source), [], source)

    def test_empty_lines_inside_braces_are_found(self):
        for source in ("func f() {\n\n  g()\n}", "func f() {\n  g()\n  \n}"):
            self.assertEqual(self.found(source), ["empty line"], source)
        for source in ("func f() {\n  // Why.\n  g()\n}", "func f() {\n  g()\n\n  h()\n}", "let text = \"\"\"\n  {\n\n  }\n  \"\"\"", "func f() {\n  g()\n  // Why.\n}"):
            self.assertEqual(self.found(source), [], source)

    def test_assignments_of_tuples_are_found(self):
        for source in ("(a, b) = (x, y)", "  let (a, b) = (f(1, 2), y)", "var (a, b): (Int, Int) = (0, 0)", "(self.a, b) =\n  (\n  x,\n  y)", "let (a, b): (Int, Int) = try (x, y)", "let (a, b) = (n.count { (1..<c).contains($0) }, y)"):
            self.assertEqual(self.found(source), ["tuple"], source)
        for source in ("let (a, b) = f(x, y)", "let pair = (x, y)", "(a, b) = pair", "if (a, b) == (x, y) {}", "let (a, b) = (pair)"):
            self.assertEqual(self.found(source), [], source)


if __name__ == "__main__":
    unittest.main()
