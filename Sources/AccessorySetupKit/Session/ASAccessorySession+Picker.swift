#if !canImport(Darwin)
  import CoreBluetooth
  import Foundation
  import HaloBluetooth
  import Synchronization

  extension ASAccessorySession {
    /// Shows a picker with what an app extension says. There are no extensions on Linux: always ``ASError/extensionNotFound``.
    @preconcurrency public func showPicker(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
      complete(
        completionHandler,
        ASError.error(
          .extensionNotFound, "There are no app extensions on Linux; say what to look for: showPicker(for:)."))
    }

    /// Shows a picker with the devices that the items are for, as they are found. Devices that the program has already are not shown.
    ///
    /// All that a descriptor says must be so. Where nothing that fits was found after three seconds, devices are shown as well that do not advertise
    /// any service (many do not), and the one that is chosen is asked for its services. Apple systems do not do that.
    ///
    /// Events come in this order: `pickerDidPresent`; where an item wants it, `pickerSetupPairing` and `pickerSetupRename`; `accessoryAdded`;
    /// `pickerDidDismiss`. Then `completionHandler` is called, with ``ASError/userCancelled`` where nobody wanted any.
    @preconcurrency public func showPicker(
      for displayItems: [ASPickerDisplayItem], completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      let (found, continuation) = AsyncStream<[AccessoryCandidate]>.makeStream(bufferingPolicy: .bufferingNewest(1))
      do {
        let migrations = displayItems.compactMap { $0 as? ASMigrationDisplayItem }
        let items = displayItems.filter { !($0 is ASMigrationDisplayItem) }
        try check(items, migrations)
        let settings = pickerDisplaySettings
        let isFiltered = settings?.options.contains(.filterDiscoveryResults) == true
        let sightings = Sightings(
          items, excluded: Set(accessories.map(\.record.identifier)), isFiltered: isFiltered)
        let picking = Picking(sightings: sightings) { continuation.yield(sightings.candidates) }
        try state.withLock { state in
          if let obstacle = obstacle(state) { throw obstacle }
          guard state.picking == nil else {
            throw ASError.error(.pickerAlreadyActive, "There is a picker already; it must be closed first.")
          }
          state.picking = picking
        }
        let task = radio.start { [self] parts in
          let error = await present(items, migrations, sightings, found, settings, parts)
          state.withLock { $0.picking = nil }
          tell(.pickerDidDismiss)
          complete(completionHandler, error)
        }
        // The session may have ended meanwhile, from another thread.
        let isOver = state.withLock { state in
          state.picking?.task = task
          return state.isOver
        }
        if isOver { task.cancel() }
      } catch {
        complete(completionHandler, error)
      }
    }

    private func check(_ items: [ASPickerDisplayItem], _ migrations: [ASMigrationDisplayItem]) throws {
      guard !(items.isEmpty && migrations.isEmpty) else {
        throw ASError.error(.invalidRequest, "There are no display items: say what to look for.")
      }
      for item in items {
        if let problem = item.descriptor.problem { throw ASError.error(.invalidRequest, "\(item.name): \(problem)") }
      }
      for item in migrations where item.peripheralIdentifier == nil {
        throw ASError.error(.invalidRequest, "\(item.name): a migration needs a peripheralIdentifier on Linux.")
      }
    }

    /// The picker from when it is there until it is gone; what went wrong.
    private func present(
      _ items: [ASPickerDisplayItem], _ migrations: [ASMigrationDisplayItem], _ sightings: Sightings,
      _ found: AsyncStream<[AccessoryCandidate]>, _ settings: ASPickerDisplaySettings?, _ parts: Radio.Parts
    ) async -> (any Error)? {
      tell(.pickerDidPresent)
      do {
        if !items.isEmpty {
          let id = try await choose(items, sightings, found, settings, parts)
          guard let sighting = sightings[id] else { throw ASError.error(.unknown, "What was chosen is not there.") }
          try await setUp(id, sighting, parts)
        }
        try migrate(migrations)
        return nil
      } catch is CancellationError {
        return state.withLock { $0.isOver }
          ? ASError.error(.invalidated, "The session is over.")
          : ASError.error(.userCancelled, "Nobody chose a device.")
      } catch {
        return error
      }
    }

    // MARK: Choosing

    private enum Ending: Sendable {
      case chosen(UUID?)
      case radio(BluetoothError)
      case timeIsOver
    }

    private func choose(
      _ items: [ASPickerDisplayItem], _ sightings: Sightings, _ found: AsyncStream<[AccessoryCandidate]>,
      _ settings: ASPickerDisplaySettings?, _ parts: Radio.Parts
    ) async throws -> UUID {
      let limit = settings?.discoveryTimeout.rawValue ?? .infinity
      let isFiltered = settings?.options.contains(.filterDiscoveryResults) == true
      let (finished, finish) = AsyncStream<Void>.makeStream()
      state.withLock { $0.picking?.finish = { finish.finish() } }
      let ending = try await withThrowingTaskGroup(of: Ending?.self) { group in
        defer { group.cancelAll() }
        group.addTask { .chosen(try await self.chooser.choose(of: items.map(\.name), from: found)) }
        group.addTask {
          do {
            for try await advertisement in parts.central.scan(ScanFilter()) {
              if let id = sightings.note(advertisement), isFiltered { self.tellDiscovered(id, sightings) }
              self.state.withLock { $0.picking?.update }?()
            }
            return nil
          } catch let error as BluetoothError {
            return .radio(error)
          }
        }
        group.addTask {
          // Many devices do not advertise their services. Where none that does is there, those are shown.
          try await parts.clock.sleep(for: .seconds(3))
          if sightings.showUncertain() { self.state.withLock { $0.picking?.update }?() }
          return nil
        }
        if limit.isFinite, limit >= 0 {
          group.addTask {
            try await parts.clock.sleep(for: .seconds(limit))
            return .timeIsOver
          }
        }
        if isFiltered {
          // Who filters says when that is over; where nothing is shown then, there is nothing to wait for.
          group.addTask {
            for await _ in finished {}
            try Task.checkCancellation()
            return sightings.candidates.isEmpty ? .timeIsOver : nil
          }
        }
        while let next = try await group.next() { if let next { return next } }
        throw CancellationError()
      }
      switch ending {
      case .chosen(let id?): return id
      case .chosen(nil): throw ASError.error(.userCancelled, "Nobody chose a device.")
      case .radio(let error): throw ASError.error(.unknown, error.description, because: error)
      case .timeIsOver:
        throw ASError.error(
          .discoveryTimeout,
          "No \(items.map(\.name).joined(separator: " or ")) was chosen in time. Bring it close, and try again.")
      }
    }

    /// Tells the program of a device, so that it says whether it is shown.
    private func tellDiscovered(_ id: UUID, _ sightings: Sightings) {
      guard let sighting = sightings[id] else { return }
      let said = sighting.advertisement
      var words: [AnyHashable: Any] = [CBAdvertisementDataIsConnectable: NSNumber(value: said.isConnectable)]
      words[CBAdvertisementDataLocalNameKey] = said.name
      if !said.services.isEmpty {
        words[CBAdvertisementDataServiceUUIDsKey] = said.services.map { CBUUID(string: $0.description) }
      }
      if let (company, bytes) = said.manufacturerData.min(by: { $0.key < $1.key }) {
        words[CBAdvertisementDataManufacturerDataKey] = Data([UInt8(company & 0xFF), UInt8(company >> 8)] + bytes)
      }
      if !said.serviceData.isEmpty {
        words[CBAdvertisementDataServiceDataKey] = Dictionary(
          uniqueKeysWithValues: said.serviceData.map { (CBUUID(string: $0.key.description), Data($0.value)) })
      }
      tell(.accessoryDiscovered, ASDiscoveredAccessory(record(id, sighting), advertisement: words, rssi: said.rssi))
    }

    /// Shows devices that the program was told of.
    @preconcurrency public func updatePicker(
      showing displayItems: [ASDiscoveredDisplayItem],
      completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      guard let picking = state.withLock({ $0.picking }) else {
        return complete(completionHandler, ASError.error(.invalidRequest, "There is no picker to show devices in."))
      }
      picking.sightings.show(displayItems)
      picking.update()
      complete(completionHandler, nil)
    }

    /// The program has shown all devices that it wants to.
    @preconcurrency public func finishPickerDiscovery(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
      guard let finish = state.withLock({ $0.picking?.finish }) else {
        return complete(completionHandler, ASError.error(.invalidRequest, "There is no picker that looks for devices."))
      }
      finish()
      complete(completionHandler, nil)
    }

    // MARK: Setting up

    private func record(_ id: UUID, _ sighting: Sightings.Sighting) -> AccessoryRecord {
      AccessoryRecord(
        identifier: id, device: sighting.advertisement.device.text, advertisedName: sighting.advertisement.name,
        displayName: sighting.item.name, descriptor: sighting.item.descriptor.rules)
    }

    private func setUp(_ id: UUID, _ sighting: Sightings.Sighting, _ parts: Radio.Parts) async throws {
      var record = record(id, sighting)
      let item = sighting.item
      do {
        try await meet(sighting, parts)
        if item.setupOptions.contains(.rename) {
          tell(.pickerSetupRename)
          record.displayName = try await chooser.rename(record.displayName) ?? record.displayName
        }
      } catch let error as BluetoothError {
        let failure = ASError.error(.connectionFailed, error.description, because: error)
        tell(.pickerSetupFailed, error: failure)
        throw failure
      }
      if item.setupOptions.contains(.confirmAuthorization) {
        try await authorize(ASAccessory(record, state: .awaitingAuthorization))
      } else {
        let accessory = ASAccessory(record, state: .authorized)
        try add(accessory)?.wait()
      }
      if item.setupOptions.contains(.finishInApp) {
        await chooser.tell("Go on in the program to finish setting it up.")
      }
    }

    /// Connects with a device that has to be paired with, or asked what it is.
    private func meet(_ sighting: Sightings.Sighting, _ parts: Radio.Parts) async throws {
      let wantsBond = sighting.item.descriptor.supportedOptions.contains(.bluetoothPairingLE)
      guard wantsBond || !sighting.isCertain else { return }
      if wantsBond { tell(.pickerSetupPairing) }
      let label = sighting.advertisement.label
      await chooser.tell(wantsBond ? "Pairing with \(label) …" : "Asking \(label) what it is …")
      let wanted = sighting.item.descriptor.rules.wantedService
      try await parts.central.withConnection(to: sighting.advertisement) { connection in
        if let wanted, !sighting.isCertain {
          let services = try await connection.services().map(\.uuid)
          guard services.contains(wanted) else {
            throw BluetoothError(.discover, device: label, attribute: wanted, .attributeNotFound)
          }
        }
        if wantsBond { _ = try await connection.bond() }
      }
    }

    /// Adds an accessory, and waits for the program to say whether it is the right one.
    private func authorize(_ accessory: ASAccessory) async throws {
      let id = accessory.record.identifier
      let settings = try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<_, any Error>) in
          let isOver = state.withLock { state in
            if !state.isOver { state.awaiting[id] = continuation }
            return state.isOver
          }
          if isOver { return continuation.resume(returning: nil) }
          // Told once somebody waits for the answer.
          do { try add(accessory)?.wait() } catch {
            state.withLock { $0.awaiting.removeValue(forKey: id) }?.resume(throwing: error)
          }
        }
      } onCancel: {
        state.withLock { $0.awaiting.removeValue(forKey: id) }?.resume(returning: nil)
      }
      guard settings == nil else { return }
      try Task.checkCancellation()
      let failure = ASError.error(.connectionFailed, "The program did not take \(accessory.displayName).")
      tell(.pickerSetupFailed, accessory, error: failure)
      throw failure
    }

    /// Makes accessories of devices that the program had before.
    private func migrate(_ items: [ASMigrationDisplayItem]) throws {
      guard !items.isEmpty else { return }
      let known = Set(accessories.map(\.record.identifier))
      for item in items {
        guard let id = item.peripheralIdentifier, !known.contains(id) else { continue }
        let accessory = ASAccessory(
          AccessoryRecord(
            identifier: id, device: DeviceIdentifier(id).address?.text ?? id.uuidString, displayName: item.name,
            descriptor: item.descriptor.rules), state: .authorized)
        try add(accessory)?.wait()
      }
      tell(.migrationComplete)
    }
  }
#endif
