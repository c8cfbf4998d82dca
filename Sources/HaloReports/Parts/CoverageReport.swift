public import HaloHealth

/// How much of a day its numbers cover.
public struct CoverageReport: Codable, Sendable, Hashable {
  /// A time of two hours or more without a measurement.
  public struct Gap: Codable, Sendable, Hashable {
    public let start: Moment
    public let end: Moment
  }

  /// Whether the numbers of the day are of all of it.
  public let whole: Bool
  /// Until when the day is known; `nil` if until its end.
  public let until: Moment?
  /// Times of two hours or more in which nothing was measured.
  public let gaps: [Gap]

  /// The coverage of a day.
  public init(_ coverage: DayCoverage) {
    whole = coverage.isWhole
    until = coverage.knownUntil
    gaps = coverage.gaps.map { Gap(start: $0.lowerBound, end: $0.upperBound) }
  }

  /// For a day by itself, a sentence each.
  public var sentences: [Phrase] {
    let known = until.map { Phrase("Known until \($0.wallClock.time): nothing has been synced since.") }
    let times = gaps.map { Phrase("\($0.start.wallClock.time) to \($0.end.wallClock.time)") }
    let missing = Phrase.list(times).map { Phrase("Nothing was measured from \($0): not worn, charging or empty.") }
    return [known, missing].compactMap(\.self)
  }

  /// For a line of a table: "until 20:16", "in part"; `nil` if the day is whole.
  public var brief: Phrase? {
    if let until { return Phrase("until \(until.wallClock.time)") }
    return gaps.isEmpty ? nil : Phrase("in part")
  }
}
