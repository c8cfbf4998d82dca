import GRDB
import HaloHealth

extension Profile {
  /// Reads the profile of a wearer. Fields of a newer version and invalid values are ignored.
  init(of wearer: String, _ db: Database) throws {
    self.init()
    let rows = try ProfileRow.fetchAll(
      db.cachedStatement(sql: "SELECT field, value FROM profile WHERE wearer = ?"), arguments: [wearer])
    for row in rows {
      guard let field = row.field, let value = row.value else { continue }
      switch value.storage {
      case .null: try? set(field, to: .empty)
      case .int64(let number): try? set(field, to: ProfileValue(Int(exactly: number)))
      case .string(let text): try? set(field, to: .text(text))
      case .double, .blob: break
      }
    }
  }

  /// Stores the fields that differ from `before`; all other rows stay, including those of a newer version.
  func store(of wearer: String, besides before: Profile, _ db: Database) throws {
    for field in ProfileField.allCases where self[field] != before[field] {
      let value: (any DatabaseValueConvertible)? =
        switch self[field] {
        case .empty: nil
        case .number(let number): number
        case .text(let text): text
        }
      try db.run(
        """
        INSERT INTO profile (wearer, field, value) VALUES (?, ?, ?)
        ON CONFLICT (wearer, field) DO UPDATE SET value = excluded.value
        """, [wearer, field.rawValue, value])
    }
  }
}

private struct ProfileRow: FetchableRecord {
  /// `nil` if the field is from a newer version.
  let field: ProfileField?
  /// `nil` if it is out of bounds. The field has bounds of its own.
  let value: DatabaseValue?

  init(row: Row) throws { (field, value) = try (ProfileField(rawValue: row.value("field")), try? row.value("value")) }
}
