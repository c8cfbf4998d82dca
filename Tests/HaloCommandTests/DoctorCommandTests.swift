import HaloText
import Foundation
import HaloBluetooth
import Testing

@testable import HaloCommand

@Suite("halo doctor")
struct DoctorCommandTests {
  /// A bus address without a server, so that the result is the same on every machine.
  private let noBus = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere/bus"]

  @Test func `prints the problems and the verdict, and exits with 69, if the radio cannot be used`() async throws {
    let result = try await Program.run(["doctor"], environment: noBus)
    #expect(result.status == 69)
    #expect(result.problems.isEmpty)
    #expect(result.lines.first?.contains("halo") == true)
    #expect(result.lines.last?.hasPrefix("Bluetooth cannot be used: ") == true)
    #expect(result.output.utf8.allSatisfy { $0 < 0x80 }, "the tests' locale is not UTF-8")
    let unicode = try await Program.run(["doctor"], environment: noBus.merging(["LC_ALL": "C.UTF-8"]) { $1 })
    #expect(unicode.output.contains("✗"))
  }

  @Test func `--json prints the same result as an object`() async throws {
    let result = try await Program.run(["doctor", "--json"], environment: noBus)
    #expect(result.status == 69)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["ready"] as? Bool == false)
    #expect((object["verdict"] as? String)?.hasPrefix("Bluetooth cannot be used: ") == true)
    #expect((object["adapters"] as? [Any])?.isEmpty == true && object["adapter"] == nil)
    let checks = try #require(object["checks"] as? [[String: Any]])
    #expect(checks.first?["check"] as? String == "halo" && checks.last?["check"] as? String == "journal")
    #if os(Linux)
      if checks.contains(where: { $0["check"] as? String == "bus" }) {
        let bus = try #require(checks.first { $0["check"] as? String == "bus" })
        #expect(bus["outcome"] as? String == "problem")
        #expect((bus["text"] as? String)?.contains("unix:path=/nowhere/bus") == true)
        #expect((bus["advice"] as? [[String: String]])?.first?["command"]?.isEmpty == false)
      }
    #endif
  }

  @Test func `creates neither the journal nor its folder`() async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "halo-home-\(UUID())")
    let result = try await Program.run(
      ["doctor"], environment: noBus.merging(["HOME": home.path(), "HALO_JOURNAL": ""]) { $1 })
    #expect(
      result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
        "\(home.path())/.local/share/halo/journal.sqlite will be created by 'halo pair'") || !isLinux)
    #expect(!FileManager.default.fileExists(atPath: home.path()))
  }

  @Test(arguments: RadioState.allCases)
  func `only an error of the real radio refers to 'halo doctor'`(state: RadioState) {
    let error = BluetoothError(.scan, device: nil, .radio(state))
    let isGone = [.poweredOff, .unauthorized, .unsupported, .resetting].contains(state)
    #expect(UnusableRadio.isRadioGone(error) == isGone)
    #expect(UnusableRadio(error).description == "\(error) 'halo doctor' shows the reason and a fix.")
    #expect(!UnusableRadio.isRadioGone(BluetoothError(.connect, device: "ring", .disconnected)))
    #expect(!UnusableRadio.isRadioGone(CancellationError()))
  }

  @Test func `ignores a simulated radio that is off`() async throws {
    let result = try await Program.run(["scan", "--radio", "simulated", "--scene", "off"])
    #expect(result.status == 69 && result.problems.contains("Bluetooth is turned off"))
    #expect(!result.problems.contains("doctor"))
  }

  @Test func `the error for a missing adapter refers to 'halo doctor'`() async throws {
    let result = try await Program.run(["scan"], environment: noBus)
    #expect(result.status == 69 && result.problems.contains("'halo doctor' shows the reason and a fix"))
  }

  #if BlueZ && os(Linux)
    @Test func `the error for a selected real radio that is missing refers to 'halo doctor'`() async throws {
      let result = try await Program.run(["scan", "--radio", "bluez"], environment: noBus)
      #expect(result.status == 69)
      #expect(result.problems.hasPrefix("halo: Bluetooth cannot be used: "))
      #expect(result.problems.contains("'halo doctor' shows the reason and a fix"))
    }
  #endif

  private var isLinux: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }
}
