import HaloHeartRateMonitor
import Synchronization

/// A simulated heart rate monitor, on a person who trains. Polar's answers follow Polar's documentation; none was
/// captured.
public final class VirtualHeartRateMonitor: VirtualPeripheral {
  private typealias GATT = HeartRateService.GATT
  private typealias Polar = HeartRateMonitor.Polar

  /// The monitor's advertisement and attributes.
  public let profile: PeripheralProfile
  private let model: VirtualMonitorModel
  private let isWide: Bool
  private let state: Mutex<State>

  private struct State {
    var heart: VirtualHeart
    var isWorn = true
    var joules = 0.0
    var streams: [HeartRateMonitor.Polar.Kind: HeartRateMonitor.Polar.Settings] = [:]
    var percent = 84
    var refusal = 0
  }

  /// Puts the monitor on or takes it off.
  public func setWorn(_ isWorn: Bool) { state.withLock { $0.isWorn = isWorn } }
  /// Answers each further start of a Polar stream with an error; 0 for none.
  public func refuseStreams(with error: Int) { state.withLock { $0.refusal = error } }
  /// Starts all streams, as another app does that lost the link without stopping them.
  public func leaveStreamsRunning() {
    state.withLock { for kind in model.kinds { $0.streams[kind] = model.settings(kind) } }
  }
  /// True if the monitor streams raw signals.
  public var isStreaming: Bool { state.withLock { !$0.streams.isEmpty } }
  /// The true heart rate of the last beats, in beats per minute.
  public var heartRate: Double { state.withLock { $0.heart.rate(at: $0.heart.time) } }
  /// The energy so far, in kilojoules.
  public var kilojoules: Int { state.withLock { Int($0.joules / 1000) } }

  /// A monitor on a simulated person. With `isWide`, the rate is sent in 16 bits, as some monitors do. With
  /// `requiresBond`, only bonded centrals can read its location and subscribe to the rate.
  public init(
    _ model: VirtualMonitorModel, seed: UInt64, isWide: Bool = false, requiresBond: Bool = false,
    acceptsBonding: Bool = true, passkey: Int? = nil
  ) {
    self.model = model
    self.isWide = isWide
    state = Mutex(State(heart: VirtualHeart(seed: seed)))
    let tail = Hexadecimal.string([UInt8(truncatingIfNeeded: seed >> 8), UInt8(truncatingIfNeeded: seed)]).uppercased()
    let kind = VirtualMonitorModel.allCases.firstIndex(of: model) ?? 0
    profile = PeripheralProfile(
      device: DeviceID("A0:9E:1A:0\(kind):\(tail.prefix(2)):\(tail.suffix(2))"), name: "\(model.name) 0000\(tail)",
      advertisedServices: [GATT.service], services: Self.services(model),
      encrypted: requiresBond ? [GATT.location, GATT.measurement] : [], acceptsBonding: acceptsBonding,
      passkey: passkey)
  }

