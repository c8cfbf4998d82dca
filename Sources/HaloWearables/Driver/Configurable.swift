public import HaloText

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
  /// The measured quantity.
  public enum Quantity: String, Sendable, CaseIterable, Hashable, Encodable {
    /// Heart rate.
    case heartRate
    /// SpO₂.
    case oxygenSaturation
    /// The device's own stress score.
    case stress
    /// Heart-rate variability.
    case heartRateVariability
    /// Skin temperature.
    case skinTemperature

    /// The quantity in English, as the journal notes it.
    public var words: String { phrase.english }
  }

  /// The measured quantity.
  public let quantity: Quantity
  /// True if the automatic measurement is on.
  public let isEnabled: Bool
  /// Minutes between two measurements; `nil` if the interval cannot be set.
  public let intervalMinutes: Int?

  /// Creates a setting that turns automatic measurement of `quantity` on or off.
  public init(_ quantity: Quantity, isEnabled: Bool, intervalMinutes: Int? = nil) {
    self.quantity = quantity
    self.isEnabled = isEnabled
    self.intervalMinutes = intervalMinutes
  }

  /// The setting in English, as the journal notes it: `off`, `on`, `every 30 minutes`.
  public var words: String { phrase.english }
}

extension AutomaticMeasurement {
  /// Parses the setting from ``Quantity/words`` and ``words``; returns `nil` for any other text.
  public init?(quantity: String, words: String) {
    guard let quantity = Quantity.allCases.first(where: { $0.words == quantity }) else { return nil }
    switch words {
    case "off": self.init(quantity, isEnabled: false)
    case "on": self.init(quantity, isEnabled: true)
    case "every minute": self.init(quantity, isEnabled: true, intervalMinutes: 1)
    default:
      let parts = words.split(separator: " ")
      guard parts.count == 3, parts[0] == "every", parts[2] == "minutes", let minutes = Int(parts[1]),
        (1...24 * 60).contains(minutes)
      else {
        return nil
      }
      self.init(quantity, isEnabled: true, intervalMinutes: minutes)
    }
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
