import HaloHealth
import Logging

/// Sees states, remembers what was told, and runs commands one after the other.
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

  /// Between two looks at whether a device is lost or failing by now.
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
        "What hooks were told is lost, and they begin anew: \(file.path) cannot be read (\(error)). It is \(file.moveAway()) now."
      )
    }
    if !memory.pending.isEmpty { continuation.yield() }
  }

  /// Looks at all devices.
  func observe(_ states: [DeviceState]) {
    self.states = states
    let before = memory
    memory.observe(states, at: clock.now(), settings)
    guard memory != before else { return }
    save()
    if !memory.pending.isEmpty { continuation.yield() }
  }

  /// Runs commands until it is cancelled.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      if settings.hooks[.deviceLost] != nil || settings.hooks[.syncFailed] != nil {
        // Nobody tells that nothing happens.
        group.addTask { while (try? await self.clock.sleep(Self.interval)) != nil { await self.observeAgain() } }
      }
      for await () in wake {
        while let event = memory.pending.first, !Task.isCancelled { await tell(event) }
      }
      group.cancelAll()
    }
  }

  private func observeAgain() { if let states { observe(states) } }

  private func tell(_ event: HookEvent) async {
    guard let command = settings.hooks[event.name] else {
      memory.told(event)
      return save()
    }
    logger.info("\(event.name.rawValue) of \(event.device): running its command.")
    let result = await ShellCommand(command.arguments, environment: event.environment, input: event.json, limit: limit)
      .run()
    for line in result.lines { logger.info("\(event.name.rawValue): \(line)") }
    switch result.end {
    case .exited(0): logger.info("\(event.name.rawValue) of \(event.device): its command ended well.")
    case .exited(let status):
      logger.warning("\(event.name.rawValue) of \(event.device): its command failed with exit status \(status).")
    case .signalled(let signal):
      logger.warning("\(event.name.rawValue) of \(event.device): its command was ended by signal \(signal).")
    case .tookTooLong:
      logger.warning(
        "\(event.name.rawValue) of \(event.device): its command took longer than \(limit) and was ended.")
    case .couldNotStart(let reason):
      logger.error(
        "\(event.name.rawValue) of \(event.device): \(command.arguments[0]) cannot be started: \(reason). Correct it in the settings."
      )
    case .cancelled:
      // It is told again at the next start.
      logger.notice("\(event.name.rawValue) of \(event.device): Halo is ending, and so was its command.")
      return
    }
    memory.told(event)
    save()
  }

  private func save() {
    do { try file.write(memory) } catch {
      logger.error(
        "What hooks were told cannot be kept in \(file.path) (\(error)): after a restart it may be told again. Make room, or make it writable."
      )
    }
  }
}
