import AccessorySetupKit
import CoreBluetooth
import HaloBluetooth
import HaloDrivers
import HaloModels
import HaloWearables
import UIKit

/// The items of the system's picker, one for each of the package's entries. `Info.plist` must declare all of them
/// (`check` compares the two), because an undeclared descriptor terminates the app.
enum PickerItems {
  @MainActor static func kinds() -> [PickedKind] {
    PickerEntry.all(.bundled).compactMap { entry in
      UIImage(named: Optional(entry.family.kind).picture).map {
        PickedKind(family: entry.family.id, item: item(entry, picture: $0))
      }
    }
  }

  @MainActor private static func item(_ entry: PickerEntry, picture: UIImage) -> ASPickerDisplayItem {
    let descriptor = ASDiscoveryDescriptor()
    if let service = entry.service { descriptor.bluetoothServiceUUID = CBUUID(string: service.description) }
    if let company = entry.company { descriptor.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(company) }
    descriptor.bluetoothNameSubstring = entry.namePart
    return ASPickerDisplayItem(name: entry.name.localized, productImage: picture, descriptor: descriptor)
  }
}
