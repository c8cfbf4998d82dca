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
  private func tell(_ memory: inout HookMemory, _ state: DeviceState, _ now: Moment) throws -> [HookEvent] {
    memory = try JSONDecoder().decode(HookMemory.self, from: JSONEncoder().encode(memory))
    memory.observe([state], at: now, settings)
    let events = memory.pending
    for event in events { memory.told(event) }
    return events
  }

  @Test("reports a night once, an hour after its end; old nights are not reported")
  func nights() throws {
    var memory = HookMemory()
    let old = (1...5).map { ToldNight.ending(Moment.noon.after(hours: -24 * Double($0) + 19), toldAfter: 2) }.reversed()
    var state = DeviceState.ring().with { $0.nights = Array(old) }
    #expect(try tell(&memory, state, .noon).isEmpty, "an existing journal")
    #expect(try tell(&memory, state, Moment.noon.after(hours: 1)).isEmpty)

    let dawn = Moment.noon.after(hours: 16)
    state.nights.append(.ending(dawn, hours: 5, toldAfter: 0.1))
    #expect(try tell(&memory, state, dawn.after(hours: 0.1)).isEmpty, "the night may continue")
    // The wearer continued to sleep.
    let morning = Moment.noon.after(hours: 19)
    state.nights[5] = .ending(morning, hours: 8, toldAfter: 0.2)
    #expect(try tell(&memory, state, morning.after(hours: 0.2)).isEmpty)
    state.nights[5] = .ending(morning, hours: 8, toldAfter: 0.9)
    #expect(
      try tell(&memory, state, morning.after(hours: 0.9)).isEmpty, "a continuation within an hour is the same sleep")
    state.nights[5] = .ending(morning, hours: 8, toldAfter: 1.1)
    let events = try tell(&memory, state, morning.after(hours: 1.1))
    #expect(events.map(\.name) == [.newNight])
    #expect(events.first?.id == "new-night C3:11:22:33:44:55 2026-11-20T23:00:00+02:00")
    #expect(events.first?.environment["HALO_NIGHT_ASLEEP"] == "420")
    #expect(events.first?.environment["HALO_NIGHT_END"] == "2026-11-21T07:00:00+02:00")
    #expect(events.first?.environment["HALO_WEARER"] == "Ada")
    #expect(events.first?.environment["HALO_BATTERY"] == nil, "unknown values are not set")
    #expect(events.first?.json.contains(#""battery":null"#) == true)
    #expect(try tell(&memory, state, morning.after(hours: 1.2)).isEmpty)
    // The night grew after it was reported.
    state.nights[5] = .ending(morning.after(hours: 1), hours: 9, toldAfter: 1)
    #expect(try tell(&memory, state, morning.after(hours: 2)).isEmpty)
    // Three days later, three nights arrive at once.
    for day in 1...3 {
      state.nights.append(.ending(morning.after(hours: 24 * Double(day)), toldAfter: Double(80 - 24 * day)))
    }
    #expect(try tell(&memory, state, morning.after(hours: 80)).map(\.name) == [.newNight, .newNight, .newNight])
    #expect(try tell(&memory, state, morning.after(hours: 81)).isEmpty)
  }

  @Test func `a clock that was temporarily in the future does not suppress new nights`() throws {
    var memory = HookMemory()
    let future = Moment.noon.after(hours: 24 * 300)
    _ = try tell(&memory, .ring(), future)
    let wrong = DeviceState.ring().with { $0.nights = [.ending(future.after(hours: 19), toldAfter: 1)] }
    #expect(try tell(&memory, wrong, future.after(hours: 21)).map(\.name) == [.newNight])
    // The clock is correct again. The next night is reported once.
    #expect(try tell(&memory, .ring(), .noon).isEmpty)
    let morning = Moment.noon.after(hours: 19)
    let right = DeviceState.ring().with { $0.nights = [.ending(morning, toldAfter: 1)] }
    #expect(try tell(&memory, right, morning.after(hours: 1)).map(\.name) == [.newNight])
    #expect(try tell(&memory, right, morning.after(hours: 2)).isEmpty)
  }

  @Test func `a clock that was temporarily in the future does not suppress failures`() throws {
    var memory = HookMemory()
    let failing = DeviceState.ring().with { $0.problem = "no answer" }
    #expect(try tell(&memory, failing, Moment.noon.after(hours: 24 * 300)).isEmpty)
    #expect(try tell(&memory, failing, .noon).isEmpty)
    #expect(try tell(&memory, failing, Moment.noon.after(hours: 1)).map(\.name) == [.syncFailed])
  }

  @Test("imported nights cause no event")
  func imported() throws {
    var memory = HookMemory()
    _ = try tell(&memory, .ring(), .noon)
    let state = DeviceState.ring().with { $0.nights = [.ending(Moment.noon.after(hours: 19), toldAfter: nil)] }
    #expect(try tell(&memory, state, Moment.noon.after(hours: 24)).isEmpty)
  }

  @Test("a low battery is reported once until it was charged, despite fluctuations")
  func battery() throws {
    var memory = HookMemory()
    var told: [Int] = []
    for (hour, percent) in [40, 16, 15, 16, 14, 20, 15, 24, 12, 25, 16, 15, 100, 15].enumerated() {
      let now = Moment.noon.after(hours: Double(hour))
      let state = DeviceState.ring().with { $0.battery = DeviceState.Reading(percent, at: now) }
      if try tell(&memory, state, now).contains(where: { $0.name == .batteryLow }) { told.append(hour) }
    }
    #expect(told == [2, 11, 13])
    var first = HookMemory()
    let low = DeviceState.ring().with { $0.battery = DeviceState.Reading(9, at: .noon) }
    #expect(try tell(&first, low, .noon).map(\.name) == [.batteryLow], "even if it was low from the start")
    #expect(try tell(&first, low, .noon).isEmpty)
  }

  @Test("a device is lost after a day without contact, and back at the next contact")
  func lost() throws {
    var memory = HookMemory()
    let seen = DeviceState.ring().with { $0.lastSeen = .noon }
    #expect(try tell(&memory, seen, .noon).isEmpty)
    #expect(try tell(&memory, seen, Moment.noon.after(hours: 23.9)).isEmpty)
    #expect(try tell(&memory, seen, Moment.noon.after(hours: 24)).map(\.name) == [.deviceLost])
    #expect(try tell(&memory, seen, Moment.noon.after(hours: 50)).isEmpty)
    let back = seen.with { $0.lastSeen = Moment.noon.after(hours: 51) }
    #expect(try tell(&memory, back, Moment.noon.after(hours: 51)).map(\.name) == [.deviceBack])
    // A device in range is not lost, regardless of its last connection; one lost before Halo's start causes no event.
    let near = back.with { $0.isPresent = true }
    #expect(try tell(&memory, near, Moment.noon.after(hours: 100)).isEmpty)
    var other = HookMemory()
    #expect(try tell(&other, seen, Moment.noon.after(hours: 100)).isEmpty)
  }

  @Test("failures are reported once after an hour, with the reason; single ones are not")
  func failures() throws {
    var memory = HookMemory()
    let failing = DeviceState.ring().with { $0.problem = "no answer" }
    func told(_ state: DeviceState, _ hours: Double) throws -> [HookEvent] {
      try tell(&memory, state, Moment.noon.after(hours: hours))
    }
    #expect(try told(.ring(), 0).isEmpty)
    #expect(try told(failing, 1).isEmpty)
    #expect(try told(.ring(), 1.5).isEmpty)
    #expect(try told(failing, 2).isEmpty)
    #expect(try told(failing, 2.9).isEmpty)
    #expect(try told(failing, 3).map { $0.environment["HALO_PROBLEM"] } == ["no answer"])
    #expect(try told(failing, 9).isEmpty)
  }

  @Test("events without a command are dropped; unpaired devices are removed")
  func without() throws {
    var memory = HookMemory()
    let low = DeviceState.ring().with { $0.battery = DeviceState.Reading(5, at: .noon) }
    memory.observe([low], at: .noon, HomeSettings(hooks: [.newNight: .line("true")]))
    #expect(memory.pending.isEmpty)
    memory.observe([], at: .noon, settings)
    #expect(memory.devices.isEmpty)
  }
}
