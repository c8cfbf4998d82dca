#if BlueZ && os(Linux)
  extension BluetoothError.Reason {
    /// Maps a BlueZ error to the device's failure, or to the radio's state if the error concerns the radio.
    init(_ error: BusError) {
      switch error.name {
      case "org.bluez.Error.NotConnected", "org.freedesktop.DBus.Error.UnknownObject",
        "org.freedesktop.DBus.Error.UnknownMethod", "org.bluez.Error.DoesNotExist":
        self = .disconnected
      case "org.bluez.Error.NotReady": self = .radio(.poweredOff)
      case "org.freedesktop.DBus.Error.AccessDenied": self = .radio(.unauthorized)
      case "halo.Closed", "halo.System", "org.freedesktop.DBus.Error.ServiceUnknown",
        "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected":
        self = .radio(.resetting)
      case "org.bluez.Error.NotPermitted":
        self = .attribute(
          code: error.message.hasPrefix("Write") ? 0x03 : error.message.hasPrefix("Not paired") ? 0x05 : 0x02)
      case "org.bluez.Error.NotSupported": self = .attribute(code: 0x06)
      case "org.bluez.Error.InvalidArguments", "org.bluez.Error.InvalidOffset", "org.bluez.Error.InvalidValueLength":
        self = .attribute(code: error.message.contains("offset") || error.name.hasSuffix("Offset") ? 0x07 : 0x0D)
      case "org.bluez.Error.AuthenticationFailed", "org.bluez.Error.AuthenticationCanceled",
        "org.bluez.Error.AuthenticationRejected", "org.bluez.Error.AuthenticationTimeout":
        self = .bondRefused
      case "org.bluez.Error.NotAuthorized": self = .attribute(code: 0x08)
      case "org.bluez.Error.ImproperlyConfigured": self = .attribute(code: 0xFD)
      default: self = .attribute(code: Self.code(in: error.message) ?? 0x0E)
      }
    }

    /// Maps a BlueZ error of an operation without an attribute. Unknown errors keep bluetoothd's message.
    init(withoutAttribute error: BusError) {
      self.init(error)
      if case .attribute = self { self = .refused(error.message.isEmpty ? error.name : error.message) }
    }

    /// "Operation failed with ATT error: 0x0e (Unlikely)"
    private static func code(in message: String) -> UInt8? {
      guard let place = message.firstRange(of: "ATT error: 0x") else { return nil }
      return UInt8(message[place.upperBound...].prefix { $0.isHexDigit }, radix: 16)
    }
  }
#endif
