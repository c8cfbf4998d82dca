import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

/// The behavior of virtual ring firmware, without a driver.
struct RingFirmwareTests {
  private static let today = CalendarDate(daysSince1970: 20_770)
  private static let noon = WallClock(date: today, minuteOfDay: 720)
  private static let wearer = SimulatedPerson(seed: 3)

  private func talk<Result: Sendable>(
    _ model: VirtualRingModel, isBonded: Bool = false,
    _ body: @Sendable (VirtualColmiRing, RingTalk) async throws -> Result
  ) async throws -> Result {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(model, seed: 3)
      await home.medium.add(ring, isBonded: isBonded)
      return try await RingTalk.with(ring, home) { try await body(ring, $0) }
    }
  }

  @Test func `models are known by name, and others are refused`() {
    #expect(VirtualRingModel.named("R12") == .r12)
    #expect(VirtualRingModel.named("R09")?.answersOnlyBonded == true)
    #expect(VirtualRingModel.special.allSatisfy { VirtualRingModel.named($0.name) != nil })
    #expect(VirtualRingModel.named("R99") == nil && VirtualRingModel.named("") == nil)
  }

  /// Returns a packet's bytes without its checksum.
  private func bytes(_ front: [UInt8]) -> [UInt8] { front + Array(repeating: 0, count: 15 - front.count) }

  // MARK: Big data

  @Test(arguments: VirtualRingModel.all)
  func `each frame of big data begins a notification`(model: VirtualRingModel) async throws {
    try await talk(model) { _, talk in
      let requests: [ColmiRing.Request] = [.sleep(daysAgo: nil, isOlder: false), .spo2Log(daysAgo: nil)]
      var ids: [UInt8] = []
      for request in requests {
        var missing = 0
        for notification in try await talk.ask(request)
        where notification.characteristic == ColmiRing.GATT.bigDataNotify {
          let bytes = notification.bytes
          if missing == 0 {
            try #require(bytes.count >= 6 && bytes[0] == 0xBC)
            ids.append(bytes[1])
            missing = 6 + Int(bytes[2]) + Int(bytes[3]) << 8
          }
          missing -= bytes.count
          #expect(missing >= 0, "two frames share a notification")
        }
        #expect(missing == 0)
      }
      #expect(ids == [0x3E, 0x27, 0x2A])
    }
  }

  @Test(arguments: [(VirtualRingModel.r02Old, true), (.r02New, true), (.r10, false), (.r12, false)])
  func `the older sleep request is answered with the nights only, or not at all`(
    model: VirtualRingModel, isAnswered: Bool
  ) async throws {
    try await talk(model) { _, talk in
      let messages = try await talk.messages(.sleep(daysAgo: nil, isOlder: true))
      guard isAnswered else { return #expect(messages.isEmpty) }
      guard case .sleepLog(let log) = try #require(messages.first) else {
        Issue.record("no sleep")
        return
      }
      #expect(messages.count == 1 && log.kind == .sleep)
      for night in log.nights {
        let expected = Self.wearer.day(Self.today.adding(days: -night.daysAgo)).night
        #expect(night.end == expected.end && night.stages.map(\.minutes) == expected.stages.map(\.minutes))
      }
      #expect(log.nights.count == 7)
    }
  }

  // MARK: Live

  @Test(arguments: [2, 4, 5, 7, 9] as [UInt8])
  func `live kinds without a known meaning are streamed, not refused`(kind: UInt8) async throws {
    try await talk(.r12) { ring, talk in
      let readings = try await talk.ask([0x69, kind, 1], for: .seconds(30)).filter { $0.bytes[0] & 0x7F == 0x69 }
      #expect(readings.count > 55)
      let first = try #require(readings.first)
      for reading in readings {
        let age = first.time.duration(to: reading.time)
        if age < .seconds(24) { #expect(reading.bytes.prefix(4) == [0x69, kind, 0, 0]) }
        if age > .seconds(26) { #expect(reading.bytes.prefix(4) == [0x69, kind, 0, 0x4F]) }
      }
      #expect(ring.isMeasuring)
      let end = try await talk.ask([0x6A, kind])
      #expect(end.contains { $0.bytes.prefix(2) == [0x6A, kind] })
      #expect(!ring.isMeasuring)
    }
  }

  @Test(
    arguments: [
      (VirtualRingModel.r08, [0x00, 0xFF], [0x02, 0x05]), (.r02New, [0x02], [0x00, 0x05]),
    ] as [(VirtualRingModel, [UInt8], [UInt8])])
  func `the raw stream is stopped only by the firmware's own codes`(
    model: VirtualRingModel, stops: [UInt8], others: [UInt8]
  ) async throws {
    try await talk(model) { ring, talk in
      for stop in stops {
        let raw = try await talk.ask([0xA1, 4], for: .seconds(10)).map(\.bytes)
        #expect(raw.count { $0.starts(with: [0xA1, 3]) } >= 9)
        for other in others { _ = try await talk.ask([0xA1, other]) }
        #expect(ring.isMeasuring)
        let end = try await talk.ask([0xA1, stop]).map(\.bytes)
        #expect(!ring.isMeasuring)
        #expect(end.contains { $0.starts(with: [0xA1, 0xFF, 0]) } == model.confirmsRawStop)
      }
    }
  }

  @Test func `an R08 sends 16-bit acceleration that measures gravity`() async throws {
    try await talk(.r08) { _, talk in
      let raw = try await talk.ask([0xA1, 4], for: .seconds(10)).map(\.bytes).filter { $0.starts(with: [0xA1, 3]) }
      #expect(raw.count >= 9)
      for packet in raw {
        let axes = [2, 4, 6].map { Double(Int16(bitPattern: UInt16(packet[$0]) << 8 | UInt16(packet[$0 + 1]))) / 8192 }
        let g = axes.reduce(0) { $0 + $1 * $1 }.squareRoot()
        #expect((0.9...1.1).contains(g), "\(g)")
      }
    }
  }

  @Test(arguments: [(VirtualRingModel.r08, 2), (.r12, 1)] as [(VirtualRingModel, UInt8)])
  func `a ring that is not worn reports the result of its firmware`(model: VirtualRingModel, result: UInt8) async throws
  {
    try await talk(model) { ring, talk in
      ring.setWorn(false)
      let readings = try await talk.ask(.startRealTime(.heartRate), for: .seconds(5)).filter { $0.bytes[0] == 0x69 }
      #expect(readings.dropFirst().allSatisfy { $0.bytes[2] == result } && readings.count > 8)
    }
  }

  @Test func `a sport session reports every second, with a new heart rate about every ten seconds`() async throws {
    try await talk(.r08) { ring, talk in
      let began = try await talk.ask([0x77, 1, 7], for: .seconds(61)).map(\.bytes)
      let answer = try #require(began.first)
      let time = answer[3...6].reversed().reduce(0) { $0 << 8 | Int($1) }
      #expect(answer.starts(with: [0x77, 1, 0]))
      #expect((0...5).contains(time - Self.noon.secondsSince1970))
      let reports = began.filter { $0[0] == 0x78 }
      #expect((59...62).contains(reports.count))
      #expect(reports.first?.prefix(15) == bytes([0x78, 7, 1])[...])
      #expect(reports.map { Int($0[3]) << 8 | Int($0[4]) } == Array(0..<reports.count))
      #expect(reports.prefix(10).allSatisfy { $0[5] == 0 })
      for report in reports.dropFirst(10) {
        let expected = Int(Self.wearer.day(Self.today).heartRate[144])
        #expect(abs(Int(report[5]) - expected) <= 2)
        #expect(report[6...14].allSatisfy { $0 == 0 }, "an R08 leaves steps, distance and energy at 0")
      }
      #expect((2...6).contains(Set(reports.dropFirst(10).map { $0[5] }).count))
      _ = try await talk.ask([0x77, 2], for: .seconds(10))
      let paused = try await talk.ask([0x77, 3], for: .seconds(5)).map(\.bytes).filter { $0[0] == 0x78 }
      #expect(paused.last.map { (61...70).contains(Int($0[4])) } == true, "the pause is counted")
      #expect(ring.isMeasuring)
      let ended = try await talk.ask([0x77, 4, 7]).map(\.bytes)
      #expect(ended.contains(bytes([0x77]) + [0x77]))
      #expect(!ring.isMeasuring)
    }
    try await talk(.r12) { _, talk in
      let answer = try await talk.ask([0x77, 1, 7]).map(\.bytes)
      #expect(answer.contains { $0.starts(with: [0xF7, 0xEE]) })
    }
  }

  @Test func `touch is reported only if enabled and requested, and not in the charging dock`() async throws {
    try await talk(.r08) { ring, talk in
      func gestures() -> [[UInt8]] {
        talk.notifications.map(\.bytes).filter { $0[0] == 0x73 && [0x2D, 0x29, 0x30].contains($0[1]) }
      }
      ring.touch(.tap)
      let available = try await talk.ask([0x3B, 1, 0, 1, 1], for: .milliseconds(200)).map(\.bytes)
      #expect(available == [bytes([0x73, 0x2A]) + [0x9D]])
      // Sent too early.
      _ = try await talk.ask([0x3B, 2, 0, 9, 1], for: .seconds(1))
      ring.touch(.tap)
      try await talk.clock.sleep(for: .seconds(1))
      #expect(gestures().isEmpty)
      _ = try await talk.ask([0x3B, 2, 0, 9, 1])
      ring.touch(.tap)
      ring.touch(.swipeUp)
      try await talk.clock.sleep(for: .seconds(1))
      #expect(gestures() == [bytes([0x73, 0x2D, 3]) + [0xA3], bytes([0x73, 0x2D, 1]) + [0xA1]])
      ring.charge()
      try await talk.clock.sleep(for: .seconds(10))
      ring.touch(.longPress)
      try await talk.clock.sleep(for: .seconds(1))
      #expect(gestures().count == 2)
      #expect(talk.notifications.contains { $0.bytes.starts(with: [0x73, 0x2A, 1]) })
      _ = try await talk.ask([0x3B, 1, 0, 1, 0])
      ring.unplug()
      ring.touch(.tap)
      try await talk.clock.sleep(for: .seconds(1))
      #expect(gestures().count == 2)
    }
  }

  // MARK: Charge and power

  @Test func `a ring reports its charge while charging, and twice when taken off the charger`() async throws {
    try await talk(.r12) { ring, talk in
      func pushes(for duration: Duration) async throws -> [[UInt8]] {
        let before = talk.notifications.count
        try await talk.clock.sleep(for: duration)
        return talk.notifications.dropFirst(before).map(\.bytes).filter { $0.starts(with: [0x73, 0x0C]) }
      }
      ring.setBattery(percent: 90)
      #expect(try await pushes(for: .seconds(120)).isEmpty)
      ring.charge()
      #expect(try await pushes(for: .seconds(30)).map { $0[3] } == [1])
      let rising = try await pushes(for: .seconds(300)).map { Int($0[2]) }
      #expect((4...6).contains(rising.count) && rising == rising.sorted() && (91...99).contains(rising.last ?? 0))
      _ = try await pushes(for: .seconds(600))
      #expect(try await pushes(for: .seconds(600)).isEmpty, "it is full")
      ring.unplug()
      #expect(try await pushes(for: .seconds(30)).map { Array($0[2...3]) } == [[100, 0], [100, 0]])
    }
  }

  @Test
  func `a ring that was switched off wakes only on its charger, and has no measurements meanwhile`()
    async throws
  {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      await home.medium.add(ring)
      func isAdvertised() async throws -> Bool {
        let isSeen = SharedList<Bool>()
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            do { for try await _ in home.central.scan(ScanFilter()) { isSeen.append(true) } } catch {}
          }
          try? await clock.sleep(for: .seconds(5))
          group.cancelAll()
        }
        return !isSeen.all.isEmpty
      }
      #expect(try await isAdvertised())
      try? await RingTalk.with(ring, home) { talk in try await talk.write([0x08, 1]) }
      try await clock.sleep(for: .seconds(3600))
      #expect(try await !isAdvertised())
      await #expect(throws: BluetoothError.self) { try await RingTalk.with(ring, home) { _ in } }
      ring.charge()
      #expect(try await isAdvertised())
      let rates = try await RingTalk.with(ring, home) { try await $0.heartRates(of: Self.today) }
      #expect(rates[...143] == Self.wearer.day(Self.today).heartRate[...143])
      #expect(rates[145...156].allSatisfy { $0 == 0 })
    }
  }

  // MARK: Settings

  @Test func `settings that are confirmed but not stored keep their values`() async throws {
    var model = VirtualRingModel.r10
    model.unstoredCommands = [0x36]
    try await talk(model) { _, talk in
      /// Writes a setting and returns the answer to reading it.
      func written(_ write: [UInt8], _ read: [UInt8]) async throws -> [UInt8] {
        let confirmation = try await talk.ask(write)
        #expect(confirmation.contains { $0.bytes[0] == write[0] }, "not confirmed")
        let answer = try await talk.ask(read).first { $0.bytes[0] == read[0] }
        return try #require(answer).bytes
      }
      let stress = try await written([0x36, 2, 0], [0x36, 1])
      #expect(stress[2] == 1)
      let oxygen = try await written([0x2C, 2, 0], [0x2C, 1])
      #expect(oxygen[2] == 0)
      // RT firmware measures temperatures only after the long form.
      let short = try await written([0x3A, 3, 2, 1], [0x3A, 3, 1])
      #expect(short[3] == 0)
      let long = try await written([0x3A, 3, 2, 1, 0x1E, 5, 0x0A, 0], [0x3A, 3, 1])
      #expect(long[3] == 1)
      // A goal below 100 steps.
      let few = try await written([0x21, 2, 99], [0x21, 1])
      #expect(few[2...3] == [0x88, 0x13])
      let enough = try await written([0x21, 2, 100], [0x21, 1])
      #expect(enough[2...3] == [100, 0])
    }
  }

  // MARK: Models

  @Test func `a stalled logger has current HRV, and logs the heart rate after a restart`() async throws {
    try await talk(.r09Stalled, isBonded: true) { _, talk in
      #expect(try await talk.heartRates(of: Self.today).isEmpty)
      for case .temperatureLog(let log) in try await talk.messages(.temperatureLog(days: 2)) {
        #expect(log.days.allSatisfy { $0.slots.allSatisfy { $0 == 0 } })
      }
      guard case .halfHourLog(let log) = try await talk.messages(.halfHourLog(.hrv, daysAgo: 0)).first else {
        Issue.record("no HRV")
        return
      }
      #expect(log.slots[24] == Self.wearer.day(Self.today).variability[24])
      for on in [2, 1] as [UInt8] { _ = try await talk.ask([0x16, 2, on, 15]) }
      try await talk.clock.sleep(for: .seconds(3600))
      let rates = try await talk.heartRates(of: Self.today)
      let expected = Self.wearer.day(Self.today).heartRate
      #expect(rates.prefix(145).allSatisfy { $0 == 0 })
      for slot in 145...156 { #expect(rates[slot] == (slot.isMultiple(of: 3) ? expected[slot] : 0)) }
      var levels: [Int] = []
      for _ in 0..<40 {
        try await talk.clock.sleep(for: .seconds(60))
        let level = try #require(try await talk.ask([0x03]).first { $0.bytes[0] == 3 })
        levels.append(Int(level.bytes[1]))
      }
      #expect(zip(levels, levels.dropFirst()).contains { (10...30).contains(abs($0 - $1)) })
    }
  }

  @Test func `an R08 has no big data, but touch and an energy of 36 small calories per step`() async throws {
    try await talk(.r08) { ring, talk in
      #expect(ring.profile.services.allSatisfy { $0.uuid != ColmiRing.GATT.bigDataService })
      #expect(ring.profile.name?.hasPrefix("R08_") == true)
      let answer = try await talk.ask([0x3C]).map(\.bytes)
      let support = try #require(answer.first { $0[0] == 0x3C })
      #expect(support[2] & 1 == 1)
      guard case .todayTotals(let totals) = try await talk.messages(.todayTotals).first else {
        Issue.record("no totals")
        return
      }
      let expected = Self.wearer.day(Self.today).hours.filter { $0.hour < 12 }.reduce(0) { $0 + $1.steps }
      #expect(expected > 0 && totals.steps == expected && totals.calories == expected * 36)
    }
  }

  @Test func `an R03 refuses many commands, stores no logs and answers no big data`() async throws {
    try await talk(.r03) { _, talk in
      #expect(try await talk.messages(.spo2Log(daysAgo: nil)).isEmpty)
      #expect(try await talk.messages(.sleep(daysAgo: nil, isOlder: true)).isEmpty)
      for command in [0x17, 0x27, 0x37, 0x3C, 0x73] as [UInt8] {
        let answer = try await talk.ask([command]).map(\.bytes)
        #expect(answer.contains { $0.starts(with: [command | 0x80, 0xEE]) }, "\(command)")
      }
      let answer = try await talk.ask(.activity(daysAgo: 0)).map(\.bytes)
      #expect(answer.contains { $0.starts(with: [0x43, 0xFF]) })
      #expect(try await talk.heartRates(of: Self.today).isEmpty)
      let charge = try await talk.ask([0x03]).map(\.bytes)
      #expect(charge.contains { $0[0] == 3 })
    }
  }

  @Test func `an H59 is identified only by its company`() async throws {
    try await talk(.h59) { ring, talk in
      #expect(ring.profile.name == "H59_0003" && ring.profile.manufacturerData[0x1234] != nil)
      let rates = try await talk.heartRates(of: Self.today)
      #expect(rates.count == 288)
    }
  }
}
