#if BlueZ && os(Linux)
  /// The interfaces of BlueZ' objects (BlueZ `doc/org.bluez.*.rst`).
  enum Interface {
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let service = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let descriptor = "org.bluez.GattDescriptor1"
    static let properties = "org.freedesktop.DBus.Properties"
  }
#endif
