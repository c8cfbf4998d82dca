extension FitnessMachine {
  /// The phase of a training, 0x2AD3.
  ///
  /// ```
  /// ← 01 | 02 | 57 61 72 6D     warming up, "Warm"
  ///   flags  status  text, if bit 0 of the flags is set; bit 1: the text continues elsewhere
  /// ```
  public struct TrainingStatus: Hashable, Sendable {
    public var flags: UInt8 { value[0] }
    /// The status code, 0…15.
    public var code: UInt8 { value[1] }
    /// The encoded bytes.
    public let value: [UInt8]

    /// Creates a status without text.
    package init(code: UInt8) { value = [0, code] }

    /// The machine's own text; `nil` if it sends none.
    public var text: String? {
      flags & 3 == 0 || value.count == 2
        ? nil : String(decoding: value[2...].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The status in the vocabulary; `nil` for a reserved one.
    var word: StaticString? { Self.words.indices.contains(Int(code)) ? Self.words[Int(code)] : nil }

    private static let words: [StaticString] = [
      "other", "idle", "warmingUp", "lowIntensityInterval", "highIntensityInterval", "recoveryInterval", "isometric",
      "heartRateControl", "fitnessTest", "speedBelowRange", "speedAboveRange", "coolDown", "wattControl", "manual",
      "preWorkout", "postWorkout",
    ]
  }
}

extension FitnessMachine.TrainingStatus: CharacteristicMessage {
  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    guard value.count >= 2 else { return nil }
    self.value = value
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    if word == nil { fields.field("code", code: code) }
    fields.field("status", word ?? "reserved")
    if let text { fields.field("text", text) }
    fields.field("type", "trainingStatus" as StaticString)
  }
}
