/// The units of the speeds that a machine accepts and reports. The Fitness Machine Service requires km/h for both.
public enum SpeedUnit: String, Sendable, Hashable, CaseIterable, Encodable {
  /// Accepts and reports kilometers per hour, as the specification requires.
  case kilometersPerHour = "kmh"
  /// Accepts and reports miles per hour.
  case milesPerHour = "mph"
  /// Accepts miles per hour, and reports kilometers per hour.
  case milesAccepted = "mph-commands"
  /// Accepts kilometers per hour, and reports miles per hour.
  case milesReported = "mph-reports"

  /// The kilometers of a mile.
  public static let kilometersPerMile = 1.609344

  /// The km/h of one unit of a commanded speed.
  public var accepted: Double { self == .milesPerHour || self == .milesAccepted ? Self.kilometersPerMile : 1 }

  /// The km/h of one unit of a reported speed.
  public var reported: Double { self == .milesPerHour || self == .milesReported ? Self.kilometersPerMile : 1 }

  /// The unit to try if a belt that is used with this unit runs 1.6 times as fast as commanded, or 0.62 times; `nil` if
  /// no unit explains it. If two do, this is the one with the slower commands.
  public func replacement(isFaster: Bool) -> SpeedUnit? {
    switch self {
    case .kilometersPerHour, .milesPerHour: isFaster ? .milesAccepted : .milesReported
    case .milesAccepted: isFaster ? nil : .milesPerHour
    case .milesReported: isFaster ? .milesPerHour : nil
    }
  }
}
