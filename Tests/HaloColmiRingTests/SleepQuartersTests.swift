import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloColmiRing

@Suite("Sleep in quarter hours")
struct SleepQuartersTests {
  private typealias Quarters = ColmiRing.SleepQuarters
  private static let day = CalendarDate(daysSince1970: 20_770)
  private static let morning = WallClock(date: day, minuteOfDay: 10 * 60 + 16)

  @Test(arguments: ColmiRing.SleepQuarters.Kind.allCases)
  func `a quarter's kind has its name in messages`(kind: ColmiRing.SleepQuarters.Kind) {
    #expect(kind.name.description == "\(kind)")
  }

  /// Four rows of a band in 2018, each the answer that a client read first (an open client's notes).
  @Test(
    arguments: [
      (
        [0x18, 0x06, 0x09, 0, 0, 1, 2, 9, 70], "2018-06-09",
        #"{"kind":"nightEnds","minutes":9,"stage":"light","time":"00:00"}"#
      ),
      (
        [0x18, 0x06, 0x08, 41, 0, 1, 5, 15, 40], "2018-06-08",
        #"{"kind":"sleep","minutes":15,"stage":"deep","time":"10:15"}"#
      ),
      (
        [0x18, 0x06, 0x07, 78, 0, 1, 5, 15, 128], "2018-06-07",
        #"{"kind":"sleep","minutes":15,"stage":"awake","time":"19:30"}"#
      ),
      (
        [0x18, 0x06, 0x06, 91, 0, 1, 4, 9, 80], "2018-06-06",
        #"{"kind":"napEnds","minutes":9,"stage":"light","time":"22:45"}"#
      ),
      ([0x26, 0x11, 0x12, 95, 0, 1, 8, 3, 10], "2026-11-12", #"{"kind":"unknown","minutes":3,"time":"23:45"}"#),
    ] as [([UInt8], String, String)])
  func `rows are decoded`(payload: [UInt8], date: String, quarter: String) {
    let message = decode([ColmiRing.Packet(0x44, payload).bytes])
    #expect(message.map { line($0) } == [#"{"date":"\#(date)","quarters":[\#(quarter)],"type":"sleepQuarters"}"#])
  }

  @Test func `an answer has a header and its rows in any order, or no data, or is incomplete`() {
    let rows = [(0xA0, 0), (0x10, 1), (0x20, 2)].map { slot, index in
      ColmiRing.Packet(0x44, [0x26, 0x11, 0x12, UInt8(slot % 96), UInt8(index), 3, 5, 15, 60]).bytes
    }
    let header = ColmiRing.Packet(0x44, [0xF0, 3]).bytes
    let whole = decode([header, rows[2], rows[0], rows[1]])
    guard case .sleepQuarters(let day)? = whole.first, whole.count == 1 else {
      Issue.record("\(whole)")
      return
    }
    #expect(day.quarters.map(\.index) == [0x10, 0x20, 0xA0 % 96].sorted())
    #expect(
      decode([ColmiRing.Packet(0x44, [0xFF]).bytes]).map { line($0) } == [#"{"of":"sleepQuarters","type":"noData"}"#])
    #expect(
      decode([header, rows[0]]).map { line($0) } == [#"{"frames":2,"of":"sleepQuarters","type":"incomplete"}"#])
  }

  private func nights(
    _ days: [(daysAgo: Int, [(Int, Quarters.Kind?, minutes: Int, quality: Int)])]
  ) -> (nights: [Night], dates: [CalendarDate]) {
    ColmiRing.QuarterNights.found(
      in: days.enumerated().map { place, day in
        let quarters = day.1.map { Quarters.Quarter($0.0, $0.1, minutes: $0.minutes, quality: $0.quality) }
        return (Quarters(date: Self.day.adding(days: -day.daysAgo), quarters: quarters), [place])
      })
  }

  @Test func `a night over midnight has its times, its stages, and the frames of both days`() {
    let evening: [(Int, Quarters.Kind?, minutes: Int, quality: Int)] = [
      (91, .nightBegins, 8, 70), (92, .sleep, 15, 40), (93, .sleep, 15, 20), (95, .sleep, 15, 128),
    ]
    let morning: [(Int, Quarters.Kind?, minutes: Int, quality: Int)] = [(0, .sleep, 15, 90), (1, .nightEnds, 4, 90)]
    let found = nights([(0, morning), (1, evening), (2, [])])
    #expect(found.dates == [-2, -1, 0].map { Self.day.adding(days: $0) })
    let night = found.nights.first
    #expect(found.nights.count == 1)
    #expect(night?.start == WallClock(date: Self.day.adding(days: -1), minuteOfDay: 91 * 15 + 7))
    #expect(night?.end == WallClock(date: Self.day, minuteOfDay: 19))
    #expect(night?.stages.map(\.stage) == [.light, .deep, nil, .awake, .light])
    #expect(night?.stages.map(\.minutes) == [8, 30, 15, 15, 19])
    #expect(night?.provenance.frames == [0, 1])
  }

  @Test func `a sleep without a begin or an end is not a night, and one of an unknown day before is left out`() {
    let end: [(Int, Quarters.Kind?, minutes: Int, quality: Int)] = [(20, .sleep, 15, 60), (21, .nightEnds, 5, 60)]
    let open: [(Int, Quarters.Kind?, minutes: Int, quality: Int)] = [(88, .nightBegins, 5, 60), (90, nil, 15, 60)]
    #expect(nights([(0, end), (1, [])]).nights.isEmpty)
    #expect(nights([(0, open), (1, [])]).nights.isEmpty)
    // The night belongs to the missing day between.
    #expect(nights([(0, end), (2, open)]).nights.isEmpty)
    #expect(nights([(0, end)]).dates.isEmpty)
    #expect(nights([(0, end), (1, [])]).dates == [Self.day.adding(days: -1), Self.day])
    // A night after midnight does not need the day before.
    let late = nights([(0, [(2, .nightBegins, 15, 60), (3, .sleep, 15, 60), (4, .nightEnds, 9, 60)])])
    #expect(late.nights.map(\.minutesAsleep) == [39] && late.dates == [Self.day])
    let nap = nights([(0, [(52, .napBegins, 15, 60), (53, .napEnds, 10, 60)]), (1, [])]).nights
    #expect(nap.map(\.kind) == [.nap] && nap.first?.minutesAsleep == 25)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a sync reports the wearer's nights, and the journal's frames give the same`(seed: UInt64) async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.morning, zone: .hoursEast(8))
      let recorder = FrameList()
      let (report, readings) = try await home.sync(home.ring(.quarterSleep, seed: seed), recorder: recorder)
      let wearer = SimulatedPerson(seed: seed)
      let lived = (0..<7).reversed().map { Self.morning.date.adding(days: -$0) }.map { ($0, wearer.day($0)) }
      let nights = readings.nights.filter { $0.kind == .night }
      // The day before the oldest night is no longer stored: if that night began before midnight, it has no begin.
      let kept = lived.drop { $0.0 == lived[0].0 && $0.1.night.start < 0 }
      let expected = kept.map { date, day in
        [day.night.start, day.night.end].map { WallClock(date: date, minuteOfDay: $0) }
      }
      #expect(nights.map { [$0.start, $0.end] } == expected)
      for (night, day) in zip(nights, kept) {
        #expect(night.stages.reduce(0) { $0 + $1.minutes } == day.1.night.end - day.1.night.start)
        let deep = day.1.night.stages.filter { $0.stage == .deep }.reduce(0) { $0 + $1.minutes }
        let found = night.stages.filter { $0.stage == .deep }.reduce(0) { $0 + $1.minutes }
        #expect(abs(deep - found) < 100, "\(deep) \(found)")
      }
      #expect(report.unsupported.isEmpty)
      #expect(!(await recorder.frames).contains { $0.direction == .sent && $0.bytes.starts(with: [0xBC, 0x27]) })
      let read = ColmiRingDriver.read(await recorder.frames, advertisedName: nil)
      // Equal by construction: the readings of a sync are decoded from its frames.
      let rebuilt = read.statements.filter { $0.log == .sleep }.flatMap(\.readings.nights)
      #expect(rebuilt.map { [$0.start, $0.end] } == expected)
      #expect(rebuilt.map(\.stages) == nights.map(\.stages))
      #expect(read.verifiedCount == read.statements.count)
    }
  }

  @Test func `a ring that reports neither kind of sleep is shown as one`() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.morning, zone: .hoursEast(8))
      var model = VirtualRingModel.r02Old
      model.answersOlderSleep = false
      let (report, readings) = try await home.sync(home.ring(model, seed: 2))
      #expect(readings.nights.isEmpty && report.unsupported.contains(.sleep))
    }
  }

  @Test func `an H59MA's nights come from big data 27, and by day if it does not answer that`() async throws {
    for answers in [true, false] {
      var model = VirtualRingModel.h59
      if !answers { model.unansweredCommands.insert(0x27) }
      try await Simulation.run { [model] clock in
        let home = SimulatedEnvironment(clock, start: Self.morning, zone: .hoursEast(8))
        let (report, readings) = try await home.sync(home.ring(model, seed: 5))
        let wearer = SimulatedPerson(seed: 5)
        let lived = (0..<7).map { wearer.day(Self.morning.date.adding(days: -$0)).night }
        #expect(Set(readings.nights.filter { $0.kind == .night }.map(\.stages)) == Set(lived.map(\.stages)))
        #expect(!report.unsupported.contains(.sleep))
      }
    }
  }
}
