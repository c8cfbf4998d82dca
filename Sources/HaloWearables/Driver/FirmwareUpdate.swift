/// Firmware-update services of chip makers. Devices of any family may have them.
public enum FirmwareUpdate {
  /// Returns the chip maker of a firmware-update service; `nil` for every other service.
  public static func maker(ofService service: BluetoothUUID) -> String? { makers[service] }

  /// Forbids writing to a firmware-update service; `nil` for every other characteristic.
  static func verdict(onWritingTo characteristic: Characteristic) -> WriteVerdict? {
    guard let maker = maker(ofService: characteristic.service) else { return nil }
    return .forbidden(
      Phrase(
        """
        \(characteristic.service.description) replaces the firmware of devices with \(maker) chips: a wrong byte \
        can destroy the device. Halo does not write to it.
        """))
  }

  private static let makers: [BluetoothUUID: String] = [
    0xFE59: "Nordic Semiconductor",
    BluetoothUUID(high: 0x0000_1530_1212_EFDE, low: 0x1523_785F_EABC_DE23): "Nordic Semiconductor",
    BluetoothUUID(high: 0x0000_D0FF_3C17_D293, low: 0x8E48_14FE_2E4D_A212): "Realtek",
    BluetoothUUID(high: 0x0000_6287_3C17_D293, low: 0x8E48_14FE_2E4D_A212): "Realtek",
    BluetoothUUID(high: 0xF000_FFC0_0451_4000, low: 0xB000_0000_0000_0000): "Texas Instruments",
  ]
}
