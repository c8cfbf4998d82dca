/// Selects operations of a capture. Empty or `nil` criteria match everything.
public struct OperationFilter: Sendable {
  /// Addresses of devices.
  public var devices: Set<DeviceAddress>?
  /// Characteristics, including their descriptors.
  public var characteristics: Set<BluetoothUUID> = []
  public var handles: Set<UInt16> = []
  public var direction: RecordedFrame.Direction?
  /// The start of the time range.
  public var start: CaptureTime?
  /// The end of the time range.
  public var end: CaptureTime?
  /// Names of operations and types of messages.
  public var types: Set<String> = []

  /// Creates a filter that matches everything.
  public init() {}

  /// True if the filter matches everything.
  public var isEmpty: Bool {
    devices == nil && characteristics.isEmpty && handles.isEmpty && direction == nil && start == nil && end == nil
      && types.isEmpty
  }

  /// Returns whether an operation passes, ignoring `types`.
  public func passes(_ operation: ATTOperation) -> Bool {
    if let devices {
      guard let device = operation.device, devices.contains(device) else { return false }
    }
    if let direction, operation.direction != direction { return false }
    if !characteristics.isEmpty || !handles.isEmpty {
      let isNamed = operation.attribute?.characteristic.map { characteristics.contains($0) } ?? false
      guard isNamed || operation.handle.map({ handles.contains($0) }) ?? false else { return false }
    }
    return isInRange(operation.time)
  }

  private func isInRange(_ time: CaptureTime?) -> Bool {
    guard let time else { return start == nil && end == nil }
    return start.map { time >= $0 } ?? true && end.map { time <= $0 } ?? true
  }

  /// Returns whether an event other than an operation passes. Events never pass if the filter selects single
  /// operations.
  public func passes(_ event: CaptureDecoder.Event, at time: CaptureTime?) -> Bool {
    guard types.isEmpty, characteristics.isEmpty, handles.isEmpty, direction == nil, isInRange(time) else {
      return false
    }
    guard let devices else { return true }
    return event.device.map { devices.contains($0) } ?? false
  }

  /// Returns whether an operation matches by its own name or by the type of a message that it completes.
  public func passes(_ operation: ATTOperation, _ messages: [any MessageFields]) -> Bool {
    guard !types.isEmpty else { return true }
    return types.contains(operation.opcode.name.description)
      || messages.contains { $0.type.map { types.contains($0) } ?? false }
  }
}
