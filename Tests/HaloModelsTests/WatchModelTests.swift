import HaloBluetooth
import HaloEverestW311
import HaloHealth
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("A watch's screen")
@MainActor
struct WatchModelTests {
  private func pairWatch(_ place: ModelFixture) async throws -> (VirtualEverestW311, WatchModel) {
    let time = place.time
    let watch = VirtualEverestW311(wearer: SimulatedPerson(seed: 3)) { time.wallClock }
    await place.medium.add(watch)
    let device = try place.environment.journal.pair(
      watch.profile.device, family: EverestW311Driver.family.id, name: "Watch", wearer: "me", at: place.environment.now)
    return (watch, WatchModel(device, place.environment))
  }

  @Test func `adds, changes and deletes alarms, and shows those that the watch keeps`() async throws {
    try await ModelFixture.run { place in
      let (watch, model) = try await pairWatch(place)
      try await running({ await model.run() }) {
        await until({ model.alarms.value == [] && !model.isBusy }, on: place.clock)
        model.save(try #require(model.newAlarm))
        await until({ model.alarms.value?.count == 1 && !model.isBusy }, on: place.clock)
        let first = try #require(model.alarms.value?.first)
        #expect(watch.alarms == [first] && first.time == TimeOfDay(minutes: 420) && first.isEnabled)
        #expect(first.days.english == "Monday to Friday")
        model.save(
          Alarm(slot: first.slot, isEnabled: false, time: TimeOfDay(minutes: 555), weekdays: [0, 6], isWeekly: true))
        await until({ model.alarms.value?.first?.isEnabled == false && !model.isBusy }, on: place.clock)
        #expect(model.alarms.value == watch.alarms && watch.alarms.first?.time == TimeOfDay(minutes: 555))
        #expect(model.alarms.value?.first?.days.english == "Sunday, Saturday")
        for count in 2...5 {
          model.save(try #require(model.newAlarm))
          await until({ model.alarms.value?.count == count && !model.isBusy }, on: place.clock)
        }
        #expect(model.newAlarm == nil, "the watch stores five")
        #expect(Set(model.alarms.value ?? []) == Set(watch.alarms))
        model.delete(try #require(model.alarms.value?.last))
        await until({ model.alarms.value?.count == 4 && !model.isBusy }, on: place.clock)
        #expect(watch.alarms.count == 4 && watch.alarms.allSatisfy { $0.time == TimeOfDay(minutes: 420) })
        #expect(model.newAlarm != nil && model.problem == nil)
      }
    }
  }

  @Test func `shows and hides display pages`() async throws {
    try await ModelFixture.run { place in
      let (watch, model) = try await pairWatch(place)
      try await running({ await model.run() }) {
        await until({ !model.pages.isEmpty && !model.isBusy }, on: place.clock)
        #expect(model.pages.count { $0.isShown } == 9 && model.pages.first?.title.english == "Logo")
        let call = try #require(model.pages.first { $0.id == "call" })
        #expect(!call.isShown && call.title.english == "Calls")
        model.show(call, true)
        await until({ model.pages.contains { $0.id == "call" && $0.isShown } && !model.isBusy }, on: place.clock)
        #expect(watch.pages.last == .call && watch.pages.count == 10)
        model.show(try #require(model.pages.first), false)
        await until({ model.pages.first?.id == "time" && !model.isBusy }, on: place.clock)
        #expect(watch.pages.first == .time && watch.pages.count == 9)
        #expect(model.pages.allSatisfy { $0.title.english != $0.id })
      }
    }
  }

  @Test func `a watch out of range is an error that names it, and what it answered stays`() async throws {
    try await ModelFixture.run { place in
      let (watch, model) = try await pairWatch(place)
      try await running({ await model.run() }) {
        await until({ model.alarms.value != nil && !model.isBusy }, on: place.clock)
        await place.medium.move(watch.profile.device, to: 1000)
        model.save(try #require(model.newAlarm))
        await until({ model.problem != nil && !model.isBusy }, on: place.clock)
        #expect(model.problem?.what.english.contains("Watch") == true && model.alarms.value == [])
        await place.medium.move(watch.profile.device, to: 1)
        model.reload()
        await until({ model.problem == nil && !model.isBusy }, on: place.clock)
        #expect(model.alarms.value == [] && watch.alarms.isEmpty)
      }
    }
  }
}
