import HaloColmiRing

/// The live functions of a virtual ring: live measurements, the raw stream and a phone's sport session.
struct RingLive: Sendable {
  /// The state of the simulated person and the clock at a reading.
  struct Moment {
    let instant: SimulatedClock.Instant
    /// The simulated person's day, and the local time.
    let day: SimulatedDay
    let wall: WallClock
    let isWorn: Bool

    /// Returns the heart rate in beats per minute, `seconds` ago, with some variation.
    func bpm(ago seconds: Int = 0) -> Int {
      let second = max(wall.secondOfDay - seconds, 0)
      return Int(day.heartRate[second / 300]) + (second / 3 * 7 % 5) - 2
    }
  }

  private enum Kind {
    case quantity(ColmiRing.RealTime.Quantity)
    /// The heart rate request of early firmware. It ends a minute after the last request.
    case older
    /// One of ``unnamed``.
    case unnamed(UInt8)
  }

  private struct Measurement {
    let kind: Kind
    let start: SimulatedClock.Instant
    var lastAsked: SimulatedClock.Instant
  }

  private struct SportSession {
    let sport: UInt8
    var seconds = 0
    var isPaused = false
  }

  /// Live kinds of unknown meaning (tahnok's client calls 2, 4, 7 and 9 blood pressure, fatigue, ECG and blood sugar).
  /// A captured R11 sends zeros for kind 2 for 25 s, then 4F.
  private static let unnamed: Set<UInt8> = [2, 4, 5, 7, 9]

  private let model: VirtualRingModel
  private var measurement: Measurement?
  private var isStreaming = false
  private var sport: SportSession?
  private var tick = 0

  init(_ model: VirtualRingModel) { self.model = model }

  /// True if the LEDs are on.
  var isOn: Bool { measurement != nil || isStreaming || sport != nil }

  /// Returns the answer to a packet; nil if the packet concerns other functions. `time` is the ring's clock.
  mutating func answer(
    to packet: ColmiRing.Packet, at instant: SimulatedClock.Instant, time: WallClock
  ) -> [ColmiRing.Packet]? {
    switch packet.command {
    case 0xA1: return stream(packet[1])
    case 0x77 where model.hasSport: return control(packet, time: time)
    case 0x69 where Self.unnamed.contains(packet[1]):
      // For the other kinds, 2 is known to pause, 3 to resume and 4 to stop.
      guard ![2, 3, 4].contains(packet[2]) else { return packet[2] == 4 ? stop(unnamed: packet[1]) : [] }
      measurement = Measurement(kind: .unnamed(packet[1]), start: instant, lastAsked: instant)
      return [ColmiRing.Packet(0x69, [packet[1]])]
    case 0x6A where Self.unnamed.contains(packet[1]): return stop(unnamed: packet[1])
    default: break
    }
    guard let request = ColmiRing.Request(packet) else { return nil }
    switch request {
    case .startRealTime(let quantity):
      measurement = Measurement(kind: .quantity(quantity), start: instant, lastAsked: instant)
      return [ColmiRing.RealTime(of: quantity, status: .measuring).packet]
    case .stopRealTime(let quantity, let lastValue):
      measurement = nil
      return [ColmiRing.RealTimeStopped(of: quantity, value: lastValue == 0 ? nil : Int(lastValue)).packet]
    case .olderRealTime(.start):
      measurement = Measurement(kind: .older, start: instant, lastAsked: instant)
      return [ColmiRing.Packet(0x1E, [0])]
    case .olderRealTime(.stop):
      measurement = nil
      return []
    case .olderRealTime(.goOn), .continueRealTime:
      measurement?.lastAsked = instant
      return []
    default: return nil
    }
  }

  private mutating func stop(unnamed code: UInt8) -> [ColmiRing.Packet] {
    measurement = nil
    return [ColmiRing.Packet(0x6A, [code])]
  }

  /// Handles a request for the raw stream. Code 04 starts it. The codes that stop it depend on the model; other codes
  /// have no effect.
  private mutating func stream(_ code: UInt8) -> [ColmiRing.Packet] {
    if code == 4 { isStreaming = true }
    guard model.rawStops.contains(code) else {
      return model.hasFixedFeatures && ![2, 4].contains(code) ? [ColmiRing.Packet(0xA1, [0xFF, 0])] : []
    }
    isStreaming = false
    return model.confirmsRawStop ? [ColmiRing.Packet(0xA1, [0xFF, 0])] : []
  }