  /// Returns the sensor location, battery level, names, revisions or Polar features.
  public func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    switch characteristic.uuid {
    case GATT.location: HeartRateService.SensorLocation(model.place).value
    case GATT.batteryLevel: BatteryLevel(percent: state.withLock { $0.percent }).value
    case GATT.manufacturerName: [UInt8](model.manufacturer.utf8)
    case GATT.modelNumber: [UInt8](model.name.utf8) + [0]
    case .hardwareRevision: [UInt8]("1.0".utf8)
    case .firmwareRevision: [UInt8]("3.1.1".utf8)
    case Polar.GATT.control: Polar.Features(model.kinds).value
    default: throw AttributeError(code: 0x02)
    }
  }

  /// Handles one connection: sends measurements and answers requests.
  public func serve(_ link: VirtualLink) async {
    let start = link.clock.now
    let begin = state.withLock { $0.heart.time }
    @Sendable func age() -> Double { begin + start.duration(to: link.clock.now) / .seconds(1) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.sendMeasurements(link, age) }
      group.addTask { await self.reset(link) }
      group.addTask { await self.answer(link) }
      for kind in [Polar.Kind.ecg, .acceleration, .ppg] where self.model.kinds.contains(kind) {
        group.addTask { await self.stream(kind, link, age) }
      }
      if self.model.kinds.contains(.pulseIntervals) { group.addTask { await self.sendPulseIntervals(link, age) } }
      await group.waitForAll()
    }
    state.withLock { $0.streams = [:] }
  }

  // MARK: The standard service

  /// Sends a measurement per second, with the beats since the last one.
  private func sendMeasurements(_ link: VirtualLink, _ age: @Sendable () -> Double) async {
    var count = 0
    var lastTime = age()
    while (try? await link.clock.sleep(for: .seconds(1))) != nil {
      count += 1
      let now = age()
      let measurement = state.withLock { state in
        state.heart.generateBeats(until: now)
        let beats = state.heart.beats.filter { $0.end > lastTime && $0.end <= now }
        lastTime = now
        let bpm = Int(state.heart.rate(at: now).rounded())
        if state.isWorn { state.joules += Double(bpm) * 5 }
        return HeartRateService.Measurement(
          bpm: bpm, hasContact: model.reportsContact ? state.isWorn : nil,
          // Energy changes slowly and is sent with every tenth measurement.
          energyKilojoules: model.countsEnergy && count.isMultiple(of: 10)
            ? min(65_535, Int(state.joules / 1000)) : nil,
          beatIntervals: model.reportsBeats && state.isWorn ? beats.map(\.interval) : [], isWide: isWide)
      }
      await link.notify(measurement.value, on: GATT.measurement)
    }
  }

  private func reset(_ link: VirtualLink) async {
    for await write in await link.writes(to: GATT.control) where HeartRateService.ResetEnergy(value: write) != nil {
      state.withLock { $0.joules = 0 }
    }
  }

  // MARK: Polar's service

  private func answer(_ link: VirtualLink) async {
    for await write in await link.writes(to: Polar.GATT.control) {
      guard let request = Polar.Request(value: write) else { continue }
      guard model.kinds.contains(request.kind) else {
        await link.notify(
          Polar.Response(to: request.operation, request.kind, error: 3, hasMore: nil).value, on: Polar.GATT.control)
        continue
      }
      var settings = Polar.Settings([])
      let error: Int = state.withLock { state -> Int in
        switch request.operation {
        case .settings: settings = model.settings(request.kind)
        case .start:
          guard state.refusal == 0 else { return state.refusal }
          guard state.streams[request.kind] == nil else { return 6 }
          state.streams[request.kind] = request.settings
          if model == .polarSense, request.kind == .acceleration {
            settings = Polar.Settings([.init(.factor, [Int((2.44e-4 as Float).bitPattern)])])
          }
        case .stop:
          guard state.streams.removeValue(forKey: request.kind) != nil else { return 12 }
        }
        return 0
      }
      try? await link.clock.sleep(for: .milliseconds(40))
      let response = Polar.Response(
        to: request.operation, request.kind, error: error, hasMore: error == 0 ? false : nil, settings)
      await link.notify(response.value, on: Polar.GATT.control)
    }
  }

  /// Sends frames with as many samples as fit into a packet. Their time is the sensor's own clock, which is 40 ppm fast
  /// and was never set.
  private func stream(_ kind: HeartRateMonitor.Polar.Kind, _ link: VirtualLink, _ age: @Sendable () -> Double) async {
    let since2019 = 599_616_000.0
    var next: Double?
    while (try? await link.clock.sleep(for: .milliseconds(100))) != nil {
      let settings = state.withLock { $0.streams[kind] }
      guard let rate = settings.map({ $0.values(.sampleRate).first ?? 50 }), rate > 0 else {
        next = nil
        continue
      }
      let now = age()
      var first = next ?? now
      let count = samplesAFrame(kind, link)
      while first + Double(count) / Double(rate) <= now {
        let times = (0..<count).map { first + Double($0) / Double(rate) }
        let end = (since2019 + times[count - 1] * 1.00004) * 1e9
        let frame = state.withLock { state in
          // The next beat has already begun.
          state.heart.generateBeats(until: now + 0.5)
          return self.frame(kind, timestamp: UInt64(end), times: times, heart: state.heart)
        }
        await link.notify(frame.value, on: Polar.GATT.data)
        first += Double(count) / Double(rate)
      }
      next = first
    }
  }

  /// Sends pulse intervals every five seconds, beginning 25 seconds after the request and without a timestamp, as
  /// armbands do. Every thirtieth interval is marked as disturbed by movement.
  private func sendPulseIntervals(_ link: VirtualLink, _ age: @Sendable () -> Double) async {
    var lastTime: Double?
    var portions = 0
    var count = 0
    while (try? await link.clock.sleep(for: .seconds(5))) != nil {
      let isOn = state.withLock { $0.streams[.pulseIntervals] != nil }
      guard isOn else {
        lastTime = nil
        portions = 0
        continue
      }
      let now = age()
      portions += 1
      defer { lastTime = now }
      guard let begin = lastTime, portions > 5 else { continue }
      let pulses = state.withLock { state -> [Polar.PulseInterval] in
        state.heart.generateBeats(until: now)
        return state.heart.beats.filter { $0.end > begin && $0.end <= now }.map { beat in
          let milliseconds = Int((Double(beat.interval) * 1000 / 1024).rounded())
          count += 1
          let isBlocked = count.isMultiple(of: 30)
          return Polar.PulseInterval(
            bpm: isBlocked ? 0 : 60_000 / milliseconds, milliseconds: milliseconds,
            errorMilliseconds: isBlocked ? 200 : 8,
            isBlocked: isBlocked, hasContact: state.isWorn)
        }
      }
      guard !pulses.isEmpty else { continue }
      await link.notify(
        Polar.DataFrame(.pulseIntervals, timestamp: 0, content: pulses.flatMap(\.bytes)).value, on: Polar.GATT.data)
    }
  }

  private func samplesAFrame(_ kind: HeartRateMonitor.Polar.Kind, _ link: VirtualLink) -> Int {
    let room = link.settings.mtu - 3 - 10
    switch (model, kind) {
    case (_, .ecg): return min(73, max(1, room / 3))
    case (.polarH10, _): return min(36, max(1, room / 6))
    // Differences have up to 24 bits.
    default: return min(20, max(1, (room - 14) / 12))
    }
  }

  private func frame(
    _ kind: HeartRateMonitor.Polar.Kind, timestamp: UInt64, times: [Double], heart: VirtualHeart
  ) -> HeartRateMonitor.Polar.DataFrame {
    var content: [UInt8] = []
    switch (model, kind) {
    case (_, .ecg):
      for time in times { content.append(littleEndian: heart.microvolts(at: time), width: 3) }
      return .init(kind, timestamp: timestamp, content: content)
    case (_, .ppg):
      let samples = times.map { time in
        let light = heart.light(at: time)
        return [light, light + 900, light - 1200, -500 + Int(time * 10) % 7]
      }
      return .init(
        kind, timestamp: timestamp, isCompressed: true,
        content: HeartRateMonitor.Polar.DeltaFrame.bytes(samples, bits: 24))
    case (.polarH10, _):
      for time in times { for axis in Self.runningAcceleration(time) { content.append(littleEndian: axis, width: 2) } }
      return .init(kind, timestamp: timestamp, type: 1, content: content)
    default:
      // Counts of 0.000244 g.
      let samples = times.map { Self.runningAcceleration($0).map { Int((Double($0) / 0.244).rounded()) } }
      return .init(
        kind, timestamp: timestamp, isCompressed: true,
        content: HeartRateMonitor.Polar.DeltaFrame.bytes(samples, bits: 16))
    }
  }

  /// Returns the acceleration of a runner, in thousandths of g.
  private static func runningAcceleration(_ time: Double) -> [Int] {
    [
      Int(150 * VirtualHeart.wave(time * 1.3)), Int(-980 + 400 * VirtualHeart.wave(time * 2.6)),
      Int(90 * VirtualHeart.wave(time * 2.6 + 0.2)),
    ]
  }

  // MARK: Services

  private static func services(_ model: VirtualMonitorModel) -> [Service] {
    var measuring: [(BluetoothUUID, Characteristic.Properties)] = [(GATT.measurement, .notify), (GATT.location, .read)]
    if model.countsEnergy { measuring.append((GATT.control, .write)) }
    var services = [
      Service(GATT.service, from: 0x10, measuring),
      Service(GATT.batteryService, from: 0x20, [(GATT.batteryLevel, [.read, .notify])]),
      Service(
        .deviceInformation, from: 0x30,
        [
          (GATT.manufacturerName, .read), (GATT.modelNumber, .read), (.hardwareRevision, .read),
          (.firmwareRevision, .read),
        ]),
    ]
    if !model.kinds.isEmpty {
      services.append(
        Service(
          Polar.GATT.service, from: 0x40,
          [(Polar.GATT.control, [.read, .write, .indicate]), (Polar.GATT.data, .notify)]))
    }
    return services
  }
}
