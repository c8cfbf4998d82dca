import HaloText
import Foundation
import GRDB
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloEngine
@testable import HaloJournal

/// A ring in UTC, as another app left it, or in local time, at places east and west of Greenwich.
@Suite struct FoundClockTests {
  struct Place: Sendable, CustomTestStringConvertible {
    let name: String
    let offset: Int
    var testDescription: String { name }
  }

  static let places = [
    Place(name: "Europe/Berlin", offset: 3600), Place(name: "Asia/Kathmandu", offset: 20_700),
    Place(name: "America/St_Johns", offset: -12_600),
  ]

  private static let date = CalendarDate(daysSince1970: 20_770)

  /// A home with a ring whose clock is ahead of local time by `secondsAhead`; the simulation begins at a minute of the
  /// day.
  private func home(
    _ clock: SimulatedClock, _ place: Place, minute: Int, secondsAhead: Int
  ) async throws -> (SimulatedHome, VirtualColmiRing, Device) {
    let home = try SimulatedHome(
      clock, registry: .bundled, start: WallClock(date: Self.date, minuteOfDay: minute),
      zone: SimulatedZone(place.name, secondsFromGMT: place.offset))
    let time = home.time
    let ring = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 3), secondsAhead: secondsAhead) { time.wallClock }
    // A high charge, because a ring that is being charged shows no difference.
    ring.setBattery(percent: 90)
    return (home, ring, try await home.pair(ring, name: "ring", wearer: "me"))
  }

  /// The stored heart rates of logs, by their local times.
  private func rates(_ home: SimulatedHome) throws -> [(time: WallClock, value: Double, isDoubtful: Bool)] {
    try home.samples(of: .heartRate).filter { $0.source == .log }.map { sample in
      let start = Moment(milliseconds: sample.start.milliseconds, secondsFromGMT: home.zone.secondsFromGMT)
      return (start.wallClock, sample.value, sample.isDoubtful)
    }
  }

  private static let rates = Dictionary(
    uniqueKeysWithValues: (-10...2).map {
      (date.adding(days: $0), SimulatedPerson(seed: 3).day(date.adding(days: $0)).heartRate)
    })

  /// True if the simulated wearer had that heart rate at that time.
  private func isTrue(_ time: WallClock, _ value: Double) -> Bool {
    let rates = Self.rates[time.date] ?? []
    return !rates.isEmpty && time.secondOfDay.isMultiple(of: 300) && Double(rates[time.secondOfDay / 300]) == value
  }

  /// The times of pairing, in minutes after midnight.
  private static let minutes =
    ProcessInfo.processInfo.environment["HALO_LONG_TESTS"] == nil
    ? [30, 13 * 60 + 3] : [30, 9 * 60 + 3, 13 * 60 + 3, 20 * 60 + 58]

  @Test(arguments: places, minutes)
  func `values of a ring in UTC at wrong times are doubtful and warned about`(
    _ place: Place, minute: Int
  ) async throws {
    try await Simulation.run { clock in
      let (home, _, device) = try await home(clock, place, minute: minute, secondsAhead: -place.offset)
      _ = try await home.engine.sync(device)
      let difference = try home.journal.clockDifference(of: device, inLatestSession: true)
      let values = try rates(home)
      #expect(!values.isEmpty)
      let wrong = values.filter { !$0.isDoubtful && !isTrue($0.time, $0.value) }
      if let difference {
        #expect(wrong.isEmpty, "\(wrong.count) of \(values.count)")
        #expect(difference.found.secondsFromGMT == 0 && difference.isFirst)
        #expect(difference.secondsBehind == place.offset)
        let words = difference.words(name: device.name).english
        #expect(words.contains(place.offset > 0 ? "behind" : "ahead of"), "\(words)")
        #expect(
          difference.advice(name: device.name, identifier: device.identifier)?.english.contains(
            #"halo pair --clock-in-utc --device "ring"'"#) == true)
      } else {
        Issue.record("nothing was found in \(place.name) at \(minute / 60):\(minute % 60)")
      }
      // A rebuild from the frames gives the same result.
      let before = try home.journal.clockDifference(of: device)
      let changes = try SessionDecoder(home.journal, .bundled).rebuild()
      #expect(changes.before == changes.same && changes.after == changes.same)
      #expect(try home.journal.clockDifference(of: device) == before)
    }
  }

  @Test(arguments: places, minutes)
  func `after pairing with the clock in UTC, every certain value is at its real time`(
    _ place: Place, minute: Int
  ) async throws {
    try await Simulation.run { clock in
      let (home, _, device) = try await home(clock, place, minute: minute, secondsAhead: -place.offset)
      _ = try await home.engine.sync(device)
      try home.journal.setPriorClockToUTC(device)
      _ = try SessionDecoder(home.journal, .bundled).rebuild()
      #expect(try home.journal.clockDifference(of: device) == nil)
      let once = try rates(home)
      #expect(once.count { !$0.isDoubtful } * 20 > once.count * 19)
      #expect(once.allSatisfy { $0.isDoubtful || isTrue($0.time, $0.value) })
      // Data recorded with the new clock is certain too, and does not replace other data.
      try await clock.sleep(for: .seconds(6 * 3600))
      _ = try await home.engine.sync(device)
      let later = try rates(home)
      #expect(later.allSatisfy { $0.isDoubtful || isTrue($0.time, $0.value) })
      // A clock that was put back shows some hours twice: those are doubtful.
      #expect(later.count { !$0.isDoubtful } >= once.count { !$0.isDoubtful } + (place.offset > 0 ? 60 : 25))
    }
  }

  @Test(arguments: places, minutes)
  func `gives no warning for a ring in local time`(_ place: Place, minute: Int) async throws {
    try await Simulation.run { clock in
      let (home, _, device) = try await home(clock, place, minute: minute, secondsAhead: 0)
      for _ in 0..<2 {
        _ = try await home.engine.sync(device)
        #expect(try home.journal.clockDifference(of: device) == nil)
        try await clock.sleep(for: .seconds(1800))
      }
      #expect(try rates(home).allSatisfy { !$0.isDoubtful && isTrue($0.time, $0.value) })
    }
  }

  @Test func `times become certain when the wearer confirms the clock`() async throws {
    try await Simulation.run { clock in
      let (home, _, device) = try await home(clock, Self.places[0], minute: 783, secondsAhead: -3600)
      _ = try await home.engine.sync(device)
      #expect(try rates(home).contains(where: \.isDoubtful))
      try home.journal.setPriorClockToLocal(device)
      _ = try SessionDecoder(home.journal, .bundled).rebuild()
      #expect(try home.journal.clockDifference(of: device) == nil)
      #expect(try rates(home).allSatisfy { !$0.isDoubtful })
    }
  }

  @Test func `detects a ring that another app set to UTC between two syncs`() async throws {
    try await Simulation.run { clock in
      let (home, ring, device) = try await home(clock, Self.places[0], minute: 9 * 60, secondsAhead: 0)
      _ = try await home.engine.sync(device)
      ring.setClock(secondsAhead: -3600)
      try await clock.sleep(for: .seconds(4 * 3600))
      _ = try await home.engine.sync(device)
      let difference = try #require(try home.journal.clockDifference(of: device, inLatestSession: true))
      #expect(!difference.isFirst && difference.remedies(name: device.name, identifier: device.identifier) == nil)
      #expect(try rates(home).allSatisfy { $0.isDoubtful || isTrue($0.time, $0.value) })
    }
  }

  @Test func `requests today's heart rates once in a sync, and not before setting the clock in other sessions`()
    async throws
  {
    try await Simulation.run { clock in
      let (home, _, device) = try await home(clock, Self.places[0], minute: 600, secondsAhead: 0)
      func asked() throws -> [[UInt8]] {
        try home.journal.read { db in
          try Data.fetchAll(db, sql: "SELECT bytes FROM frame WHERE sent = 1 ORDER BY id")
        }.map { [UInt8]($0) }
      }
      _ = try await home.engine.sync(device)
      let logs = try asked().filter { $0.first == 0x15 }
      #expect(Set(logs).count == logs.count && logs.count == 7)
      #expect(try asked().prefix(3).map(\.first) == [0x07, 0x15, 0x01])
      let before = try asked().count
      try await home.engine.ask(device, for: "info") { _ in }
      #expect(try asked().dropFirst(before).map(\.first) == [0x07, 0x01])
    }
  }
}
