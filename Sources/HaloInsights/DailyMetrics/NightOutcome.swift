/// The outcome of a night: whether sleep was recorded, and if not, the reason.
public enum NightOutcome: String, Sendable, CaseIterable, Codable {
  /// The main sleep was recorded, and the device was worn for the usual hours of sleep.
  case recorded
  /// A sleep was recorded, but the device was worn for only part of the usual hours: there may have been more sleep.
  case wornInPart
  /// The device was worn and recorded no sleep.
  case wornWithoutSleep
  /// The device was worn and recorded only naps.
  case napsAlone
  /// The device was not worn.
  case notWorn
  /// The device was on its charger.
  case charging
  /// The device's battery was empty.
  case empty
  /// The device has not been synced since and may still have the data.
  case notSyncedYet
  /// The device was synced too late: it keeps only a few days.
  case lost
  /// The data does not show the outcome.
  case unknown
  /// No sync covers the night, and the imported data does not have it.
  case notImported
  /// The usual hours of sleep are not over. Never stored in the journal.
  case notOver
  /// A sleep was recorded at an uncertain time.
  case doubtful
  /// Imported files have the time in bed, and no sleep.
  case inBedAlone

  /// The number in the journal: the place of the case. A number is never changed or reused, so new cases come last.
  public var code: Int { 1 + (Self.allCases.firstIndex(of: self) ?? 0) }

  /// The outcome with that number.
  public init?(code: Int) {
    guard Self.allCases.indices.contains(code - 1) else { return nil }
    self = Self.allCases[code - 1]
  }

  /// The number of ``wornInPart``. The time asleep of such nights is not used in comparisons.
  static let inPart = Double(NightOutcome.wornInPart.code)
}
