public import HaloHealth

/// How much of a day its numbers cover.
public struct CoverageReport: Codable, Sendable, Hashable {
  /// A time of two hours or more without a measurement.
  public struct Gap: Codable, Sendable, Hashable {
    public let start: Moment
    public let end: Moment
    /// Why nothing was measured.
    public let reason: GapReason
  }

  /// Whether the numbers of the day are of all of it.
  public let whole: Bool
  /// Until when the day is known; `nil` if until its end.
  public let until: Moment?
  /// Why it is not known to its end; `nil` if it is.
  public let reason: GapReason?
  /// Times of two hours or more in which nothing was measured.
  public let gaps: [Gap]

  /// The coverage of a day.
  public init(_ coverage: DayCoverage) {
    whole = coverage.isWhole
    until = coverage.until
    reason = coverage.reason
    gaps = coverage.gaps.map { Gap(start: $0.time.lowerBound, end: $0.time.upperBound, reason: $0.reason) }
  }

  /// For a day by itself, a sentence each.
  public var sentences: [Phrase] {
    let known = until.map { until in
      reason == .notSyncedInTime
        ? Phrase("Known until \(until.wallClock.time), when it was last synced: the device no longer has the rest.")
        : Phrase("Known until \(until.wallClock.time): nothing has been synced since.")
    }
    let missing = GapReason.allCases.compactMap { reason -> Phrase? in
      let times = gaps.filter { $0.reason == reason }.map {
        Phrase("\($0.start.wallClock.time) to \($0.end.wallClock.time)")
      }
      return Phrase.list(times).map { Phrase("Nothing was measured from \($0). \(reason.sentence)") }
    }
    return [known].compactMap(\.self) + missing
  }

  /// For a line of a table: "until 20:16", "in part"; `nil` if the day is whole.
  public var brief: Phrase? {
    if let until { return Phrase("until \(until.wallClock.time)") }
    return whole ? nil : Phrase("in part")
  }
}
