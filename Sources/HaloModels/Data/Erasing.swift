import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Erases what came from devices, wherever it is: in the journal and what its file still holds of it, in files that were exported, and
/// with the widget. The system is asked to forget the device as well.
@MainActor
struct Erasing {
  private let environment: ModelEnvironment
  private let rings: RingSessionManager?
  private let sharing: SharingModel
  private let exports: String?

  /// Erases in an environment, and the files that were exported into a folder.
  init(
    _ environment: ModelEnvironment, rings: RingSessionManager? = nil, sharing: SharingModel? = nil,
    exports: String? = nil
  ) {
    self.environment = environment
    self.rings = rings
    self.sharing = sharing ?? SharingModel(environment)
    self.exports = exports
  }

  /// Erases devices with everything that came from them.
  ///
  /// - Throws: ``HaloEngine/EngineError/taken(device:by:)`` where a device is being synced or measured with.
  func erase(_ devices: [Device]) async throws {
    for device in devices {
      try await Self.erase(device, environment)
      await rings?.dismiss(device.identifier)
    }
    try await Self.clear(environment.journal, exports)
    let isEmpty = try await environment.journal.perform { try $0.allDevices().isEmpty }
    if isEmpty { try await sharing.forget() }
  }

  /// While nobody speaks with the device, who would write what was just erased.
  private nonisolated static func erase(_ device: Device, _ environment: ModelEnvironment) async throws {
    try await environment.engine.holding(device) {
      try await environment.journal.perform { journal in
        // The mark comes first: without it, a device that the system remembers would be kept anew at the next launch. Where it cannot be
        // written, erasing matters more.
        try? environment.settings.change { $0.letGo.insert(device.identifier.text) }
        try journal.forget(device, withData: true, at: environment.now)
      }
    }
  }

  private nonisolated static func clear(_ journal: Journal, _ exports: String?) async throws {
    try await journal.perform { journal in
      if let exports {
        for format in ExportFormat.allCases { try? FileManager.default.removeItem(atPath: format.path(in: exports)) }
      }
      try journal.shrink()
    }
  }
}
