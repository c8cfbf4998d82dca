import AccessorySetupKit
import CoreBluetooth
import HaloBluetooth
import HaloDrivers
import HaloModels
import HaloWearables
import UIKit

/// What the system's picker looks for: one item for each of the package's entries. `Info.plist` declares every one of them; a test
/// compares the two, because an undeclared descriptor ends the app.
enum PickerItems {
  @MainActor static func kinds() -> [PickedKind] {
    PickerEntry.all(.bundled).compactMap { entry in
      picture(of: entry).map { PickedKind(family: entry.family.id, item: item(entry, picture: $0)) }
    }
  }

  @MainActor private static func item(_ entry: PickerEntry, picture: UIImage) -> ASPickerDisplayItem {
    let descriptor = ASDiscoveryDescriptor()
    if let service = entry.service { descriptor.bluetoothServiceUUID = CBUUID(string: service.description) }
    if let company = entry.company { descriptor.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(company) }
    descriptor.bluetoothNameSubstring = entry.namePart
    return ASPickerDisplayItem(name: entry.name.localized, productImage: picture, descriptor: descriptor)
  }

  /// A drawing from the app's assets where there is one, otherwise a symbol of the system's.
  private static func picture(of entry: PickerEntry) -> UIImage? {
    let drawing = entry.family.kind == .ring ? UIImage(named: "Ring") : nil
    return drawing ?? UIImage(systemName: "sensor.tag.radiowaves.forward")
  }
}
