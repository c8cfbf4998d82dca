/// A report of the system's Bluetooth, for troubleshooting.
public struct RadioReport: Sendable, Hashable {
  /// A Bluetooth adapter.
  public struct Adapter: Sendable, Hashable, Encodable {
    private enum CodingKeys: String, CodingKey {
      case name, address, alias
      case isPowered = "powered"
      case isDiscovering = "discovering"
      case roles
    }

    /// The adapter's system name: `hci0`.
    public let name: String
    /// The adapter's Bluetooth address.
    public let address: String
    /// The name that the adapter shows to other devices.
    public let alias: String
    /// True if the adapter is turned on.
    public let isPowered: Bool
    /// True if a program is scanning with the adapter.
    public let isDiscovering: Bool
    /// The adapter's roles (`central`, `peripheral`, …); `nil` if the system does not report them.
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

    /// True if the adapter can scan for wearables. Assumed if the system is too old to report roles.
    public var isCentral: Bool { roles?.contains("central") ?? true }
  }

  /// The outcome of the query.
  public enum Answer: Sendable, Hashable {
    /// The bus of the Bluetooth service cannot be reached or does not answer, for this reason.
    case noBus(Phrase)
    /// The Bluetooth service is not running.
    case absent
    /// The service denies this user access, with the system's message.
    case refused(String)
    /// The service is running, but did not answer within that time.
    case silent(Duration)
    /// The service answered with this error.
    case failed(String)
    /// The adapters, in the order of their names.
    case adapters([Adapter])

    /// The adapters; empty if they are not known.
    package var adapters: [Adapter] { if case .adapters(let adapters) = self { adapters } else { [] } }

    /// Returns the adapters that can be used without further action; only the one of that name, if there is one.
    package func usable(_ name: String?) -> [Adapter] {
      adapters.filter { $0.isPowered && $0.isCentral && (name ?? $0.name) == $0.name }
    }
  }

  /// The bus address, as in `unix:path=/run/dbus/system_bus_socket`.
  public let bus: String
  /// The outcome of the query.
  public let answer: Answer
  /// The devices connected to this machine by any program. Connected devices usually stop advertising.
  public let connected: [Advertisement]

  /// A report.
  public init(bus: String, answer: Answer, connected: [Advertisement] = []) {
    self.bus = bus
    self.answer = answer
    self.connected = connected
  }
}
