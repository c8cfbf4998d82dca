import HaloHealth

/// How much of a day its numbers cover, in words.
struct CoverageWords {
  private let coverage: DayCoverage

  init(_ coverage: DayCoverage) { self.coverage = coverage }

  /// For a line of a table: "until 20:16", "in part"; `nil` if the day is whole.
  var brief: String? {
    if let until = coverage.until { return "until \(Self.time(until))" }
    return coverage.isWhole ? nil : "in part"
  }

  /// The same at the end of a table's line, in yellow; empty if the day is whole or not known.
  static func mark(_ coverage: DayCoverage?, _ terminal: Terminal) -> String {
    coverage.flatMap { CoverageWords($0).brief }.map { "  " + terminal.paint($0, .yellow) } ?? ""
  }

  /// For a day by itself, a sentence each.
  var sentences: [String] {
    let until = coverage.until.map { until in
      switch coverage.reason {
      case .notSyncedInTime:
        "Known until \(Self.time(until)), when it was last synced: the device no longer has the rest."
      default: "Known until \(Self.time(until)): nothing has come since."
      }
    }
    let gaps = [GapReason.notWorn, .charging].compactMap { reason -> String? in
      let times = coverage.gaps.filter { $0.reason == reason }.map { gap in
        let end = gap.time.upperBound == coverage.end ? "midnight" : Self.time(gap.time.upperBound)
        return "\(Self.time(gap.time.lowerBound)) to \(end)"
      }
      guard !times.isEmpty else { return nil }
      return
        "Nothing was measured from \(times.joined(separator: ", from ")): \(reason == .charging ? "charging or empty" : "not worn")."
    }
    return [until].compactMap(\.self) + gaps
  }

  private static func time(_ moment: Moment) -> String { "\(moment.wallClock.time)" }
}

/// How much of a day its numbers cover, as JSON.
struct CoverageOutput: Encodable {
  struct Gap: Encodable {
    let start: String
    let end: String
    let reason: GapReason
  }

  /// Whether the numbers of the day are of all of it.
  let whole: Bool
  /// Until when the day is known; absent if until its end.
  let until: String?
  /// Why it is not known to its end; absent if it is.
  let reason: GapReason?
  /// Times of two hours or more in which nothing was measured.
  let gaps: [Gap]

  init(_ coverage: DayCoverage) {
    whole = coverage.isWhole
    until = coverage.until.map { "\($0)" }
    reason = coverage.reason
    gaps = coverage.gaps.map { Gap(start: "\($0.time.lowerBound)", end: "\($0.time.upperBound)", reason: $0.reason) }
  }
}
