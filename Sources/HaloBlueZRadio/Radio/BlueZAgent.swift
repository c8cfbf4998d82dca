#if BlueZ && os(Linux)
  import HaloBluetooth

  /// Accepts bonding with one device while this program requests it. Wearables have neither a display nor a keyboard,
  /// so no number can be compared ("Just Works"). The only authorization is that this program requested the bond (BlueZ
  /// `doc/org.bluez.Agent.rst`).
  enum BlueZAgent {
    private static let path = "/halo/agent"

    /// Calls `body` while an agent for `device` is registered.
    static func with(
      _ bus: BusConnection, for device: String, isolation: isolated (any Actor)? = #isolation,
      _ body: () async throws -> Void
    ) async throws {
      let agent = try await begin(bus, for: device)
      do {
        try await body()
      } catch {
        await end(agent, bus)
        throw error
      }
      await end(agent, bus)
    }

    /// Registers an agent for `device` until it is ended or the bus connection closes.
    @discardableResult
    static func begin(
      _ bus: BusConnection, for device: String, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Int {
      let agent = try await bus.serve(path) { call, reply in
        switch call.member {
        case "RequestConfirmation", "RequestAuthorization", "AuthorizeService":
          guard call.arguments.first?.text == device else {
            return reply.fail(BusError(name: "org.bluez.Error.Rejected", message: "Halo bonds with \(device) only"))
          }
          reply.send()
        case "Release", "Cancel": reply.send()
        default:
          reply.fail(
            BusError(name: "org.bluez.Error.Rejected", message: "this agent has neither a display nor a keyboard"))
        }
      }
      do {
        try await bus.call(
          BlueZTree.service, "/org/bluez", Interface.agentManager, "RegisterAgent",
          [.path(path), .string("NoInputNoOutput")])
        return agent
      } catch {
        await bus.remove(agent)
        throw error
      }
    }

    private static func end(_ agent: Int, _ bus: BusConnection) async {
      _ = try? await TaskScope.shielded {
        _ = try? await bus.call(
          BlueZTree.service, "/org/bluez", Interface.agentManager, "UnregisterAgent", [.path(path)],
          timeout: .seconds(5))
        await bus.remove(agent)
      }
    }
  }
#endif
