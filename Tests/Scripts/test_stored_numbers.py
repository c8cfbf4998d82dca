"""Tests of scripts/check-stored-numbers, with planted conversions. Part of `make lint`."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import stored_numbers  # noqa: E402


def lines(text):
    return sorted(line for line, _ in stored_numbers.findings(text))


class StoredNumberTests(unittest.TestCase):
    def test_finds_each_conversion_without_bounds(self):
        for planted in [
            'let count = try Int.fetchOne(db, sql: "SELECT 1")',
            'let all = try Int64.fetchAll(db.cachedStatement(sql: "SELECT 1"))',
            "let length = Int.fromDatabaseValue(values[0])",
            'let length: Int = row["length"]',
            "let length = rows.map { $0[\"length\"] as Int }",
            "let minutes = Int(words[1])",
            "let minutes = Int((5 / amount).rounded())",
            "let length = abs(first - last)",
            "let runs = try? JSONDecoder().decode([Int].self, from: data)",
            'let start = try Moment(start: row.value("start"), wall: row.value("wall"))',
            'try db.run("SELECT * FROM frame WHERE abs(offset) < 9", [])',
        ]:
            self.assertEqual(lines(f"// abs(1)\n{planted}\n"), [2], planted)

    def test_finds_sql_of_several_lines_with_an_interpolation_at_its_line(self):
        self.assertEqual(lines('let sql = """\n  SELECT \\(columns)\n  WHERE abs(offset) < 9\n  """\n'), [3])

    def test_accepts_what_has_bounds(self):
        self.assertEqual(lines("""
            let (id, length): (Int, Int) = try (row.value("id"), row.value("length"))
            let minutes = try Int(stored: words[1], in: 0...9) + Int(rounded: value) + Int(exactly: number)
            let own = known ?? Int(db.lastInsertedRowID)
            let arguments: StatementArguments = ["from": Int.min, "day": day]
            for table in ["sample", "night"] { try db.run("DELETE FROM \\(table)", []) }
            // Int.fetchOne is only named here, and abs(1), and row["length"].
            """), [])


if __name__ == "__main__":
    unittest.main()
