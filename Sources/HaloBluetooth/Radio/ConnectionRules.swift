/// The checks that every radio makes before it asks the device, so that all radios throw the same errors.
public struct ConnectionRules: Sendable {
  /// The device's label for people.
  public let label: String

  /// The rules for the device with that label.
  public init(label: String) { self.label = label }

  /// Throws unless the characteristic can be read.
  public func checkRead(_ characteristic: Characteristic) throws(BluetoothError) {
    guard characteristic.properties.contains(.read) else { throw refusal(.read, characteristic) }
  }

  /// Throws unless the characteristic can be written in that way, with a value of `count` bytes.
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

  /// Throws unless the characteristic notifies or indicates.
  public func checkSubscribe(_ characteristic: Characteristic) throws(BluetoothError) {
    guard !characteristic.properties.isDisjoint(with: [.notify, .indicate]) else {
      throw refusal(.subscribe, characteristic)
    }
  }

  /// Throws unless the characteristic has the descriptor and allows the operation.
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
