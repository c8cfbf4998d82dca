import Foundation
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports
import HaloTesting
import HaloWearables
import Testing

@Suite("Made workouts")
struct MadeWorkoutTests {
  /// The number of workouts of each disturbance; 1,000 in `make prove`.
  private static let count = Int(ProcessInfo.processInfo.environment["HALO_WORKOUT_COUNT"] ?? "") ?? 10

  /// A figure is off if it differs by more than 2 % and more than 20 m, or 3 kcal.
  private static func isOff(_ value: Double?, _ truth: Double, _ least: Double) -> Bool {
    abs((value ?? 0) - truth) > max(truth * 0.02, least)
  }

  @Test(arguments: MadeWorkout.Disturbance.allCases)
  func `no figure is off and not doubtful, and what can be known is right and not doubted`(
    disturbance: MadeWorkout.Disturbance
  ) {
    var (off, doubted) = (0, 0)
    for seed in 1...Self.count {
      let made = MadeWorkout(seed: UInt64(seed * 7919), disturbance)
      let workout = made.recorded()
      let isOff = Self.isOff(workout.meters, made.meters, 20)
      let isEnergyOff = Self.isOff(workout.kilocalories, made.kilocalories, 3)
      #expect(
        !isOff || workout.distanceCount?.doubt != nil,
        "\(seed): \(workout.meters ?? -1) of \(made.meters) m on a \(made.machine)")
      #expect(
        !isEnergyOff || workout.energyCount?.doubt != nil,
        "\(seed): \(workout.kilocalories ?? -1) of \(made.kilocalories) kcal on a \(made.machine)")
      if isOff || isEnergyOff { off += 1 }
      if workout.distanceCount?.doubt != nil || workout.energyCount?.doubt != nil { doubted += 1 }
    }
    print("made workouts, \(disturbance): \(Self.count), off \(off), doubted \(doubted)")
    let canBeKnown = ![.secondStream, .otherUnit, .lostLink, .restartWhileLost].contains(disturbance)
    if canBeKnown {
      #expect(doubted * 100 <= 3 * Self.count && off * 100 <= Self.count, "\(off) off, \(doubted) doubted")
    }
  }

  @Test(arguments: MadeWorkout.Disturbance.allCases)
  func `files, report and journal tell the same`(disturbance: MadeWorkout.Disturbance) async throws {
    let folder = try TemporaryFolder()
    for seed in 1...2 {
      let made = MadeWorkout(seed: UInt64(seed * 104_729), disturbance, longest: 300)
      let journal = try Journal(path: folder.path("\(seed).sqlite"))
      let machine = try journal.pair(
        DeviceID("D4:10:00:00:00:09"), family: "fitness-machine", name: "Gym", wearer: "me", at: MadeWorkout.start)
      for frames in made.frames {
        guard let first = frames.first, let last = frames.last else { continue }
        let session = try journal.begin("workout", with: machine, at: first.moment, zone: "GMT+01:00")
        try journal.insert(frames, intoSession: session.id)
        try await session.end(at: last.moment)
      }
      try SessionDecoder(journal, .bundled).decodeLeftover(of: machine)
      try journal.keep(made.recorded(), of: "me", machine: machine)
      let stored = try #require(try journal.workouts().first)
      #expect(stored.workout == made.recorded())
      let recording = try journal.recording(of: stored)
      let meters = try #require(stored.workout.meters)
      let report = try Reports(journal: journal, wearer: "me").workout(stored)
      #expect(abs(try #require(report.distance) - meters) < 0.06)
      #expect(
        report.figure(.distance)?.note?.english.hasPrefix("Doubtful") ?? false
          == (stored.workout.distanceCount?.doubt != nil))
      for points in [FilePoints(fit: recording), FilePoints(tcx: recording)] {
        #expect(abs(try #require(points.lap) - meters) < 0.02)
        #expect(abs(try #require(points.meters.last) - meters) < 0.02)
        #expect(zip(points.meters, points.meters.dropFirst()).allSatisfy { $0 <= $1 })
      }
      // The speed that the machine did not send is computed, and is near the true one.
      if disturbance == .zeroRate, made.machine != .rower {
        let mean =
          recording.points.compactMap(\.speed).reduce(0, +) / Double(recording.points.count { $0.speed != nil })
        #expect(recording.derived == [.speed] && abs(mean - made.meters / made.length) < 0.1 * mean)
      }
    }
  }
}
