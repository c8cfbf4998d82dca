import Foundation
import HaloBluetooth
import HaloHealth
import HaloInterchange
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

/// Weeks with a phone and a ring, and what the owner sees each morning without opening the app.
///
/// `make prove` simulates thirty owners for a week each (`HALO_PHONE_WEEKS`), the unit tests one for two days.
@Suite("Weeks with a phone")
@MainActor
struct PhoneWeeksTests {
  private static let weeks = ProcessInfo.processInfo.environment["HALO_PHONE_WEEKS"].flatMap(Int.init)

  @Test
  func `the night is there in the morning, nothing is called missing that was near, and connections are few`()
    async throws
  {
    var mornings: [Bool] = []
    for owner in 1...(Self.weeks ?? 1) {
      let account = try await Self.simulate(owner: UInt64(owner), days: Self.weeks == nil ? 2 : 7)
      if Self.weeks != nil { print("owner \(owner): \(account)") }
      mornings += account.mornings
      #expect(account.falseNotices.isEmpty)
      #expect(account.connections.max() ?? 0 <= 30, "owner \(owner): \(account)")
      // In range means synced about hourly.
      #expect(account.oldest <= .minutes(70), "owner \(owner): \(account)")
    }
    if Self.weeks != nil { print("\(mornings.filter(\.self).count) of \(mornings.count) mornings") }
    #expect(mornings.filter(\.self).count * 100 >= mornings.count * 95 && !mornings.isEmpty)
  }

  @Test func `a ring that is missing is announced after a day, although the app is ended and refreshed every day`()
    async throws
  {
    try await ModelFixture.run { place in
      let phone = try SimulatedPhone(place)
      try await phone.open(for: .minutes(2))
      try await place.clock.sleep(for: .hours(2))
      await phone.move(near: false)
      for _ in 0..<4 {
        try await place.clock.sleep(for: .hours(6))
        await phone.terminate()
        try await place.clock.sleep(for: .hours(3))
        try await phone.runSystemTask()
        let announced = phone.notifications.shown.filter { $0.id.hasPrefix("unseen") }
        #expect(announced.count == (place.clock.now.offset < .hours(26) ? 0 : 1))
      }
      await phone.end()
    }
  }

  struct Account: CustomStringConvertible {
    /// True if the widget shows the night at nine o'clock, for each morning on which the ring was near.
    var mornings: [Bool] = []
    var connections: [Int] = []
    var falseNotices: [String] = []
    /// The greatest age of the data while the ring could be reached all the time.
    var oldest = Duration.zero

    var description: String {
      "\(mornings.filter(\.self).count) of \(mornings.count) mornings, connections \(connections), oldest \(oldest), \(falseNotices)"
    }
  }

  private static func simulate(owner: UInt64, days: Int) async throws -> Account {
    let account = Box(Account())
    try await ModelFixture.run { place in
      let phone = try SimulatedPhone(place)
      try await phone.open(for: .seconds(90))
      var random = SeededGenerator(seed: owner)
      let midnight = Duration.days(1) - .seconds(place.time.wallClock.secondOfDay)
      let start = place.clock.now.offset + midnight
      for day in 0..<days {
        let begin = start + .days(day)
        for event in PhoneHabits.day(using: &random) {
          try await place.clock.sleep(for: max(.zero, begin + event.time - place.clock.now.offset))
          if event.time == .hours(9) {
            try Self.look(phone, place, begin, &account.value)
          } else {
            try await event.action(phone)
          }
          try Self.checkAge(phone, place, &account.value)
        }
      }
      account.value.connections = (0..<days).map { day in
        phone.system.connections(in: (start + .days(day))..<(start + .days(day + 1)))
      }
      for notice in phone.notifications.shown where notice.id.hasPrefix("unseen") {
        guard let time = notice.time else { continue }
        let end = place.clock.now.offset - (place.time.moment - time)
        let reachable = phone.system.reachable(in: max(.zero, end - .hours(24))...max(.zero, end))
        if reachable > .hours(3) { account.value.falseNotices.append("\(notice.title.english): \(reachable)") }
      }
      await phone.end()
    }
    return account.value
  }

  /// What the owner sees at nine o'clock on the widget.
  private static func look(
    _ phone: SimulatedPhone, _ place: ModelFixture, _ midnight: Duration, _ account: inout Account
  ) throws {
    let today = place.time.wallClock.date
    let night = ModelFixture.wearer.day(today).night
    let wake = midnight + .minutes(night.end)
    let now = place.clock.now.offset
    // The ring has the night some minutes after its end. Without an hour in range no phone can have it.
    guard wake < now - .minutes(75), phone.system.reachable(in: wake...now) > .minutes(70) else { return }
    let snapshot = phone.dataSink.notes.widgetSnapshot
    account.mornings.append(snapshot?.date == today && snapshot?.sleep != nil)
  }

  private static func checkAge(_ phone: SimulatedPhone, _ place: ModelFixture, _ account: inout Account) throws {
    guard let synced = phone.dataSink.notes.widgetSnapshot?.synced else { return }
    let age = place.time.moment - Moment(milliseconds: synced * 1000, secondsFromGMT: 0)
    let now = place.clock.now.offset
    let period = max(.zero, now - age)...now
    guard phone.system.reachable(in: period) >= age - .seconds(1) else { return }
    account.oldest = max(account.oldest, age)
  }
}

@MainActor
private final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
