import HaloFoundation
import HaloHome
package import HaloTesting

/// Some days of a person with a ring, simulated from a seed, with the resulting journal.
package struct Life: Sendable {
  let seed: UInt64
  let habit: Habit
  private let start: WallClock
  private let days: Int
  /// True if the person also records raw light with an armband, about every ten days.
  private let recordsLight: Bool

  /// 2026-10-25 and 2027-03-28, the clock changes in Europe.
  private static let autumn = 20_751
  private static let spring = 20_905

  /// The habits that are quick to simulate.
  private static let quick = Habit.allCases.filter { ![.often, .live].contains($0) }

  /// A life of about a week, with a habit that the seed determines.
  package init(seed: UInt64) {
    // Of 36 lives, one syncs every ten minutes and one measures live heart rate; both take much longer than others.
    let index = Int(seed % 36)
    self.init(
      seed: seed, habit: index == 0 ? .often : index == 1 ? .live : Self.quick[index % Self.quick.count], days: nil,
      recordsLight: false)
  }

  /// The life of a member of a cohort, who also records raw light.
  package init(seed: UInt64, days: Int) {
    self.init(seed: seed, habit: Self.quick[Int(seed % UInt64(Self.quick.count))], days: days, recordsLight: true)
  }

  private init(seed: UInt64, habit: Habit, days: Int?, recordsLight: Bool) {
    self.seed = seed
    self.habit = habit
    self.recordsLight = recordsLight
    var random = SeededGenerator(seed: seed &* 77)
    let first =
      habit == .clockChange
      ? (Bool.random(using: &random) ? Self.autumn : Self.spring) - Int.random(in: 2...5, using: &random)
      : Int.random(in: 20_600...20_720, using: &random)
    start = WallClock(
      date: CalendarDate(daysSince1970: first), minuteOfDay: Int.random(in: 420...720, using: &random))
    self.days =
      days
      ?? (habit == .often
        ? 1 : habit == .weekly ? Int.random(in: 12...20, using: &random) : Int.random(in: 6...9, using: &random))
  }

  private var zone: SimulatedZone {
    var random = SeededGenerator(seed: seed &* 78)
    switch habit {
    case .clockChange:
      let isAutumn = start.date.daysSince1970 <= Self.autumn
      return Self.zone(
        isAutumn ? 7200 : 3600,
        [.init(at: (isAutumn ? Self.autumn : Self.spring) * 86_400 + 3600, secondsFromGMT: isAutumn ? 3600 : 7200)])
    case .travel:
      let away = [-8, -6, -5, 2, 5, 8].randomElement(using: &random).map { $0 * 3600 } ?? 0
      let day = start.secondsSince1970 / 86_400 * 86_400
      let there = day + Int.random(in: 1...2, using: &random) * 86_400 + Int.random(in: 6...20, using: &random) * 3600
      return Self.zone(
        3600,
        [
          .init(at: there, secondsFromGMT: 3600 + away), .init(at: there + 2 * 86_400 + 7200, secondsFromGMT: 3600),
        ])
    default: return Self.zone(3600)
    }
  }

  private static func zone(_ secondsFromGMT: Int, _ changes: [SimulatedZone.Change] = []) -> SimulatedZone {
    SimulatedZone("Etc/Test", secondsFromGMT: secondsFromGMT, changes: changes)
  }

  /// Returns the local times of the syncs.
  private func syncTimes(_ random: inout SeededGenerator) -> [WallClock] {
    (0...days).flatMap { number -> [WallClock] in
      let date = start.date.adding(days: number)
      func at(_ minutes: ClosedRange<Int>) -> [WallClock] {
        [WallClock(date: date, minuteOfDay: Int.random(in: minutes, using: &random))]
      }
      switch habit {
      case .evening: return at(1180...1420)
      case .weekly: return number % 7 == 0 ? at(1100...1300) : []
      case .often: return (0..<(number == 0 ? 144 : 60)).map { WallClock(date: date, minuteOfDay: $0 * 10 + 3) }
      case .interrupted: return at(400...560) + (Bool.random(using: &random) ? at(600...1400) : [])
      default: return at(400...600)
      }
    }.filter { $0 > start }.sorted()
  }

  /// Runs the simulation with a wearer of that name, and leaves a journal at `path`.
  package func live(path: String, wearer name: String = "me", registry: DriverRegistry) async throws -> Account {
    let zone = zone
    let journal = try Journal(path: path)
    return try await SimulatedHome.run(registry: registry, start: start, zone: zone, seed: seed, journal: journal) {
      home in
      var random = SeededGenerator(seed: seed &* 79)
      let wearer = SimulatedPerson(seed: seed)
      let model: VirtualRingModel = [.r12, .r02New, .r10].randomElement(using: &random) ?? .r12
      let ring = VirtualColmiRing(model, wearer: wearer, home: home.unsetClock)
      var memory = TruthRecorder(wearer: wearer, model: model)
      memory.hasWatch = habit == .twoDevices
      for change in zone.changes {
        // The device gets the new time at the next sync.
        let date = WallClock(secondsSince1970: change.moment).date
        memory.clockChangeDays.formUnion((-1...2).map { date.adding(days: $0) })
      }
      let device = try await home.pair(ring, name: "ring", wearer: name)
      let others = try await otherDevices(home, wearer, name)
      let armband = VirtualHeartRateMonitor(.polarSense, seed: seed)
      let light = recordsLight ? try await home.pair(armband, name: "armband", wearer: name) : nil
      var lights: [Account.Light] = []
      if habit == .empty {
        let from = start.date.adding(days: Int.random(in: 1...3, using: &random))
        let time =
          WallClock(
            date: from, minuteOfDay: Int.random(in: 0...1400, using: &random))..<WallClock(
            date: from.adding(days: 2), minuteOfDay: Int.random(in: 0...1400, using: &random))
        ring.setEmpty(time)
        memory.emptyBatteryTimes.append(time)
      }
      var exercises: [Account.Exercise] = []
      for (number, at) in syncTimes(&random).enumerated() {
        if habit == .midnight, number == 2 {
          try await home.sleep(until: WallClock(date: at.date.adding(days: -1), minuteOfDay: 23 * 60 + 50))
          exercises.append(try await exercise(home, others, name, minutes: 20))
        }
        try await home.sleep(until: at)
        if habit == .restart, Bool.random(using: &random) { ring.restart() }
        let breaksAt =
          habit == .interrupted && Int.random(in: 0..<3, using: &random) > 0 || habit == .restart
          ? Int.random(in: 5...400, using: &random) : nil
        let base = home.medium.packetCount
        if let breaksAt {
          home.medium.watchPackets { count in
            guard count == base + breaksAt else { return }
            if habit == .restart { ring.restart() } else { ring.setSilent(true) }
          }
        }
        if number == 0, home.time.moment.secondsFromGMT != zone.secondsFromGMT {
          // The first sync finds a clock of another zone, and marks the stored values as doubtful.
          memory.clockChangeDays.formUnion((-7...0).map { at.date.adding(days: $0) })
        }
        memory.noteClock(set: home.time.wallClock, at: home.unsetClock())
        let report = try? await home.engine.sync(device)
        ring.setSilent(false)
        memory.note(report, at: home.time.wallClock, isOfRing: true)
        if habit == .twoDevices, let watch = others.first {
          let report = try? await home.engine.sync(watch)
          memory.note(report, at: home.time.wallClock, isOfRing: false)
        }
        if habit == .gym, number % 2 == 1 {
          // Twice, with some seconds between.
          for _ in 0..<2 { exercises.append(try await exercise(home, others, name, minutes: 9)) }
        }
        if habit == .live, number == 3 { try await follow(home, device) }
        if let light, at.date.daysSince1970 % 10 == Int(seed % 10) {
          lights.append(try await recordLight(home, armband, light))
        }
      }
      memory.wrongClockTimes = ring.unsetTimes
      return try account(home, memory, device, exercises, lights)
    }
  }

  /// Pairs the devices besides the ring.
  private func otherDevices(
    _ home: SimulatedHome, _ wearer: SimulatedPerson, _ name: String
  ) async throws -> [Device] {
    switch habit {
    case .twoDevices:
      [try await home.pair(VirtualEverestW311(wearer: wearer, now: home.unsetClock), name: "watch", wearer: name)]
    case .gym, .midnight:
      [
        try await home.pair(
          VirtualFitnessMachine(.indoorBike, device: DeviceID("D4:10:00:00:00:02"), name: "Bike 12"), name: "bike",
          wearer: name),
        try await home.pair(VirtualHeartRateMonitor(.polarH10, seed: seed), name: "strap", wearer: name),
      ]
    default: []
    }
  }

  private func exercise(
    _ home: SimulatedHome, _ devices: [Device], _ wearer: String, minutes: Int
  ) async throws -> Account.Exercise {
    let stored = try await home.engine.recordWorkout(
      nil, machine: devices.first, heart: devices.last, of: wearer,
      until: { try await home.clock.sleep(for: .seconds(minutes * 60)) })
    guard let stored else {
      return Account.Exercise(start: home.time.moment.milliseconds / 1000, seconds: 0, meters: 0)
    }
    // The virtual bike rides at 7.6 m/s from the start of its link.
    let recording = try home.journal.recording(of: stored)
    let seconds = recording.points.count { $0.speed != nil }
    return Account.Exercise(
      start: stored.workout.start.milliseconds / 1000, seconds: stored.workout.length / 1000,
      meters: Double(seconds) * 7.6)
  }

  private func follow(_ home: SimulatedHome, _ device: Device) async throws {
    _ = try? await TimeLimit.within(.seconds(1500), home.clock) {
      try await home.engine.followHeart(device, purpose: "live", report: { _ in }, take: { _ in })
    }
  }

  /// Records raw light for two minutes.
  private func recordLight(
    _ home: SimulatedHome, _ armband: VirtualHeartRateMonitor, _ device: Device
  ) async throws -> Account.Light {
    let start = home.time.moment.milliseconds
    let rates = try await withThrowingTaskGroup(of: [Double].self) { group in
      group.addTask {
        try? await home.engine.watch(.raw, of: device) { _ in }
        return []
      }
      group.addTask {
        var rates: [Double] = []
        for _ in 0..<120 {
          try await home.clock.sleep(for: .seconds(1))
          rates.append((armband.heartRate * 10).rounded() / 10)
        }
        return rates
      }
      let rates = try await group.first { !$0.isEmpty } ?? []
      group.cancelAll()
      return rates
    }
    return Account.Light(start: start, bpm: rates)
  }

  private func account(
    _ home: SimulatedHome, _ memory: TruthRecorder, _ device: Device, _ exercises: [Account.Exercise],
    _ lights: [Account.Light]
  ) throws -> Account {
    let now = home.time.moment
    let known = try home.journal.devices().first { $0.id == device.id } ?? device
    let state = try DeviceState.read(known, in: home.journal, at: now)
    let night = state.lastNight
    return Account(
      seed: seed, habit: habit, days: memory.days(until: now.wallClock.date), exercises: exercises, lights: lights,
      state: Account.State(
        today: "\(now.wallClock.date)", steps: state.stepsToday,
        nightDate: night.map { "\($0.night.end.date)" }, asleep: night?.night.minutesAsleep,
        isSynced: state.lastSync != nil), syncs: memory.words)
  }
}
