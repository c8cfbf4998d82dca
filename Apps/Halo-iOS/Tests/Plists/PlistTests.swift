import Foundation
import HaloBluetooth
import HaloDrivers
import HaloModels
import HaloWearables
import Testing

@Suite("The property lists of the iPhone app")
struct PlistTests {
  private static func plist(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: ProjectFileTests.folder.appending(path: path))
    return try #require(PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
  }

  private static func texts(_ plist: [String: Any], _ key: String) throws -> [String] {
    try #require(plist[key] as? [String], "\(key) is not an array of strings")
  }

  @Test func `declares AccessorySetupKit over Bluetooth in the formats that Apple documents`() throws {
    let info = try Self.plist("Halo/Info.plist")
    #expect(try Self.texts(info, "NSAccessorySetupKitSupports") == ["Bluetooth"])
    let services = try Self.texts(info, "NSAccessorySetupBluetoothServices")
    #expect(services.allSatisfy { BluetoothUUID($0)?.description == $0 }, "a UUID of 4 or 36 characters, upper case")
    #expect(Set(services).isSuperset(of: ["180A", "180D", "1826"]))
    let companies = try Self.texts(info, "NSAccessorySetupBluetoothCompanyIdentifiers")
    #expect(companies.allSatisfy { $0.wholeMatch(of: /[0-9A-F]{4}/) != nil }, "two bytes as hexadecimal digits")
    #expect(!companies.contains("004C"), "Apple's own identifier is rejected")
    for key in ["NSAccessorySetupBluetoothServices", "NSAccessorySetupBluetoothNames"] {
      let entries = try Self.texts(info, key)
      #expect(!entries.isEmpty && Set(entries).count == entries.count, "\(key)")
    }
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

  @Test func `explains its use of Bluetooth and Health, and declares its background modes`() throws {
    let info = try Self.plist("Halo/Info.plist")
    for key in [
      "NSBluetoothAlwaysUsageDescription", "NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription",
    ] {
      #expect((info[key] as? String)?.isEmpty == false, "\(key)")
    }
    // Uploads are refused without this sentence, although the app reads nothing from Health.
    #expect((info["NSHealthShareUsageDescription"] as? String)?.contains("reads nothing") == true)
    #expect(Set(try Self.texts(info, "UIBackgroundModes")) == ["bluetooth-central", "processing"])
    #expect(try Self.texts(info, "BGTaskSchedulerPermittedIdentifiers") == ["$(HALO_BUNDLE_IDENTIFIER).sync"])
    // The models and the picker exist once per process: a second window would show the same.
    let scenes = info["UIApplicationSceneManifest"] as? [String: Any]
    #expect(scenes?["UIApplicationSupportsMultipleScenes"] as? Bool == false)
    #expect(info["UILaunchScreen"] is [String: Any], "without it the app is shown letterboxed")
  }

  @Test(arguments: ["Halo/Info.plist", "HaloWidget/Info.plist"])
  func `declares executable, identifier and versions of each bundle`(path: String) throws {
    let info = try Self.plist(path)
    for (key, value) in [
      "CFBundleExecutable": "$(EXECUTABLE_NAME)", "CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)",
      "CFBundleName": "$(PRODUCT_NAME)", "CFBundlePackageType": "$(PRODUCT_BUNDLE_PACKAGE_TYPE)",
      "CFBundleShortVersionString": "$(MARKETING_VERSION)", "CFBundleVersion": "$(CURRENT_PROJECT_VERSION)",
      "CFBundleInfoDictionaryVersion": "6.0", "HaloAppGroup": "group.$(HALO_BUNDLE_IDENTIFIER)",
    ] { #expect(info[key] as? String == value, "\(key)") }
  }

  @Test func `declares a widget extension, a shared group, and Health access for the app only`() throws {
    let widget = try Self.plist("HaloWidget/Info.plist")
    let point = (widget["NSExtension"] as? [String: Any])?["NSExtensionPointIdentifier"] as? String
    #expect(point == "com.apple.widgetkit-extension")
    let app = try Self.plist("Halo/Halo.entitlements")
    #expect(app["com.apple.developer.healthkit"] as? Bool == true)
    let shared = try Self.plist("HaloWidget/HaloWidget.entitlements")
    let key = "com.apple.security.application-groups"
    #expect(try Self.texts(app, key) == ["group.$(HALO_BUNDLE_IDENTIFIER)"])
    #expect(try Self.texts(shared, key) == Self.texts(app, key))
    #expect(shared.count == 1)
  }

  /// Apple's categories of APIs that require a reason, and identifiers that indicate their use.
  private static let reasoned = [
    "UserDefaults": ["UserDefaults", "AppStorage"],
    "FileTimestamp": [
      "creationDate", "modificationDate", "contentModificationDateKey", "getattrlist", "fstat(", "fstatat(", "lstat(",
      " stat(",
    ],
    "SystemBootTime": ["systemUptime", "mach_absolute_time"],
    "DiskSpace": ["volumeAvailableCapacity", "systemFreeSize", "statfs(", "statvfs("],
    "ActiveKeyboards": ["activeInputModes"],
  ]

  @Test(arguments: [
    ("Halo", ["Halo", "../../Sources"]), ("HaloWidget", ["HaloWidget", "../../Sources/HaloInterchange"]),
  ])
  func `declares no tracking, no collected data, and reasons for exactly the APIs used`(
    target: String, folders: [String]
  ) throws {
    let manifest = try Self.plist("\(target)/PrivacyInfo.xcprivacy")
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    let types = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    let told = Set(types.compactMap { $0["NSPrivacyAccessedAPIType"] as? String })
    #expect(types.allSatisfy { ($0["NSPrivacyAccessedAPITypeReasons"] as? [String])?.isEmpty == false })
    let project = try ProjectFile(#require(ProjectFileTests.text), in: ProjectFileTests.folder)
    let linked = Set(
      project.objects(of: "XCSwiftPackageProductDependency").compactMap { $0.object["productName"]?.string })
    let sources = folders.flatMap { folder in
      folder.hasSuffix("Sources")
        ? linked.sorted().flatMap { project.sources("\(folder)/\($0)") } : project.sources(folder)
    }
    let all = Data(sources.joined(separator: "\n").utf8)
    let used = Self.reasoned.filter { category in category.value.contains { all.range(of: Data($0.utf8)) != nil } }
    #expect(told == Set(used.keys.map { "NSPrivacyAccessedAPICategory\($0)" }))
  }
}
