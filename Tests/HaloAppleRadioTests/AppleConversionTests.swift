import CoreBluetooth
import Foundation
import HaloBluetooth
import Testing

@testable import HaloAppleRadio

@Suite("Conversion of Core Bluetooth's types")
struct AppleConversionTests {
  @Test(arguments: ["180D", "0000FFE0", "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"])
  func `UUIDs survive a round trip`(text: String) throws {
    let uuid = try #require(BluetoothUUID(CBUUID(string: text)))
    #expect(uuid == BluetoothUUID(text))
    #expect(uuid.cbUUID == CBUUID(string: text))
  }

  @Test(
    arguments: [
      (CBManagerState.unknown, RadioState.unknown), (.resetting, .resetting), (.unsupported, .unsupported),
      (.unauthorized, .unauthorized), (.poweredOff, .poweredOff), (.poweredOn, .poweredOn),
    ])
  func `converts each state of the radio`(theirs: CBManagerState, ours: RadioState) {
    #expect(RadioState(theirs) == ours)
  }

  @Test(
    arguments: [
      (CBATTErrorDomain, 0x02, .attribute(code: 0x02)), (CBATTErrorDomain, 0x80, .attribute(code: 0x80)),
      (CBErrorDomain, 3, .disconnected), (CBErrorDomain, 5, .disconnected), (CBErrorDomain, 6, .disconnected),
      (CBErrorDomain, 7, .disconnected), (CBErrorDomain, 14, .bondRefused), (CBErrorDomain, 15, .bondRefused),
      (CBErrorDomain, 11, .refused("limit reached")), ("elsewhere", 3, .refused("limit reached")),
    ] as [(String, Int, BluetoothError.Reason)])
  func `errors of the attribute protocol and of links`(domain: String, code: Int, reason: BluetoothError.Reason) {
    let error = NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: "limit reached"])
    #expect(BluetoothError.Reason(error) == reason)
  }

  @Test func `only connection attempts that may succeed later are retried`() {
    #expect(BluetoothError.Reason.isRetryable(nil))
    #expect(BluetoothError.Reason.isRetryable(CBError(.connectionFailed)))
    #expect(BluetoothError.Reason.isRetryable(CBError(.connectionTimeout)))
    #expect(!BluetoothError.Reason.isRetryable(CBError(.connectionLimitReached)))
    #expect(!BluetoothError.Reason.isRetryable(CBError(.peerRemovedPairingInformation)))
  }

  @Test func `link options are passed on; default options are omitted`() {
    #expect(AppleConnectOptions().dictionary == nil)
    let all = AppleConnectOptions(
      notifiesOnConnection: true, notifiesOnDisconnection: true, startDelay: .milliseconds(1500)
    ).dictionary
    #expect(all?[CBConnectPeripheralOptionNotifyOnConnectionKey] as? Bool == true)
    #expect(all?[CBConnectPeripheralOptionNotifyOnDisconnectionKey] as? Bool == true)
    #expect((all?[CBConnectPeripheralOptionStartDelayKey] as? NSNumber)?.doubleValue == 1.5)
    #expect(all?.count == 3)
  }
}
