import CoreBluetooth
import Foundation
import HaloBluetooth
import Testing

@testable import AccessorySetupKit

@Suite("A discovery descriptor")
struct DescriptorTests {
  private static let advertisement = Advertisement(
    device: DeviceID("C0:00:00:00:00:01"), name: "R02_1A2B", services: [0x180D],
    manufacturerData: [0x1234: [0x01, 0xA5, 0x30]], serviceData: [0xFEE7: [0x10, 0x20]], rssi: -60)

  private func match(_ change: (ASDiscoveryDescriptor) -> Void) -> DescriptorRules.Match {
    let descriptor = ASDiscoveryDescriptor()
    change(descriptor)
    return descriptor.rules.match(Self.advertisement)
  }

  @Test func `matches an advertised service or service data`() {
    #expect(match { $0.bluetoothServiceUUID = CBUUID(string: "0000180d-0000-1000-8000-00805f9b34fb") } == .yes)
    #expect(match { $0.bluetoothServiceUUID = CBUUID(string: "FEE7") } == .yes)
    #expect(match { $0.bluetoothServiceUUID = CBUUID(string: "1826") } == .no)
  }

  @Test func `matches a company and the beginning of its data under a mask`() {
    #expect(match { $0.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(4660) } == .yes)
    #expect(match { $0.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(rawValue: 0x004C) } == .no)
    func data(_ blob: [UInt8], _ mask: [UInt8]?) -> DescriptorRules.Match {
      match {
        $0.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(0x1234)
        $0.bluetoothManufacturerDataBlob = Data(blob)
        $0.bluetoothManufacturerDataMask = mask.map { Data($0) }
      }
    }
    #expect(data([0x01, 0xA0], [0xFF, 0xF0]) == .yes)
    #expect(data([0x01, 0xA0], [0xFF, 0xFF]) == .no)
    #expect(data([0x01], nil) == .yes)
    #expect(data([0x01, 0xA5, 0x30, 0x00], [0, 0, 0, 0]) == .no)
  }

  @Test func `matches the beginning of service data`() {
    func data(_ blob: [UInt8], of service: String?) -> DescriptorRules.Match {
      match {
        $0.bluetoothServiceUUID = service.map { CBUUID(string: $0) }
        $0.bluetoothServiceDataBlob = Data(blob)
        $0.bluetoothServiceDataMask = Data(blob.map { _ in 0xFF })
      }
    }
    #expect(data([0x10], of: "FEE7") == .yes)
    #expect(data([0x20], of: "FEE7") == .no)
    #expect(data([0x10], of: "180D") == .no)
  }

  @Test func `matches a part of the name with the comparison options`() {
    #expect(match { $0.bluetoothNameSubstring = "02_1" } == .yes)
    #expect(match { $0.bluetoothNameSubstring = "r02" } == .no)
    #expect(
      match {
        $0.bluetoothNameSubstring = "r02"
        $0.bluetoothNameSubstringCompareOptions = [.caseInsensitive, .anchored]
      } == .yes)
    #expect(
      match {
        $0.bluetoothNameSubstring = "1A2B"
        $0.bluetoothNameSubstringCompareOptions = .anchored
      } == .no)
  }

  @Test func `matches the range, and requires all conditions`() {
    #expect(match { $0.bluetoothRange = .immediate } == .no)
    #expect(
      match {
        $0.bluetoothServiceUUID = CBUUID(string: "180D")
        $0.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(0x1234)
        $0.bluetoothNameSubstring = "R02"
      } == .yes)
    #expect(
      match {
        $0.bluetoothServiceUUID = CBUUID(string: "180D")
        $0.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(0x1234)
        $0.bluetoothNameSubstring = "R10"
      } == .no)
  }

  @Test func `an item keeps a copy of its descriptor`() {
    let descriptor = ASDiscoveryDescriptor()
    descriptor.bluetoothNameSubstring = "R02"
    let item = ASPickerDisplayItem(name: "Ring", productImage: UIImage(), descriptor: descriptor)
    descriptor.bluetoothNameSubstring = "R10"
    #expect(item.descriptor.bluetoothNameSubstring == "R02")
    #expect((descriptor.copy() as? ASDiscoveryDescriptor)?.bluetoothNameSubstring == "R10")
  }

  @Test func `errors have Apple's codes`() throws {
    let error: any Error = ASError.error(.userCancelled, "No device was chosen.")
    #expect((error as NSError).domain == "ASErrorDomain")
    #expect((error as NSError).code == 700)
    #expect((error as? ASError)?.code == ASError.userCancelled)
    #expect(error.localizedDescription == "No device was chosen.")
    #expect(ASAccessoryEventType(rawValue: 42) == nil && ASAccessoryEventType.pickerSetupRename.rawValue == 90)
    do { throw error } catch ASError.userCancelled {}
  }

  @Test func `an image by name is never nil`() {
    #expect(UIImage(named: "colmi") != nil && UIImage(systemName: "circle") != nil)
    #expect(UIImage(data: Data()) == nil && UIImage(contentsOfFile: "/nowhere.png") == nil)
  }
}
