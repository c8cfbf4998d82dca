import HaloBluetooth
import Testing

@testable import HaloCommand
@testable import HaloTerminal
@testable import HaloDoctor

@Suite("The report of halo doctor")
struct DoctorReportTests {
  @Test
  func `replaces control characters, and uses ASCII signs in a terminal without UTF-8`() {
    var findings = Findings(version: "1.2.3", system: "Linux 6.1.0")
    findings.kernel = .adapters(["hci0"])
    findings.daemon = .init(version: "5.66")
    findings.board = "\u{1B}[2Jboard"
    findings.answer = .adapters([
      .init(
        name: "hci0", address: "00:AA:01:00:00:40", alias: "kitchen", isPowered: false, isDiscovering: false,
        roles: ["central"])
    ])
    let report = DoctorReport(findings, Diagnosis(findings))
    let plain = report.text(Terminal(width: 80, usesColor: false, usesUnicode: false))
    #expect(plain.utf8.allSatisfy { $0 == UInt8(ascii: "\n") || (0x20..<0x7F).contains($0) })
    #expect(plain.contains("+ machine     ?[2Jboard, Linux 6.1.0\n"))
    #expect(
      plain.contains(
        """
        x adapter     hci0 (00:AA:01:00:00:40) is off
                      Turn the adapter on:
                        bluetoothctl power on

        """))
    #expect(plain.hasSuffix("\n\nBluetooth cannot be used: the adapter is off.\n"))
    let colored = report.text(Terminal(width: 80, usesColor: true))
    #expect(colored.contains("\u{1B}[31m✗\u{1B}[0m adapter"))
  }
}
