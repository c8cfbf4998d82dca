import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio

/// The events of a phone's day: its owner's habits, and the system's.
enum PhoneHabits {
  struct Event {
    /// The time since midnight.
    let time: Duration
    let action: @MainActor (SimulatedPhone) async throws -> Void
  }

  /// Returns the events of a day in order; at nine o'clock is one without an action.
  static func day(using random: inout SeededGenerator) -> [Event] {
    var events = [Event(time: .hours(9)) { _ in }]
    func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    func minute(_ range: Range<Int>) -> Duration { .minutes(Int.random(in: range, using: &random)) }
    func add(_ time: Duration, _ action: @escaping @MainActor (SimulatedPhone) async throws -> Void) {
      events.append(Event(time: time, action: action))
    }
    func away(from start: Duration, for duration: Duration) {
      add(start) { await $0.move(near: false) }
      add(start + duration) { await $0.move(near: true) }
    }
    // The phone is left at home all day, or for a walk, or in another room at night.
    if happens(12) {
      away(from: minute(480..<540), for: minute(400..<600))
    } else if happens(40) {
      away(from: minute(960..<1140), for: minute(30..<150))
    }
    if happens(8) { away(from: minute(0..<60), for: minute(350..<450)) }
    for _ in 0..<(happens(25) ? 0 : Int.random(in: 1...5, using: &random)) {
      let length = Duration.seconds(Int.random(in: 15...240, using: &random))
      add(minute(400..<1380)) { try await $0.open(for: length) }
    }
    if happens(12) {
      let (start, inSettings) = (minute(60..<1200), happens(60))
      add(start) { try await $0.switchBluetooth(on: false, inSettings: inSettings) }
      add(start + minute(20..<220)) { try await $0.switchBluetooth(on: true, inSettings: inSettings) }
    }
    // The system: it ends suspended apps, restarts for updates at night, and grants time.
    for _ in 0..<Int.random(in: 0...4, using: &random) { add(minute(0..<1440)) { await $0.terminate() } }
    if happens(10) {
      add(minute(180..<200)) { await $0.restart() }
      add(minute(390..<430)) { $0.unlock() }
    } else if happens(5) {
      let start = minute(600..<1300)
      add(start) { await $0.restart() }
      add(start + .minutes(3)) { $0.unlock() }
    }
    if happens(60) { add(minute(120..<300)) { try await $0.runSystemTask() } }
    for _ in 0..<Int.random(in: 0...2, using: &random) { add(minute(360..<1380)) { try await $0.runSystemTask() } }
    return events.sorted { $0.time < $1.time }
  }
}
