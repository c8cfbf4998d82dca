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

  /// The number in the journal. A number is never changed or reused.
  public var code: Int {
    switch self {
    case .recorded: 1
    case .wornInPart: 2
    case .wornWithoutSleep: 3
    case .napsAlone: 4
    case .notWorn: 5
    case .charging: 6
    case .empty: 7
    case .notSyncedYet: 8
    case .lost: 9
    case .unknown: 10
    case .notImported: 11
    case .notOver: 12
    case .doubtful: 13
    case .inBedAlone: 14
    }
  }

  /// The outcome with that number.
  public init?(code: Int) {
    guard let account = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = account
  }

  /// The number of ``wornInPart``. The time asleep of such nights is not used in comparisons.
  static let inPart = Double(NightOutcome.wornInPart.code)
}
