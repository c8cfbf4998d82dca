extension FitnessMachine {
  /// An event at a machine, 0x2ADA.
  ///
  /// ```
  /// ← 05 | 69 00            the target speed is now 1.05 km/h
  /// ```
  ///
  /// The codes of targets are those of the control point plus 3, up to heart rate, and plus 1 after it.
  public enum MachineStatus: Hashable, Sendable {
    /// The machine was reset, and control is lost.
    case reset
    /// The user stopped (1) or paused (2) the machine.
    case stoppedOrPaused(UInt8)
    /// The safety key was pulled.
    case stoppedBySafetyKey
    /// The machine was started or resumed.
    case startedOrResumed
    /// A target changed.
    case changed(TargetSetting)
    /// Control is lost.
    case controlPermissionLost
    /// An event that is not in the specification, or is truncated.
    case other(UInt8, [UInt8])
  }
}

extension FitnessMachine.MachineStatus: CharacteristicMessage {
  /// Decodes a value; `nil` if it is empty.
  public init?(value: [UInt8]) {
    guard let code = value.first else { return nil }
    let rest = [UInt8](value.dropFirst())
    switch (code, rest.count) {
    case (0x01, 0): self = .reset
    case (0x02, 1): self = .stoppedOrPaused(rest[0])
    case (0x03, 0): self = .stoppedBySafetyKey
    case (0x04, 0): self = .startedOrResumed
    case (0xFF, 0): self = .controlPermissionLost
    default:
      if let target = FitnessMachine.Target(event: code) {
        self = .changed(FitnessMachine.TargetSetting(target, parameters: rest))
      } else {
        self = .other(code, rest)
      }
    }
  }

  /// The encoded bytes.
  public var value: [UInt8] {
    switch self {
    case .reset: [0x01]
    case .stoppedOrPaused(let what): [0x02, what]
    case .stoppedBySafetyKey: [0x03]
    case .startedOrResumed: [0x04]
    case .changed(let setting): [setting.target.event] + setting.bytes
    case .controlPermissionLost: [0xFF]
    case .other(let code, let rest): [code] + rest
    }
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    let event: StaticString
    switch self {
    case .reset: event = "reset"
    case .stoppedOrPaused(1): event = "stoppedByUser"
    case .stoppedOrPaused(2): event = "pausedByUser"
    case .stoppedOrPaused(let code):
      fields.field("code", code: code)
      event = "stoppedOrPausedByUser"
    case .stoppedBySafetyKey: event = "stoppedBySafetyKey"
    case .startedOrResumed: event = "startedOrResumed"
    case .controlPermissionLost: event = "controlPermissionLost"
    case .changed(let setting):
      setting.write("event", setting.target.eventWord, type: "fitnessMachineStatus", to: &fields)
      return
    case .other(let code, _):
      UndecodedValue.unknown(value, command: code).write(to: &fields)
      return
    }
    fields.field("event", event)
    fields.field("type", "fitnessMachineStatus" as StaticString)
  }
}
