extension ColmiRing {
  /// The ring's services and characteristics.
  package enum GATT {
    package static let commandService = uuid(0x6E40_FFF0_B5A3_F393, 0xE0A9_E50E_24DC_CA9E)
    package static let commandWrite = uuid(0x6E40_0002_B5A3_F393, 0xE0A9_E50E_24DC_CA9E)
    package static let commandNotify = uuid(0x6E40_0003_B5A3_F393, 0xE0A9_E50E_24DC_CA9E)
    package static let bigDataService = uuid(0xDE5B_F728_D711_4E47, 0xAF26_65E3_012A_5DC7)
    package static let bigDataWrite = uuid(0xDE5B_F72A_D711_4E47, 0xAF26_65E3_012A_5DC7)
    package static let bigDataNotify = uuid(0xDE5B_F729_D711_4E47, 0xAF26_65E3_012A_5DC7)

    private static func uuid(_ high: UInt64, _ low: UInt64) -> BluetoothUUID { BluetoothUUID(high: high, low: low) }
  }
}
