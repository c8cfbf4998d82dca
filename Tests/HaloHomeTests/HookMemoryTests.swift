import Foundation
import HaloHealth
import HaloJournal
import Testing

@testable import HaloHome

@Suite("What hooks are told")
struct HookMemoryTests {
  private let settings = HomeSettings(
    hooks: Dictionary(uniqueKeysWithValues: HookName.allCases.map { ($0, .line("true")) }))

  /// Shows a memory states, and takes what it says. It is written and read in between, as where the program is restarted each time.
  private func tell(_ memory: inout HookMemory, _ state: DeviceState, _ now: Moment) throws -> [HookEvent] {
    memory = try JSONDecoder().decode(HookMemory.self, from: JSONEncoder().encode(memory))
    memory.observe([state], at: now, settings)
    let events = memory.pending
    for event in events { memory.told(event) }
    return events
  }

  @Test("a night is told once, when the device told it an hour after its end; old ones are not")
  func nights() throws {
    var memory = HookMemory()
    let old = (1...5).map { ToldNight.ending(Moment.noon.after(hours: -24 * Double($0) + 19), toldAfter: 2) }.reversed()
    var state = DeviceState.ring().with { $0.nights = Array(old) }
    #expect(try tell(&memory, state, .noon).isEmpty, "a journal that is there already")
    #expect(try tell(&memory, state, Moment.noon.after(hours: 1)).isEmpty)

    let dawn = Moment.noon.after(hours: 16)
    state.nights.append(.ending(dawn, hours: 5, toldAfter: 0.1))
    #expect(try tell(&memory, state, dawn.after(hours: 0.1)).isEmpty, "it may go on")
    // The wearer slept on.
    let morning = Moment.noon.after(hours: 19)
    state.nights[5] = .ending(morning, hours: 8, toldAfter: 0.2)
    #expect(try tell(&memory, state, morning.after(hours: 0.2)).isEmpty)
    state.nights[5] = .ending(morning, hours: 8, toldAfter: 0.9)
    #expect(try tell(&memory, state, morning.after(hours: 0.9)).isEmpty, "what comes within an hour is the same sleep")
    state.nights[5] = .ending(morning, hours: 8, toldAfter: 1.1)
    let events = try tell(&memory, state, morning.after(hours: 1.1))
    #expect(events.map(\.name) == [.newNight])
    #expect(events.first?.id == "new-night C3:11:22:33:44:55 2026-11-20T23:00:00+02:00")
    #expect(events.first?.environment["HALO_NIGHT_ASLEEP"] == "420")
    #expect(events.first?.environment["HALO_NIGHT_END"] == "2026-11-21T07:00:00+02:00")
    #expect(events.first?.environment["HALO_WEARER"] == "Ada")
    #expect(events.first?.environment["HALO_BATTERY"] == nil, "what is not known is not set")
    #expect(events.first?.json.contains(#""battery":null"#) == true)
    #expect(try tell(&memory, state, morning.after(hours: 1.2)).isEmpty)
    // It grew after it was told.
    state.nights[5] = .ending(morning.after(hours: 1), hours: 9, toldAfter: 1)
    #expect(try tell(&memory, state, morning.after(hours: 2)).isEmpty)
    // Three days later three nights come at once.
    for day in 1...3 {
      state.nights.append(.ending(morning.after(hours: 24 * Double(day)), toldAfter: Double(80 - 24 * day)))
    }
    #expect(try tell(&memory, state, morning.after(hours: 80)).map(\.name) == [.newNight, .newNight, .newNight])
    #expect(try tell(&memory, state, morning.after(hours: 81)).isEmpty)
  }

  @Test func `a clock that was once in the future does not silence new nights`() throws {
    var memory = HookMemory()
    let future = Moment.noon.after(hours: 24 * 300)
    _ = try tell(&memory, .ring(), future)
    let wrong = DeviceState.ring().with { $0.nights = [.ending(future.after(hours: 19), toldAfter: 1)] }
    #expect(try tell(&memory, wrong, future.after(hours: 21)).map(\.name) == [.newNight])
    // The clock is right again. The next night is reported, once.
    #expect(try tell(&memory, .ring(), .noon).isEmpty)
    let morning = Moment.noon.after(hours: 19)
    let right = DeviceState.ring().with { $0.nights = [.ending(morning, toldAfter: 1)] }
    #expect(try tell(&memory, right, morning.after(hours: 1)).map(\.name) == [.newNight])
    #expect(try tell(&memory, right, morning.after(hours: 2)).isEmpty)
  }

  @Test func `a clock that was once in the future does not silence failures`() throws {
    var memory = HookMemory()
    let failing = DeviceState.ring().with { $0.problem = "no answer" }
    #expect(try tell(&memory, failing, Moment.noon.after(hours: 24 * 300)).isEmpty)
    #expect(try tell(&memory, failing, .noon).isEmpty)
    #expect(try tell(&memory, failing, Moment.noon.after(hours: 1)).map(\.name) == [.syncFailed])
  }

  @Test("what was imported is no new night")
  func imported() throws {
    var memory = HookMemory()
    _ = try tell(&memory, .ring(), .noon)
    let state = DeviceState.ring().with { $0.nights = [.ending(Moment.noon.after(hours: 19), toldAfter: nil)] }
    #expect(try tell(&memory, state, Moment.noon.after(hours: 24)).isEmpty)
  }

  @Test("a low cell is told once until it was charged, however the percents tremble")
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
    #expect(try tell(&first, low, .noon).map(\.name) == [.batteryLow], "also where it was low from the start")
    #expect(try tell(&first, low, .noon).isEmpty)
  }

  @Test("a device is lost after a day without a sign of it, and back at the next")
  func lost() throws {
    var memory = HookMemory()
    let seen = DeviceState.ring().with { $0.lastSeen = .noon }
    #expect(try tell(&memory, seen, .noon).isEmpty)
    #expect(try tell(&memory, seen, Moment.noon.after(hours: 23.9)).isEmpty)
    #expect(try tell(&memory, seen, Moment.noon.after(hours: 24)).map(\.name) == [.deviceLost])
    #expect(try tell(&memory, seen, Moment.noon.after(hours: 50)).isEmpty)
    let back = seen.with { $0.lastSeen = Moment.noon.after(hours: 51) }
    #expect(try tell(&memory, back, Moment.noon.after(hours: 51)).map(\.name) == [.deviceBack])
    // One that is near is not lost, whenever it was spoken with; one that was lost before Halo came is no news.
    let near = back.with { $0.isPresent = true }
    #expect(try tell(&memory, near, Moment.noon.after(hours: 100)).isEmpty)
    var other = HookMemory()
    #expect(try tell(&other, seen, Moment.noon.after(hours: 100)).isEmpty)
  }

  @Test("failures of an hour are told once, with the reason; single ones are not")
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

  @Test("events without a command are not kept; a device that is forgotten is")
  func without() throws {
    var memory = HookMemory()
    let low = DeviceState.ring().with { $0.battery = DeviceState.Reading(5, at: .noon) }
    memory.observe([low], at: .noon, HomeSettings(hooks: [.newNight: .line("true")]))
    #expect(memory.pending.isEmpty)
    memory.observe([], at: .noon, settings)
    #expect(memory.devices.isEmpty)
  }
}
