extension SampleSource {
  /// The method of measurement, for display.
  public var title: Phrase {
    switch self {
    case .log: Phrase("measured automatically by the device")
    case .live: Phrase("measured live")
    case .manual: Phrase("measured manually on the device")
    case .push: Phrase("pushed by the device")
    case .algorithm: Phrase("computed by Halo")
    }
  }
}
