/// What every radio checks before it asks the device, so that errors are the same on all of them.
public struct ConnectionRules: Sendable {
  /// The device as a person knows it.
  public let label: String

  /// The rules for a device.
  public init(label: String) { self.label = label }

  /// Whether a characteristic can be read.
  public func checkRead(_ characteristic: Characteristic) throws(BluetoothError) {
    guard characteristic.properties.contains(.read) else { throw refusal(.read, characteristic) }
  }

  /// Whether a characteristic can be written in that way, with a value of that length.
  public func checkWrite(
    _ characteristic: Characteristic, withResponse: Bool, count: Int, maximum: Int
  ) throws(BluetoothError) {
    guard characteristic.properties.contains(withResponse ? .write : .writeWithoutResponse) else {
      throw refusal(.write, characteristic)
    }
    guard count <= maximum else {
      throw BluetoothError(.write, device: label, attribute: characteristic.uuid, .tooLong(maximum: maximum))
    }
  }

  /// Whether a characteristic notifies or indicates.
  public func checkSubscribe(_ characteristic: Characteristic) throws(BluetoothError) {
    guard !characteristic.properties.isDisjoint(with: [.notify, .indicate]) else {
      throw refusal(.subscribe, characteristic)
    }
  }

  /// Whether a descriptor is there, and may be written by hand.
  public func check(
    descriptor: BluetoothUUID, of characteristic: Characteristic, _ operation: BluetoothError.Operation
  ) throws(BluetoothError) {
    guard characteristic.descriptors.contains(descriptor) else {
      throw BluetoothError(operation, device: label, attribute: descriptor, .attributeNotFound)
    }
    if operation == .write, descriptor == .clientConfiguration {
      throw BluetoothError(.write, device: label, attribute: descriptor, .subscribeInstead)
    }
  }

  private func refusal(_ operation: BluetoothError.Operation, _ characteristic: Characteristic) -> BluetoothError {
    BluetoothError(
      operation, device: label, attribute: characteristic.uuid, .notPermitted(allowed: characteristic.properties))
  }
}
