/// The coverage of a day: the parts of the day that have data.
public struct CoverageReport: Codable, Sendable, Hashable {
  /// A time of two hours or more without a measurement.
  public struct Gap: Codable, Sendable, Hashable {
    /// Start of the gap.
    public let start: Moment
    /// End of the gap.
    public let end: Moment
    /// Why nothing was measured.
    public let reason: GapReason
  }

  /// True if the whole day has data.
  public let whole: Bool
  /// The time until which the day has data; `nil` if until its end.
  public let until: Moment?
  /// Why data until the end is missing; `nil` if it is not.
  public let reason: GapReason?
  /// Times of two hours or more in which nothing was measured.
  public let gaps: [Gap]

  /// Creates the coverage of a day.
  public init(_ coverage: DayCoverage) {
    whole = coverage.isWhole
    until = coverage.until
    reason = coverage.reason
    gaps = coverage.gaps.map { Gap(start: $0.time.lowerBound, end: $0.time.upperBound, reason: $0.reason) }
  }

  /// The coverage in sentences, for a single day.
  public var sentences: [Phrase] {
    let known = until.map { until in
      switch reason {
      case .notSyncedInTime:
        Phrase("Data until the last sync at \(until.wallClock.time). The device has deleted the rest.")
      // The last value of an imported file does not show that more is to come.
      case .unknown: Phrase("Data until \(until.wallClock.time).")
      default: Phrase("Data until \(until.wallClock.time). Not synced since then.")
      }
    }
    let missing = GapReason.allCases.compactMap { reason -> Phrase? in
      let times = gaps.filter { $0.reason == reason }.map {
        Phrase("\($0.start.wallClock.time) to \($0.end.wallClock.time)")
      }
      return Phrase.list(times).map { Phrase("No data from \($0). \(reason.sentence)") }
    }
    return [known].compactMap(\.self) + missing
  }

  /// The coverage for a table: "until 20:16" or "partial"; `nil` if the whole day has data.
  public var brief: Phrase? {
    if let until { return Phrase("until \(until.wallClock.time)") }
    return whole ? nil : Phrase("partial")
  }
}
