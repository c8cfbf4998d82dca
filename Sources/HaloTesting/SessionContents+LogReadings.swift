extension SessionContents {
  /// The readings of the device's logs: all but live values, pushes and charges.
  public var logReadings: Readings {
    var readings = readings
    readings.samples.removeAll { [.live, .push].contains($0.source) }
    return readings
  }
}
