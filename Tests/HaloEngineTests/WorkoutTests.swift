import HaloText
import HaloTesting
import Foundation
import GRDB
import HaloBluetooth
import HaloEngine
import HaloFitnessMachine
import HaloHealth
import HaloReports
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

@testable import HaloJournal

@Suite("Workouts")
struct WorkoutTests {
  private final class Losses: Sendable {
    let count = Mutex(0)
  }

  /// A gym with a bike and a strap, and a journal.
  private struct Gym: Sendable {
    let home: RingHome
    let bike: Device
    let strap: Device

    init(_ clock: SimulatedClock, _ folder: TemporaryFolder, machine: MachineKind = .indoorBike) async throws {
      home = try await RingHome(clock, folder)
      let virtualBike = VirtualFitnessMachine(machine, device: DeviceID("D4:10:00:00:00:02"), name: "Bike 12")
      let virtualStrap = VirtualHeartRateMonitor(.polarH10, seed: 3)
      bike = try await home.base.pair(virtualBike, wearer: "the house")
      strap = try await home.base.pair(virtualStrap, wearer: "Ada")
    }

    /// Records a workout for `duration`.
    func record(
      _ duration: Duration, kind: Workout.Kind? = nil, machine: Bool = true, heart: Bool = true,
      report: @escaping @Sendable (WorkoutEvent) -> Void = { _ in }
    ) async throws -> StoredWorkout? {
      let clock = home.clock
      return try await home.engine.recordWorkout(
        kind, machine: machine ? bike : nil, heart: heart ? strap : nil, of: "Ada",
        until: { try await clock.sleep(for: duration) }, report: report)
    }
  }

