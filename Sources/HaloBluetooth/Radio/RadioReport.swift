public import HaloText

/// What a system says of its Bluetooth, for a person who looks for what is wrong.
public struct RadioReport: Sendable, Hashable {
  /// An adapter as the system has it.
  public struct Adapter: Sendable, Hashable, Encodable {
    private enum CodingKeys: String, CodingKey {
      case name, address, alias
      case isPowered = "powered"
      case isDiscovering = "discovering"
      case roles
    }

    /// Its name in the system: `hci0`.
    public let name: String
    /// Its Bluetooth address.
    public let address: String
    /// What it calls itself to others.
    public let alias: String
    /// Whether it is turned on.
    public let isPowered: Bool
    /// Whether a program looks for devices with it now.
    public let isDiscovering: Bool
    /// What it can be (`central`, `peripheral`, …); `nil` if the system does not say.
    public let roles: [String]?

    /// An adapter.
    public init(
      name: String, address: String, alias: String, isPowered: Bool, isDiscovering: Bool, roles: [String]?
    ) {
      self.name = name
      self.address = address
      self.alias = alias
      self.isPowered = isPowered
      self.isDiscovering = isDiscovering
      self.roles = roles
    }

    /// Whether it can look for wearables. An old system does not say; then it is assumed.
    public var isCentral: Bool { roles?.contains("central") ?? true }
  }

  /// What came of asking.
  public enum Answer: Sendable, Hashable {
    /// The way to the service for Bluetooth cannot be reached, or does not answer: why.
    case noBus(Phrase)
    /// The service for Bluetooth does not run.
    case absent
    /// This user may not speak with the service: the system's words.
    case refused(String)
    /// The service runs, and did not answer within that time.
    case silent(Duration)
    /// The service answered with an error.
    case failed(String)
    /// The adapters, in the order of their names.
    case adapters([Adapter])
  }

  /// Where the service is reached, as in `unix:path=/run/dbus/system_bus_socket`.
  public let bus: String
  /// What came of asking.
  public let answer: Answer
  /// The devices that have a link with this machine, whichever program asked for it. They are silent for all others meanwhile.
  public let connected: [Advertisement]

  /// A report.
  public init(bus: String, answer: Answer, connected: [Advertisement] = []) {
    self.bus = bus
    self.answer = answer
    self.connected = connected
  }
}
