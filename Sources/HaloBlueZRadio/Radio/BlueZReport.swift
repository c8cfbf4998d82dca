#if BlueZ && os(Linux)
  import Glibc

  /// Queries the system bus and bluetoothd. The query starts and changes nothing.
  enum BlueZReport {
    /// Queries the system bus. Returns after `limit` at the latest, even if the bus or bluetoothd does not answer.
    static func read(within limit: Duration = .seconds(5)) async -> RadioReport {
      await read(.system, within: limit, clock: ContinuousClock())
    }

    static func read(
      _ address: BusConnection.Address, within limit: Duration, clock: any Clock<Duration>
    ) async -> RadioReport {
      let hasOwner = Locked(false)
      let bus = text(address)
      return await withTaskGroup(of: RadioReport?.self) { group in
        group.addTask {
          guard let (answer, connected) = try? await ask(address, hasOwner) else { return nil }
          return RadioReport(bus: bus, answer: answer, connected: connected)
        }
        group.addTask {
          guard (try? await clock.sleep(for: limit)) != nil else { return nil }
          let seconds = limit.components.seconds
          return RadioReport(
            bus: bus,
            answer: hasOwner.withLock { $0 }
              ? .silent(limit) : .noBus(Phrase("the system bus does not answer within \("\(seconds)") s")))
        }
        defer { group.cancelAll() }
        for await report in group { if let report { return report } }
        return RadioReport(bus: bus, answer: .noBus(Phrase("the query was canceled")))
      }
    }

    /// Queries like ``read(_:within:clock:)``. If bluetoothd is not running but the bus can start it, it has four seconds
    /// until an adapter is on.
    static func readAfterStart(
      _ address: BusConnection.Address = .system, clock: any Clock<Duration> = ContinuousClock()
    ) async -> RadioReport {
      let report = await read(address, within: .seconds(5), clock: clock)
      guard report.answer == .absent else { return report }
      _ = try? await TimeLimit.within(.seconds(4), clock) {
        // The query for objects starts bluetoothd.
        let tree = try await BlueZTree.open(address)
        if await tree.refusal == nil {
          _ = try? await tree.wait { BlueZCentral.state($0, nil) == .poweredOn ? true : nil }
        }
        await tree.close()
      }
      return await read(address, within: .seconds(2), clock: clock)
    }

    /// Returns bluetoothd's answer and the connected devices. `hasOwner` becomes true when only bluetoothd is left to
    /// answer.
    ///
    /// - Throws: `CancellationError`.
    private static func ask(
      _ address: BusConnection.Address, _ hasOwner: Locked<Bool>
    ) async throws -> (RadioReport.Answer, [Advertisement]) {
      let bus: BusConnection
      do { bus = try await BusConnection.open(address) } catch let error as BusError {
        return (.noBus(error.phrase), [])
      }
      // Not awaited: closing flushes the queue, which blocks if the bus hangs.
      defer { Task { await bus.close() } }
      let owner: String
      do {
        let names = try await bus.call(
          "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
          [.string(BlueZTree.service)])
        owner = names.first?.text ?? BlueZTree.service
      } catch let error as BusError {
        let isAbsent = error.name == "org.freedesktop.DBus.Error.NameHasNoOwner"
        return (isAbsent ? .absent : .noBus(error.phrase), [])
      }
      hasOwner.withLock { $0 = true }
      do {
        // Uses the owner's unique name, because a call to `org.bluez` would start bluetoothd if it is not running.
        let answer = try await bus.call(owner, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        let objects = answer.first?.dictionary ?? [:]
        return (.adapters(adapters(objects)), connected(objects))
      } catch let error as BusError {
        switch error.name {
        case "org.freedesktop.DBus.Error.AccessDenied": return (.refused(error.message), [])
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
          return (.absent, [])
        default: return (.failed(error.description), [])
        }
      }
    }

    private static func connected(_ objects: [String: BusValue]) -> [Advertisement] {
      objects.sorted { $0.key < $1.key }.compactMap { _, interfaces in
        guard let properties = interfaces.dictionary?[Interface.device]?.dictionary,
          properties["Connected"]?.bool == true
        else { return nil }
        return BlueZAdvertisement.advertisement(properties)
      }
    }

    private static func adapters(_ objects: [String: BusValue]) -> [RadioReport.Adapter] {
      let adapters = objects.compactMap { path, interfaces -> RadioReport.Adapter? in
        guard let properties = interfaces.dictionary?[Interface.adapter]?.dictionary else { return nil }
        return RadioReport.Adapter(
          name: String(path.split(separator: "/").last ?? ""), address: properties["Address"]?.text ?? "",
          alias: properties["Alias"]?.text ?? "", isPowered: properties["Powered"]?.bool == true,
          isDiscovering: properties["Discovering"]?.bool == true, roles: properties["Roles"].map(\.texts))
      }
      return adapters.sorted { ($0.name.count, $0.name) < ($1.name.count, $1.name) }
    }

    /// Returns the address as text; the system bus has the address that libsystemd uses.
    private static func text(_ address: BusConnection.Address) -> String {
      switch address {
      case .at(let text): text
      case .system:
        getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? "unix:path=/run/dbus/system_bus_socket"
      }
    }
  }
#endif
