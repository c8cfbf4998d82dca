import HaloFoundation
import Synchronization

extension ColmiRing.RingVerification {
  typealias GATT = ColmiRing.GATT

  // MARK: Tests

  func identity(_ driver: ColmiRingDriver) async throws {
    let identity = try await driver.identify()
    note(identity)
    find(
      .revisions, identity.hardware != nil && identity.firmware != nil,
      Phrase("hardware \(identity.hardware ?? "–"), firmware \(identity.firmware ?? "–")"))
    switch try await driver.reply(to: .dayTotals(daysAgo: 0)) {
    case .answer(let received):
      guard case .dayTotals(let totals) = received.message else {
        find(.date, .refuted, Phrase("unexpected answer"))
        break
      }
      find(.date, totals.date == today, totals.date == today ? Phrase("today's") : Phrase("not today's"))
    case .refusal: find(.date, .refuted, Phrase("command not supported"))
    case .silence, .fragment: find(.date, .refuted, Phrase("no answer"))
    }
    if case .battery(let battery) = try await driver.ask(.battery)?.message {
      let isCharge = (0...100).contains(battery.percent)
      find(.battery, isCharge, isCharge ? Phrase("0 to 100 %") : Phrase("more than 100 %"))
    } else {
      find(.battery, .refuted, Phrase("no answer"))
    }
  }

  func activity(_ driver: ColmiRingDriver) async throws {
    var sum: Int?
    var dates: [Bool] = []
    for daysAgo in 0...1 {
      guard let received = try await driver.ask(.activity(daysAgo: UInt8(daysAgo))) else { continue }
      switch received.message {
      case .activity(let activity):
        dates.append(activity.date == today.adding(days: -daysAgo))
        if daysAgo == 0 { sum = activity.intervals.reduce(0) { $0 + $1.steps } }
      case .noData:
        dates.append(true)
        if daysAgo == 0 { sum = 0 }
      default: dates.append(false)
      }
    }
    find(
      .activity, dates == [true, true],
      dates.isEmpty ? Phrase("no answer") : Phrase("\(dates.filter { $0 }.count) of 2 days as requested"))
    guard let sum, case .todayTotals(let totals) = try await driver.ask(.todayTotals)?.message else { return }
    let difference = abs(totals.steps - sum)
    find(
      .activityTotals, difference * 50 <= max(totals.steps, sum) || difference <= 20,
      difference == 0 ? Phrase("equal") : Phrase("the difference is \(difference * 100 / max(totals.steps, sum, 1)) %"))
  }

  func logs(_ driver: ColmiRingDriver) async throws {
    var seen: [Phrase] = []
    var isRight = true
    for daysAgo in 0...1 {
      let date = today.adding(days: -daysAgo)
      let (isFine, words) = try await log(driver, .heartRateLog(of: date), of: date) { message in
        if case .heartRateLog(let log) = message { return log.date == date && !log.slots.isEmpty }
        return nil
      }
      isRight = isRight && isFine
      seen.append(words)
    }
    find(.heartRateLog, isRight, Phrase.list(seen))
    for (claim, quantity, capability) in [
      (ColmiRing.ProtocolClaim.stressLog, ColmiRing.HalfHourLog.Quantity.stress, ColmiRing.Capabilities.stress),
      (.hrvLog, .hrv, .hrv),
    ] {
      let (isFine, words) = try await log(driver, .halfHourLog(quantity, daysAgo: 1)) { message in
        if case .halfHourLog(let log) = message { return log.quantity == quantity && log.daysAgo == 1 }
        return nil
      }
      judge(claim, isFine, words, isPromised: driver.capabilities.contains(capability))
    }
  }

