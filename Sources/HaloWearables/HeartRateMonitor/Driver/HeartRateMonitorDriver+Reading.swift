public import HaloBluetooth
import HaloHealth

extension HeartRateMonitorDriver: SessionReading {
  public static var decoderName: String { HeartRateMonitor.decoderName }

  public static func read(_ frames: [RecordedFrame]) -> SessionContents {
    var reader = MonitorSessionReader()
    for (number, frame) in frames.enumerated() { reader.read(frame, number) }
    return reader.finish()
  }
}

/// Reads the frames of a session: rates, beats and the charge as they came, raw signals by the sensor's clock.
private struct MonitorSessionReader {
  private var contents = SessionContents()
  private var beats = BeatTimeline()
  private var polar = HeartRateMonitor.Polar.ReadingDecoder()
  private var raw = RawChunker()

  mutating func read(_ frame: RecordedFrame, _ place: Int) {
    switch (frame.characteristic, frame.direction) {
    case (HeartRateMonitor.GATT.measurement, .received):
      if let measured = HeartRateMonitor.Measurement(value: frame.bytes) { take(measured, frame, place) }
    case (HeartRateMonitor.GATT.batteryLevel, .received):
      guard let level = BatteryLevel(value: frame.bytes) else { return }
      state([(.battery, Double(level.percent), frame.moment)], place)
    case (HeartRateMonitor.Polar.GATT.control, .sent): polar.request(frame.bytes)
    case (HeartRateMonitor.Polar.GATT.control, .received): polar.response(frame.bytes)
    case (HeartRateMonitor.Polar.GATT.data, .received):
      let moment = frame.moment
      for (time, reading) in polar.readings(frame.bytes, arrival: Double(moment.milliseconds), frame: place) {
        raw.add(
          reading, at: Moment(milliseconds: Int(time.rounded()), secondsFromGMT: moment.secondsFromGMT))
      }
    default: return
    }
  }

  func finish() -> SessionContents {
    var contents = contents
    contents.raw = raw.finish()
    return contents
  }

  private mutating func take(_ measured: HeartRateMonitor.Measurement, _ frame: RecordedFrame, _ place: Int) {
    let moment = frame.moment
    guard let rate = measured.measuredRate else { return beats.addGap() }
    var samples = [(Metric.heartRate, Double(rate), moment)]
    let intervals = measured.beatIntervalsMilliseconds
    for (interval, time) in zip(intervals, beats.times(of: intervals, arrival: moment.milliseconds).times) {
      // What no heart does is no beat; its time passes all the same.
      guard Metric.beatInterval.plausibleRange.contains(interval) else { continue }
      samples.append((.beatInterval, interval, Moment(milliseconds: time, secondsFromGMT: moment.secondsFromGMT)))
    }
    state(samples, place)
  }

  private mutating func state(_ samples: [(metric: Metric, value: Double, time: Moment)], _ place: Int) {
    let provenance = Provenance(frames: [place], decoder: HeartRateMonitor.decoderName)
    contents.statements.append(
      LogStatement(
        log: "live",
        readings: Readings(
          samples: samples.map {
            Sample($0.metric, $0.value, start: $0.time.wallClock, source: .live, provenance: provenance)
          }), clock: .moments(samples.map(\.time)), frames: [place], decoder: HeartRateMonitor.decoderName))
  }
}
