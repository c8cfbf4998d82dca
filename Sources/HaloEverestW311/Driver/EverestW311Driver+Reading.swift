extension EverestW311Driver: SessionReading {
  /// The decoder's name and version.
  public static var decoderName: String { EverestW311.decoderName }

  /// Decodes the frames of one session.
  public static func read(_ frames: [RecordedFrame], of device: DeviceTraits) -> SessionContents {
    var reader = EverestW311.SessionDecoder()
    for (index, frame) in frames.enumerated() { reader.read(frame, index) }
    return reader.finish()
  }
}

extension EverestW311 {
  /// Decodes the frames of a session: stored days, nights assembled from them, and live values.
  struct SessionDecoder {
    private var contents = SessionContents()
    private var decoders: [Channel: ReceivedDecoder] = [:]
    private var days: [(history: DayHistory, frames: [Int])] = []
    private var battery = BatteryReports()

    mutating func read(_ frame: RecordedFrame, _ index: Int) {
      guard let channel = GATT.channel(frame.characteristic) else { return readStandard(frame, index) }
      switch frame.direction {
      case .sent:
        decoders[.history]?.finish { _, _ in }
        guard case .setTime = Request(frame.bytes) else { return }
        contents.clockEvents.append(.init(frame: index, time: frame.moment, zone: frame.zone, wrongDate: nil))
      case .received:
        var messages: [(Message, [Int])] = []
        decoders[channel, default: ReceivedDecoder()].receive(frame.bytes, on: channel, number: index) {
          message, trail in
          messages.append((message, trail.all))
        }
        for (message, frames) in messages { take(message, frames, frame) }
      }
    }

    mutating func finish() -> SessionContents {
      let (nights, dates) = Nights.found(in: days)
      for kind in [Night.Kind.night, .nap] where !dates.isEmpty {
        contents.statements.append(
          LogEntry(
            log: kind == .night ? .sleep : .naps,
            readings: Readings(nights: nights.filter { $0.kind == kind }),
            days: dates, sleep: kind, frames: days.flatMap(\.frames).sorted(), decoder: decoderName))
      }
      // Every answer contains its date, so a wrong clock cannot move it to another day.
      contents.verifiedCount = contents.statements.count
      return contents
    }

    private mutating func readStandard(_ frame: RecordedFrame, _ index: Int) {
      guard frame.direction == .received else { return }
      switch frame.characteristic {
      case HeartRateService.GATT.measurement:
        guard let rate = HeartRateService.Measurement(value: frame.bytes)?.measuredRate else { return }
        state(.heartRate, rate, .live, [index], frame)
      case HeartRateService.GATT.batteryLevel:
        guard let level = BatteryLevel(value: frame.bytes) else { return }
        stateBattery(level.percent, [index], frame)
      default: return
      }
    }

    private mutating func take(_ message: Message, _ frames: [Int], _ frame: RecordedFrame) {
      if let statement = message.content.statement(frames: frames) { contents.statements.append(statement) }
      // A night has parts of two days, and the battery is reported only when the charge changed.
      switch message {
      case .dayHistory(let history): days.append((history, frames))
      case .watchInformation(let information) where information.batteryPercent <= 100:
        stateBattery(information.batteryPercent, frames, frame)
      default: return
      }
    }

    private mutating func stateBattery(_ percent: Int, _ frames: [Int], _ frame: RecordedFrame) {
      guard battery.becomesSample(BatteryState(percent: percent, isCharging: false), at: frame.moment) else { return }
      state(.battery, percent, .battery, frames, frame)
    }

    /// Adds a live value.
    private mutating func state(_ metric: Metric, _ value: Int, _ log: LogID, _ frames: [Int], _ frame: RecordedFrame) {
      let sample = Sample(
        metric, Double(value), start: frame.moment.wallClock, source: .live,
        provenance: Provenance(frames: frames, decoder: decoderName))
      contents.statements.append(
        LogEntry(
          log: log, readings: Readings(samples: [sample]), clock: .host(secondsFromGMT: frame.secondsFromGMT),
          frames: frames, decoder: decoderName))
    }
  }
}
