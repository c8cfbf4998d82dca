import Foundation
import Testing

@testable import AccessorySetupKit

@Suite("The picker in a terminal")
struct PickerScreenTests {
  private let candidates = (1...3).map {
    AccessoryCandidate(
      id: UUID(), name: "R02_000\($0)", kind: "My ring", rssi: -50 - 15 * $0, isCertain: $0 != 3)
  }

  private func screen() -> PickerScreen {
    var screen = PickerScreen(kinds: ["My ring"])
    screen.show(candidates)
    return screen
  }

  @Test func `shows the kinds of devices while none is found`() {
    let lines = PickerScreen(kinds: ["My ring", "My ring", "My strap"]).lines(width: 100)
    #expect(lines.first?.contains("Looking for My ring or My strap.") == true)
    #expect(lines.last?.contains("Escape") == true)
  }

  @Test func `shows names, signal strength, kind and selection`() {
    let lines = screen().lines(width: 100)
    #expect(lines.count == 5)
    #expect(lines[1].hasPrefix("› 1  R02_0001"))
    #expect(lines[1].contains("▂▄▆· -65 dBm  My ring"))
    #expect(lines[2].hasPrefix("  2  R02_0002"))
    #expect(lines[3].hasSuffix("maybe My ring"))
  }

  @Test func `arrows and letters move the selection, Return chooses it, a number chooses its device`() {
    var screen = screen()
    #expect(screen.press([0x1B, 0x5B, 0x42]) == nil)
    #expect(screen.press([0x0D]) == .chosen(candidates[1].id))
    #expect(screen.press(Array("jjjj\n".utf8)) == .chosen(candidates[2].id))
    #expect(screen.press([0x1B, 0x4F, 0x41, 0x1B, 0x5B, 0x41, 0x1B, 0x5B, 0x41, 0x0D]) == .chosen(candidates[0].id))
    #expect(screen.press(Array("2".utf8)) == .chosen(candidates[1].id))
    #expect(screen.press(Array("9".utf8)) == nil)
  }

  @Test(arguments: [[0x1B], [0x71], [0x03], [0x04]] as [[UInt8]])
  func `Escape, q, Control-C and Control-D cancel`(bytes: [UInt8]) {
    var screen = screen()
    #expect(screen.press(bytes) == .cancelled)
  }

  @Test func `Return does nothing while no device is found`() {
    var screen = PickerScreen(kinds: ["My ring"])
    #expect(screen.press([0x0D]) == nil)
  }

  @Test func `the selection is kept when the order changes`() {
    var screen = screen()
    _ = screen.press(Array("j".utf8))
    screen.show([candidates[2], candidates[1], candidates[0]])
    #expect(screen.press([0x0D]) == .chosen(candidates[1].id))
  }

  @Test func `control characters of a name are replaced, and long names are cut`() {
    var screen = PickerScreen(kinds: ["My ring"])
    let name = "\u{1B}[2J\nR02\u{202E}" + String(repeating: "x", count: 200)
    screen.show([AccessoryCandidate(id: UUID(), name: name, kind: "My ring", rssi: nil, isCertain: true)])
    for line in screen.lines(width: 40) {
      #expect(line.count < 40)
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }
  }

  @Test(arguments: [(-95, "····"), (-85, "▂···"), (-70, "▂▄··"), (-60, "▂▄▆·"), (-40, "▂▄▆█")])
  func `strength as bars`(rssi: Int, bars: String) { #expect(PickerScreen.bars(rssi) == bars) }

  @Test func `selects the terminal picker, a named device, or an error without a terminal`() async throws {
    #expect(StandardChooser.chooser([:], hasTerminal: true) is TerminalChooser)
    #expect(StandardChooser.chooser(["HALO_ACCESSORY": "R02"], hasTerminal: true) is ScriptedChooser)
    let nobody = StandardChooser.chooser(["HALO_ACCESSORY": ""], hasTerminal: false)
    let error = await #expect(throws: ASError.self) {
      _ = try await nobody.choose(of: ["My ring"], from: AsyncStream { $0.finish() })
    }
    #expect(error?.code == .pickerRestricted)
    #expect(error?.localizedDescription.contains("HALO_ACCESSORY") == true)
  }

  @Test func `a script chooses by name or address, ignoring case`() async throws {
    let (found, continuation) = AsyncStream<[AccessoryCandidate]>.makeStream()
    let wanted = AccessoryCandidate(
      id: try #require(UUID(uuidString: "48616C6F-0000-8000-8000-C0000000000A")), name: nil, kind: "", rssi: nil,
      isCertain: true)
    continuation.yield(candidates)
    continuation.yield(candidates + [wanted])
    #expect(try await ScriptedChooser.named("c0:00:00:00:00:0a").choose(of: [], from: found) == wanted.id)
    #expect(
      try await ScriptedChooser.named("r02_0002").choose(
        of: [], from: AsyncStream { $0.yield(candidates) }) == candidates[1].id)
  }

  @Test func `the file is in the user's data directory and per program, unless a path is set`() {
    #expect(AccessoryFile.standard(["HALO_ACCESSORIES": "/tmp/a.json"]).location.path() == "/tmp/a.json")
    let path = AccessoryFile.standard(["XDG_DATA_HOME": "/data"]).location.path()
    #expect(path.hasPrefix("/data/halo/accessories/") && path.hasSuffix(".json"))
  }
}
