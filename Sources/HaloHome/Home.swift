public import Logging
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells a home how its devices are: an MQTT broker with Home Assistant at it, and commands that are run at events.
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

  private let settings: HomeSettings
  private let logger: Logger
  private let hooks: Hooks?
  #if os(Linux)
    private let publisher: Publisher?
  #endif

  /// A home.
  ///
  /// - Parameters:
  ///   - stateFolder: The folder for two small files that say what was told already (`home-hooks.json` and `home-mqtt.json`): that of the
  ///     journal. One home at a time may use it.
  ///   - clock: The time. The connection to a broker and the time limit of commands go by the system's.
  ///   - random: Draws from a range, for pauses between tries to reach the broker.
  /// - Throws: ``HomeError``.
  public init(
    _ settings: HomeSettings, stateFolder: String, logger: Logger, clock: HomeClock = .system,
    random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
  ) throws {
    self.settings = settings
    self.logger = logger
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

  /// Tells what `states` bring, until they end or the task is cancelled; then the broker is told that Halo is offline, a command that
  /// runs is ended, and this returns within a second. To be called once.
  ///
  /// Each element is all paired devices: one that is no longer among them is removed from Home Assistant, and an empty list removes all.
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
