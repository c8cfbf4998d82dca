import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

/// The logs of a virtual ring when its clock is set.
struct RingMemoryTests {
  private static let today = CalendarDate(daysSince1970: 20_770)
  /// 13:03, so the newest slot is that of 13:00.
  private static let afternoon = WallClock(date: today, minuteOfDay: 13 * 60 + 3)
  private static let wearer = SimulatedPerson(seed: 3)

  /// Connects to a ring whose clock was set long ago, at UTC+1.
  private func talk<Result: Sendable>(
    secondsAhead: Int, model: VirtualRingModel = .r12,
    _ body: @Sendable (VirtualColmiRing, RingTalk) async throws -> Result
  ) async throws -> Result {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.afternoon, zone: .hoursEast(1))
      let time = home.time
      let ring = VirtualColmiRing(model, wearer: Self.wearer, secondsAhead: secondsAhead) { time.wallClock }
      await home.medium.add(ring)
      return try await RingTalk.with(ring, home) { try await body(ring, $0) }
    }
  }

  @Test func `an hour that the clock skips is empty, and earlier slots are kept`() async throws {
    let rates = Self.wearer.day(Self.today).heartRate
    try await talk(secondsAhead: -3600) { ring, talk in
      let before = try await talk.heartRates(of: Self.today)
      // With a clock at 12:03, the newest slot is 12:00 and has the value measured at 13:00.
      #expect(before.prefix(145) == rates[12...156])
      #expect(before.dropFirst(145).allSatisfy { $0 == 0 })
      ring.setClock(secondsAhead: 0)
      #expect(try await talk.heartRates(of: Self.today) == before)
      try await talk.clock.sleep(for: .seconds(600))
      let after = try await talk.heartRates(of: Self.today)
      #expect(after.prefix(145) == before.prefix(145))
      #expect(after[145...156].allSatisfy { $0 == 0 }, "invented: \(after[145...156])")
      #expect(after[157...158] == rates[157...158])
      #expect(after.dropFirst(159).allSatisfy { $0 == 0 })
    }
  }

  @Test func `slots that the clock shows twice have the later measurement`() async throws {
    let rates = Self.wearer.day(Self.today).heartRate
    try await talk(secondsAhead: 3600) { ring, talk in
      let before = try await talk.heartRates(of: Self.today)
      #expect(before[12...168] == rates[0...156])
      ring.setClock(secondsAhead: 0)
      #expect(try await talk.heartRates(of: Self.today) == before)
      try await talk.clock.sleep(for: .seconds(1800))
      let after = try await talk.heartRates(of: Self.today)
      #expect(after[...156] == before[...156])
      #expect(after[157...162] == rates[157...162])
      #expect(after[163...] == before[163...])
    }
  }

  @Test(arguments: [-7 * 3600, -3600, 1, 5 * 3600 + 1800])
  func `setting the clock does not change the logs`(secondsAhead: Int) async throws {
    // The day counts of the temperature log are the same; activity and totals have dates.
    let requests: [ColmiRing.Request] =
      [
        .spo2Log(daysAgo: nil), .temperatureLog(days: 6), .manualHeartRate(daysAgo: 0),
        .sleep(daysAgo: nil, isOlder: false),
      ]
      + (0..<6).flatMap {
        [.activity(daysAgo: $0), .halfHourLog(.hrv, daysAgo: $0), .halfHourLog(.stress, daysAgo: $0)]
          as [ColmiRing.Request]
      }
    try await talk(secondsAhead: secondsAhead, model: .r10) { ring, talk in
      func logs() async throws -> [[ColmiRing.Message]] {
        var logs: [[ColmiRing.Message]] = []
        for request in requests { logs.append(try await talk.messages(request)) }
        return logs
      }
      let before = try await logs()
      #expect(before.allSatisfy { !$0.isEmpty })
      ring.setClock(secondsAhead: 0)
      #expect(try await logs() == before)
    }
  }

  @Test func `nights, naps and steps have the times that the clock showed`() async throws {
    try await talk(secondsAhead: -3600) { _, talk in
      var nights = 0
      for case .sleepLog(let log) in try await talk.messages(.sleep(daysAgo: nil, isOlder: false)) {
        for night in log.nights {
          let day = Self.wearer.day(Self.today.adding(days: -night.daysAgo))
          let sleep = try #require(log.kind == .sleep ? day.night : day.nap)
          #expect(night.start == (sleep.start - 60 + 1440) % 1440 && night.end == sleep.end - 60)
          #expect(night.minutes == sleep.end - sleep.start)
          nights += 1
        }
      }
      #expect(nights >= 7)
      for case .activity(let activity) in try await talk.messages(.activity(daysAgo: 1)) {
        let hours = Self.wearer.day(Self.today.adding(days: -1)).hours
        #expect(activity.intervals.map(\.steps) == hours.map(\.steps))
        #expect(activity.intervals.map(\.quarterHour) == hours.map { ($0.hour - 1) * 4 })
      }
    }
  }

  @Test func `measurements during a lost clock are in no log of a real day`() async throws {
    let rates = Self.wearer.day(Self.today).heartRate
    try await talk(secondsAhead: 0) { ring, talk in
      ring.restart()
      try await talk.clock.sleep(for: .seconds(1200))
      let lost = try await talk.heartRates(of: CalendarDate(daysSince1970: 10_957))
      #expect(lost.count == 288 && lost.prefix(4).allSatisfy { $0 > 0 } && lost.dropFirst(5).allSatisfy { $0 == 0 })
      #expect(try await talk.heartRates(of: Self.today).isEmpty)
      ring.setClock(secondsAhead: 0)
      let after = try await talk.heartRates(of: Self.today)
      #expect(after[...156] == rates[...156])
      #expect(after.dropFirst(157).allSatisfy { $0 == 0 })
      #expect(ring.unsetTimes.count == 1)
    }
  }
}
