import Foundation
import HaloBluetooth
import HaloDrivers
import HaloModels
import HaloWearables
import Testing

/// What no script can know: whether the property list fits the drivers. `Apps/Halo-iOS/check` validates all the rest.
@Suite("The property lists of the iPhone app")
struct PlistTests {
  private static func plist(_ path: String) throws -> [String: Any] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let data = try Data(contentsOf: folder.appending(path: path))
    return try #require(PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
  }

  private static func texts(_ plist: [String: Any], _ key: String) throws -> [String] {
    try #require(plist[key] as? [String], "\(key) is not an array of strings")
  }

  @Test(arguments: PickerEntry.all(.bundled))
  func `declares every picker descriptor, because an undeclared one terminates the app`(entry: PickerEntry) throws {
    let info = try Self.plist("Halo/Info.plist")
    #expect(entry.service != nil || entry.company != nil, "AccessorySetupKit requires a service or a company")
    if let service = entry.service {
      #expect(try Self.texts(info, "NSAccessorySetupBluetoothServices").contains(service.description))
    }
    if let company = entry.company {
      let digits = String(company, radix: 16, uppercase: true)
      #expect(
        try Self.texts(info, "NSAccessorySetupBluetoothCompanyIdentifiers")
          .contains(String(repeating: "0", count: 4 - digits.count) + digits))
    }
    if let part = entry.namePart { #expect(try Self.texts(info, "NSAccessorySetupBluetoothNames").contains(part)) }
  }

  @Test func `declares only descriptors of picker items, and Device Information`() throws {
    let info = try Self.plist("Halo/Info.plist")
    #expect(
      Set(try Self.texts(info, "NSAccessorySetupBluetoothServices")).subtracting(["180A"])
        == Set(PickerEntry.all(.bundled).compactMap { $0.service?.description }))
    #expect(
      Set(try Self.texts(info, "NSAccessorySetupBluetoothNames"))
        == Set(PickerEntry.all(.bundled).compactMap(\.namePart)))
  }

  @Test(arguments: PickerEntry.all(.bundled))
  func `has a picker item for every family that its driver matches`(entry: PickerEntry) throws {
    let registry = DriverRegistry.bundled
    #expect(Set(registry.drivers.map { $0.family }) == Set(PickerEntry.all(registry).map(\.family)))
    let driver = try #require(registry.driver(entry.family.id))
    let found = Advertisement(
      device: DeviceID("A1"), name: entry.namePart.map { "\($0)A1B2" }, services: entry.service.map { [$0] } ?? [],
      manufacturerData: entry.company.map { [$0: [1, 2]] } ?? [:])
    #expect(driver.match(found) != nil)
  }
}
