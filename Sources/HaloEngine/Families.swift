public import HaloBluetooth
public import HaloWearables

/// The families of devices that Halo speaks with.
public enum Families {
  /// Their drivers.
  public static let all: [any SessionReading.Type] = [
    ColmiRingDriver.self, EverestW311Driver.self, HeartRateMonitorDriver.self, FitnessMachineDriver.self,
  ]

  /// The driver of a family; `nil` where this version has none.
  public static func driver(_ id: String) -> (any SessionReading.Type)? { all.first { $0.family.id == id } }

  /// The driver that an advertisement is most likely of.
  public static func driver(for advertisement: Advertisement) -> (any SessionReading.Type)? {
    all.compactMap { driver in driver.match(advertisement).map { (driver, $0) } }.max { $0.1 < $1.1 }?.0
  }

  /// Why a value is not to be written to a characteristic by hand, whichever device it is of; `nil` where nothing speaks against it.
  public static func refusal(of value: [UInt8], to characteristic: Characteristic) -> WriteRefusal? {
    all.lazy.compactMap { $0.refusal(of: value, to: characteristic) }.first
      ?? FirmwareUpdate.refusal(to: characteristic)
  }
}
