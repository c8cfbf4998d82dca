/// A device that measures by itself, at intervals that can be configured.
public protocol Configurable: Wearable {
  /// Reads the settings of the automatic measurements. Settings that the firmware does not support are left out.
  func settings() async throws -> [AutomaticMeasurement]

  /// Changes one setting, reads it back, and returns the value that the device reports.
  ///
  /// - Throws: ``ConfigurableError`` if the device does not support the setting or keeps another value.
  func configure(_ setting: AutomaticMeasurement) async throws -> AutomaticMeasurement
}

/// The setting of an automatic measurement.
public struct AutomaticMeasurement: Sendable, Hashable, Encodable {
  private enum CodingKeys: CodingKey {
    case quantity, isEnabled, intervalMinutes
  }

  /// The measured quantity.
  public let quantity: Metric
  /// True if the automatic measurement is on.
  public let isEnabled: Bool
  /// Minutes between two measurements; `nil` if the interval cannot be set.
  public let intervalMinutes: Int?

  /// Creates a setting that turns automatic measurement of `quantity` on or off.
  public init(_ quantity: Metric, isEnabled: Bool, intervalMinutes: Int? = nil) {
    self.quantity = quantity
    self.isEnabled = isEnabled
    self.intervalMinutes = intervalMinutes
  }

  /// Encodes the setting, with the quantity's short name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(quantity.shortName, forKey: .quantity)
    try container.encode(isEnabled, forKey: .isEnabled)
    try container.encodeIfPresent(intervalMinutes, forKey: .intervalMinutes)
  }
}

extension AutomaticMeasurement {
  /// The setting in words: off, on, or the interval.
  public var phrase: Phrase {
    switch (isEnabled, intervalMinutes) {
    case (false, _): Phrase("off")
    case (true, nil): Phrase("on")
    case (true, 1?): Phrase("every minute")
    case (true, let minutes?): Phrase("every \(minutes) minutes")
    }
  }

  /// The setting as the journal stores it: the quantity's id, and `off`, `on`, or the interval by ISO 8601, such as `PT30M`.
  public var stored: (name: String, value: String) {
    (quantity.shortName, isEnabled ? intervalMinutes.map { "PT\($0)M" } ?? "on" : "off")
  }

  /// Creates the setting that the journal has as ``stored``; `nil` for anything else.
  public init?(storedName: String, value: String) {
    guard let quantity = Metric(name: storedName), quantity.shortName == storedName else { return nil }
    let minutes = Int(value.dropFirst(2).dropLast())
    self.init(quantity, isEnabled: value != "off", intervalMinutes: minutes)
    guard stored.value == value, (1...24 * 60).contains(minutes ?? 1) else { return nil }
  }
}

/// The reason why a setting was not changed as requested.
public enum ConfigurableError: Error, Sendable, Hashable, PhrasedError {
  /// The device does not support the setting.
  case unsupported(device: String, what: Phrase)
  /// The device confirmed a setting and did not store it. `requested` and `actual` are the values in words; `advice` is
  /// the next step, if one is known.
  case notStored(device: String, what: Phrase, requested: Phrase, actual: Phrase, advice: Phrase? = nil)

  /// The error in a sentence or two.
  public var phrase: Phrase {
    switch self {
    case .unsupported(let device, let what):
      Phrase("\(device) does not support '\(what)'. 'halo settings' lists the supported settings.")
    case .notStored(let device, let what, let requested, let actual, let advice):
      Phrase(
        """
        \(device) confirmed the setting '\(what)' but did not store it: \(requested) was requested, and it is \
        still \(actual). \
        \(advice ?? Phrase("Some firmware stores only certain values: try another value."))
        """)
    }
  }
}
