import HaloLibc
public import Logging
import SystemPackage

/// Publishes the states of devices to home automation: to an MQTT broker for Home Assistant, and to commands that run
/// on events.
public struct Home: Sendable {
  /// Checks that this machine can publish to a broker: Linux with libmosquitto.
  ///
  /// - Throws: ``HomeError/mosquittoMissing(reason:)`` or ``HomeError/mqttNeedsLinux``.
  public static func checkMQTT() throws {
    #if os(Linux)
      _ = try MosquittoLibrary()
    #else
      throw HomeError.mqttNeedsLinux
    #endif
  }

  private let hooks: Hooks?
  #if os(Linux)
    private let publisher: Publisher?
  #endif

  /// Creates a home.
  ///
  /// - Parameters:
  ///   - stateFolder: The folder for two small files with what was already sent (`home-hooks.json` and
  ///     `home-mqtt.json`): the journal's folder. Only one home at a time may use it.
  ///   - clock: The clock. The broker connection and the time limits of commands use the system's clock.
  ///   - random: Returns a random number from a range, for the pauses between connection attempts.
  /// - Throws: ``HomeError``.
  public init(
    _ settings: HomeSettings, stateFolder: String, logger: Logger, clock: HomeClock = .system,
    random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
  ) throws {
    guard access(stateFolder, W_OK) == 0 else {
      throw HomeError.folder(path: stateFolder, reason: "\(Errno(rawValue: errno))")
    }
    hooks =
      settings.hooks.isEmpty
      ? nil : Hooks(settings, file: StateFile("home-hooks.json", in: stateFolder), logger: logger, clock: clock)
    if settings.mqtt != nil { try Self.checkMQTT() }
    #if os(Linux)
      publisher = try settings.mqtt.map {
        try Publisher($0, file: StateFile("home-mqtt.json", in: stateFolder), logger: logger, random: random)
      }
    #endif
  }

  /// Publishes each element of `states` until the stream ends or the task is canceled. At the end it publishes that
  /// Halo is offline, ends a running command, and returns within a second. Call it once.
  ///
  /// Each element holds all paired devices. A device that is missing is removed from Home Assistant; an empty list
  /// removes all.
  public func run(_ states: AsyncStream<[DeviceState]>) async {
    #if os(Linux)
      publisher?.start()
    #endif
    await withTaskGroup(of: Void.self) { group in
      if let hooks { group.addTask { await hooks.run() } }
      for await devices in states {
        #if os(Linux)
          publisher?.publish(devices)
        #endif
        await hooks?.observe(devices)
      }
      group.cancelAll()
    }
    #if os(Linux)
      await publisher?.stop()
    #endif
  }
}
