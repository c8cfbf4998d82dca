public import HaloWearables

extension HeartRateMonitor.Polar {
  /// What the control point answers.
  ///
  /// ```
  /// ← F0 01 00 00 00 00 01 82 00 01 01 0E 00
  ///   0  1  2  3  4  5…
  ///   0 always F0 · 1 the request · 2 kind · 3 error, 0 for none · 4 whether more follows, where there is no error
  ///   5… settings: those that can be chosen, or what a started measurement adds, such as its factor
  /// ```
  public struct Response: CharacteristicMessage {
    /// Which request it answers.
    public let operation: Request.Operation
    /// Of which measurement.
    public let kind: Kind
    /// What went wrong; 0 where nothing did.
    public let error: Int
    /// Whether more follows; `nil` where the answer ends before.
    public let hasMore: UInt8?
    /// The settings.
    public let settings: Settings

    /// An answer.
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

    public var value: [UInt8] {
      [0xF0, operation.rawValue, kind.rawValue, UInt8(error)] + (hasMore.map { [$0] } ?? []) + settings.bytes
    }

    /// What went wrong, in a word.
    var result: StaticString {
      let names: [StaticString] = [
        "success", "invalidOperation", "invalidKind", "unsupported", "invalidLength", "invalidParameter",
        "alreadyInState", "invalidResolution", "invalidSampleRate", "invalidRange", "invalidMTU", "invalidChannels",
        "invalidState", "onCharger", "diskFull",
      ]
      return error < names.count ? names[error] : "unknown"
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", kind.name)
      fields.field("request", operation.name)
      fields.field("result", result)
      if !settings.entries.isEmpty { fields.field("settings", Settings.Fields(settings: settings)) }
      fields.field("type", "polarControl")
    }
  }
}
