#if BlueZ && os(Linux)
  @testable import HaloBlueZRadio

  extension BusConnection {
    /// Requests a name on the bus.
    func requestName(_ name: String) async throws {
      let answer = try await callBus("RequestName", [.string(name), .uint32(4)])
      guard answer.first?.int == 1 else {
        throw BusError(name: "halo.Name", message: "\(name) already has an owner on the bus")
      }
    }

    /// Ends the connection when the bus has confirmed that the name is free for a successor. A bus notices a closed
    /// connection only later, so a successor that is started at once would be refused.
    func close(releasing name: String) async {
      _ = try? await callBus("ReleaseName", [.string(name)])
      await close()
    }

    private func callBus(_ member: String, _ arguments: [BusValue]) async throws -> [BusValue] {
      try await call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments)
    }
  }
#endif
