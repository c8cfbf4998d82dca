import Foundation
import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
import Testing

@testable import HaloColmiRing

@Suite struct ClockEvidenceTests {
  private static let zones = [3600, 7200, 20_700, 28_800, -12_600, -9000, -18_000]

  /// A ring, its times of wear, and its clock.
  private struct Ring {
    /// Seconds that its clock is ahead of UTC.
    var offset: Int
    /// Minutes between its measurements.
    var measurementInterval: Int
    /// The times when it was not worn, in minutes since 1970 UTC.
    var gaps: [Range<Int>] = []

    func now(_ moment: Moment) -> WallClock {
      Moment(milliseconds: moment.milliseconds, secondsFromGMT: offset).wallClock
    }

    /// Its log of the current day by its own clock.
    func log(at moment: Moment) -> ColmiRing.HeartRateLog {
      let now = now(moment)
      let slots = (0..<288).map { slot -> UInt8 in
        let time = WallClock(date: now.date, minuteOfDay: slot * 5)
        let lived = (time.secondsSince1970 - offset) / 60
        return slot * 5 % measurementInterval == 0 && time <= now && !gaps.contains { $0.contains(lived) } ? 60 : 0
      }
      return ColmiRing.HeartRateLog(
        timestamp: UInt32(now.date.daysSince1970 * 86_400), intervalMinutes: 5, slots: slots)
    }

    func found(_ moment: Moment) -> PriorClock? {
      ColmiRing.ClockEvidence.found(now(moment).date, log(at: moment), at: moment)
    }
  }

  private static let isLong = ProcessInfo.processInfo.environment["HALO_LONG_TESTS"] != nil
  private static let ringCount = isLong ? 5000 : 500

  /// Generates rings and moments, with times of up to ten hours when the ring was not worn, some of them lasting until
  /// now.
  private static func lives(_ count: Int, zone: Int, _ body: (Ring, Moment) -> Void) {
    var random = SeededGenerator(seed: UInt64(bitPattern: Int64(zone)))
    for _ in 0..<count {
      let minute = 29_900_000 + Int.random(in: 0..<525_600, using: &random)
      let moment = Moment(
        milliseconds: minute * 60_000 + Int.random(in: 0..<60_000, using: &random), secondsFromGMT: zone)
      var ring = Ring(offset: zone, measurementInterval: [5, 10, 30, 60].randomElement(using: &random) ?? 5)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let start = minute - Int.random(in: 0..<1440, using: &random)
        ring.gaps.append(start..<start + Int.random(in: 1...600, using: &random))
      }
      body(ring, moment)
    }
  }

  @Test(arguments: zones)
  func `mistakes a ring in local time for one in UTC only if its log is the same, which is rare`(_ zone: Int) {
    var (taken, wrong, all) = (0, 0, 0)
    Self.lives(Self.ringCount, zone: zone) { ring, moment in
      all += 1
      guard let found = ring.found(moment) else { return }
      taken += 1
      // It was taken off as long ago as UTC is behind: a ring in UTC has the same log, within the minutes that a slot
      // takes.
      var inUTC = ring
      inUTC.offset = 0
      inUTC.gaps = ring.gaps.map { $0.lowerBound + zone / 60..<$0.upperBound + zone / 60 }
      let slots = ring.log(at: moment).slots
      let isSame = (-3...3).contains { minutes in
        let near = Moment(milliseconds: moment.milliseconds + minutes * 60_000, secondsFromGMT: zone)
        return inUTC.log(at: near).slots == slots
      }
      if found.certainty != .likely || !isSame { wrong += 1 }
    }
    #expect(wrong == 0)
    #expect(taken * 100 < all, "\(taken) of \(all)")
    if zone < 0 { #expect(taken == 0) }
  }

  @Test(arguments: zones)
  func `does not mistake a ring in local time that was never taken off`(_ zone: Int) {
    let times = stride(from: 29_900_000, to: 29_900_000 + 2880, by: Self.isLong ? 1 : 7).map { minute in
      Moment(milliseconds: minute * 60_000 + 20_000, secondsFromGMT: zone)
    }
    for measurementInterval in [5, 10, 15, 30, 60] {
      let wrong = times.filter { Ring(offset: zone, measurementInterval: measurementInterval).found($0) != nil }
      #expect(wrong.isEmpty, "\(measurementInterval) minutes: \(wrong.prefix(3))")
    }
  }

  @Test(arguments: zones)
  func `detects a ring in UTC at most times of day`(_ zone: Int) {
    var (found, all, fast, allFast) = (0, 0, 0, 0)
    Self.lives(Self.ringCount, zone: zone) { ring, moment in
      var ring = ring
      ring.offset = 0
      let clock = ring.found(moment)
      all += 1
      if clock != nil { found += 1 }
      // Worn for the last two hours.
      let minute = moment.milliseconds / 60_000
      guard ring.measurementInterval <= 10, !ring.gaps.contains(where: { $0.overlaps(minute - 120..<minute + 1) })
      else { return }
      allFast += 1
      if let clock {
        fast += 1
        #expect(clock.secondsFromGMT == 0 && clock.certainty != .atLeast)
      }
    }
    #expect(found * 4 > all)
    // Between local midnight and midnight UTC, only the date shows anything.
    #expect(fast * 10 > allFast * 7)
  }

  @Test func `a slot in the future proves that the clock is ahead`() throws {
    // In Newfoundland at 10:00. The clock is in UTC, in Berlin's time, or ahead and the ring was not worn for two
    // hours.
    let moment = Moment(WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 600), secondsFromGMT: -12_600)
    #expect(Ring(offset: 0, measurementInterval: 5).found(moment) == PriorClock(secondsFromGMT: 0, certainty: .certain))
    let berlin = try #require(Ring(offset: 3600, measurementInterval: 5).found(moment))
    #expect(berlin.certainty == .atLeast && berlin.secondsFromGMT == 3600)
    let minute = moment.milliseconds / 60_000
    let unworn = try #require(Ring(offset: 0, measurementInterval: 5, gaps: [minute - 120..<minute + 1]).found(moment))
    #expect(unworn.certainty == .atLeast && unworn.secondsFromGMT == -125 * 60)
  }

  @Test func `another date with a newest value that fits UTC proves a clock in UTC`() {
    // Half past midnight in Berlin, in winter.
    let moment = Moment(WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 30), secondsFromGMT: 3600)
    #expect(Ring(offset: 0, measurementInterval: 5).found(moment) == PriorClock(secondsFromGMT: 0, certainty: .certain))
    // A ring in New York time has yesterday's date as well.
    #expect(Ring(offset: -18_000, measurementInterval: 5).found(moment) == nil)
  }

  @Test func `a long interval, too few values and a home in UTC prove nothing`() {
    let noon = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 720)
    let berlin = Moment(noon, secondsFromGMT: 3600)
    #expect(Ring(offset: 0, measurementInterval: 5).found(berlin)?.certainty == .likely)
    #expect(Ring(offset: 0, measurementInterval: 30).found(berlin) == nil)
    let minute = berlin.milliseconds / 60_000
    #expect(Ring(offset: 0, measurementInterval: 5, gaps: [minute - 900..<minute - 12]).found(berlin) == nil)
    #expect(Ring(offset: 0, measurementInterval: 5).found(Moment(noon, secondsFromGMT: 0)) == nil)
  }
}
