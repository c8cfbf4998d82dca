extension HeartRateMonitor.Polar {
  /// A request to the control point.
  ///
  /// ```
  /// → 01 02                                         request the available settings of acceleration
  /// → 02 02 02 01 08 00 00 01 C8 00 01 01 10 00     start it: ±8 g, 200 Hz, 16 bits
  /// → 03 02                                         stop it
  ///   0  1  2…
  ///   0 operation · 1 kind · 2… settings, for start
  /// ```
  public struct Request: CharacteristicMessage {
    /// The operation.
    public enum Operation: UInt8, Sendable, CaseIterable {
      case settings = 1
      case start = 2
      case stop = 3

      var name: StaticString { Self.names[Int(rawValue) - 1] }
      private static let names: [StaticString] = ["settings", "start", "stop"]
    }

    public let operation: Operation
    /// The kind of measurement.
    public let kind: Kind
    /// The settings of the measurement.
    public let settings: Settings

    /// Creates a request.
    public init(_ operation: Operation, _ kind: Kind, _ settings: Settings = Settings([])) {
      self.operation = operation
      self.kind = kind
      self.settings = settings
    }

    /// Decodes a value; `nil` if it is too short or unknown.
    public init?(value: [UInt8]) {
      guard value.count >= 2, let operation = Operation(rawValue: value[0]), let kind = Kind(rawValue: value[1])
      else { return nil }
      self.init(operation, kind, Settings(bytes: [UInt8](value[2...])))
    }

    /// The encoded bytes.
    public var value: [UInt8] { [operation.rawValue, kind.rawValue] + settings.bytes }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", kind.name)
      fields.field("request", operation.name)
      if !settings.bytes.isEmpty { fields.field("settings", Settings.Fields(settings: settings)) }
      fields.field("type", "polarControl")
    }
  }
}
