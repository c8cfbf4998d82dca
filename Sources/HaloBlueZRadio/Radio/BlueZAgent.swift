#if BlueZ && os(Linux)
  /// Answers bluetoothd's questions about bonding with one device (BlueZ `doc/org.bluez.Agent.rst`). Without a person to
  /// answer a ``PairingQuestion``, no number can be compared ("Just Works"); the only authorization is that this program
  /// is connected to the device.
  enum BlueZAgent {
    private static let path = "/halo/agent"

    /// Registers an agent for `device`, called `label` in questions, until the bus connection closes. `asked` is called
    /// with each question.
    static func begin(
      _ bus: BusConnection, for device: String, label: String, asked: @escaping @Sendable () -> Void
    ) async throws {
      let answer = PairingQuestion.answer
      let agent = try await bus.serve(path) { call, reply in
        @Sendable func reject(_ reason: String) {
          reply.fail(BusError(name: "org.bluez.Error.Rejected", message: reason))
        }
        guard !["Release", "Cancel"].contains(call.member) else { return reply.send() }
        guard call.arguments.first?.text == device else { return reject("Halo bonds with \(device) only") }
        // A bonded device may ask whether it may use a service, which is no bond.
        if call.member != "AuthorizeService" { asked() }
        let passkey = call.arguments.dropFirst().first?.int ?? 0
        switch (call.member, answer) {
        case ("RequestAuthorization", _), ("AuthorizeService", _), ("RequestConfirmation", nil): reply.send()
        case ("RequestConfirmation", let answer?):
          Task {
            let isSame = await answer(.comparison(device: label, passkey: passkey)) == passkey
            if isSame { reply.send() } else { reject("the passkeys differ") }
          }
        case ("RequestPasskey", let answer?):
          Task {
            guard let passkey = await answer(.passkey(device: label)) else { return reject("no passkey was entered") }
            reply.send([.uint32(UInt32(clamping: passkey))])
          }
        case ("DisplayPasskey", let answer?):
          reply.send()
          // bluetoothd repeats this for each digit that is entered on the device.
          guard call.arguments.last?.int == 0 else { return }
          Task { await answer(.display(device: label, passkey: passkey)) }
        default: reject("this agent has neither a display nor a keyboard")
        }
      }
      do { try await register(bus) } catch {
        await bus.remove(agent)
        throw error
      }
    }

    /// Registers the agent of a bus connection again. bluetoothd allows bonds only while it has an agent; if one ends just
    /// before another begins, version 5.66 forbids them although it has the second.
    static func renew(_ bus: BusConnection) async throws {
      try await bus.call(BlueZTree.service, "/org/bluez", Interface.agentManager, "UnregisterAgent", [.path(path)])
      try await register(bus)
    }

    private static func register(_ bus: BusConnection) async throws {
      try await bus.call(
        BlueZTree.service, "/org/bluez", Interface.agentManager, "RegisterAgent",
        [.path(path), .string(PairingQuestion.answer == nil ? "NoInputNoOutput" : "KeyboardDisplay")])
    }
  }
#endif
