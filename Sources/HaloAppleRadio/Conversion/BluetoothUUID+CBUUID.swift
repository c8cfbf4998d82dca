import CoreBluetooth

extension BluetoothUUID {
  /// The same UUID; nil if Core Bluetooth's text cannot be parsed.
  init?(_ uuid: CBUUID) { self.init(uuid.uuidString) }

  /// The same UUID for Core Bluetooth.
  var cbUUID: CBUUID { CBUUID(string: description) }
}
