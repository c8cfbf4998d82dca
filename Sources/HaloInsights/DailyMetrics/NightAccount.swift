/// What became of a night: whether there is sleep of it, and if not, why.
public enum NightAccount: String, Sendable, CaseIterable, Codable {
  /// The main sleep was recorded, and the device was worn for the usual hours of sleep.
  case recorded
  /// A sleep was recorded, but the device was worn for a part of the usual hours alone: there may have been more sleep.
  case wornInPart
  /// The device was worn and saw no sleep.
  case wornWithoutSleep
  /// The device was worn and saw no sleep but naps.
  case napsAlone
  /// The device was not worn.
  case notWorn
  /// The device was on its charger.
  case charging
  /// The device's cell was empty.
  case empty
  /// The device may still have it: it was not synced since.
  case notSyncedYet
  /// The device was synced too late: it keeps a few days alone.
  case lost
  /// There is nothing to tell it from.
  case unknown
  /// No sync tells of it, and of what was imported nothing either.
  case notImported
  /// The usual hours of sleep are not over. It is never in the journal.
  case notOver
  /// A sleep was recorded, and when it was is not certain.
  case doubtful

  /// Its number in the journal. Numbers are given once and never again.
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
    }
  }

  /// The account of that number.
  public init?(code: Int) {
    guard let account = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = account
  }

  /// The number of ``wornInPart``, whose time asleep is nothing to compare others with.
  static let inPart = Double(NightAccount.wornInPart.code)
}
