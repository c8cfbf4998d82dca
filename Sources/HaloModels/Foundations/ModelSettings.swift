/// The settings of this phone. The wearer's choices are in ``HaloHealth/Profile``.
public struct ModelSettings: Sendable, Hashable, Codable {
  /// True if measured data is written to Apple Health.
  public var writesHealth: Bool
  /// True once the first steps were completed.
  public var hasBegun: Bool
  /// Devices that were released in Halo but may still be remembered by the system, by their radio identifiers.
  public var released: Set<String>
  /// True while a device is paired: the radio starts with the app.
  public var hasDevice: Bool
  /// True if notifications are turned on.
  public var notifies: Bool
  /// The facts that were shown in notifications.
  public var noticed = Noticed()

  /// The times since which the system looks for devices, by their radio identifiers. It does so while the app does not
  /// run, too.
  public var sought: [String: Moment] = [:]
  /// The person's limit for the speed of a belt, in km/h.
  public var speedLimit = SpeedLimit.standard.kilometersPerHour

  /// The facts that were shown in notifications, so that each is shown once.
  public struct Noticed: Sendable, Hashable, Codable {
    /// The devices whose battery is low, by their radio identifiers.
    public var lowBatteries: Set<String> = []
    /// The day of the last night.
    public var night: CalendarDate?

    /// Creates the state before anything was shown.
    public init() {}
  }

  private enum CodingKeys: String, CodingKey {
    case writesHealth, hasBegun, hasDevice, notifies, noticed, sought, speedLimit
    // The name in the files of earlier versions.
    case released = "letGo"
  }

  /// Creates settings. The defaults are those of a new installation.
  public init(
    writesHealth: Bool = false, hasBegun: Bool = false, released: Set<String> = [], hasDevice: Bool = false,
    notifies: Bool = false
  ) {
    self.writesHealth = writesHealth
    self.hasBegun = hasBegun
    self.released = released
    self.hasDevice = hasDevice
    self.notifies = notifies
  }

  /// Decodes settings.
  public init(from decoder: any Decoder) throws {
    // Settings that an older version did not write have their default.
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      writesHealth: try container.decodeIfPresent(Bool.self, forKey: .writesHealth) ?? false,
      hasBegun: try container.decodeIfPresent(Bool.self, forKey: .hasBegun) ?? false,
      released: try container.decodeIfPresent(Set<String>.self, forKey: .released) ?? [],
      hasDevice: try container.decodeIfPresent(Bool.self, forKey: .hasDevice) ?? false,
      notifies: try container.decodeIfPresent(Bool.self, forKey: .notifies) ?? false)
    noticed = try container.decodeIfPresent(Noticed.self, forKey: .noticed) ?? Noticed()
    sought = try container.decodeIfPresent([String: Moment].self, forKey: .sought) ?? [:]
    speedLimit = try container.decodeIfPresent(Double.self, forKey: .speedLimit) ?? speedLimit
  }
}
