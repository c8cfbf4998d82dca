extension HealthDeviceDriver: SessionReading {
  /// The decoder's name and version.
  public static var decoderName: String { HealthDevices.decoderName }

  /// Returns the number of the user in a session: the only one, or that there are several.
  public static func user(in frames: [RecordedFrame]) -> Int? {
    let users = MeasurementReader.users(in: values(of: frames))
    return users.count > 1 ? DeviceTraits.severalUsers : users.first
  }

  private static func values(of frames: [RecordedFrame]) -> [MeasurementReader.Value] {
    frames.enumerated().compactMap { number, frame in
      guard frame.direction == .received else { return nil }
      return .init(bytes: frame.bytes, characteristic: frame.characteristic, arrival: frame.moment, frame: number)
    }
  }

  /// Decodes the frames of one session.
  public static func read(_ frames: [RecordedFrame], of device: DeviceTraits) -> SessionContents {
    var battery = BatteryReports()
    let charges = frames.enumerated().compactMap { battery.entry(of: $1, $0, decoder: decoderName) }
    let readings = MeasurementReader.read(values(of: frames), user: device.user).compactMap { reading -> LogEntry? in
      guard let frame = reading.frame, !reading.values.isEmpty else { return nil }
      return LogEntry(
        log: HealthDevices.log, readings: Readings(samples: reading.samples),
        clock: .moments(reading.values.map { _ in reading.time }), frames: [frame], decoder: decoderName)
    }
    return SessionContents(statements: charges + readings)
  }
}
