/// The kind of a device, by its advertisement and its services.
public struct Identification: Hashable, Sendable {
  /// The support of a device by Halo.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// A driver supports the device.
    case supported
    /// The device looks like a supported one but uses another protocol.
    case lookalike
    /// There is no driver, but the device has standard services for its measurements.
    case standard
    /// The device is known and has no use in Halo.
    case other
    /// The kind of the device cannot be determined.
    case unknown
  }

  /// The support of the device by Halo.
  public let verdict: Verdict
  /// The kind of the device, in a few words.
  public let kind: Phrase
  /// The families with matching drivers, the best match first.
  public let families: [WearableFamily]
  /// True if the services prove it, or the advertisement is unambiguous.
  public let isCertain: Bool
  /// The evidence, one sentence each.
  public let evidence: [Phrase]
}

extension Identification {
  /// Identifies a device by its advertisement and the drivers of `registry`. If `services` are known from a connection,
  /// they take precedence.
  public init(_ advertisement: Advertisement, services: [BluetoothUUID]? = nil, registry: DriverRegistry) {
    let advertised = registry.matches(advertisement)
    let fitting =
      services.map { registry.drivers(ofConnected: advertisement.with($0)) } ?? advertised.map { $0.driver }
    if let first = fitting.first {
      let isSure = services != nil || advertised.first?.match == .certain
      let evidence =
        services != nil
        ? Phrase("It has the services that the driver uses.")
        : isSure
          ? Phrase("Its advertisement identifies it.")
          : Phrase("Its name or data are typical of that; connect to be sure.")
      self.init(
        verdict: .supported, kind: first.family.name, families: fitting.map { $0.family }, isCertain: isSure,
        evidence: [evidence])
    } else if let known = KnownKind.first(advertisement, services: services ?? advertisement.services) {
      self.init(
        verdict: known.kind.verdict, kind: known.kind.words, families: [], isCertain: known.isCertain,
        evidence: [known.evidence])
    } else if let first = advertised.first {
      let name = first.driver.family.name
      self.init(
        verdict: .lookalike, kind: Phrase("something that looks like a \(name)"), families: [], isCertain: false,
        evidence: [
          Phrase(
            "Its name or data are usual for a \(name), and it has none of the services that the driver uses.")
        ])
    } else {
      self.init(verdict: .unknown, kind: Phrase("not known"), families: [], isCertain: false, evidence: [])
    }
  }
}
