/// A request to a device over a link.
enum AppleRequest: Sendable {
  case discover
  case read(Characteristic)
  case write(Characteristic, [UInt8], withResponse: Bool)
  case readDescriptor(BluetoothUUID, Characteristic)
  case writeDescriptor(BluetoothUUID, Characteristic, [UInt8])
  case subscribe(Characteristic)
  case readRSSI

  /// The result of a request.
  enum Answer: Sendable {
    case done
    case value([UInt8])
    case strength(Int)
  }

  var operation: BluetoothError.Operation {
    switch self {
    case .discover: .discover
    case .read, .readDescriptor: .read
    case .write, .writeDescriptor: .write
    case .subscribe: .subscribe
    case .readRSSI: .readRSSI
    }
  }

  var attribute: BluetoothUUID? {
    switch self {
    case .read(let characteristic), .write(let characteristic, _, _), .subscribe(let characteristic):
      characteristic.uuid
    case .readDescriptor(let descriptor, _), .writeDescriptor(let descriptor, _, _): descriptor
    case .discover, .readRSSI: nil
    }
  }

  /// True if the device's attributes must be discovered first.
  var needsAttributes: Bool { attribute != nil }
}
