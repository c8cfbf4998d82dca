#if BlueZ && os(Linux)
  import Foundation
  import Glibc
  import HaloTesting
  import SystemPackage
  import Testing

  @testable import HaloDaemon

  @Suite("States reported to systemd")
  struct ServiceManagerTests {
    @Test func `sends states to systemd's socket in the format of sd_notify(3)`() throws {
      let folder = try TemporaryFolder()
      let path = folder.path("notify")
      let socket = try UnixAddress(path: path).withSocket(Int32(SOCK_DGRAM.rawValue)) {
        (number, address, length) throws(Errno) in
        guard bind(number, address, length) == 0 else { throw Errno(rawValue: errno) }
      }
      defer { try? socket.close() }
      setenv("NOTIFY_SOCKET", path, 1)
      defer { unsetenv("NOTIFY_SOCKET") }
      func received() throws -> [String] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = try bytes.withUnsafeMutableBytes { try socket.read(into: $0) }
        return String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
      }
      let manager = ServiceManager()
      manager.ready("Syncing two devices.")
      #expect(try received() == ["READY=1", "STATUS=Syncing two devices."])
      manager.reloading()
      let reload = try received()
      #expect(reload.first == "RELOADING=1")
      #expect(reload.last?.wholeMatch(of: /MONOTONIC_USEC=[1-9]\d*/) != nil)
      manager.stopping()
      #expect(try received() == ["STOPPING=1"])
    }
  }
#endif
