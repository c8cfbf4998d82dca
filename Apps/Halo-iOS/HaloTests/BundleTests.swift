import AccessorySetupKit
import CoreBluetooth
import Foundation
import HaloInterchange
import HaloModels
import XCTest

@testable import Halo

/// What only the built app has: its property list, its catalogs, and the folder that it shares with its widget.
final class BundleTests: XCTestCase {
  private func declared(_ key: String) -> Set<String> {
    Set(Bundle.main.object(forInfoDictionaryKey: "NSAccessorySetupBluetooth\(key)") as? [String] ?? [])
  }

  @MainActor func testThePropertyListDeclaresEachItemOfThePicker() {
    let kinds = PickerItems.kinds()
    XCTAssert(!kinds.isEmpty)
    for kind in kinds {
      let descriptor = kind.item.descriptor
      if let service = descriptor.bluetoothServiceUUID {
        XCTAssert(declared("Services").contains(service.uuidString), "\(service) is not declared")
      }
      let company = descriptor.bluetoothCompanyIdentifier.rawValue
      if company != 0 {
        let digits = String(company, radix: 16, uppercase: true)
        let name = String(repeating: "0", count: 4 - digits.count) + digits
        XCTAssert(declared("CompanyIdentifiers").contains(name), "\(name) is not declared")
      }
      if let name = descriptor.bluetoothNameSubstring {
        XCTAssert(declared("Names").contains(name), "\(name) is not declared")
      }
    }
  }

  func testTheAppHasEnglishAndGermanTexts() throws {
    XCTAssertEqual(Set(Bundle.main.localizations).subtracting(["Base"]), ["en", "de"])
    let path = try XCTUnwrap(Bundle.main.path(forResource: "de", ofType: "lproj"))
    let german = try XCTUnwrap(Bundle(path: path))
    for table in ["Localizable", "InfoPlist", "AppShortcuts"] {
      let strings = german.path(forResource: table, ofType: "strings")
      XCTAssert(strings != nil, "the app has no German \(table)")
    }
    XCTAssertEqual(german.localizedString(forKey: "Activity", value: nil, table: nil), "Aktivität")
  }

  func testTheWidgetReadsWhatTheAppWrote() throws {
    guard let file = AppGroup.widgetSnapshot else { throw XCTSkip("the app was signed without its group") }
    let text = Data(#"{"date": "2026-11-28", "steps": 4321}"#.utf8)
    let snapshot = try JSONDecoder().decode(WidgetSnapshot.self, from: text)
    try AppGroup.leave(snapshot)
    defer { try? FileManager.default.removeItem(at: file) }
    let read = try WidgetSnapshot.read(Data(contentsOf: file), on: snapshot.date)
    XCTAssertEqual(read, snapshot)
  }
}
