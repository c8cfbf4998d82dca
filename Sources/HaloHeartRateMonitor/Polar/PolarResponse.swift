extension HeartRateMonitor.Polar {
  /// An answer of the control point.
  ///
  /// ```
  /// ← F0 01 00 00 00 00 01 82 00 01 01 0E 00
  ///   0  1  2  3  4  5…
  ///   0 always F0 · 1 the request · 2 kind · 3 error, 0 for none · 4 more follows, only without an error
  /// ```
  public struct Response: CharacteristicMessage {
    /// The answered operation.
    public let operation: Request.Operation
    /// The kind of measurement.
    public let kind: Kind
    /// The error code; 0 for success.
    public let error: Int
    /// Nonzero if more follows; `nil` if the answer ends before this byte.
    public let hasMore: UInt8?
    public let settings: Settings

    /// Creates an answer.
    public init(
      to operation: Request.Operation, _ kind: Kind, error: Int = 0, hasMore: Bool? = false,
      _ settings: Settings = Settings([])
    ) {
      self.operation = operation
      self.kind = kind
      self.error = error & 0xFF
      self.hasMore = hasMore.map { $0 ? 1 : 0 }
      self.settings = settings
    }

    /// Decodes a value; `nil` if it is too short or unknown.
    public init?(value: [UInt8]) {
      guard value.count >= 4, value[0] == 0xF0, let operation = Request.Operation(rawValue: value[1]),
        let kind = Kind(rawValue: value[2])
      else { return nil }
      self.operation = operation
      self.kind = kind
      error = Int(value[3])
      hasMore = value.count > 4 ? value[4] : nil
      settings = Settings(bytes: [UInt8](value.dropFirst(5)))
    }

    /// The encoded bytes.
    public var value: [UInt8] {
      [0xF0, operation.rawValue, kind.rawValue, UInt8(error)] + (hasMore.map { [$0] } ?? []) + settings.bytes
    }

    /// The name of the error.
    var result: StaticString {
      let names: [StaticString] = [
        "success", "invalidOperation", "invalidKind", "unsupported", "invalidLength", "invalidParameter",
        "alreadyInState", "invalidResolution", "invalidSampleRate", "invalidRange", "invalidMTU", "invalidChannels",
        "invalidState", "onCharger", "diskFull",
      ]
      return error < names.count ? names[error] : "unknown"
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", kind.name)
      fields.field("request", operation.name)
      fields.field("result", result)
      if !settings.bytes.isEmpty { fields.field("settings", Settings.Fields(settings: settings)) }
      fields.field("type", "polarControl")
    }
  }
}
