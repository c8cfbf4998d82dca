import HaloHealth
import Testing

/// Which minutes count as sleep, and which of two sleeps at one time is shown.
@Suite struct SleepRuleTests {
  private static let start = Moment(milliseconds: 1_700_000_000_000, secondsFromGMT: 3600)

  private func stages(_ text: String) -> [Night.Stretch] {
    text.split(separator: ",").map { part in
      let words = part.split(separator: " ")
      return Night.Stretch(word: words[0], minutes: Int(words[1]) ?? 0)
    }
  }

  private func record(
    _ text: String, device: Int = 1, after minutes: Int = 0, rank: Int? = nil, inBed: ClosedRange<Int>? = nil
  ) -> SleepRecord {
    SleepRecord(
      kind: .night, start: Self.start + .minutes(minutes), stages: stages(text),
      device: SourceDevice(id: device, name: "\(device)"), rank: rank,
      inBed: inBed.map { Self.start + .minutes($0.lowerBound)..<Self.start + .minutes($0.upperBound) })
  }

  @Test(arguments: [
    ("asleep 190,awake 12,asleep 200", 390, false),
    ("none 190,awake 12,none 200", 390, false),
    ("light 50,asleep 170,rem 30", 250, true),
    ("light 50,none 170,rem 30", 80, true),
    ("none 400", 400, false),
    ("awake 30", 0, false),
  ])
  func `sleep without a stage is sleep, and only light, deep and REM make a sleep staged`(
    text: String, asleep: Int, isStaged: Bool
  ) {
    let record = record(text)
    #expect(record.minutesAsleep == asleep)
    #expect(record.hasStages == isStaged)
    #expect(SleepEpisode.all(in: [record]).first?.minutesAsleep == asleep)
  }

  @Test func `a staged sleep is preferred to a longer one without stages, but not to one more than twice as long`() {
    let long = record("asleep 430", device: 1)
    #expect(SleepEpisode.all(in: [long, record("light 260,deep 40", device: 2)]).map(\.device.id) == [2])
    #expect(SleepEpisode.all(in: [long, record("light 100,deep 40", device: 2)]).map(\.device.id) == [1])
    #expect(SleepEpisode.all(in: [record("asleep 20", device: 3, rank: 1), long]).map(\.device.id) == [3])
  }

  @Test func `the time in bed gives efficiency and latency, also from another device`() throws {
    let asleep = record("asleep 300,awake 20,asleep 100", after: 25)
    for bed in [record("", device: 2, inBed: 0...500), record("", device: 1, inBed: 0...500)] {
      let night = try #require(SleepEpisode.all(in: [asleep, bed]).first).night(Provenance(frames: [], decoder: ""))
      #expect(night.latency == 25)
      #expect(night.efficiency == 80)
    }
    let alone = try #require(SleepEpisode.all(in: [asleep]).first).night(Provenance(frames: [], decoder: ""))
    #expect(alone.latency == nil)
    #expect(alone.efficiency.map { Int($0) } == 95)
    let unknown = try #require(SleepEpisode.all(in: [record("asleep 90")]).first)
    #expect(unknown.night(Provenance(frames: [], decoder: "")).efficiency == nil)
  }

  @Test func `time in bed alone is no sleep, and another night's time in bed does not count`() {
    #expect(SleepEpisode.all(in: [record("", inBed: 0...400)]).isEmpty)
    #expect(
      SleepEpisode.all(in: [record("asleep 300"), record("", after: 1440, inBed: 1440...1900)]).first?.inBed == nil)
  }
}
