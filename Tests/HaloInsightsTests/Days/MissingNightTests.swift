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
  }

  @Test("was worn without sleep")
  func awake() {
    var life = life
    life.wear(8, from: -2, to: 9)
    life.sync(8, 9)
    #expect(account(life) == .wornWithoutSleep)
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

  @Test("is not over yet")
  func notOver() {
    #expect(life.results(days: 1...8, now: Life.time(8, 3))[7].gap(.nightAccount) == "the night is not over yet")
  }

  @Test("was before the first day, or nothing measures anything: that is not called 'not worn'")
  func unknown() {
    let early = Life().results(-1, now: Life.time(2, 0))
    #expect(early.gap(.nightAccount) == "that was before the first day in the journal")
    var counter = Life()
    counter.sync(1, 9)
    #expect(counter.results(1).account == .unknown)
  }

  @Test("every account has a number of its own, and words")
  func codes() {
    #expect(Set(NightAccount.allCases.map(\.code)).count == NightAccount.allCases.count)
    for account in NightAccount.allCases {
      #expect(NightAccount(code: account.code) == account)
      #expect(!account.words.isEmpty)
    }
  }
}
