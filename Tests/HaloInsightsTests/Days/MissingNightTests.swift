import HaloHealth
import HaloInsights
import Testing

@Suite("A night without recorded sleep")
struct MissingNightTests {
  /// Seven usual nights; the test adds the eighth.
  private var life: SimulatedLife {
    var life = SimulatedLife()
    for day in 1...7 {
      life.sleep(day, from: -1, to: 7)
      life.wear(day, from: -1, to: 22)
      life.sync(day, 9)
    }
    return life
  }

  private func account(_ life: SimulatedLife, now: Moment? = nil) -> NightOutcome? {
    life.results(days: 1...8, now: now)[7].account
  }

  @Test func `was not worn if the device was synced and had measured nothing`() {
    var life = life
    life.wear(8, from: 9, to: 12)
    life.sync(8, 9)
    #expect(account(life) == .notWorn)
  }

  @Test func `was spent on the charger if the battery shows it`() {
    var life = life
    life.sync(8, 9)
    life.battery = [.init(time: SimulatedLife.time(8, 2), percent: 50, isCharging: true)]
    #expect(account(life) == .charging)
    // Charging was not reported, but the charge rose.
    life.battery = [
      .init(time: SimulatedLife.time(7, 22), percent: 30, isCharging: false),
      .init(time: SimulatedLife.time(8, 9), percent: 99, isCharging: false),
    ]
    #expect(account(life) == .charging)
  }

  @Test func `ended with an empty battery`() {
    var life = life
    life.sync(8, 9)
    life.battery = [.init(time: SimulatedLife.time(7, 22), percent: 2, isCharging: false)]
    #expect(account(life) == .empty)
    // The battery was low two days earlier and full two days later: it had run empty in between.
    life.sync(10, 9)
    life.battery = [
      .init(time: SimulatedLife.time(6, 8), percent: 20, isCharging: false),
      .init(time: SimulatedLife.time(10, 9), percent: 98, isCharging: false),
    ]
    #expect(account(life) == .empty)
    // A half-full battery does not run empty: the device was not worn.
    life.battery[0] = .init(time: SimulatedLife.time(6, 8), percent: 60, isCharging: false)
    #expect(account(life) == .notWorn)
  }

  @Test func `was worn without sleep`() {
    var life = life
    life.wear(8, from: -2, to: 11)
    life.sync(8, 11)
    #expect(account(life) == .wornWithoutSleep)
  }

  @Test func `may not be over while the wearer could still be asleep`() {
    var life = life
    life.wear(8, from: -2, to: 9)
    life.sync(8, 8.5)
    #expect(life.results(days: 1...8)[7].gap(.nightAccount) == "the night may not be over yet")
  }

  @Test func `was worn in part if the device stopped measuring during it`() {
    var life = life
    life.wear(8, from: -2, to: 6)
    life.sync(8, 12)
    #expect(account(life) == .wornInPart)
  }

  @Test func `is known from an interrupted sync that covered it, and from no other`() {
    var life = life
    life.wear(8, from: -2, to: 11)
    #expect(account(life) == .notSyncedYet, "an interrupted sync is not a complete one")
    life.nightReportTimes = [SimulatedLife.date(8): SimulatedLife.time(8, 11)]
    #expect(account(life) == .wornWithoutSleep)
  }

  @Test func `does not count as without sleep if it was recorded at a doubtful time`() {
    var life = life
    life.wear(8, from: -2, to: 11)
    life.sync(8, 11)
    let light = [Night.Stretch(stage: .light, minutes: 400)]
    life.sleeps.append(
      SleepRecord(kind: .night, start: SimulatedLife.time(8, 0), stages: light, device: "ring", isDoubtful: true))
    #expect(account(life) == .doubtful)
    #expect(life.results(days: 1...8)[7].value(.timeAsleep) == nil)
  }

  @Test func `is not synced yet, and lost after a week without a sync`() {
    #expect(account(life, now: SimulatedLife.time(8, 12)) == .notSyncedYet)
    #expect(account(life, now: SimulatedLife.time(16, 12)) == .lost)
    var late = life
    late.sync(18, 9)
    #expect(account(late, now: SimulatedLife.time(18, 10)) == .lost)
    var inTime = life
    inTime.sync(13, 9)
    #expect(account(inTime, now: SimulatedLife.time(13, 10)) == .notWorn)
  }

