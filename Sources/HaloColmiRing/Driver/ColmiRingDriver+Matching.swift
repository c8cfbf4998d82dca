extension ColmiRingDriver {
  /// Recognizes rings by their names, because few advertise their service, and by the company identifier 0x1234.
  ///
  /// A name is a model and the end of the address: `R02_A1B2`, `COLMI R12_33F0`, `R11C_19FE`, `H59_04C7`. Rings with
  /// other protocols in the same housings have a space in their names: `R99 54DC`. The name alone or the company alone
  /// is only a likely match, and so is the service with a name that is not a ring's: camera glasses advertise it too.
  /// Connecting shows the services.
  public static func match(_ advertisement: Advertisement) -> WearableMatch? {
    if advertisement.services.contains(where: isForeign) { return nil }
    let own = [ColmiRing.GATT.commandService, ColmiRing.GATT.bigDataService]
    let hasService = advertisement.services.contains { own.contains($0) }
    let hasCompany = advertisement.manufacturerData[0x1234] != nil
    // The name may arrive later than the rest, or belong to an unknown model.
    guard let name = advertisement.name else { return hasService ? .certain : hasCompany ? .likely : nil }
    guard isRingName(name) else { return hasService || hasCompany ? .likely : nil }
    return hasService || hasCompany ? .certain : .likely
  }

  /// Returns whether a service is of devices with other protocols in the housing of a ring or with its service:
  /// SmartHealth (be94…), Da Rings (FDDA), jring (56FF), and camera glasses (7905FFF0-…).
  static func isForeign(_ service: BluetoothUUID) -> Bool { foreignServices.contains(service) }

  private static let foreignServices: [BluetoothUUID] = [
    0xFDDA, 0x56FF, BluetoothUUID(high: 0xBE94_0000_7333_BE46, low: 0xB7AE_689E_7172_2BD5),
    BluetoothUUID(high: 0x7905_FFF0_B5CE_4E99, low: 0xA40F_4B1E_122D_00D0),
  ]

  /// The prefixes of COLMI's own model names, before an underscore.
  static let models = (2...22).map { $0 < 10 ? "R0\($0)" : "R\($0)" } + ["R11C"]
  /// The prefixes of sibling models with the same protocol. Other devices may have such short names, so the end of the
  /// address must follow.
  static let siblings = ["H59", "Y25", "Y91", "DS"]

  private static func isRingName(_ name: String) -> Bool {
    let short = name.hasPrefix("COLMI ") ? name.dropFirst(6) : name[...]
    let parts = short.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return false }
    let model = parts[0].count == 4 && parts[0].last == "C" ? parts[0].dropLast() : parts[0]
    return models.contains(String(model)) || (siblings.contains(String(parts[0])) && parts[1].count >= 4)
  }
}
