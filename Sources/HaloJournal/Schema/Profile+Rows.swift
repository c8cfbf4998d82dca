import GRDB

extension Profile {
  /// Reads the profile of a wearer. Fields of a newer version and invalid values are ignored.
  init(of wearer: String, _ db: Database) throws {
    self.init()
    for row in try db.rows("SELECT field, value FROM profile WHERE wearer = ?", [wearer]) {
      guard let field = try ProfileField(rawValue: row.value("field")),
        let value = try? row.value("value") as DatabaseValue
      else { continue }
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
