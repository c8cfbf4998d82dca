public import HaloWearables

extension HeartRateMonitor.Polar {
  /// What is written to the control point.
  ///
  /// ```
  /// → 01 02                                         which settings can acceleration have?
  /// → 02 02 02 01 08 00 00 01 C8 00 01 01 10 00     start it, ±8 g, 200 times a second, 16 bits
  /// → 03 02                                         stop it
  ///   0  1  2…
  ///   0 what to do · 1 kind · 2… settings, to start with
  /// ```
  public struct Request: CharacteristicMessage {
    /// What to do.
    public enum Operation: UInt8, Sendable, CaseIterable {
      case settings = 1
      case start = 2
      case stop = 3

      var name: StaticString {
        switch self {
        case .settings: "settings"
        case .start: "start"
        case .stop: "stop"
        }
      }
    }

    /// What to do.
    public let operation: Operation
    /// With which measurement.
    public let kind: Kind
    /// How to measure.
    public let settings: Settings

    /// A request.
    public init(_ operation: Operation, _ kind: Kind, _ settings: Settings = Settings([])) {
      self.operation = operation
      self.kind = kind
      self.settings = settings
    }

    public init?(value: [UInt8]) {
      guard value.count >= 2, let operation = Operation(rawValue: value[0]), let kind = Kind(rawValue: value[1])
      else { return nil }
      self.init(operation, kind, Settings(bytes: [UInt8](value[2...])))
    }

    public var value: [UInt8] { [operation.rawValue, kind.rawValue] + settings.bytes }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", kind.name)
      fields.field("request", operation.name)
      if !settings.entries.isEmpty { fields.field("settings", Settings.Fields(settings: settings)) }
      fields.field("type", "polarControl")
    }
  }
}
