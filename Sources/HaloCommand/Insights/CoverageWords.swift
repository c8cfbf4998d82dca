import HaloHealth

/// How much of a day its numbers cover, in words.
struct CoverageWords {
  private let coverage: DayCoverage

  init(_ coverage: DayCoverage) { self.coverage = coverage }

  /// For a line of a table: "until 20:16", "in part"; `nil` if the day is whole.
  var brief: String? {
    if let until = coverage.knownUntil { return "until \(Self.time(until))" }
    return coverage.gaps.isEmpty ? nil : "in part"
  }

  /// The same at the end of a table's line, in yellow; empty if the day is whole or not known.
  static func mark(_ coverage: DayCoverage?, _ terminal: Terminal) -> String {
    coverage.flatMap { CoverageWords($0).brief }.map { "  " + terminal.paint($0, .yellow) } ?? ""
  }

  /// For a day by itself, a sentence each.
  var sentences: [String] {
    let until = coverage.knownUntil.map { "Known until \(Self.time($0)): nothing has come since." }
    let gaps = coverage.gaps.map { gap in
      let end = gap.upperBound == coverage.end ? "midnight" : Self.time(gap.upperBound)
      return "\(Self.time(gap.lowerBound)) to \(end)"
    }
    guard !gaps.isEmpty else { return [until].compactMap(\.self) }
    return [until, "Nothing was measured from \(gaps.joined(separator: ", from ")): not worn, charging or empty."]
      .compactMap(\.self)
  }

  private static func time(_ moment: Moment) -> String { "\(moment.wallClock.time)" }
}

/// How much of a day its numbers cover, as JSON.
struct CoverageOutput: Encodable {
  struct Gap: Encodable {
    let start: String
    let end: String
  }

  /// Whether the numbers of the day are of all of it.
  let whole: Bool
  /// Until when the day is known; absent if until its end.
  let until: String?
  /// Times of two hours or more in which nothing was measured.
  let gaps: [Gap]

  init(_ coverage: DayCoverage) {
    whole = coverage.isWhole
    until = coverage.knownUntil.map { "\($0)" }
    gaps = coverage.gaps.map { Gap(start: "\($0.lowerBound)", end: "\($0.upperBound)") }
  }
}
