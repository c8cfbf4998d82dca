import CoreBluetooth
import Foundation
import HaloBluetooth
import Synchronization

extension AccessorySession {
  func showPicker(for displayItems: [ASPickerDisplayItem], completionHandler: @escaping Completion) {
    let (found, continuation) = AsyncStream<[AccessoryCandidate]>.makeStream(bufferingPolicy: .bufferingNewest(1))
    do {
      let migrations = displayItems.compactMap { $0 as? ASMigrationDisplayItem }
      let items = displayItems.filter { !($0 is ASMigrationDisplayItem) }
      try check(items, migrations)
      let settings = pickerDisplaySettings
      let isFiltered = settings?.options.contains(.filterDiscoveryResults) == true
      let seenDevices = SeenDevices(
        items, excluded: Set(accessories.map(\.record.identifier)), isFiltered: isFiltered)
      let picking = Picking(seenDevices: seenDevices) { continuation.yield(seenDevices.candidates) }
      try state.withLock { state in
        if let unusableError = unusableError(state) { throw unusableError }
        guard state.picking == nil else {
          throw ASError.error(.pickerAlreadyActive, "A picker is already shown. Close it first.")
        }
        state.picking = picking
      }
      let task = radio.start { [self] parts in
        let error = await present(items, migrations, seenDevices, found, settings, parts)
        state.withLock { $0.picking = nil }
        report(.pickerDidDismiss)
        complete(completionHandler, error)
      }
      // Another thread may have invalidated the session meanwhile.
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
      throw ASError.error(.invalidRequest, "There are no display items. Pass at least one.")
    }
    for item in items {
      if let problem = item.descriptor.problem { throw ASError.error(.invalidRequest, "\(item.name): \(problem)") }
    }
    for item in migrations where item.peripheralIdentifier == nil {
      throw ASError.error(.invalidRequest, "\(item.name): a migration needs a peripheralIdentifier on Linux.")
    }
  }

