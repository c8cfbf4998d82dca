#if BlueZ && os(Linux)
  extension BusError {
    /// Maps an attribute error to the D-Bus error for bluetoothd. bluetoothd has names for a few codes, and reads
    /// device-specific codes (0x80 to 0x9F) from the message. For all other codes a central receives "unlikely error"
    /// (0x0E) (BlueZ 5.59 and later).
    init(_ error: AttributeError) {
      let name =
        switch error.code {
        case 0x02, 0x03: "org.bluez.Error.NotPermitted"
        case 0x06: "org.bluez.Error.NotSupported"
        case 0x07: "org.bluez.Error.InvalidOffset"
        case 0x08: "org.bluez.Error.NotAuthorized"
        case 0x0D: "org.bluez.Error.InvalidValueLength"
        case 0x80...0x9F: "org.bluez.Error.Failed"
        default: "org.halo.Error.Attribute"
        }
      self.init(name: name, message: "0x" + String(hexadecimal: error.code, width: 2))
    }
  }
#endif
