import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloWearables

/// What a virtual ring measures while it is watched: live measurements, the raw stream and a phone's sport session.
struct RingLive: Sendable {
  /// What the wearer and the clock are like at a reading.
  struct Moment {
    let instant: SimulatedClock.Instant
    /// The wearer's day, and the time on the wall clock at home.
    let day: WearerDay
    let wall: WallClock
    let isWorn: Bool

    /// Beats per minute, some seconds ago. The heart never beats quite evenly.
    func bpm(ago seconds: Int = 0) -> Int {
      let second = max(wall.secondOfDay - seconds, 0)
      return Int(day.heartRate[second / 300]) + (second / 3 * 7 % 5) - 2
    }
  }

  private enum Kind {
    case quantity(ColmiRing.RealTime.Quantity)
    /// The heart rate as first firmware knows it. It ends a minute after it was last asked for.
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

  /// Live kinds without a known meaning (tahnok's client calls 2, 4, 7 and 9 blood pressure, fatigue, ECG and blood sugar). A captured R11 streams
  /// kind 2: zeros for 25 s, then 4F.
  private static let unnamed: Set<UInt8> = [2, 4, 5, 7, 9]

  private let model: VirtualRingModel
  private var measurement: Measurement?
  private var isStreaming = false
  private var sport: SportSession?
  private var tick = 0

  init(_ model: VirtualRingModel) { self.model = model }

  /// Whether the LEDs are on.
  var isOn: Bool { measurement != nil || isStreaming || sport != nil }

  /// The answer to a packet; `nil` if it is about something else. `time` is the ring's clock.
  mutating func answer(
    to packet: ColmiRing.Packet, at instant: SimulatedClock.Instant, time: WallClock
  ) -> [ColmiRing.Packet]? {
    switch packet.command {
    case 0xA1: return stream(packet[1])
    case 0x77 where model.hasSport: return control(packet, time: time)
    case 0x69 where Self.unnamed.contains(packet[1]):
      // 2 pauses and 3 goes on, as far as is known of the others; 4 stops.
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

  /// The raw stream is started by 04. What stops it differs, and other codes have no effect.
  private mutating func stream(_ code: UInt8) -> [ColmiRing.Packet] {
    if code == 4 { isStreaming = true }
    guard model.rawStops.contains(code) else { return [] }
    isStreaming = false
    return model.confirmsRawStop ? [ColmiRing.Packet(0xA1, [0xFF, 0])] : []
  }

  /// The answers to pausing and resuming are made up; those to starting and stopping are captured from an R08.
  private mutating func control(_ packet: ColmiRing.Packet, time: WallClock) -> [ColmiRing.Packet] {
    switch ColmiRing.SportControl(rawValue: packet[1]) {
    case .start:
      sport = SportSession(sport: packet[2])
      return [ColmiRing.SportStarted(unixTime: UInt32(clamping: time.secondsSince1970)).packet]
    case .pause, .resume:
      sport?.isPaused = packet[1] == ColmiRing.SportControl.pause.rawValue
      return [ColmiRing.Packet(0x77, [packet[1]])]
    case .stop:
      sport = nil
      return [ColmiRing.SportStopped().packet]
    case nil: return [ColmiRing.DeviceError(command: packet.command, code: 0xEE).packet]
    }
  }

  /// What is sent in the next half second: a reading of what is measured, one a second of each raw sensor, a report a second of a sport session.
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

  /// An R08 leaves steps, distance and energy at 0. The heart rate is new about every ten seconds.
  private mutating func sportReport(at moment: Moment) -> ColmiRing.Packet? {
    guard let session = sport else { return nil }
    let bpm = moment.isWorn && session.seconds >= 10 ? moment.bpm(ago: session.seconds % 10) : nil
    if !session.isPaused { sport?.seconds += 1 }
    // That 2 is a paused session is made up.
    return ColmiRing.Sport(
      sport: Int(session.sport), status: session.isPaused ? 2 : 1, seconds: session.seconds, bpm: bpm
    ).packet
  }

  private func reading(of measurement: Measurement, at moment: Moment) -> ColmiRing.Packet {
    let elapsed = measurement.start.duration(to: moment.instant)
    switch measurement.kind {
    case .unnamed(let code): return ColmiRing.Packet(0x69, [code, 0, elapsed < .seconds(25) ? 0 : 0x4F])
    case .older:
      // First firmware reports the value and nothing else; 0 while it has none.
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

  /// 26 s of warming up (60 s for HRV), as captured, then values.
  private func reading(
    of quantity: ColmiRing.RealTime.Quantity, after elapsed: Duration, at moment: Moment
  ) -> ColmiRing.RealTime {
    guard moment.isWorn else { return ColmiRing.RealTime(of: quantity, status: model.isRT08 ? .noData : .notWorn) }
    let bpm = moment.bpm()
    // The beats show before the value does; oxygen is measured without them.
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