  func bigData(_ driver: ColmiRingDriver) async throws {
    let isOlder = !driver.capabilities.contains(.newSleepProtocol)
    let nights = Mutex<[ColmiRing.SleepLog.Night]>([])
    let (isFine, words) = try await log(driver, .sleep(daysAgo: nil, isOlder: isOlder)) { message in
      guard case .sleepLog(let log) = message else { return nil }
      nights.withLock { $0 = log.nights }
      return true
    }
    find(.sleep, isFine, words)
    if !isOlder {
      let (isFine, words) = try await log(driver, .sleep(daysAgo: nil, isOlder: true)) { message in
        if case .sleepLog = message { true } else { nil }
      }
      find(.olderSleep, isFine, words)
    }
    let known = nights.withLock { $0 }
    if !known.isEmpty {
      let fitting = known.filter { (night: ColmiRing.SleepLog.Night) -> Bool in
        let minutes = night.stages.reduce(0) { $0 + $1.minutes }
        return (night.end - night.start + 1440) % 1440 == minutes % 1440
      }
      find(.sleepSpan, fitting.count == known.count, Phrase("\(fitting.count) of \(known.count) nights"))
    }
    let logs: [(ColmiRing.ProtocolClaim, ColmiRing.Request, ColmiRing.Capabilities)] = [
      (.spo2Log, .spo2Log(daysAgo: nil), .spo2), (.temperatureLog, .temperatureLog(days: 6), .temperature),
      (.manualHeartRate, .manualHeartRate(daysAgo: 0), .manualHeartRate),
    ]
    for (claim, request, capability) in logs {
      // Unsupported requests may block the channel for seconds. Send them anyway: the reported capabilities are claims
      // to test as well.
      let (isFine, words) = try await log(driver, request) { message in
        switch message {
        case .spo2Log, .temperatureLog, .manualHeartRate: true
        default: nil
        }
      }
      judge(claim, isFine, words, isPromised: driver.capabilities.contains(capability))
    }
  }

  func overlap(_ driver: ColmiRingDriver) async throws {
    async let sleep = driver.reply(to: .sleep(daysAgo: nil, isOlder: !driver.capabilities.contains(.newSleepProtocol)))
    async let log = driver.reply(to: .heartRateLog(of: today))
    let replies = [try await sleep, try await log]
    let count = replies.filter { if case .answer = $0 { true } else { false } }.count
    find(.overlap, count == 2, Phrase("\(count) of 2 answered"))
  }

  func settings(_ driver: ColmiRingDriver) async throws {
    let settings = try await driver.settings()
    // Do not report which settings are on, because that is the owner's choice.
    let names = Phrase.list(settings.map(\.quantity.phrase))
    find(.settings, !settings.isEmpty, names ?? Phrase("no supported setting"))
    if let before = settings.first(where: { $0.quantity == .heartRate }), let interval = before.intervalMinutes {
      let other = AutomaticMeasurement(.heartRate, isEnabled: true, intervalMinutes: interval == 30 ? 60 : 30)
      try await change(before, to: other, .heartRateInterval, driver)
    }
    if let before = settings.first(where: { $0.quantity == .skinTemperature }) {
      let other = AutomaticMeasurement(.skinTemperature, isEnabled: !before.isEnabled)
      try await change(before, to: other, .temperatureSetting, driver)
    }
  }

  /// Changes a setting, and restores it.
  private func change(
    _ before: AutomaticMeasurement, to other: AutomaticMeasurement, _ claim: ColmiRing.ProtocolClaim,
    _ driver: ColmiRingDriver
  ) async throws {
    // Store it first: if the link is lost here, the setting must still be restored.
    setRestore(before)
    do {
      let sentBefore = await frames.frames.count
      _ = try await driver.configure(other)
      // The driver falls back to the short form of 3A.
      let shortForm = ColmiRing.AutoMeasurement.writeRequest(
        of: .temperature, isEnabled: other.isEnabled, hasSchedule: false)
      let isShort = await frames.frames.dropFirst(sentBefore).contains { $0.bytes == shortForm.bytes }
      find(claim, !isShort, isShort ? Phrase("only the short form is accepted") : Phrase("changed and restored"))
    } catch let error as ConfigurableError {
      find(claim, .refuted, Phrase("another value was stored"))
      owner.showRemark(error.phrase)
    }
    try await restore(driver)
  }

  func lying(_ driver: ColmiRingDriver) async throws {
    guard try await owner.ask(.lying) else { return }
    let readings = try await raw(driver)
    let lengths = readings.compactMap { reading -> Double? in
      guard case .acceleration(let x, let y, let z) = reading.value else { return nil }
      return (x * x + y * y + z * z).squareRoot()
    }.sorted()
    if !lengths.isEmpty {
      let middle = lengths[lengths.count / 2]
      let counts = readings.lazy.compactMap(\.countsPerG).first ?? 0
      find(
        .rawScale, (0.85...1.15).contains(middle),
        Phrase("\(middle * 100, digits: 1) % of a g, median of \(lengths.count), at \(counts) counts per g"))
      let share = lengths.filter { (0.7...1.3).contains($0) }.count * 100 / lengths.count
      find(.rawEncoding, share >= 95, Phrase("\(share) % of \(lengths.count), at \(counts) counts per g"))
    }
    find(.rawStops, try await isQuiet(driver), Phrase("for three seconds"))
    try await rawStops(driver)
    try await vendorScale(driver)
    let (values, refused, _) = try await live(driver, .heartRate, for: .seconds(20))
    find(
      .liveNotWorn, values.isEmpty || refused,
      values.isEmpty
        ? (refused ? Phrase("reported as not worn") : Phrase("no value within 20 s")) : Phrase("it sent values"))
  }

