/// The id of a device's log, such as `heart-rate`: small letters, digits and hyphens.
///
/// The journal stores ids and compares them, so a released id never changes. People see the log's name, which the family of
/// the device has.
public struct LogID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  /// The sleep log, for every device.
  public static let sleep: LogID = "sleep"
  /// Naps, for every device.
  public static let naps: LogID = "naps"
  /// The step log, for every device.
  public static let activity: LogID = "activity"
  /// A device's own totals of a day, for every device.
  public static let totals: LogID = "totals"
  /// The heart-rate log, for every device.
  public static let heartRate: LogID = "heart-rate"
  /// Values that arrived as they were measured, for every device.
  public static let live: LogID = "live"
  /// Charges of the battery, for every device.
  public static let battery: LogID = "battery"

  /// The id's text, as it is stored.
  public let rawValue: String

  /// Creates an id from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The name of a log that every device may have; the id of any other.
  public var phrase: Phrase { Self.names[self] ?? Phrase(verbatim: rawValue) }

  private static let names: [LogID: Phrase] = [
    .sleep: Phrase("sleep"), .naps: Phrase("naps"), .activity: Phrase("activity"), .totals: Phrase("totals"),
    .heartRate: Phrase("heart rate"), .live: Phrase("live"), .battery: Phrase("battery"),
  ]

  /// Creates an id from a literal.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}
