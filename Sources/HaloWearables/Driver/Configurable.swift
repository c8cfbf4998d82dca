public import HaloText

/// A device that measures by itself, as often as it is told.
public protocol Configurable: Wearable {
  /// What it measures by itself; what its firmware does not know is left out.
  func settings() async throws -> [AutomaticMeasurement]

  /// Changes one setting, reads it back, and returns what the device says it is now.
  ///
  /// - Throws: ``ConfigurableError`` where the device does not know the setting or keeps another value.
  func configure(_ setting: AutomaticMeasurement) async throws -> AutomaticMeasurement
}

/// What a device measures by itself.
public struct AutomaticMeasurement: Sendable, Hashable, Encodable {
  /// What is measured.
  public enum Quantity: String, Sendable, CaseIterable, Hashable, Encodable {
    /// Heart rate.
    case heartRate
    /// Oxygen saturation.
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

  /// What is measured.
  public let quantity: Quantity
  /// Whether it is.
  public let isEnabled: Bool
  /// Minutes between two measurements, where the device lets one choose.
  public let intervalMinutes: Int?

  /// A setting.
  public init(_ quantity: Quantity, isEnabled: Bool, intervalMinutes: Int? = nil) {
    self.quantity = quantity
    self.isEnabled = isEnabled
    self.intervalMinutes = intervalMinutes
  }

  /// The setting in English, as the journal notes it: `off`, `on`, `every 30 minutes`.
  public var words: String { phrase.english }
}

extension AutomaticMeasurement {
  /// The setting that was noted as ``Quantity/words`` and ``words``; `nil` where they say something else.
  public init?(quantity: String, words: String) {
    guard let quantity = Quantity.allCases.first(where: { $0.words == quantity }) else { return nil }
    switch words {
    case "off": self.init(quantity, isEnabled: false)
    case "on": self.init(quantity, isEnabled: true)
    case "every minute": self.init(quantity, isEnabled: true, intervalMinutes: 1)
    default:
      let parts = words.split(separator: " ")
      guard parts.count == 3, parts[0] == "every", parts[2] == "minutes", let minutes = Int(parts[1]) else {
        return nil
      }
      self.init(quantity, isEnabled: true, intervalMinutes: minutes)
    }
  }
}

/// Why a setting is not as it was wished.
public enum ConfigurableError: Error, Sendable, Hashable, PhrasedError {
  /// The device does not know the setting.
  case unsupported(device: String, what: Phrase)
  /// The device confirmed a setting and did not store it. `wished` and `actual` are the values in words; `advice` is what to do about it, if
  /// that is known.
  case notKept(device: String, what: Phrase, wished: Phrase, actual: Phrase, advice: Phrase? = nil)

  public var phrase: Phrase {
    switch self {
    case .unsupported(let device, let what):
      Phrase("\(device) does not know the setting '\(what)'. 'halo settings' shows those that its firmware has.")
    case .notKept(let device, let what, let wished, let actual, let advice):
      Phrase(
        """
        \(device) confirmed the setting '\(what)' and did not store it: \(wished) was requested, and it still has \(actual). \
        \(advice ?? Phrase("Some firmware stores only certain values: try another one."))
        """)
    }
  }
}
