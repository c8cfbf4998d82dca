@testable import HaloEverestW311
import HaloHealth
import Testing

@testable import HaloWearables

@Suite("Nights of a watch")
struct WatchNightTests {
  private let today = CalendarDate(daysSince1970: 20_770)

  /// Returns a day with sleep in these minutes, up to the last reported minute.
  private func day(_ date: CalendarDate, asleep: Range<Int>, reportedMinutes: Int) -> (
    history: EverestW311.DayHistory, frames: [Int]
  ) {
    let cells = (0..<reportedMinutes).map { minute -> EverestW311.DayHistory.Cell? in
      asleep.contains(minute) ? .sleep(.light) : .steps(0)
    }
    let totals = EverestW311.StepTotals(date: date, steps: 0, kilocalories: 0, meters: 0, activeMinutes: 0)
    return (EverestW311.DayHistory(totals: totals, layout: .minutes, sleepMinutes: asleep.count, cells: cells), [0])
  }

  @Test func `does not return a sleep that may continue, and its day is incomplete`() {
    let yesterday = day(today.adding(days: -1), asleep: 1380..<1440, reportedMinutes: 1440)
    let atNight = EverestW311.Nights.found(in: [yesterday, day(today, asleep: 0..<300, reportedMinutes: 300)])
    #expect(atNight.nights.isEmpty && atNight.dates.isEmpty)
    let inTheMorning = EverestW311.Nights.found(in: [yesterday, day(today, asleep: 0..<420, reportedMinutes: 440)])
    #expect(inTheMorning.nights.map(\.minutes) == [480] && inTheMorning.dates == [today])
  }
}