  /// Handles a sport control request. The answers to start and stop are captured from an R08; those to pause and resume
  /// are assumptions.
  private mutating func control(_ packet: ColmiRing.Packet, time: WallClock) -> [ColmiRing.Packet] {
    switch ColmiRing.SportControl(rawValue: packet[1]) {
    case .start:
      sport = SportSession(sport: packet[2])
      return [ColmiRing.SportAnswer.started(unixTime: UInt32(clamping: time.secondsSince1970)).packet]
    case .pause, .resume:
      sport?.isPaused = packet[1] == ColmiRing.SportControl.pause.rawValue
      return [ColmiRing.Packet(0x77, [packet[1]])]
    case .stop:
      sport = nil
      return [ColmiRing.SportAnswer.stopped.packet]
    case nil: return [ColmiRing.DeviceError(command: packet.command, code: 0xEE).packet]
    }
  }

  /// Returns the packets of the next half second. There are two readings of a live measurement per second, one of each
  /// raw sensor, and one report of a sport session.
  mutating func next(_ sensors: inout RingSensors, at moment: Moment) -> [ColmiRing.Packet] {
    if let asked = measurement, case .older = asked.kind, asked.lastAsked.duration(to: moment.instant) > .seconds(60) {
      measurement = nil
    }
    var packets = measurement.map { [reading(of: $0, at: moment)] } ?? []
    if isStreaming { packets += sensors.next(isWorn: moment.isWorn, model.rawEncoding) }
    tick += 1
    if tick.isMultiple(of: 2), let report = sportReport(at: moment) { packets.append(report) }
    return packets
  }

  /// Returns the report of a sport session. An R08 leaves steps, distance and energy at 0. The heart rate changes about
  /// every ten seconds.
  private mutating func sportReport(at moment: Moment) -> ColmiRing.Packet? {
    guard let session = sport else { return nil }
    let bpm = moment.isWorn && session.seconds >= 10 ? moment.bpm(ago: session.seconds % 10) : nil
    if !session.isPaused { sport?.seconds += 1 }
    // Status 2 for a paused session is an assumption.
    return ColmiRing.Sport(
      sport: Int(session.sport), status: session.isPaused ? 2 : 1, seconds: session.seconds, bpm: bpm
    ).packet
  }

  private func reading(of measurement: Measurement, at moment: Moment) -> ColmiRing.Packet {
    let elapsed = measurement.start.duration(to: moment.instant)
    switch measurement.kind {
    case .unnamed(let code): return ColmiRing.Packet(0x69, [code, 0, elapsed < .seconds(25) ? 0 : 0x4F])
    case .older:
      // Early firmware reports only the value, and 0 without one.
      return ColmiRing.Packet(0x1E, [UInt8(clamping: reading(of: .heartRate, after: elapsed, at: moment).value ?? 0)])
    case .quantity(let quantity):
      let reading = reading(of: quantity, after: elapsed, at: moment)
      guard model.isRT08, quantity == .stress, reading.value != nil else { return reading.packet }
      // On RT08, the result 1 of stress means that the measurement is complete.
      var bytes = Array(reading.packet.bytes[1...14])
      bytes[1] = 1
      return ColmiRing.Packet(0x69, bytes)
    }
  }

  /// Returns a reading: no value during the first 26 s (60 s for HRV), as captured, then values.
  private func reading(
    of quantity: ColmiRing.RealTime.Quantity, after elapsed: Duration, at moment: Moment
  ) -> ColmiRing.RealTime {
    guard moment.isWorn else { return ColmiRing.RealTime(of: quantity, status: model.isRT08 ? .noData : .notWorn) }
    let bpm = moment.bpm()
    // Beat intervals are reported before the first value. SpO₂ measurements have no beat intervals.
    let interval = quantity == .spo2 || elapsed < .seconds(8) ? nil : 60_000 / bpm
    guard elapsed >= .seconds(quantity == .hrv ? 60 : 26) else {
      return ColmiRing.RealTime(of: quantity, status: .measuring, beatIntervalMilliseconds: interval)
    }
    let value =
      switch quantity {
      case .heartRate, .continuousHeartRate: bpm
      case .spo2: Int(moment.day.oxygen[moment.wall.time.hour].high)
      case .hrv: 45
      case .stress: 33
      }
    return ColmiRing.RealTime(of: quantity, status: .ok, value: value, beatIntervalMilliseconds: interval)
  }
}
