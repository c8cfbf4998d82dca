extension FitnessMachine {
  /// Commands to a machine's control point, and its answers, 0x2AD9.
  ///
  /// ```
  /// → 02 | F4 01            set the target speed to 5.00 km/h
  /// ← 80 | 02 | 01          the result: operation, result code, rarely parameters
  /// ```
  public enum ControlPoint: Hashable, Sendable {
    /// Requests control of the machine.
    case requestControl
    /// Resets the machine.
    case reset
    /// Sets a target.
    case set(TargetSetting)
    /// Starts, or resumes after a pause.
    case startOrResume
    /// Stops (1), pauses (2), or has an unknown parameter; `nil` if it is missing.
    case stopOrPause(UInt8?, rest: [UInt8] = [])
    /// The machine's answer to an operation.
    case response(to: UInt8, Result, parameters: [UInt8] = [])
    /// An unknown operation, or a truncated answer.
    case other(UInt8, [UInt8])

    public static var stop: ControlPoint { .stopOrPause(1) }
    public static var pause: ControlPoint { .stopOrPause(2) }

    /// The result of an operation.
    public enum Result: Hashable, Sendable {
      /// The operation was accepted.
      case success
      /// The machine does not support the operation.
      case notSupported
      /// The machine does not accept the parameters.
      case invalidParameter
      /// The operation failed.
      case failed
      /// Another host has control, or control was not requested.
      case controlNotPermitted
      /// A result that the specification reserves.
      case other(UInt8)

      /// The results of the specification, in the order of their codes, which begin at 1.
      private static let known: [(result: Result, word: StaticString)] = [
        (.success, "success"), (.notSupported, "operationNotSupported"), (.invalidParameter, "invalidParameter"),
        (.failed, "operationFailed"), (.controlNotPermitted, "controlNotPermitted"),
      ]

      init(code: UInt8) {
        self = (1...Self.known.count).contains(Int(code)) ? Self.known[Int(code) - 1].result : .other(code)
      }

      var code: UInt8 {
        if case .other(let code) = self { code } else { UInt8(1 + (Self.known.firstIndex { $0.result == self } ?? 0)) }
      }

      /// The word in the JSON line; `nil` for a reserved result.
      var word: StaticString? { Self.known.first { $0.result == self }?.word }
    }

    static let responseOperation: UInt8 = 0x80

    /// The code of the operation; in a response, the code of the answered operation.
    public var operation: UInt8 {
      switch self {
      case .requestControl: 0x00
      case .reset: 0x01
      case .set(let setting): setting.target.operation
      case .startOrResume: 0x07
      case .stopOrPause: 0x08
      case .response(let operation, _, _): operation
      case .other(let operation, _): operation
      }
    }

    /// The name of an operation in the vocabulary.
    static func word(of operation: UInt8) -> StaticString? {
      switch operation {
      case 0x00: "requestControl"
      case 0x01: "reset"
      case 0x07: "startOrResume"
      case 0x08: "stopOrPause"
      default: Target(operation: operation)?.requestWord
      }
    }
  }
}

extension FitnessMachine.ControlPoint: CharacteristicMessage {
  /// Decodes a value; `nil` if it is empty.
  public init?(value: [UInt8]) {
    guard let operation = value.first else { return nil }
    let rest = [UInt8](value.dropFirst())
    switch operation {
    case 0x00 where rest.isEmpty: self = .requestControl
    case 0x01 where rest.isEmpty: self = .reset
    case 0x07 where rest.isEmpty: self = .startOrResume
    case 0x08: self = .stopOrPause(rest.first, rest: [UInt8](rest.dropFirst()))
    case Self.responseOperation where rest.count >= 2:
      self = .response(to: rest[0], Result(code: rest[1]), parameters: [UInt8](rest[2...]))
    default:
      if let target = FitnessMachine.Target(operation: operation) {
        self = .set(FitnessMachine.TargetSetting(target, parameters: rest))
      } else {
        self = .other(operation, rest)
      }
    }
  }

  /// The result in an answer of one byte, as a Kickr Core sends it (issue 52 of zacharyedwardbull/pycycling); `nil` if it
  /// has more bytes, or is no result.
  static func bareResult(_ value: [UInt8]) -> Result? {
    value.count == 1 && (1...5).contains(value[0]) ? Result(code: value[0]) : nil
  }

  /// The encoded bytes.
  public var value: [UInt8] {
    switch self {
    case .requestControl, .reset, .startOrResume: [operation]
    case .set(let setting): [operation] + setting.bytes
    case .stopOrPause(let what, let rest): [operation] + (what.map { [$0] } ?? []) + rest
    case .response(let operation, let result, let parameters):
      [Self.responseOperation, operation, result.code] + parameters
    case .other(let operation, let rest): [operation] + rest
    }
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    switch self {
    case .requestControl, .reset, .startOrResume:
      if let word = Self.word(of: operation) { fields.field("request", word) }
      fields.field("type", "controlPoint" as StaticString)
    case .set(let setting):
      // Some trainers answer with nothing but the result: one byte, which is also a request without its parameters.
      if let result = Self.bareResult(value)?.word {
        fields.field("request", setting.target.requestWord)
        fields.field("result", result)
        fields.field("truncated", true)
        return fields.field("type", "controlPoint" as StaticString)
      }
      setting.write("request", setting.target.requestWord, type: "controlPoint", to: &fields)
    case .stopOrPause(let what, let rest):
      switch what {
      case 1: fields.field("action", "stop" as StaticString)
      case 2: fields.field("action", "pause" as StaticString)
      case let code?: fields.field("code", code: code)
      case nil: break
      }
      fields.field("request", "stopOrPause" as StaticString)
      if !rest.isEmpty { fields.field("trailing", hexadecimal: rest) }
      if what == nil { fields.field("truncated", true) }
      fields.field("type", "controlPoint" as StaticString)
    case .response(let operation, let result, let parameters):
      if result.word == nil { fields.field("code", code: result.code) }
      if Self.word(of: operation) == nil { fields.field("command", code: operation) }
      if !parameters.isEmpty { fields.field("parameters", hexadecimal: parameters) }
      if let word = Self.word(of: operation) { fields.field("request", word) }
      fields.field("result", result.word ?? "reserved")
      fields.field("type", "controlPoint" as StaticString)
    case .other(let operation, let rest):
      // Some apps pad requests without parameters with zeros, which machines accept.
      if let word = Self.word(of: operation), !rest.isEmpty {
        fields.field("request", word)
        fields.field("trailing", hexadecimal: rest)
        fields.field("type", "controlPoint" as StaticString)
      } else {
        UndecodedValue.unknown(value, command: operation).write(to: &fields)
      }
    }
  }
}
