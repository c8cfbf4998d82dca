import HaloReports

/// What reading a recording came to.
struct SignalSummary: Equatable {
  /// How many rows were handed on.
  var rows = 0
  /// How many rows were left out because their time is not later than that of a row before.
  var backwards = 0
  /// The number of the first of those (a line of a file, or a reading).
  var firstBackwards: Int?
  /// How many rows were left out because they have no time.
  var untimed = 0
  /// How many values were missing in each column.
  var missing: [Int]
  /// Seconds from the first row to the last.
  var duration = 0.0

  /// "3 of 7,200 rows left out: time goes backwards, first at line 17." `nil` where every row had its time.
  var problem: Phrase? {
    var parts: [Phrase] = []
    if backwards > 0 {
      let rows = Self.rows(backwards)
      parts.append(
        firstBackwards.map {
          Phrase("time stands still or goes backwards in \(rows), first at line \(String($0))")
        } ?? Phrase("time stands still or goes backwards in \(rows)"))
    }
    if untimed > 0 { parts.append(Phrase("\(Self.rows(untimed)) without a time")) }
    return parts.count == 2 ? "\(parts[0]); \(parts[1])" : parts.first
  }

  /// A number of rows.
  static func rows(_ count: Int) -> Phrase { count == 1 ? Phrase("1 row") : Phrase("\(count) rows") }

  /// The share of rows that may be left out; where more are, what is left cannot be trusted either.
  static let mostLeftOut = 0.05

  /// What share of the rows was left out, 0…1.
  var leftOut: Double {
    let all = rows + backwards + untimed
    return all == 0 ? 0 : Double(backwards + untimed) / Double(all)
  }

  /// Why nothing can be told of such rows, whatever is in them: there are none, or too many had to be left out.
  var refusal: Phrase? {
    if rows + backwards + untimed == 0 { return Phrase("there are no samples") }
    return leftOut > Self.mostLeftOut ? problem : nil
  }
}
