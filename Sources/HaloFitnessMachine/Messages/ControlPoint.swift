public import HaloWearables

extension FitnessMachine {
  /// What is written to a machine's control point, and its answers, 0x2AD9.
  ///
  /// ```
  /// → 02 | F4 01            set the target speed to 5.00 km/h
  /// ← 80 | 02 | 01          what the machine made of it: operation, result, seldom more
  /// ```
  public enum ControlPoint: Hashable, Sendable {
    /// Asks to be the one who controls the machine.
    case requestControl
    /// Sets the machine back.
    case reset
    /// Sets a target.
    case set(TargetSetting)
    /// Starts, or goes on after a pause.
    case startOrResume
    /// Stops (1), pauses (2), or what nobody knows; `nil` where it does not say.
    case stopOrPause(UInt8?, rest: [UInt8] = [])
    /// The machine's answer to an operation.
    case response(to: UInt8, Result, parameters: [UInt8] = [])
    /// An operation that is none, or an answer that was cut.
    case other(UInt8, [UInt8])

    /// Stops.
    public static var stop: ControlPoint { .stopOrPause(1) }
    /// Pauses.
    public static var pause: ControlPoint { .stopOrPause(2) }

    /// What became of an operation.
    public enum Result: Hashable, Sendable {
      /// It is done, or under way.
      case success
      /// The machine does not have the operation.
      case notSupported
      /// The machine does not take these parameters.
      case invalidParameter
      /// The machine could not do it.
      case failed
      /// Somebody else has control, or nobody asked for it.
      case controlNotPermitted
      /// A result that the specification reserves.
      case other(UInt8)

      init(code: UInt8) {
        switch code {
        case 1: self = .success
        case 2: self = .notSupported
        case 3: self = .invalidParameter
        case 4: self = .failed
        case 5: self = .controlNotPermitted
        default: self = .other(code)
        }
      }

      var code: UInt8 {
        switch self {
        case .success: 1
        case .notSupported: 2
        case .invalidParameter: 3
        case .failed: 4
        case .controlNotPermitted: 5
        case .other(let code): code
        }
      }

      /// The result in the vocabulary; `nil` for one that is reserved.
      var word: StaticString? {
        switch self {
        case .success: "success"
        case .notSupported: "operationNotSupported"
        case .invalidParameter: "invalidParameter"
        case .failed: "operationFailed"
        case .controlNotPermitted: "controlNotPermitted"
        case .other: nil
        }
      }
    }

    static let responseOperation: UInt8 = 0x80

    /// The operation's code; that of the operation that is answered for a response.
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

  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    switch self {
    case .requestControl, .reset, .startOrResume:
      writeRequest(Self.word(of: operation), to: &fields)
    case .set(let setting):
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
    case .other(let operation, _):
      UnreadValue.unknown(value, command: operation).write(to: &fields)
    }
  }

  private func writeRequest<Fields: FieldWriter>(_ word: StaticString?, to fields: inout Fields) {
    if let word { fields.field("request", word) }
    fields.field("type", "controlPoint" as StaticString)
  }
}
