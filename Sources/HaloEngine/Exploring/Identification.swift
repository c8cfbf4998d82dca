public import HaloBluetooth
public import HaloWearables

/// What a device is, as far as its advertisement and its services tell.
public struct Identification: Hashable, Sendable {
  /// What Halo can do with a device.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// A driver fits.
    case supported
    /// It looks like a device that a driver fits, and speaks otherwise.
    case lookalike
    /// No driver fits, and what it measures is in services that are the same for everybody.
    case standard
    /// It is known, and nothing that Halo is for.
    case other
    /// Nothing tells what it is.
    case unknown
  }

  /// What Halo can do with it.
  public let verdict: Verdict
  /// What it is, in a few words.
  public let kind: String
  /// The families whose drivers fit, the surest first.
  public let families: [WearableFamily]
  /// Whether its services say so, or its advertisement is clear.
  public let isCertain: Bool
  /// What it was told from, a sentence each.
  public let evidence: [String]

  private init(
    _ verdict: Verdict, _ kind: String, families: [WearableFamily] = [], isCertain: Bool, evidence: [String]
  ) {
    self.verdict = verdict
    self.kind = kind
    self.families = families
    self.isCertain = isCertain
    self.evidence = evidence
  }

  /// What a device is that advertises so, as far as `registry` has drivers. If it was connected to, `services` are what it has, which
  /// counts more.
  public init(_ advertisement: Advertisement, services: [BluetoothUUID]? = nil, registry: DriverRegistry) {
    self = Self.identify(advertisement, services, registry)
  }

  /// Whether a driver recognizes its family by the services of a device. A name alone is no proof: the services must be enough, or make the
  /// driver surer than the name does.
  private static func isShown(by device: Advertisement, _ driver: any SessionReading.Type) -> Bool {
    if driver.match(Advertisement(device: device.device, name: nil, services: device.services)) != nil { return true }
    guard let all = driver.match(device) else { return false }
    return driver.match(device.with([])).map { $0 < all } ?? true
  }

  private static func identify(
    _ advertisement: Advertisement, _ services: [BluetoothUUID]?, _ registry: DriverRegistry
  ) -> Identification {
    func matches(_ advertisement: Advertisement) -> [(driver: any SessionReading.Type, match: WearableMatch)] {
      let matches = registry.drivers.compactMap { driver in
        driver.match(advertisement).map { (driver: driver, match: $0) }
      }
      return matches.filter { $0.match == .certain } + matches.filter { $0.match != .certain }
    }
    let advertised = matches(advertisement)
    let fitting =
      services.map { services in
        let known = advertisement.with(services)
        return matches(known).filter { isShown(by: known, $0.driver) }
      } ?? advertised
    if let first = fitting.first {
      let isSure = services != nil || first.match == .certain
      var evidence = "It has the services that the driver speaks with."
      if services == nil {
        evidence =
          isSure
          ? "Its advertisement says so." : "Its name or data are usual for that; connecting makes it sure."
      }
      return Identification(
        .supported, first.driver.family.name, families: fitting.map { $0.driver.family }, isCertain: isSure,
        evidence: [evidence])
    }
    if let known = KnownKind.first(advertisement, services: services ?? advertisement.services) {
      return Identification(
        known.kind.verdict, known.kind.words, isCertain: known.isCertain, evidence: [known.evidence])
    }
    if let first = advertised.first {
      let name = first.driver.family.name
      return Identification(
        .lookalike, "something that looks like a \(name)", isCertain: false,
        evidence: [
          "Its name or data are usual for a \(name), and it has none of the services that the driver speaks with."
        ])
    }
    return Identification(.unknown, "not known", isCertain: false, evidence: [])
  }
}
