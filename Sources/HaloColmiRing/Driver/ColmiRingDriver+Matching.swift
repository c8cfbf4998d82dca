public import HaloBluetooth
public import HaloWearables

extension ColmiRingDriver {
  /// Rings are told by name, because they do not advertise their service; the company identifier 0x1234 makes it sure.
  ///
  /// Names are a model and the end of the address: `R02_A1B2`, `COLMI R12_33F0`, `R11C_19FE`. Others in the same shells
  /// speak other protocols and write their names with a space: `R99 54DC`.
  public static func match(_ advertisement: Advertisement) -> WearableMatch? {
    if advertisement.services.contains(where: { foreignServices.contains($0) }) { return nil }
    let own = [ColmiRing.GATT.commandService, ColmiRing.GATT.bigDataService]
    if advertisement.services.contains(where: { own.contains($0) }) { return .certain }
    let hasCompany = advertisement.manufacturerData[0x1234] != nil
    // The name may come later than the rest.
    guard let name = advertisement.name else { return hasCompany ? .likely : nil }
    guard isRingName(name) else { return nil }
    return hasCompany ? .certain : .likely
  }

  /// SmartHealth (be94…), Da Rings (FDDA) and jring (56FF) are other protocols.
  private static let foreignServices: [BluetoothUUID] = [
    0xFDDA, 0x56FF, BluetoothUUID(high: 0xBE94_0000_7333_BE46, low: 0xB7AE_689E_7172_2BD5),
  ]

  private static func isRingName(_ name: String) -> Bool {
    let short = name.hasPrefix("COLMI ") ? name.dropFirst(6) : name[...]
    let parts = short.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].first == "R", (3...4).contains(parts[0].count),
      let model = Int(parts[0].dropFirst().prefix(2)), (2...12).contains(model),
      parts[0].count == 3 || parts[0].last == "C"
    else { return false }
    return parts[1].isEmpty || parts[1].allSatisfy(\.isHexDigit)
  }
}
