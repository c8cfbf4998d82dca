public import HaloBluetooth
public import HaloWearables

/// Which operations of a capture are wanted. What is empty or `nil` does not matter.
public struct OperationFilter: Sendable {
  /// Devices, by address.
  public var devices: Set<DeviceAddress>?
  /// Characteristics; their descriptors as well.
  public var characteristics: Set<BluetoothUUID> = []
  /// Handles.
  public var handles: Set<UInt16> = []
  /// Which way.
  public var direction: RecordedFrame.Direction?
  /// From when on.
  public var start: CaptureTime?
  /// Until when.
  public var end: CaptureTime?
  /// Names of operations, and types of messages.
  public var types: Set<String> = []

  /// Everything is wanted.
  public init() {}

  /// Whether everything is wanted.
  public var isEmpty: Bool {
    devices == nil && characteristics.isEmpty && handles.isEmpty && direction == nil && start == nil && end == nil
      && types.isEmpty
  }

  /// Whether an operation is wanted, whatever its message says.
  public func passes(_ operation: ATTOperation) -> Bool {
    if let devices {
      guard let device = operation.device, devices.contains(device) else { return false }
    }
    if let direction, operation.direction != direction { return false }
    if !characteristics.isEmpty || !handles.isEmpty {
      let isNamed = operation.attribute?.characteristic.map { characteristics.contains($0) } ?? false
      guard isNamed || operation.handle.map({ handles.contains($0) }) ?? false else { return false }
    }
    if start != nil || end != nil {
      guard let time = operation.time, start.map({ time >= $0 }) ?? true, end.map({ time <= $0 }) ?? true else {
        return false
      }
    }
    return true
  }

  /// Whether it is wanted to know that something else happened: not where single operations are looked for.
  public func passes(_ event: CaptureDecoder.Event, at time: CaptureTime?) -> Bool {
    guard types.isEmpty, characteristics.isEmpty, handles.isEmpty, direction == nil else { return false }
    if start != nil || end != nil {
      guard let time, start.map({ time >= $0 }) ?? true, end.map({ time <= $0 }) ?? true else { return false }
    }
    guard let devices else { return true }
    return event.device.map { devices.contains($0) } ?? false
  }

  /// Whether an operation is wanted because of what it is, or because of a message that it completes.
  public func passes(_ operation: ATTOperation, _ messages: [any MessageFields]) -> Bool {
    guard !types.isEmpty else { return true }
    return types.contains(operation.opcode.name.description)
      || messages.contains { $0.type.map { types.contains($0) } ?? false }
  }
}