  func worn(_ driver: ColmiRingDriver) async throws {
    guard try await owner.ask(.worn) else { return }
    // First, because no capture of it exists.
    try await vendorRates(driver)
    let counts = try await raw(driver).reduce(into: [RawReading.Sensor: Int]()) { $0[$1.sensor, default: 0] += 1 }
    let rates = [RawReading.Sensor.ppg, .redLight, .accelerometer].map {
      ($0, Double(counts[$0] ?? 0) / Double(Self.rawSeconds))
    }
    find(
      .rawRates, rates.allSatisfy { (0.5...2).contains($0.1) },
      Phrase.list(rates.map { Phrase("\($0.0.rawValue) \($0.1, digits: 1) per second") }))
    let (values, _, readings) = try await live(driver, .heartRate, for: .seconds(60))
    judge(.liveHeartRate, values, within: 30...220)
    if let first = readings.first {
      find(
        .warmUp, first.state == .warmingUp,
        first.state == .warmingUp ? Phrase("zeros at first") : Phrase("a value at once"))
    }
    let fitting = readings.compactMap { reading -> Bool? in
      guard let interval = reading.beatIntervalMilliseconds, case .value(let rate) = reading.state, rate > 0 else {
        return nil
      }
      return abs(Double(interval) - 60_000 / rate) < 60_000 / rate * 0.35
    }
    if !fitting.isEmpty {
      let share = fitting.filter { $0 }.count * 100 / fitting.count
      find(.beatInterval, share >= 70, Phrase("\(share) % of \(fitting.count) fit"))
    }
    find(.liveStops, try await isQuiet(driver), Phrase("for three seconds"))
    if driver.liveQuantities.contains(.oxygenSaturation) {
      let (values, _, _) = try await live(driver, .oxygenSaturation, for: .seconds(60))
      judge(.liveSpO2, values, within: 70...100)
    } else {
      find(.liveSpO2, .notTried, Phrase("the firmware does not report the capability"))
    }
    try await sport(driver)
  }

  // MARK: Helpers

  /// Requests a log. Returns whether `isRight` accepts the answer (a day without data is accepted), and the answer in
  /// words.
  private func log(
    _ driver: ColmiRingDriver, _ request: ColmiRing.Request, of date: CalendarDate? = nil,
    _ isRight: (ColmiRing.Message) -> Bool?
  ) async throws -> (Bool, Phrase) {
    for attempt in 0..<2 {
      switch try await driver.reply(to: request, of: date) {
      case .answer(let received):
        if case .noData = received.message { return (true, Phrase("no data stored")) }
        switch isRight(received.message) {
        case true: return (true, Phrase("as expected"))
        case false: return (false, Phrase("data of another day"))
        default: return (false, Phrase("unexpected answer: \(received.message.type ?? "?")"))
        }
      case .refusal: return (false, Phrase("request not supported"))
      case .silence where attempt == 1: return (false, Phrase("no answer, twice"))
      case .fragment where attempt == 1: return (false, Phrase("an incomplete answer, twice"))
      case .silence, .fragment: continue
      }
    }
    return (false, Phrase("no answer"))
  }

  private func judge(_ claim: ColmiRing.ProtocolClaim, _ values: [Double], within range: ClosedRange<Double>) {
    let isPlausible = !values.isEmpty && values.allSatisfy(range.contains)
    let words = isPlausible ? Phrase("plausible values") : Phrase("implausible values")
    find(claim, isPlausible, values.isEmpty ? Phrase("no value within 60 s") : words)
  }

  private func judge(_ claim: ColmiRing.ProtocolClaim, _ isFine: Bool, _ words: Phrase, isPromised: Bool) {
    if isPromised { return find(claim, isFine, words) }
    // A result without the reported capability is worth knowing, but neither confirms nor refutes the claim.
    find(claim, isFine ? .confirmed : .notTried, Phrase("\(words); the firmware does not report the capability"))
  }

