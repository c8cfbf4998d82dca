public import HaloHealth

extension SampleSource {
  /// How a value was come by, for a screen.
  public var title: Phrase {
    switch self {
    case .log: Phrase("measured by the device by itself")
    case .live: Phrase("measured while you watched")
    case .manual: Phrase("measured on the device at your wish")
    case .push: Phrase("sent by the device unasked")
    case .algorithm: Phrase("computed by Halo")
    }
  }
}
