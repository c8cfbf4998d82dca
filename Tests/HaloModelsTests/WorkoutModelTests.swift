import Foundation
import HaloTesting
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloHeartRateMonitor
import HaloInterchange
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("Recording a workout")
@MainActor
struct WorkoutModelTests {
  @Test func `records a run with a strap: figures meanwhile, and the workout in the journal at the end`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let strap = try await place.pairStrap().identifier
      let dataSink = RecordingDataSink()
      let environment = ModelEnvironment(
        journal: place.environment.journal, radio: place.radio, registry: .bundled, driver: place.environment.driver,
        dataSink: dataSink)
      let model = WorkoutModel(environment)
      try await running({ await model.run() }) {
        await until({ model.hearts.count == 2 }, on: place.clock)
        #expect(model.heart?.name == "Strap", "a strap measures better than a ring while moving")
        #expect(model.machines.isEmpty && model.canStart)
        model.start()
        await until({ model.figures.contains { $0.id == "heart-rate" } }, on: place.clock)
        #expect(model.isRecording && !model.canStart)
        await until({ model.seconds >= 120 }, on: place.clock)
        #expect(model.elapsed.english.hasPrefix("2:"))
        await place.medium.move(strap, to: 1000)
        await place.medium.dropLink(of: strap)
        await until({ model.lost != nil }, on: place.clock)
        #expect(model.words.english.hasPrefix("Strap is lost. Halo is searching for it"))
        #expect(model.figures.isEmpty, "the last heart rate is not the current one")
        await place.medium.move(strap, to: 1)
        await until({ model.lost == nil }, on: place.clock)
        model.stop()
        await until({ !model.isRecording }, on: place.clock)
        #expect(model.words.english.hasPrefix("Running, ") && model.words.english.hasSuffix("It is under Activity."))
      }
      let shown = dataSink.notes.workouts
      #expect(shown.first == .some(nil), "what a terminated process left on the lock screen is removed")
      #expect(shown.count >= 25 && shown.dropFirst().dropLast().allSatisfy { $0 != nil } && shown.last == .some(nil))
      #expect(shown.contains { $0?.heartRate != nil && $0?.isLost == false })
      #expect(shown.contains { $0?.isLost == true && $0?.heartRate == nil })
      let stored = try #require(try place.environment.journal.workouts(of: "me").first)
      #expect(stored.workout.kind == .running && stored.workout.length >= 120_000)
      #expect(try place.environment.journal.samples(of: stored, metrics: [.heartRate]).count > 100)
    }
  }

  @Test func `a snapshot of an earlier version is decoded`() throws {
    let old = #"{"since":1800000000,"heartRate":91,"meters":1200,"isLost":true}"#
    let snapshot = try JSONDecoder().decode(WorkoutSnapshot.self, from: Data(old.utf8))
    #expect(snapshot.since == 1_800_000_000 && snapshot.heartRate == 91 && snapshot.isLost)
    #expect(snapshot.distance == nil && snapshot.speed == nil)
  }

  @Test func `a machine determines the sport, until another is chosen`() async throws {
    try await ModelFixture.run { place in
      let treadmill = try place.environment.journal.pair(
        DeviceID("D0:00:00:00:00:02"), family: "fitness-machine", name: "Treadmill", wearer: "me",
        at: place.environment.now)
      let model = WorkoutModel(place.environment)
      #expect(model.kind == .running)
      model.machine = treadmill
      #expect(model.kind == nil)
      model.kind = .walking
      model.machine = treadmill
      #expect(model.kind == .walking)
      model.machine = nil
      #expect(model.kind == .running)
    }
  }

  @Test func `explains a missing device, and stores nothing without a measurement`() async throws {
    try await ModelFixture.run { place in
      let model = WorkoutModel(place.environment)
      try await running({ await model.run() }) {
        try await place.clock.sleep(for: .seconds(1))
        #expect(!model.canStart && model.words.english.hasPrefix("There is no device for workouts."))
        try place.pair()
        place.environment.changes.announce()
        await until({ model.canStart }, on: place.clock)
        // Ended at once: the recording has not begun to run.
        model.start()
        model.stop()
        await until({ !model.isRecording }, on: place.clock)
        #expect(model.state == .empty)
        await place.medium.move(place.accessory.device, to: 1000)
        model.start()
        await until({ model.seconds >= 30 }, on: place.clock)
        model.stop()
        await until({ !model.isRecording }, on: place.clock)
        #expect(model.state == .empty)
      }
      #expect(try place.environment.journal.workouts(of: "me").isEmpty)
    }
  }
}