  /// Measures until there are ten values or the time is up. Returns the values, whether the ring reported that it is
  /// not worn, and all readings.
  private func live(
    _ driver: ColmiRingDriver, _ quantity: Metric, for limit: Duration
  ) async throws -> (values: [Double], isNotWorn: Bool, readings: [LiveReading]) {
    let clock = environment.clock
    let received = Mutex((readings: [LiveReading](), values: [Double]()))
    try await driver.withLiveMeasurement(of: quantity) { stream in
      try await within(limit, clock) {
        for await reading in stream {
          let valueCount = received.withLock { received in
            received.readings.append(reading)
            if case .value(let value) = reading.state { received.values.append(value) }
            return received.values.count
          }
          if valueCount == 10 { return }
        }
      }
    }
    try await checkLink(driver)
    let (readings, values) = received.withLock { $0 }
    return (values, readings.contains { $0.state == .notWorn }, readings)
  }

  private static let rawSeconds = 15

  /// Records the raw stream for a fixed time.
  private func raw(_ driver: ColmiRingDriver) async throws -> [RawReading] {
    let clock = environment.clock
    let readings = Mutex<[RawReading]>([])
    do {
      try await driver.withRawStream { stream in
        try await within(.seconds(Self.rawSeconds), clock) {
          for await reading in stream { readings.withLock { $0.append(reading) } }
        }
      }
    } catch LiveMeasuringError.stillStreaming {
      // Stopping the stream is a separate claim, which is tested next.
    }
    return readings.withLock { $0 }
  }

  /// Returns true if no measured value arrives for three seconds.
  func isQuiet(_ driver: ColmiRingDriver) async throws -> Bool {
    // Readings in transit may still arrive.
    try await environment.clock.sleep(for: .seconds(1))
    let before = await frames.frames.count
    try await environment.clock.sleep(for: .seconds(3))
    try await checkLink(driver)
    let after = await frames.frames
    return !after.dropFirst(before).contains { frame in
      guard frame.direction == .received, let packet = ColmiRing.Packet(frame.bytes) else { return false }
      let measuring = [
        ColmiRing.RealTime.command, ColmiRing.RealTime.olderCommand, ColmiRing.RawLight.command,
        ColmiRing.Sport.form.command,
      ]
      return measuring.contains(packet.command)
    }
  }

  /// Throws if the link is lost, because then a missing answer proves nothing.
  func checkLink(_ driver: ColmiRingDriver) async throws {
    _ = try await driver.requireAnswer(.battery, Phrase("its battery"))
  }

  /// Calls `body` with a time limit.
  private func within(
    _ limit: Duration, _ clock: any Clock<Duration>, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    _ = try await TimeLimit.within(limit, clock, body)
    try Task.checkCancellation()
  }

  /// Judges the claims about all frames together.
  func judgeFrames() async {
    let all = await frames.frames
    let packets = all.filter { $0.direction == .received && $0.characteristic == GATT.commandNotify }
    let right = packets.filter { ColmiRing.Packet($0.bytes) != nil }.count
    if !packets.isEmpty { find(.checksum, right == packets.count, Phrase("\(right) of \(packets.count) packets")) }
    var decoder = ColmiRing.ReceivedDecoder()
    var sound = 0
    var damaged = 0
    for frame in all where frame.direction == .received && frame.characteristic == GATT.bigDataNotify {
      decoder.receive(frame.bytes, on: .bigData) { message, _ in
        if case .corrupt = message { damaged += 1 } else { sound += 1 }
      }
    }
    if sound + damaged > 0 { find(.bigDataChecksum, damaged == 0, Phrase("\(sound) of \(sound + damaged) frames")) }
    judgePace(all)
  }

  private func judgePace(_ all: [RecordedFrame]) {
    var asked: (command: UInt8, time: RecordedFrame)?
    var delays: [Double] = []
    for frame in all {
      switch (frame.direction, frame.characteristic) {
      case (.sent, GATT.commandWrite): asked = frame.bytes.first.map { ($0, frame) }
      case (.received, GATT.commandNotify):
        guard let question = asked, frame.bytes.first.map({ $0 & 0x7F == question.command & 0x7F }) == true else {
          continue
        }
        delays.append(frame.time.timeIntervalSince(question.time.time) * 1000)
        asked = nil
      default: break
      }
    }
    guard !delays.isEmpty else { return }
    let middle = delays.sorted()[delays.count / 2]
    find(.pace, middle <= 250, Phrase("\(Int(middle)) ms, median of \(delays.count)"))
  }
}
