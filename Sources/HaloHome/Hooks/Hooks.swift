import Logging

/// Detects events in the states of devices, and runs their commands one after the other.
actor Hooks {
  private let settings: HomeSettings
  private let file: StateFile
  private let logger: Logger
  private let clock: HomeClock
  private let limit: Duration
  private var memory: HookMemory
  private var states: [DeviceState]?
  private let wake: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// The interval between two checks whether a device is lost or failing.
  private static let interval: Duration = .seconds(600)

  init(_ settings: HomeSettings, file: StateFile, logger: Logger, clock: HomeClock, limit: Duration = .seconds(60)) {
    self.settings = settings
    self.file = file
    self.logger = logger
    self.clock = clock
    self.limit = limit
    (wake, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    do {
      memory = try file.read(HookMemory.self) ?? HookMemory()
    } catch {
      memory = HookMemory()
      logger.error(
        "The record of sent events was reset: \(file.path) cannot be read (\(error)). The file was moved to \(file.moveAside())."
      )
    }
    if !memory.pending.isEmpty { continuation.yield() }
  }

  /// Processes the states of all devices.
  func observe(_ states: [DeviceState]) {
    self.states = states
    let before = memory
    memory.observe(states, at: clock.now(), settings)
    guard memory != before else { return }
    save()
    if !memory.pending.isEmpty { continuation.yield() }
  }

  /// Runs the commands of pending events until the task is canceled.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      if settings.hooks[.deviceLost] != nil || settings.hooks[.syncFailed] != nil {
        // A lost device causes no update: check regularly.
        group.addTask { while (try? await self.clock.sleep(Self.interval)) != nil { await self.observeAgain() } }
      }
      for await () in wake {
        while let event = memory.pending.first, !Task.isCancelled { await deliver(event) }
      }
      group.cancelAll()
    }
  }

  private func observeAgain() { if let states { observe(states) } }

  private func deliver(_ event: HookEvent) async {
    guard let command = settings.hooks[event.name] else {
      memory.reported(event)
      return save()
    }
    let what = "\(event.name.rawValue) of \(event.device)"
    logger.info("\(what): running the command.")
    let result = await ShellCommand(command.arguments, environment: event.environment, input: event.json, limit: limit)
      .run()
    for line in result.lines { logger.info("\(event.name.rawValue): \(line)") }
    switch result.end {
    case .exited(0): logger.info("\(what): the command succeeded.")
    case .exited(let status): logger.warning("\(what): the command failed with exit status \(status).")
    case .signalled(let signal): logger.warning("\(what): the command was ended by signal \(signal).")
    case .timedOut: logger.warning("\(what): the command took longer than \(limit) and was ended.")
    case .startFailed(let reason):
      logger.error(
        "\(what): \(command.arguments[0]) cannot be started: \(reason). Correct the command in the settings.")
    case .cancelled:
      // The event stays pending and is sent again at the next start.
      logger.notice("\(what): the command was ended because Halo is shutting down.")
      return
    }
    memory.reported(event)
    save()
  }

  private func save() {
    do { try file.write(memory) } catch {
      logger.error(
        "Sent events cannot be recorded in \(file.path) (\(error)); they may be sent again after a restart. Free disk space, or make the file writable."
      )
    }
  }
}
