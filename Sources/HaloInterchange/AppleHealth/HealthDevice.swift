/// The device that measured an entry, as Apple Health shows it.
public struct HealthDevice: Sendable, Hashable {
  /// The name that the wearer gave it.
  public let name: String
  /// The model, such as "Colmi ring"; `nil` if unknown.
  public let model: String?
  /// Hardware revision; `nil` if the device did not report it.
  public let hardware: String?
  /// Firmware revision; `nil` if the device did not report it.
  public let firmware: String?

  /// Creates a device.
  public init(name: String, model: String?, hardware: String?, firmware: String?) {
    self.name = name
    self.model = model
    self.hardware = hardware
    self.firmware = firmware
  }
}
