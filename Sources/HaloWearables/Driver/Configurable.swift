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
}

/// Why a setting is not as it was wished.
public enum ConfigurableError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The device does not know the setting.
  case unsupported(device: String, AutomaticMeasurement.Quantity)
  /// The device confirmed, and keeps another value.
  case notKept(device: String, wished: AutomaticMeasurement, actual: AutomaticMeasurement)

  public var description: String {
    switch self {
    case .unsupported(let device, let quantity):
      "\(device) cannot measure \(quantity.rawValue) by itself; its firmware does not know the setting."
    case .notKept(let device, let wished, let actual):
      """
      \(device) was told to set \(wished.quantity.rawValue) to \(Self.words(wished)) and keeps \(Self.words(actual)). \
      Some firmware takes only certain intervals: try 5, 10, 30 or 60 minutes.
      """
    }
  }

  private static func words(_ setting: AutomaticMeasurement) -> String {
    guard setting.isEnabled else { return "off" }
    return setting.intervalMinutes.map { "every \($0) minutes" } ?? "on"
  }
}
