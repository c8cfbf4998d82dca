import Foundation
import HaloBluetooth
import Logging
import Testing

@testable import HaloCommand

@Suite("The log")
struct LogfmtHandlerTests {
  private let time = WallTime(zone: "Etc/GMT-8", secondsFromGMT: { _ in 28_800 }) {
    Date(timeIntervalSince1970: 1_794_484_800)
  }

  @Test func `includes time and level outside of systemd`() {
    let line = LogfmtHandler(isService: false).line(.notice, "synced", ["device": "left hand", "new": "12"], at: time)
    #expect(line == "2026-11-12T20:00:00.000+08:00 notice: synced device=\"left hand\" new=12\n")
  }

  @Test(arguments: [(Logger.Level.info, 6), (.warning, 4), (.error, 3)])
  func `uses the priorities of sd-daemon under systemd`(level: Logger.Level, priority: Int) {
    #expect(LogfmtHandler(isService: true).line(level, "off", nil, at: time) == "<\(priority)>off\n")
  }

  @Test func `writes one line per event, whatever characters a device name contains`() {
    let line = LogfmtHandler(isService: true).line(.info, "seen", ["device": "a\"b\n\u{1B}[31m"], at: time)
    #expect(line == "<6>seen device=\"a\\\"b??[31m\"\n")
  }
}
