/// The result of reading a recording.
package struct SignalSummary: Equatable {
  /// The number of rows that were used.
  package var rows = 0
  /// The number of rows that were left out because their time does not increase.
  package var backwards = 0
  /// The number of the first of those (a line of a file, or a reading).
  package var firstBackwards: Int?
  /// The number of rows that were left out because they have no time.
  package var untimed = 0
  /// The number of missing values per column.
  package var missing: [Int]
  /// Seconds from the first row to the last.
  package var duration = 0.0

  /// A description of the rows that were left out; `nil` if no row was.
  package var problem: Phrase? {
    var parts: [Phrase] = []
    if backwards > 0 {
      let rows = Self.rows(backwards)
      parts.append(
        firstBackwards.map {
          Phrase("time does not increase in \(rows), first at line \(String($0))")
        } ?? Phrase("time does not increase in \(rows)"))
    }
    if untimed > 0 { parts.append(Phrase("\(Self.rows(untimed)) without a time")) }
    return parts.count == 2 ? "\(parts[0]); \(parts[1])" : parts.first
  }

  /// Returns a count of rows.
  package static func rows(_ count: Int) -> Phrase { count == 1 ? Phrase("1 row") : Phrase("\(count) rows") }

  /// The highest share of rows that may be left out. Above it, the other rows are not trusted either.
  package static let maximumSkippedShare = 0.05

  /// The share of rows that were left out, 0…1.
  package var skippedShare: Double {
    let all = rows + backwards + untimed
    return all == 0 ? 0 : Double(backwards + untimed) / Double(all)
  }

  /// The reason why the rows cannot be used: there are no rows, or too many were left out. `nil` if they can be used.
  package var refusal: Phrase? {
    if rows + backwards + untimed == 0 { return Phrase("there are no samples") }
    return skippedShare > Self.maximumSkippedShare ? problem : nil
  }
}