  @Test func `has no waking resting heart rate until its usual hours are over`() {
    var life = life
    // At 03:06 the ring has sent heart rates of the night, and no sleep yet.
    life.wear(8, from: -2, to: 3)
    life.sync(8, 3)
    let night = life.results(days: 1...8, now: SimulatedLife.time(8, 3.1))[7]
    #expect(night.gap(.nightAccount) == "the night is not over yet")
    #expect(night.gap(.restingHeartRate) == "the night is not over yet")
    let morning = life.results(days: 1...8, now: SimulatedLife.time(8, 7))[7]
    #expect(morning.account == .notSyncedYet)
    #expect(morning.finding(.restingHeartRate)?.algorithm.name == "resting-heart-rate-awake")
  }

  @Test func `is not over yet`() {
    #expect(
      life.results(days: 1...8, now: SimulatedLife.time(8, 3))[7].gap(.nightAccount) == "the night is not over yet")
    // A day with other data reports that too, and a day without any data does not.
    let steps = DerivedValue(
      .dailySteps, 10, start: SimulatedLife.time(8, 0), length: 86_400_000, algorithm: "device-total", version: 1,
      inputs: [])
    let days = DayInsights.days(
      from: SimulatedLife.date(7), to: SimulatedLife.date(9), in: [steps], newest: SimulatedLife.date(8))
    #expect(days.map(\.nightAccount) == [.unknown, .notOver, .notSyncedYet])
  }

  @Test func `before the first sync, with imported data only, is never 'not synced yet' or 'lost'`() {
    var life = SimulatedLife()
    life.hasImports = true
    for day in 1...4 {
      life.sleep(day, from: -1, to: 7)
      life.wear(day, from: -1, to: 22)
    }
    life.wear(9, from: 8, to: 22)
    // The file has nothing of the night; a ring is paired months later.
    for now in [8, 100] { #expect(life.results(5, now: SimulatedLife.time(now, 12)).account == .notImported) }
    var paired = life
    paired.sync(60, 9)
    #expect(paired.results(5, now: SimulatedLife.time(60, 12)).account == .notImported)
    #expect(
      paired.results(58, now: SimulatedLife.time(60, 12)).account == .unknown, "the ring itself was synced in time")
    // The device was worn, and the file has sleep data.
    var awake = life
    awake.wear(5, from: -2, to: 9)
    #expect(awake.results(5, now: SimulatedLife.time(100, 12)).account == .wornWithoutSleep)
    awake.sleep(5, from: 13, to: 14, .nap)
    #expect(awake.results(5, now: SimulatedLife.time(100, 12)).account == .napsAlone)
    // The common Python client's file has heart rates and no sleep at all, so it shows nothing about sleep.
    awake.sleeps = []
    #expect(awake.results(5, now: SimulatedLife.time(100, 12)).account == .notImported)
    // A wearer who only measured live heart rates, and imported nothing, may still sync.
    var live = awake
    live.hasImports = false
    #expect(live.results(5, now: SimulatedLife.time(6, 12)).account == .notSyncedYet)
  }

  @Test func `is not reported as 'not worn' before the first day or without any measurements`() {
    let early = SimulatedLife().results(-1, now: SimulatedLife.time(2, 0))
    #expect(early.gap(.nightAccount) == "the day is before the first day in the journal")
    var counter = SimulatedLife()
    counter.sync(1, 9)
    #expect(counter.results(1).account == .unknown)
  }

  @Test func `every outcome has a unique number`() {
    // Journals have these numbers, from 1. A new outcome is added at the end.
    #expect(
      NightOutcome.allCases.map(\.rawValue) == [
        "recorded", "wornInPart", "wornWithoutSleep", "napsAlone", "notWorn", "charging", "empty", "notSyncedYet",
        "lost", "unknown", "notImported", "notOver", "doubtful", "inBedAlone",
      ])
    #expect(NightOutcome.allCases.map(\.code) == Array(1...NightOutcome.allCases.count))
    for account in NightOutcome.allCases {
      #expect(NightOutcome(code: account.code) == account)
    }
  }
}
