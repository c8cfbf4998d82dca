import CoreBluetooth
import HaloBluetooth

extension BluetoothUUID {
  /// The same UUID; `nil` where Core Bluetooth writes it in a way that nobody knows.
  init?(_ uuid: CBUUID) { self.init(uuid.uuidString) }

  /// The same UUID in the words of Core Bluetooth.
  var cbUUID: CBUUID { CBUUID(string: description) }
}
