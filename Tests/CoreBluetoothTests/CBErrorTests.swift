import CoreBluetooth
import HaloBluetooth
import Testing

struct CBErrorTests {
  @Test func `errors match Core Bluetooth's in every way that apps check`() {
    let error: any Error = CBError(.connectionTimeout)
    #expect((error as? CBError)?.code == .connectionTimeout)
    #expect((error as NSError).domain == CBErrorDomain && (error as NSError).code == 6)
    #expect(CBError.errorDomain == CBErrorDomain && CBATTError.errorDomain == CBATTErrorDomain)
    #expect(error as? CBATTError == nil)
    do { throw error } catch CBError.connectionTimeout {} catch { Issue.record("not caught") }
    switch error {
    case let error as CBError where error.code == .connectionTimeout: break
    default: Issue.record("not matched")
    }
  }

  @Test func `errors of the attribute protocol keep the device's own codes`() {
    let error = CBATTError(_nsError: NSError(domain: CBATTErrorDomain, code: 0x80))
    #expect(error.errorCode == 0x80 && error.code == .unlikelyError)
    #expect(CBATTError(.insufficientEncryption).errorCode == 15)
  }

  @Test(arguments: [
    (6, CBError.Code.connectionTimeout), (7, .peripheralDisconnected), (10, .connectionFailed), (12, .unknownDevice),
    (13, .operationNotSupported),
  ])
  func `codes have Apple's numbers`(number: Int, code: CBError.Code) { #expect(code.rawValue == number) }
}
