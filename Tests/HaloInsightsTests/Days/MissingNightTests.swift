import HaloHealth
import HaloInsights
import Testing

@Suite("A night of which there is no sleep")
struct MissingNightTests {
  /// Seven usual nights, and then one that the test makes.
  private var life: Life {
    var life = Life()
    for day in 1...7 {
      life.sleep(day, from: -1, to: 7)
      life.wear(day, from: -1, to: 22)
      life.sync(day, 9)
    }
    return life
  }

  private func account(_ life: Life, now: Moment? = nil) -> NightAccount? {
    life.results(days: 1...8, now: now)[7].account
  }

  @Test("was not worn, where the device was asked and had measured nothing")
  func notWorn() {
    var life = life
    life.wear(8, from: 9, to: 12)
    life.sync(8, 9)
    #expect(account(life) == .notWorn)
  }

  @Test("was on its charger, where the cell says so")
  func charging() {
    var life = life
    life.sync(8, 9)
    life.battery = [.init(time: Life.time(8, 2), percent: 50, isCharging: true)]
    #expect(account(life) == .charging)
    // Nobody saw it on its charger, but it is fuller than before.
    life.battery = [
      .init(time: Life.time(7, 22), percent: 30, isCharging: false),
      .init(time: Life.time(8, 9), percent: 99, isCharging: false),
    ]
    #expect(account(life) == .charging)
  }

  @Test("ended with an empty cell")
  func empty() {
    var life = life
    life.sync(8, 9)
    life.battery = [.init(time: Life.time(7, 22), percent: 2, isCharging: false)]
    #expect(account(life) == .empty)
    // It was low two days before, and full two days later: by then it had run empty.
    life.sync(10, 9)
    life.battery = [
      .init(time: Life.time(6, 8), percent: 20, isCharging: false),
      .init(time: Life.time(10, 9), percent: 98, isCharging: false),
    ]
    #expect(account(life) == .empty)
    // A cell that was half full lay somewhere.
    life.battery[0] = .init(time: Life.time(6, 8), percent: 60, isCharging: false)
    #expect(account(life) == .notWorn)
  }

  @Test("was worn without sleep")
  func awake() {
    var life = life
    life.wear(8, from: -2, to: 11)
    life.sync(8, 11)
    #expect(account(life) == .wornWithoutSleep)
  }

  @Test func `may not be over while somebody could still sleep`() {
    var life = life
    life.wear(8, from: -2, to: 9)
    life.sync(8, 8.5)
    #expect(life.results(days: 1...8)[7].gap(.nightAccount) == "the night may not be over yet")
  }

  @Test func `was worn in part if the device fell silent in it`() {
    var life = life
    life.wear(8, from: -2, to: 6)
    life.sync(8, 12)
    #expect(account(life) == .wornInPart)
  }

  @Test func `is told of by a sync that brought it and broke off afterwards, and by no other`() {
    var life = life
    life.wear(8, from: -2, to: 11)
    #expect(account(life) == .notSyncedYet, "a sync that broke off is not among the whole ones")
    life.nightsTold = [Life.date(8): Life.time(8, 11)]
    #expect(account(life) == .wornWithoutSleep)
  }

  @Test func `was recorded at a doubtful time, and then it is not without sleep`() {
    var life = life
    life.wear(8, from: -2, to: 11)
    life.sync(8, 11)
    let light = [Night.Stretch(stage: .light, minutes: 400)]
    life.sleeps.append(
      SleepRecord(kind: .night, start: Life.time(8, 0), stages: light, device: "ring", isDoubtful: true))
    #expect(account(life) == .doubtful)
    #expect(life.results(days: 1...8)[7].value(.timeAsleep) == nil)
  }

  @Test("is not synced yet, and after a week without a sync lost")
  func notSynced() {
    #expect(account(life, now: Life.time(8, 12)) == .notSyncedYet)
    #expect(account(life, now: Life.time(16, 12)) == .lost)
    var late = life
    late.sync(18, 9)
    #expect(account(late, now: Life.time(18, 10)) == .lost)
    var inTime = life
    inTime.sync(13, 9)
    #expect(account(inTime, now: Life.time(13, 10)) == .notWorn)
  }

  @Test func `has no resting heart rate awake until its usual hours are over`() {
    var life = life
    // At five past three the ring has sent heart rates of the night, and no sleep yet.
    life.wear(8, from: -2, to: 3)
    life.sync(8, 3)
    let night = life.results(days: 1...8, now: Life.time(8, 3.1))[7]
    #expect(night.gap(.nightAccount) == "the night is not over yet")
    #expect(night.gap(.restingHeartRate) == "the night is not over yet")
    let morning = life.results(days: 1...8, now: Life.time(8, 7))[7]
    #expect(morning.account == .notSyncedYet)
    #expect(morning.finding(.restingHeartRate)?.algorithm.name == "resting-heart-rate-awake")
  }

  @Test("is not over yet")
  func notOver() {
    #expect(life.results(days: 1...8, now: Life.time(8, 3))[7].gap(.nightAccount) == "the night is not over yet")
    // A day of which something else is known says so too, and one of which nothing is known does not.
    let steps = DerivedValue(
      .dailySteps, 10, start: Life.time(8, 0), length: 86_400_000, algorithm: "device-total", version: 1, inputs: [])
    let days = DayInsights.days(from: Life.date(7), to: Life.date(9), in: [steps], newest: Life.date(8))
    #expect(days.map(\.nightAccount) == [.unknown, .notOver, .notSyncedYet])
  }

  @Test("before the first sync, of which files alone tell, is never 'not synced yet' or 'lost'")
  func imported() {
    var life = Life()
    life.hasImports = true
    for day in 1...4 {
      life.sleep(day, from: -1, to: 7)
      life.wear(day, from: -1, to: 22)
    }
    life.wear(9, from: 8, to: 22)
    // Nothing of the night is in the file; months later a ring is paired.
    for now in [8, 100] { #expect(life.results(5, now: Life.time(now, 12)).account == .notImported) }
    var paired = life
    paired.sync(60, 9)
    #expect(paired.results(5, now: Life.time(60, 12)).account == .notImported)
    #expect(paired.results(58, now: Life.time(60, 12)).account == .unknown, "the ring itself was asked in time")
    // Worn, and the file does tell of sleep.
    var awake = life
    awake.wear(5, from: -2, to: 9)
    #expect(awake.results(5, now: Life.time(100, 12)).account == .wornWithoutSleep)
    awake.sleep(5, from: 13, to: 14, .nap)
    #expect(awake.results(5, now: Life.time(100, 12)).account == .napsAlone)
    // The usual Python client's file has heart rates and no sleep at all: that says nothing of sleep.
    awake.sleeps = []
    #expect(awake.results(5, now: Life.time(100, 12)).account == .notImported)
    // Who only ever looked at a live heart rate, and imported nothing, may still sync.
    var live = awake
    live.hasImports = false
    #expect(live.results(5, now: Life.time(6, 12)).account == .notSyncedYet)
  }

  @Test("was before the first day, or nothing measures anything: that is not called 'not worn'")
  func unknown() {
    let early = Life().results(-1, now: Life.time(2, 0))
    #expect(early.gap(.nightAccount) == "that was before the first day in the journal")
    var counter = Life()
    counter.sync(1, 9)
    #expect(counter.results(1).account == .unknown)
  }

  @Test("every account has a number of its own")
  func codes() {
    #expect(Set(NightAccount.allCases.map(\.code)).count == NightAccount.allCases.count)
    for account in NightAccount.allCases {
      #expect(NightAccount(code: account.code) == account)
    }
  }
}
