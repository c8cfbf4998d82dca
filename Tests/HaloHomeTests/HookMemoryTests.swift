import Foundation
import HaloHealth
import HaloJournal
import Testing

@testable import HaloHome

@Suite("Hook events")
struct HookMemoryTests {
  private let settings = HomeSettings(
    hooks: Dictionary(uniqueKeysWithValues: HookName.allCases.map { ($0, .line("true")) }))

  /// Passes a state to the memory and returns the new events. Encodes and decodes the memory in between, as if the
  /// program restarted each time.
  private func process(_ memory: inout HookMemory, _ state: DeviceState, _ now: Moment) throws -> [HookEvent] {
    memory = try JSONDecoder().decode(HookMemory.self, from: JSONEncoder().encode(memory))
    memory.observe([state], at: now, settings)
    let events = memory.pending
    for event in events { memory.reported(event) }
    return events
  }

  @Test func `reports a night once, an hour after its end; old nights are not reported`() throws {
    var memory = HookMemory()
    let old = (1...5).map { DeviceNight.ending(Moment.noon.after(hours: -24 * Double($0) + 19), toldAfter: 2) }
      .reversed()
    var state = DeviceState.ring().with { $0.nights = Array(old) }
    #expect(try process(&memory, state, .noon).isEmpty, "an existing journal")
    #expect(try process(&memory, state, Moment.noon.after(hours: 1)).isEmpty)

    let dawn = Moment.noon.after(hours: 16)
    state.nights.append(.ending(dawn, hours: 5, toldAfter: 0.1))
    #expect(try process(&memory, state, dawn.after(hours: 0.1)).isEmpty, "the night may continue")
    // The wearer continued to sleep.
    let morning = Moment.noon.after(hours: 19)
    state.nights[5] = .ending(morning, hours: 8, toldAfter: 0.2)
    #expect(try process(&memory, state, morning.after(hours: 0.2)).isEmpty)
    state.nights[5] = .ending(morning, hours: 8, toldAfter: 0.9)
    #expect(
      try process(&memory, state, morning.after(hours: 0.9)).isEmpty, "a continuation within an hour is the same sleep")
    state.nights[5] = .ending(morning, hours: 8, toldAfter: 1.1)
    let events = try process(&memory, state, morning.after(hours: 1.1))
    #expect(events.map(\.name) == [.newNight])
    #expect(events.first?.id == "new-night C3:11:22:33:44:55 2026-11-20T23:00:00+02:00")
    #expect(events.first?.environment["HALO_NIGHT_ASLEEP"] == "420")
    #expect(events.first?.environment["HALO_NIGHT_END"] == "2026-11-21T07:00:00+02:00")
    #expect(events.first?.environment["HALO_WEARER"] == "Ada")
    #expect(events.first?.environment["HALO_BATTERY"] == nil, "unknown values are not set")
    #expect(events.first?.json.contains(#""battery":null"#) == true)
    #expect(try process(&memory, state, morning.after(hours: 1.2)).isEmpty)
    // The night grew after it was reported.
    state.nights[5] = .ending(morning.after(hours: 1), hours: 9, toldAfter: 1)
    #expect(try process(&memory, state, morning.after(hours: 2)).isEmpty)
    // Three days later, three nights arrive at once.
    for day in 1...3 {
      state.nights.append(.ending(morning.after(hours: 24 * Double(day)), toldAfter: Double(80 - 24 * day)))
    }
    #expect(try process(&memory, state, morning.after(hours: 80)).map(\.name) == [.newNight, .newNight, .newNight])
    #expect(try process(&memory, state, morning.after(hours: 81)).isEmpty)
  }

  @Test func `a clock that was temporarily in the future does not suppress new nights`() throws {
    var memory = HookMemory()
    let future = Moment.noon.after(hours: 24 * 300)
    _ = try process(&memory, .ring(), future)
    let wrong = DeviceState.ring().with { $0.nights = [.ending(future.after(hours: 19), toldAfter: 1)] }
    #expect(try process(&memory, wrong, future.after(hours: 21)).map(\.name) == [.newNight])
    // The clock is correct again. The next night is reported once.
    #expect(try process(&memory, .ring(), .noon).isEmpty)
    let morning = Moment.noon.after(hours: 19)
    let right = DeviceState.ring().with { $0.nights = [.ending(morning, toldAfter: 1)] }
    #expect(try process(&memory, right, morning.after(hours: 1)).map(\.name) == [.newNight])
    #expect(try process(&memory, right, morning.after(hours: 2)).isEmpty)
  }

  @Test func `a clock that was temporarily in the future does not suppress failures`() throws {
    var memory = HookMemory()
    let failing = DeviceState.ring().with { $0.problem = "no answer" }
    #expect(try process(&memory, failing, Moment.noon.after(hours: 24 * 300)).isEmpty)
    #expect(try process(&memory, failing, .noon).isEmpty)
    #expect(try process(&memory, failing, Moment.noon.after(hours: 1)).map(\.name) == [.syncFailed])
  }

  @Test func `imported nights cause no event`() throws {
    var memory = HookMemory()
    _ = try process(&memory, .ring(), .noon)
    let state = DeviceState.ring().with { $0.nights = [.ending(Moment.noon.after(hours: 19), toldAfter: nil)] }
    #expect(try process(&memory, state, Moment.noon.after(hours: 24)).isEmpty)
  }

  @Test func `a low battery is reported once until it was charged, despite fluctuations`() throws {
    var memory = HookMemory()
    var reported: [Int] = []
    for (hour, percent) in [40, 16, 15, 16, 14, 20, 15, 24, 12, 25, 16, 15, 100, 15].enumerated() {
      let now = Moment.noon.after(hours: Double(hour))
      let state = DeviceState.ring().with { $0.battery = DeviceState.Reading(percent, at: now) }
      if try process(&memory, state, now).contains(where: { $0.name == .batteryLow }) { reported.append(hour) }
    }
    #expect(reported == [2, 11, 13])
    var first = HookMemory()
    let low = DeviceState.ring().with { $0.battery = DeviceState.Reading(9, at: .noon) }
    #expect(try process(&first, low, .noon).map(\.name) == [.batteryLow], "even if it was low from the start")
    #expect(try process(&first, low, .noon).isEmpty)
  }

  @Test func `a device is lost after a day without contact, and back at the next contact`() throws {
    var memory = HookMemory()
    let seen = DeviceState.ring().with { $0.lastSeen = .noon }
    #expect(try process(&memory, seen, .noon).isEmpty)
    #expect(try process(&memory, seen, Moment.noon.after(hours: 23.9)).isEmpty)
    #expect(try process(&memory, seen, Moment.noon.after(hours: 24)).map(\.name) == [.deviceLost])
    #expect(try process(&memory, seen, Moment.noon.after(hours: 50)).isEmpty)
    let back = seen.with { $0.lastSeen = Moment.noon.after(hours: 51) }
    #expect(try process(&memory, back, Moment.noon.after(hours: 51)).map(\.name) == [.deviceBack])
    // A device in range is not lost, regardless of its last connection; one lost before Halo's start causes no event.
    let near = back.with { $0.isPresent = true }
    #expect(try process(&memory, near, Moment.noon.after(hours: 100)).isEmpty)
    var other = HookMemory()
    #expect(try process(&other, seen, Moment.noon.after(hours: 100)).isEmpty)
  }

  @Test func `failures are reported once after an hour, with the reason; single ones are not`() throws {
    var memory = HookMemory()
    let failing = DeviceState.ring().with { $0.problem = "no answer" }
    func reported(_ state: DeviceState, _ hours: Double) throws -> [HookEvent] {
      try process(&memory, state, Moment.noon.after(hours: hours))
    }
    #expect(try reported(.ring(), 0).isEmpty)
    #expect(try reported(failing, 1).isEmpty)
    #expect(try reported(.ring(), 1.5).isEmpty)
    #expect(try reported(failing, 2).isEmpty)
    #expect(try reported(failing, 2.9).isEmpty)
    #expect(try reported(failing, 3).map { $0.environment["HALO_PROBLEM"] } == ["no answer"])
    #expect(try reported(failing, 9).isEmpty)
  }

  @Test func `events without a command are dropped; unpaired devices are removed`() throws {
    var memory = HookMemory()
    let low = DeviceState.ring().with { $0.battery = DeviceState.Reading(5, at: .noon) }
    memory.observe([low], at: .noon, HomeSettings(hooks: [.newNight: .line("true")]))
    #expect(memory.pending.isEmpty)
    memory.observe([], at: .noon, settings)
    #expect(memory.devices.isEmpty)
  }
}