  @Test func `records a machine and a strap together on one clock, with any owners`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await Gym(clock, folder)
      let stored = try #require(try await gym.record(.seconds(20 * 60 + 30)))
      #expect(stored.workout.kind == .cycling)
      #expect(stored.workout.length == (20 * 60 + 30) * 1000)
      #expect(try gym.home.journal.workouts(of: "Ada") == [stored])
      let recording = try gym.home.journal.recording(of: stored)
      // Both were found within some seconds, and from then on every second has all values.
      let whole = recording.points.filter { $0.heartRate != nil && $0.speed != nil && $0.watts != nil }
      #expect(whole.count > 20 * 60)
      #expect(recording.isIndoors)
      // The distance is the machine's, including the last, incomplete minute, and never decreases.
      let meters = try #require(stored.workout.meters)
      #expect(meters > 8000)
      let last = try #require(recording.points.last?.meters)
      #expect(abs(last - meters) < 25, "\(last) m of \(meters) m")
      #expect(zip(recording.points, recording.points.dropFirst()).allSatisfy { ($0.meters ?? 0) <= ($1.meters ?? 0) })
      // No beat of the strap is missing: the intervals add up to the time.
      let beats = recording.beats.reduce(0) { $0 + $1.interval } / 1000
      #expect(beats > 20 * 60 && beats < 20 * 60 + 31)
    }
  }

  @Test func `steps of a machine are of its workout, not of the day, and do not show that it was worn`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await Gym(clock, folder, machine: .stepClimber)
      let journal = gym.home.journal
      let stored = try #require(try await gym.record(.seconds(330), heart: false))
      let recording = try journal.recording(of: stored)
      let steps = try #require(recording.counts[.steps])
      #expect((280...300).contains(steps) && Set(recording.counts.keys) == [.steps, .floors])
      #expect(recording.isIndoors)
      let report = try Reports(journal: journal, wearer: "Ada").workout(stored)
      #expect(report.counts?["steps"] == steps && report.figure(.steps)?.value == steps)
      #expect(report.figure(.floors)?.value == recording.counts[.floors] && report.figure(.strokes) == nil)
      let day = stored.workout.start.wallClock.date
      #expect(try journal.movement(of: nil, from: day, to: day).isEmpty)
      #expect(try journal.samples(on: day, wearer: nil, metrics: [.steps, .activeEnergy]).isEmpty)
      let time = stored.workout.start - .hours(2)..<stored.workout.start + .hours(2)
      // A machine may measure a pulse, but not one of a wearer of its steps.
      try journal.write { try $0.execute(sql: "DELETE FROM sample WHERE metric = 1") }
      #expect(!(try journal.samples(of: .steps, in: time)).isEmpty)
      #expect(try journal.wornHours(of: "the house", in: time).isEmpty)
    }
  }

  @Test(arguments: [MachineKind.rower, .indoorBike])
  func `a rower's pace and a bike's resistance are in the recording, the report and the files`(
    machine: MachineKind
  ) async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await Gym(clock, folder, machine: machine)
      let stored = try #require(try await gym.record(.seconds(140), heart: false))
      let recording = try gym.home.journal.recording(of: stored)
      let report = try Reports(journal: gym.home.journal, wearer: "Ada").workout(stored)
      let speed = try #require(report.spreads?["speed"]?.average)
      let speeds = FilePoints(fit: recording).speeds
      #expect(speeds.count > 120 && speeds.allSatisfy { abs($0 - speed) < 0.01 })
      if machine == .rower {
        #expect(abs(speed - 500 / 139) < 0.01 && report.series(.resistance) == nil)
        let strokes = try #require(report.figure(.strokes)?.value)
        #expect((50...56).contains(strokes) && report.counts == ["strokes": strokes])
      } else {
        let resistance = try #require(report.series(.resistance))
        #expect(resistance.minimum == resistance.maximum && resistance.count > 120)
        #expect(report.figure(.averageResistance)?.value == resistance.maximum && report.counts == [:])
        #expect(recording.points.compactMap(\.resistance).count == resistance.count)
      }
    }
  }

  @Test func `a power meter is paired by its advertisement and recorded, and may be outdoors`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let meter = VirtualFitnessMachine(.powerMeter, device: DeviceID("D4:10:00:00:00:08"), name: "PM 3")
      await home.base.medium.add(meter)
      let advertisement = meter.profile.advertisement(rssi: -60)
      let device = try home.engine.pair(advertisement, name: nil, wearer: "Ada")
      #expect(device.family == "fitness-machine" && device.traits.advertisedMachines == ["powerMeter"])
      let stored = try #require(
        try await home.engine.recordWorkout(
          machine: device, heart: nil, of: "Ada", until: { try await clock.sleep(for: .seconds(150)) }))
      #expect(stored.workout.kind == .cycling && stored.workout.meters == nil && stored.workout.kilocalories == nil)
      let recording = try home.journal.recording(of: stored)
      #expect(!recording.isIndoors && recording.counts.isEmpty)
      #expect(Set(recording.points.compactMap(\.watts)) == [205])
      #expect(Set(recording.points.compactMap(\.cadence)) == [90])
      #expect(recording.points.allSatisfy { $0.speed == nil && $0.meters == nil })
    }
  }

  @Test func `reconnects after a link loss during the workout, without invented data`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await Gym(clock, folder)
      let lost = Losses()
      let medium = gym.home.medium
      let strap = gym.strap.identifier
      let stored = try await withThrowingTaskGroup(of: StoredWorkout?.self) { group in
        group.addTask {
          try await gym.record(.seconds(600)) { event in
            if case .link(_, .interrupted) = event { lost.count.withLock { $0 += 1 } }
          }
        }
        group.addTask {
          try await clock.sleep(for: .seconds(200))
          await medium.move(strap, to: 1000)
          try await clock.sleep(for: .seconds(120))
          await medium.move(strap, to: 1)
          return nil
        }
        var stored: StoredWorkout?
        for try await result in group { stored = result ?? stored }
        return stored
      }
      #expect(lost.count.withLock { $0 } > 0)
      let recording = try gym.home.journal.recording(of: try #require(stored))
      func rates(_ seconds: Range<Int>) -> Int {
        recording.points.filter {
          seconds.contains(($0.time.milliseconds - recording.workout.start.milliseconds) / 1000) && $0.heartRate != nil
        }.count
      }
      #expect(rates(20..<200) > 170)
      #expect(rates(210..<320) == 0)
      #expect(rates(400..<600) > 190)
      #expect(recording.points.filter { $0.watts != nil }.count > 580)
    }
  }

  @Test func `assigns the distance of a connection loss to it, without raising other speeds`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await Gym(clock, folder)
      let (medium, bike) = (gym.home.medium, gym.bike.identifier)
      let stored = try await withThrowingTaskGroup(of: StoredWorkout?.self) { group in
        group.addTask { try await gym.record(.seconds(900)) }
        group.addTask {
          try await clock.sleep(for: .seconds(200))
          await medium.move(bike, to: 1000)
          try await clock.sleep(for: .seconds(300))
          await medium.move(bike, to: 1)
          return nil
        }
        var stored: StoredWorkout?
        for try await result in group { stored = result ?? stored }
        return stored
      }
      let recording = try gym.home.journal.recording(of: try #require(stored))
      let meters = recording.points.compactMap(\.meters)
      let steps = zip(meters, meters.dropFirst()).map { $1 - $0 }
      // 27.5 km/h are 7.6 m/s.
      let speed = try #require(recording.points.compactMap(\.speed).max())
      let longest = zip(recording.points, recording.points.dropFirst()).enumerated().filter {
        $0.element.1.time.milliseconds - $0.element.0.time.milliseconds == 1000
      }.map { steps[$0.offset] }.max()
      #expect(try #require(longest) < speed * 1.3)
    }
  }

  @Test(arguments: [MachineQuirks.strict, .milesPerHour], [5, 20, 40])
  func `two workouts within a minute on one machine each have their own distance`(
    quirks: MachineQuirks, seconds: Int
  ) async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let name = quirks.usesMiles ? "FS-BT-T4" : "Treadmill 7"
      let gym = try await TreadmillGym(clock, folder, advertising: name, quirks)
      let machine = try gym.home.engine.pair(gym.advertisement(name), name: "Gym", wearer: "Ada")
      var rides = [try await gym.ride(machine, at: [4.5], limit: 8, each: .seconds(130))]
      for speed in [6, 2.0] {
        rides.append(try await gym.ride(machine, at: [speed], limit: 8, each: .seconds(seconds)))
      }
      // All files are written after the end of all workouts.
      for ride in rides {
        let stored = try #require(ride.stored)
        let recording = try gym.home.journal.recording(of: stored)
        let lap = try #require(stored.workout.meters)
        #expect(abs(lap - ride.meters) <= 3, "\(lap) m in the lap, and the belt ran \(ride.meters) m")
        let (fit, tcx) = (FilePoints(fit: recording), FilePoints(tcx: recording))
        for last in [recording.points.last?.meters, fit.meters.last, tcx.meters.last, fit.lap, tcx.lap] {
          let meters = try #require(last)
          #expect(abs(meters - lap) < 0.011, "\(meters) m of \(lap) m")
        }
      }
    }
  }

  @Test func `a workout has the samples of sessions that began within it, including early minutes of an older decoder`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await TreadmillGym(clock, folder, advertising: "Treadmill 7", .strict)
      let machine = try gym.home.engine.pair(gym.advertisement("Treadmill 7"), name: nil, wearer: "Ada")
      let ride = try await gym.ride(machine, at: [4.5], limit: 8, each: .seconds(90))
      let (kept, journal) = (try #require(ride.stored), gym.home.journal)
      // Without its own distance, it has that of the samples.
      let stored = StoredWorkout(
        id: kept.id, workout: Workout(.walking, start: kept.workout.start, length: kept.workout.length, source: .live),
        wearer: kept.wearer, machine: kept.machine, heart: nil)
      func last() throws -> Double { try #require(try journal.recording(of: stored).points.last?.meters) }
      let meters = try last()
      let first = try #require(
        try journal.samples(of: stored, metrics: [.distance]).first { $0.start >= stored.workout.start })
      // As stored by fitness-machine/1: from the full minute, before the workout; longer, to show that it counts.
      try journal.write { db in
        try db.execute(
          sql: "UPDATE sample SET start = ?, value = value + 100 WHERE device = ? AND metric = ? AND start = ?",
          arguments: [
            stored.workout.start.milliseconds - 5000, first.device, Metric.distance.code, first.start.milliseconds,
          ])
      }
      let longer = try last()
      #expect(abs(longer - meters - 100) < 20, "\(longer) m, \(meters) m before")
      // Samples of a session that began earlier do not belong to the workout.
      try journal.write { db in try db.execute(sql: "UPDATE session SET begun = begun - 1000") }
      #expect(try journal.recording(of: stored).points.isEmpty)
    }
  }

  @Test func `a failed workout is stored with the beginning that its caller passed`() async throws {
    struct Failure: Error {}
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await Gym(clock, folder)
      let start = gym.home.engine.moment
      try await clock.sleep(for: .milliseconds(1500))
      await #expect(throws: Failure.self) {
        _ = try await gym.home.engine.recordWorkout(machine: gym.bike, heart: nil, of: "Ada", from: start) {
          try await clock.sleep(for: .seconds(30))
          throw Failure()
        }
      }
      let kept = try #require(try gym.home.journal.workouts(of: "Ada").first)
      #expect(kept.workout.start == start && kept.workout.length >= 30_000)
    }
  }

  @Test func `a canceled workout is stored with the data until then`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await Gym(clock, folder)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await gym.record(.seconds(3600)) }
        try? await clock.sleep(for: .seconds(95))
        group.cancelAll()
      }
      let kept = try #require(try gym.home.journal.workouts().first)
      #expect(kept.workout.length >= 90_000 && kept.workout.length < 100_000)
      #expect((kept.workout.meters ?? 0) > 500)
    }
  }

  @Test func `stores no workout without measurements`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await Gym(clock, folder)
      await gym.home.medium.move(gym.strap.identifier, to: 1000)
      let stored = try await gym.record(.seconds(60), machine: false)
      #expect(stored == nil)
      #expect(try gym.home.journal.workouts().isEmpty)
    }
  }

  @Test func `refuses a device without a heart rate`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await Gym(clock, folder)
      let (engine, bike) = (gym.home.engine, gym.bike)
      await #expect(throws: EngineError.cannot(device: "Bike 12", what: "measure a heart rate live")) {
        _ = try await engine.recordWorkout(machine: nil, heart: bike, of: "Ada", until: {})
      }
    }
  }

  @Test func `the kind of a workout in progress may change, but not its number`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    _ = try journal.pair(DeviceID("A"), family: "f", name: "n", wearer: "Ada", at: Moment.noon)
    func workout(_ kind: Workout.Kind, _ seconds: Int) -> Workout {
      Workout(kind, start: Moment.noon, length: seconds * 1000, source: .live)
    }
    let number = try journal.keep(workout(.walking, 30), of: "Ada")
    #expect(try journal.keep(workout(.running, 60), of: "Ada", as: number) == number)
    let kept = try journal.workouts()
    #expect(kept.map(\.workout) == [workout(.running, 60)])
    try journal.remove(try #require(kept.first))
    #expect(try journal.workouts().isEmpty)
  }

  @Test func `mean speed distinguishes walking from running, and a counter restart loses no distance`() {
    func record(_ speed: Double, meters: Int) -> MachineRecord {
      var assembler = FitnessMachine.RecordAssembler()
      // Flags of a treadmill: total distance; speed in 0.01 km/h, distance in meters in 24 bits.
      let centi = Int(speed * 100)
      let bytes: [UInt8] = [
        0x04, 0x00, UInt8(centi & 0xFF), UInt8(centi >> 8), UInt8(meters & 0xFF), UInt8(meters >> 8 & 0xFF), 0,
      ]
      return FitnessMachine.MachineData(.treadmill, value: bytes).flatMap { assembler.receive($0) }!
    }
    let tally = WorkoutTally(kind: nil)
    let end = Moment(milliseconds: Moment.noon.milliseconds + 60_000, secondsFromGMT: 0)
    var second = 0
    func take(_ speed: Double, meters: Int) {
      second += 20
      tally.take(record(speed, meters: meters), at: .noon + .seconds(second))
    }
    for (speed, meters) in [(5.0, 100), (6.0, 150), (0, 150), (6.0, 10), (6.0, 10), (6.5, 30)] {
      take(speed, meters: meters)
    }
    let walk = tally.workout(from: Moment.noon, to: end)
    #expect(walk.kind == .walking)
    #expect(walk.meters == Double(50 + 10 + 20))
    for meters in [60, 120] { take(24, meters: meters) }
    #expect(tally.workout(from: Moment.noon, to: end).kind == .running)
  }
}
