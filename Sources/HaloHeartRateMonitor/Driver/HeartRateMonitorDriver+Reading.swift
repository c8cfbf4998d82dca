extension HeartRateMonitorDriver: SessionReading {
  /// Monitors store nothing, and do not advertise until they are worn.
  public static var storesDays: Bool { false }

  /// The decoder's name and version.
  public static var decoderName: String { HeartRateMonitor.decoderName }

  /// Decodes the frames of one session.
  public static func read(_ frames: [RecordedFrame], of device: DeviceTraits) -> SessionContents {
    var reader = MonitorSessionDecoder()
    reader.selection = BeatSelection(frames)
    for (number, frame) in frames.enumerated() { reader.read(frame, number) }
    return reader.finish()
  }
}

/// Decodes the frames of a session: rates, beats and the charge by arrival time, raw signals by the sensor's clock.
private struct MonitorSessionDecoder {
  var selection = BeatSelection([])
  private var contents = SessionContents()
  private var beats = BeatTimeline()
  private var polar = HeartRateMonitor.Polar.ReadingDecoder()
  private var raw = RawChunker()
  private var battery = BatteryReports()
  private var pulses = BeatTimeline()
  /// True if the standard service sends beats: pulse intervals would duplicate them.
  private var reportsBeats = false

  mutating func read(_ frame: RecordedFrame, _ index: Int) {
    switch (frame.characteristic, frame.direction) {
    case (HeartRateService.GATT.measurement, .received):
      if let measured = HeartRateService.Measurement(value: frame.bytes) { take(measured, frame, index) }
    case (HeartRateService.GATT.batteryLevel, .received):
      if let entry = battery.entry(of: frame, index, decoder: HeartRateMonitor.decoderName) {
        contents.statements.append(entry)
      }
    case (HeartRateMonitor.Polar.GATT.control, .sent): polar.request(frame.bytes)
    case (HeartRateMonitor.Polar.GATT.control, .received): polar.response(frame.bytes)
    case (HeartRateMonitor.Polar.GATT.data, .received):
      let moment = frame.moment
      if let pulses = HeartRateMonitor.Polar.DataFrame(value: frame.bytes)?.pulseIntervals {
        return take(pulses, moment, index)
      }
      for (time, reading) in polar.readings(frame.bytes, arrival: Double(moment.milliseconds), frame: index) {
        raw.add(
          reading, at: Moment(milliseconds: Int(time.rounded()), secondsFromGMT: moment.secondsFromGMT))
      }
    default: return
    }
  }

  mutating func finish() -> SessionContents {
    contents.raw = raw.finish()
    return contents
  }

  private mutating func take(_ measured: HeartRateService.Measurement, _ frame: RecordedFrame, _ index: Int) {
    let moment = frame.moment
    guard let rate = measured.measuredRate else { return beats.addGap() }
    var samples = [(Metric.heartRate, Double(rate), moment)]
    let intervals = selection.usable(measured.beatIntervalsMilliseconds, index)
    reportsBeats = reportsBeats || !measured.beatIntervals.isEmpty
    for (interval, time) in zip(intervals, beats.times(of: intervals, arrival: moment.milliseconds).times) {
      // An implausible interval is not a beat, but its time passes.
      guard Metric.beatInterval.plausibleRange.contains(interval) else { continue }
      samples.append((.beatInterval, interval, Moment(milliseconds: time, secondsFromGMT: moment.secondsFromGMT)))
    }
    state(samples, index)
  }

  /// Pulse intervals have no time: the last of a block was detected just before the block arrived.
  private mutating func take(_ found: [HeartRateMonitor.Polar.PulseInterval], _ moment: Moment, _ index: Int) {
    guard !reportsBeats else { return }
    let found = selection.usable(found, index)
    guard !found.isEmpty else { return }
    let times = pulses.times(of: found.map { Double($0.milliseconds) }, arrival: moment.milliseconds).times
    let samples = zip(found, times).compactMap { pulse, time -> (metric: Metric, value: Double, time: Moment)? in
      let interval = Double(pulse.milliseconds)
      guard pulse.isGood, Metric.beatInterval.plausibleRange.contains(interval) else { return nil }
      return (.beatInterval, interval, Moment(milliseconds: time, secondsFromGMT: moment.secondsFromGMT))
    }
    if !samples.isEmpty { state(samples, index) }
  }

  private mutating func state(_ samples: [(metric: Metric, value: Double, time: Moment)], _ index: Int) {
    contents.statements.append(LogEntry(live: samples, frame: index, decoder: HeartRateMonitor.decoderName))
  }
}