  /// Runs the picker. Returns its error, if any.
  private func present(
    _ items: [ASPickerDisplayItem], _ migrations: [ASMigrationDisplayItem], _ seenDevices: SeenDevices,
    _ found: AsyncStream<[AccessoryCandidate]>, _ settings: ASPickerDisplaySettings?, _ parts: Radio.Parts
  ) async -> (any Error)? {
    report(.pickerDidPresent)
    do {
      if !items.isEmpty {
        let id = try await choose(items, seenDevices, found, settings, parts)
        guard let seenDevice = seenDevices[id] else {
          throw ASError.error(.unknown, "The chosen device was not found.")
        }
        try await setUp(id, seenDevice, parts)
      }
      try migrate(migrations)
      return nil
    } catch is CancellationError {
      return state.withLock { $0.isOver }
        ? ASError.error(.invalidated, "The session was invalidated.")
        : ASError.error(.userCancelled, "No device was chosen.")
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
    _ items: [ASPickerDisplayItem], _ seenDevices: SeenDevices, _ found: AsyncStream<[AccessoryCandidate]>,
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
            if let id = seenDevices.note(advertisement), isFiltered { self.reportDiscovered(id, seenDevices) }
            self.state.withLock { $0.picking?.update }?()
          }
          return nil
        } catch let error as BluetoothError {
          return .radio(error)
        }
      }
      group.addTask {
        // Many devices do not advertise their services. If no device matches for certain, show those too.
        try await parts.clock.sleep(for: .seconds(3))
        if seenDevices.showUncertain() { self.state.withLock { $0.picking?.update }?() }
        return nil
      }
      if limit.isFinite, limit >= 0 {
        group.addTask {
          try await parts.clock.sleep(for: .seconds(limit))
          return .timeIsOver
        }
      }
      if isFiltered {
        // If the program ends a filtered discovery without showing a device, the picker ends.
        group.addTask {
          for await _ in finished {}
          try Task.checkCancellation()
          return seenDevices.candidates.isEmpty ? .timeIsOver : nil
        }
      }
      while let next = try await group.next() { if let next { return next } }
      throw CancellationError()
    }
    switch ending {
    case .chosen(let id?): return id
    case .chosen(nil): throw ASError.error(.userCancelled, "No device was chosen.")
    case .radio(let error): throw ASError.error(.unknown, error.description, because: error)
    case .timeIsOver:
      throw ASError.error(
        .discoveryTimeout,
        "No \(items.map(\.name).joined(separator: " or ")) was chosen in time. Bring it close and try again.")
    }
  }

  /// Reports a device to the program, which selects whether to show it.
  private func reportDiscovered(_ id: UUID, _ seenDevices: SeenDevices) {
    guard let seenDevice = seenDevices[id] else { return }
    let received = seenDevice.advertisement
    report(
      .accessoryDiscovered,
      ASDiscoveredAccessory(record(id, seenDevice), advertisement: received.data, rssi: received.rssi))
  }

  func updatePicker(showing displayItems: [ASDiscoveredDisplayItem], completionHandler: @escaping Completion) {
    guard let picking = state.withLock({ $0.picking }) else {
      return complete(completionHandler, ASError.error(.invalidRequest, "No picker is shown."))
    }
    picking.seenDevices.show(displayItems)
    picking.update()
    complete(completionHandler, nil)
  }

  func finishPickerDiscovery(completionHandler: @escaping Completion) {
    guard let finish = state.withLock({ $0.picking?.finish }) else {
      return complete(completionHandler, ASError.error(.invalidRequest, "No picker is looking for devices."))
    }
    finish()
    complete(completionHandler, nil)
  }

  // MARK: Setting up

  private func record(_ id: UUID, _ seenDevice: SeenDevices.SeenDevice) -> AccessoryRecord {
    AccessoryRecord(
      identifier: id, device: seenDevice.advertisement.device.text, advertisedName: seenDevice.advertisement.name,
      displayName: seenDevice.item.name, descriptor: seenDevice.item.descriptor.rules)
  }

  private func setUp(_ id: UUID, _ seenDevice: SeenDevices.SeenDevice, _ parts: Radio.Parts) async throws {
    var record = record(id, seenDevice)
    let item = seenDevice.item
    do {
      try await verify(seenDevice, parts)
      if item.setupOptions.contains(.rename) {
        report(.pickerSetupRename)
        record.displayName = try await chooser.rename(record.displayName) ?? record.displayName
      }
    } catch let error as BluetoothError {
      let failure = ASError.error(.connectionFailed, error.description, because: error)
      report(.pickerSetupFailed, error: failure)
      throw failure
    }
    if item.setupOptions.contains(.confirmAuthorization) {
      try await authorize(ASAccessory(record, state: .awaitingAuthorization))
    } else {
      let accessory = ASAccessory(record, state: .authorized)
      try add(accessory)?.wait()
    }
    if item.setupOptions.contains(.finishInApp) {
      await chooser.report("Continue in the program to finish the setup.")
    }
  }

  /// Connects to a device that must be paired or whose services must be checked.
  private func verify(_ seenDevice: SeenDevices.SeenDevice, _ parts: Radio.Parts) async throws {
    let wantsBond = seenDevice.item.descriptor.supportedOptions.contains(.bluetoothPairingLE)
    guard wantsBond || !seenDevice.isCertain else { return }
    if wantsBond { report(.pickerSetupPairing) }
    let label = seenDevice.advertisement.label
    await chooser.report(wantsBond ? "Pairing with \(label) …" : "Checking the services of \(label) …")
    let wanted = seenDevice.item.descriptor.rules.wantedService
    try await parts.central.withConnection(to: seenDevice.advertisement) { connection in
      if let wanted, !seenDevice.isCertain {
        let services = try await connection.services().map(\.uuid)
        guard services.contains(wanted) else {
          throw BluetoothError(.discover, device: label, attribute: wanted, .attributeNotFound)
        }
      }
      if wantsBond { _ = try await connection.bond() }
    }
  }

  /// Adds an accessory and waits until the program authorizes it.
  private func authorize(_ accessory: ASAccessory) async throws {
    let id = accessory.record.identifier
    let settings = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<_, any Error>) in
        let isOver = state.withLock { state in
          if !state.isOver { state.awaiting[id] = continuation }
          return state.isOver
        }
        if isOver { return continuation.resume(returning: nil) }
        // Posted after the continuation is stored, so that the answer finds it.
        do { try add(accessory)?.wait() } catch {
          state.withLock { $0.awaiting.removeValue(forKey: id) }?.resume(throwing: error)
        }
      }
    } onCancel: {
      state.withLock { $0.awaiting.removeValue(forKey: id) }?.resume(returning: nil)
    }
    guard settings == nil else { return }
    try Task.checkCancellation()
    let failure = ASError.error(.connectionFailed, "The program rejected \(accessory.displayName).")
    report(.pickerSetupFailed, accessory, error: failure)
    throw failure
  }

  /// Creates accessories for the program's earlier devices.
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
    report(.migrationComplete)
  }
}
