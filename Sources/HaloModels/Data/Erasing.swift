import HaloFoundation

/// Erases devices' data everywhere: in the journal (including free pages of its file), in exported files, and in the
/// widget. Also asks the system to forget the device.
@MainActor
struct Erasing {
  private let environment: ModelEnvironment
  private let rings: RingSessionManager?
  private let sharing: SharingModel
  private let exports: String?

  /// Creates an eraser for an environment and the folder of its exports.
  init(
    _ environment: ModelEnvironment, rings: RingSessionManager? = nil, sharing: SharingModel? = nil,
    exports: String? = nil
  ) {
    self.environment = environment
    self.rings = rings
    self.sharing = sharing ?? SharingModel(environment)
    self.exports = exports
  }

  /// Erases devices with all their data.
  ///
  /// - Throws: ``HaloEngine/EngineError/taken(device:by:)`` if a device is being synced or measured.
  func erase(_ devices: [Device]) async throws {
    for device in devices {
      try await Self.erase(device, environment)
      await rings?.dismiss(device.identifier)
    }
    let isEmpty = try await environment.journal.perform { [exports] journal in
      if let exports {
        for format in ExportFormat.allCases { try? FileManager.default.removeItem(atPath: format.path(in: exports)) }
      }
      try journal.shrink()
      return try journal.allDevices().isEmpty
    }
    if isEmpty { try await sharing.forget() }
  }

  /// Erases while holding the device, so that nothing writes data that was just erased.
  private nonisolated static func erase(_ device: Device, _ environment: ModelEnvironment) async throws {
    try await environment.engine.holding(device) {
      try await environment.journal.perform { journal in
        // Record the release first: otherwise a device that the system remembers would be added again at the next
        // launch. If recording fails, erasing is more important.
        try? environment.settings.change { $0.released.insert(device.identifier.text) }
        try journal.forget(device, withData: true, at: environment.now)
      }
    }
  }
}
