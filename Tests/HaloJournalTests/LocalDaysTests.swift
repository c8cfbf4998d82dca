import HaloBluetooth
import HaloHealth
import HaloTesting
import Testing

@testable import HaloJournal

@Suite("Days in local time")
struct LocalDaysTests {
  @Test(arguments: [-12, -3, 0, 5, 14])
  func `a day lasts from midnight to midnight in local time, at any offset`(offset hours: Int) throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let day = Moment.noon.wallClock.date
    let offset = hours * 3600
    let seconds = [-1, 0, 43_200, 86_399, 86_400]
    _ = try journal.keep(
      seconds.map {
        .sample(
          .heartRate, 60 + Double($0 % 7),
          start: Moment(WallClock(date: day, secondOfDay: $0), secondsFromGMT: offset), length: 0, .log)
      }, of: DeviceID("A"), name: "ring", family: "import", wearer: "me", from: "file", at: Moment.noon)
    let found = try #require(try journal.samples(on: day, wearer: "me", metrics: [.heartRate])[.heartRate])
    #expect(found.map(\.start.wallClock.secondOfDay) == [0, 43_200, 86_399])
    #expect(try journal.trend(of: .heartRate, from: day, to: day).map(\.count) == [3])
    let around = try journal.trend(of: .heartRate, from: day.adding(days: -1), to: day.adding(days: 1))
    #expect(around.map(\.count) == [1, 3, 1])
  }

  @Test(arguments: [[3, 80.5, 41], [12, -7, 0.25], [99]])
  func `the last value of a day counts for a state, the mean for others`(values: [Double]) throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let level = Metric("waterLevel", unit: Unit("%"), title: "Water level", values: 0...100, aggregation: .state)
    // The value of the next day is not part of it. The stored order is not that of time.
    let entries = [level, .heartRate].flatMap { metric in
      (values + [55]).enumerated().reversed().map { place, value in
        ImportedEntry.sample(
          metric, abs(value), start: Moment.noon + .hours(place == values.count ? 13 : place), length: 0, .log)
      }
    }
    _ = try journal.keep(
      entries, of: DeviceID("A"), name: "ring", family: "import", wearer: "me", from: "file", at: Moment.noon)
    let day = Moment.noon.wallClock.date
    let (state, mean) = (
      try journal.trend(of: level, from: day, to: day), try journal.trend(of: .heartRate, from: day, to: day)
    )
    #expect(state.map(\.average) == [abs(values.last ?? 0)] && state.map(\.count) == [values.count])
    #expect(mean.map(\.average) == [values.map(abs).reduce(0, +) / Double(values.count)])
  }

  @Test func `computed values belong to days by their own offset`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    _ = try journal.pair(DeviceID("A"), family: "f", name: "ring", wearer: "me", at: Moment.noon)
    let day = Moment.noon.wallClock.date
    let values = [-12, 0, 18].flatMap { hours in
      [-1, 0, 86_399, 86_400].map { second in
        DerivedValue(
          .dailySteps, 1, start: Moment(WallClock(date: day, secondOfDay: second), secondsFromGMT: hours * 3600),
          length: 1, algorithm: "\(hours)", version: 1, confidence: nil, inputs: [])
      }
    }
    try journal.keep(values, of: "me")
    let points = try journal.derivedPoints(.dailySteps, of: "me", from: day, to: day)
    #expect(points.map(\.date) == [CalendarDate](repeating: day, count: 6))
    #expect(try journal.replaceDerived(with: [], of: "me", from: day, to: day).before == 6)
    #expect(try journal.derived(of: "me", in: .allTime).count == 6)
  }
}
