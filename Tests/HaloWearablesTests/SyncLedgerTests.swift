import HaloHealth
import Testing

@testable import HaloWearables

@Suite("Ledger of a sync")
struct SyncLedgerTests {
  private let today = CalendarDate(daysSince1970: 20_700)

  private func items(_ log: LogID) -> [SyncLedger.Item] {
    (0..<3).map { SyncLedger.Item(log, date: today.adding(days: -$0)) }
  }

  @Test func `a lost clock drops what was answered since the last check, and nothing before it`() {
    let ledger = SyncLedger(complete: [("stress", today)])
    let days = items(.heartRate)
    ledger.begin(days, today: today)
    ledger.settle(days[0])
    ledger.verify(true)
    ledger.settle(days[1])
    ledger.verify(false)
    #expect(days.map(ledger.isSettled) == [true, false, false])
    #expect(ledger.isSettled(SyncLedger.Item("stress", date: today)))
  }

  @Test func `a log with an answer of a doubtful day is supported, however often it is silent afterwards`() {
    let ledger = SyncLedger()
    let days = items(.heartRate)
    ledger.begin(days, today: today)
    #expect(!ledger.treatsSilenceAsUnsupported(of: days[0]))
    ledger.settle(days[0])
    ledger.verify(false)
    for _ in 0..<5 { #expect(!ledger.treatsSilenceAsUnsupported(of: days[0])) }
    #expect(!ledger.treatsSilenceAsUnsupported(ofAll: [.heartRate, "stress"]))
  }

  @Test func `a log that was silent before a lost clock is requested again`() {
    let ledger = SyncLedger()
    let days = items("spo2")
    ledger.begin(days, today: today)
    for _ in 0..<2 where ledger.treatsSilenceAsUnsupported(of: days[0]) { ledger.markUnsupported("spo2") }
    #expect(ledger.isUnsupported("spo2"))
    ledger.verify(false)
    #expect(!ledger.isUnsupported("spo2"))
    #expect(!ledger.treatsSilenceAsUnsupported(of: days[0]))
  }

  @Test func `a loss is taken once, also if the link ended before the clock was set`() {
    let check = ClockCheck()
    check.noteSetting(isRight: false)
    check.noteSetting(isRight: true)
    #expect(check.takeLoss())
    #expect(!check.takeLoss())
  }
}
