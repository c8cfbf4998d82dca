#if BlueZ && os(Linux)
  import Foundation
  import Testing

  @testable import HaloBlueZRadio

  @Suite("The message bus")
  struct BusTests {
    @Test("names are listed")
    func names() async throws {
      let bus = try await BusConnection.open(.at("unix:path=/tmp/dbus-0YvAeiu6QC"))
      let names = try await bus.call(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
      print(names, await bus.name)
      let number = try await bus.match("type='signal',sender='org.freedesktop.DBus'") { print($0) }
      print(number)
      await bus.close()
    }
  }
#endif
