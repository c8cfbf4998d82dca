import HaloWearables

extension CyclingDriver: SessionReading {
  /// A sensor stores no days, so Halo does not sync it automatically. Use `halo sync --device NAME`.
  public static var storesDays: Bool { false }

  /// The decoder's name and version.
  public static var decoderName: String { CyclingSensor.decoderName }

  /// Decodes the measurements and battery levels of one session.
  public static func read(_ frames: [RecordedFrame], of device: DeviceTraits) -> SessionContents {
    var (contents, reader, battery) = (SessionContents(), SensorReader(), BatteryReports())
    for (number, frame) in frames.enumerated() where frame.direction == .received {
      let samples: [Sample]
      switch frame.characteristic {
      case CyclingSensor.GATT.measurement:
        samples = reader.samples(in: frame.bytes, at: frame.moment, frame: number)
      case HeartRateService.GATT.batteryLevel:
        guard let level = BatteryLevel(value: frame.bytes),
          battery.becomesSample(BatteryState(percent: level.percent, isCharging: false), at: frame.moment)
        else { continue }
        samples = [
          Sample(
            .battery, Double(level.percent), start: frame.moment.wallClock, source: .live,
            provenance: Provenance(frames: [number], decoder: decoderName))
        ]
      default: continue
      }
      guard !samples.isEmpty else { continue }
      // The values are live, so each has the time of its frame.
      contents.statements.append(
        LogEntry(
          log: .live, readings: Readings(samples: samples), clock: .moments(samples.map { _ in frame.moment }),
          frames: Set(samples.flatMap(\.provenance.frames)).sorted(), decoder: decoderName))
    }
    return contents
  }
}
