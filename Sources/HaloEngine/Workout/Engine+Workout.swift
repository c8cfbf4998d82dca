import Synchronization

extension Engine {
  /// Records a workout with a machine, and with a strap or ring, until `until` returns or the task is canceled. Every
  /// frame is stored in the journal first. The workout is stored every ten seconds and at its end. A device whose
  /// connection is lost is searched for as long as the workout lasts.
  ///
  /// - Parameters:
  ///   - kind: The sport; `nil` to derive it from the machine.
  ///   - wearer: The wearer.
  ///   - start: The beginning; `nil` for now. A caller that later finds the workout by its beginning passes the time.
  ///   - treadmill: Controls the machine's belt meanwhile, if it is a treadmill; the belt is stopped when the workout
  ///     has ended.
  /// - Returns: The workout; `nil` if nothing was measured.
  /// - Throws: ``EngineError`` if a device is in use or measures no heart rate; errors that end a recording, such as a
  ///   full disk.
  public func recordWorkout(
    _ kind: Workout.Kind? = nil, machine: Device?, heart: Device?, of wearer: String,
    from start: Moment? = nil, treadmill: TreadmillController = TreadmillController(),
    until: @escaping @Sendable () async throws -> Void,
    report: @escaping @Sendable (WorkoutEvent) -> Void = { _ in }
  ) async throws -> StoredWorkout? {
    let tally = WorkoutTally(kind: kind)
    return try await TreadmillController.threads.run {
      // A belt runs and stops regardless of the clock; nothing is stored if the clock is wrong.
      let isStored = await !cannotStore()
      let start = start ?? now
      let id = Mutex<Int?>(nil)
      let keep: @Sendable (Moment) async throws -> StoredWorkout? = { end in
        guard isStored, tally.hasMeasured else { return nil }
        let workout = tally.workout(from: start, to: end)
        let known = id.withLock(\.self)
        let stored = try await journal.perform { journal in
          try journal.keep(workout, of: wearer, machine: machine, heart: heart, as: known)
        }
        id.withLock { $0 = stored }
        return StoredWorkout(id: stored, workout: workout, wearer: wearer, machine: machine?.id, heart: heart?.id)
      }
      let end: Moment
      do {
        end = try await withThrowingTaskGroup(of: Bool.self) { group in
          if let machine {
            group.addTask {
              try await withoutIfRefused(machine, isAlone: heart == nil, report) {
                try await follow(machine, "workout", treadmill) { event in
                  if case .link(_, .interrupted) = event { tally.noteLoss() }
                  report(event)
                } take: { record, isSide in
                  tally.take(record, at: record.time ?? now, isSide: isSide)
                  if !isSide { report(.record(record)) }
                }
              }
              return false
            }
          }
          if let heart {
            group.addTask {
              try await withoutIfRefused(heart, isAlone: machine == nil, report) {
                try await followHeart(heart, purpose: "workout", report: report) { reading in
                  tally.take(reading)
                  report(.heartRate(reading))
                }
              }
              return false
            }
          }
          group.addTask {
            while true {
              try await sleep(.seconds(10))
              _ = try await keep(now)
            }
          }
          group.addTask {
            try await until()
            return true
          }
          defer { group.cancelAll() }
          while try await group.next() == false {}
          let end = now
          group.cancelAll()
          // Errors of canceled tasks are ignored; their cleanup is awaited.
          while await group.nextResult() != nil {}
          return end
        }
      } catch {
        _ = try? await keep(now)
        throw error
      }
      return try await keep(end)
    }
  }

  /// Calls `body`. If the device refuses the bond that it requires, the workout goes on without it, unless it is alone.
  private func withoutIfRefused(
    _ device: Device, isAlone: Bool, _ report: (WorkoutEvent) -> Void, _ body: () async throws -> Void
  ) async throws {
    do { try await body() } catch let error where error.isRefusedBond && !isAlone {
      report(.refused(device: device.name, error))
    }
  }

