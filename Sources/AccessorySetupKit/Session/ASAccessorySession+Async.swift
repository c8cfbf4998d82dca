// The async variants that Swift derives for Apple's functions with completion handlers.
extension ASAccessorySession {
  /// Shows a picker. Always throws ``ASError/extensionNotFound`` on Linux.
  nonisolated(nonsending) public func showPicker() async throws {
    try await result { showPicker(completionHandler: $0) }
  }

  /// Shows a picker for the items, until the user chooses or cancels.
  nonisolated(nonsending) public func showPicker(for displayItems: [ASPickerDisplayItem]) async throws {
    try await result { showPicker(for: displayItems, completionHandler: $0) }
  }

  /// Shows discovered devices in the picker.
  nonisolated(nonsending) public func updatePicker(showing displayItems: [ASDiscoveredDisplayItem]) async throws {
    try await result { updatePicker(showing: displayItems, completionHandler: $0) }
  }

  /// Ends the discovery of a filtered picker.
  nonisolated(nonsending) public func finishPickerDiscovery() async throws {
    try await result { finishPickerDiscovery(completionHandler: $0) }
  }

  /// Removes an accessory.
  nonisolated(nonsending) public func removeAccessory(_ accessory: ASAccessory) async throws {
    try await result { removeAccessory(accessory, completionHandler: $0) }
  }

  /// Asks the user for a new name of an accessory.
  nonisolated(nonsending) public func renameAccessory(
    _ accessory: ASAccessory, options: ASAccessory.RenameOptions = []
  ) async throws {
    try await result { renameAccessory(accessory, options: options, completionHandler: $0) }
  }

  /// Confirms an accessory that awaits authorization.
  nonisolated(nonsending) public func finishAuthorization(for accessory: ASAccessory, settings: ASAccessorySettings)
    async throws
  {
    try await result { finishAuthorization(for: accessory, settings: settings, completionHandler: $0) }
  }

  /// Rejects and removes an accessory that awaits authorization.
  nonisolated(nonsending) public func failAuthorization(for accessory: ASAccessory) async throws {
    try await result { failAuthorization(for: accessory, completionHandler: $0) }
  }

  /// Replaces the descriptor of an accessory.
  nonisolated(nonsending) public func updateAuthorization(
    for accessory: ASAccessory, descriptor: ASDiscoveryDescriptor
  ) async throws {
    try await result { updateAuthorization(for: accessory, descriptor: descriptor, completionHandler: $0) }
  }

  nonisolated(nonsending) private func result(_ body: (@escaping @Sendable ((any Error)?) -> Void) -> Void)
    async throws
  {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      body { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }
}
