#if !canImport(Darwin)
  /// Whether there is a link with a device.
  public enum CBPeripheralState: Int, Sendable {
    /// There is none.
    case disconnected = 0
    /// One is asked for.
    case connecting
    /// There is one.
    case connected
    /// It is ending.
    case disconnecting
  }
#endif