  /// Measures heart rate with a strap or ring until the task is canceled, and stores the frames.
  ///
  /// - Throws: ``EngineError`` if the device is in use or measures no heart rate; errors that end a recording; the refusal
  ///   of a bond.
  public func followHeart(
    _ device: Device, purpose: String, report: @escaping @Sendable (WorkoutEvent) -> Void,
    take: @escaping @Sendable (LiveReading) -> Void
  ) async throws {
    guard let driver = registry.driver(device.family) as? any LiveMeasuring.Type else {
      throw EngineError.cannot(device: device.name, what: Phrase("measure a heart rate live"))
    }
    try await recording(purpose, of: device) { recorder in
      try await follow(driver, device, recorder, report) { driver in
        try await driver.withLiveMeasurement(of: .heartRate) { readings in
          for await reading in readings { take(reading) }
        }
        try Task.checkCancellation()
        throw WearableError.silent(device: device.name, registry.kind(of: device.family))
      }
    }
  }

  /// Connects to a machine until the task is canceled, again after each loss, and stores its frames. `treadmill` controls
  /// the machine meanwhile; its belt is stopped at the end.
  ///
  /// - Throws: ``EngineError`` if the device is in use or is no machine; errors that end a recording.
  public func followMachine(
    _ machine: Device, treadmill: TreadmillController, report: @escaping @Sendable (WorkoutEvent) -> Void
  ) async throws {
    try await TreadmillController.threads.run {
      try await follow(machine, "treadmill", treadmill, report) { record, isSide in
        if !isSide { report(.record(record)) }
      }
    }
  }

  private func follow(
    _ machine: Device, _ purpose: String, _ treadmill: TreadmillController,
    _ report: @escaping @Sendable (WorkoutEvent) -> Void,
    take: @escaping @Sendable (_ record: MachineRecord, _ isSide: Bool) -> Void
  ) async throws {
    guard let driver = registry.driver(machine.family) as? any MachineControlling.Type else {
      throw EngineError.cannot(device: machine.name, what: Phrase("be used for training"))
    }
    try await recording(purpose, of: machine) { recorder in
      try await follow(driver, machine, recorder, report) { driver in
        // The counts at the time of the connection: its first record, which the journal also counts from, and the latest.
        for record in [driver.firstRecord, driver.record] { if let record { take(record, false) } }
        // The belt is stopped, as far as the connection allows, before the connection is released.
        try await treadmill.run(driver) {
          try await driver.withEvents { events in
            for await event in events {
              switch event {
              case .record(let record): take(record, false)
              case .sideRecord(let record): take(record, true)
              default: break
              }
            }
          }
        }
        // A belt that was stopped ran a few more meters.
        if let record = driver.record { take(record, false) }
        try Task.checkCancellation()
        try driver.checkLink()
        throw WearableError.silent(device: machine.name, registry.kind(of: machine.family))
      }
    }
  }

  /// Calls `body` over a connection with a device, reconnecting until the task is canceled.
  private func follow<Driver: Wearable>(
    _: Driver.Type, _ device: Device, _ recorder: any FrameRecorder,
    _ report: @escaping @Sendable (WorkoutEvent) -> Void, _ body: (Driver) async throws -> Void
  ) async throws {
    while true {
      do {
        try await session(Driver.self, with: device, recorder, isClockKnown: await isClockKnown(device))
          .withReconnection(
            progress: { 0 }) {
            report(.link(device: device.name, $0))
          } _: {
            try await body($0)
          }
      } catch WearableError.notOfFamily(let device, let family) {
        throw WearableError.notOfFamily(device: device, family)
      } catch let error where (error is BluetoothError || error is WearableError) && !error.isRefusedBond {
        report(.lost(device: device.name, error))
        try await sleep(.seconds(10))
      }
    }
  }
}

extension Error {
  /// True if a device refused the bond that it requires: it will refuse again.
  fileprivate var isRefusedBond: Bool { (self as? BluetoothError)?.reason == .bondRefused }
}
