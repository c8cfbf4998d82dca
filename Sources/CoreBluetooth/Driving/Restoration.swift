import Foundation

/// A manager's state for restoration by the next manager with its name.
struct Restoration: Codable {
  /// A device that was connected or pending.
  struct Device: Codable {
    var identifier: UUID
    /// The radio's own text for the device.
    var device: String
    var name: String?
  }

  var devices: [Device] = []
  /// The services of the scan; `nil` without a scan.
  var scan: [String]?
  var tellsDuplicates = false

  var isEmpty: Bool { devices.isEmpty && scan == nil }
}

/// Storage for restorations. On Apple systems, the system stores them and also keeps the links. Here a link ends with
/// its program, and the next launch connects again.
struct RestorationStore: Sendable {
  let read: @Sendable (String) -> Restoration?
  let write: @Sendable (Restoration, String) -> Void

  /// In memory, for tests.
  static var memory: RestorationStore {
    let kept = LockedValue<[String: Restoration]>([:])
    return RestorationStore { name in
      kept.withLock { $0[name] }
    } write: { restoration, name in
      kept.withLock { $0[name] = restoration }
    }
  }

  /// In one file per name below `XDG_STATE_HOME` (`~/.local/state`), readable only by its owner.
  static var files: RestorationStore {
    RestorationStore { name in
      guard let data = try? Data(contentsOf: file(name)) else { return nil }
      return try? JSONDecoder().decode(Restoration.self, from: data)
    } write: { restoration, name in
      let file = file(name)
      if restoration.isEmpty {
        try? FileManager.default.removeItem(at: file)
        return
      }
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        try JSONEncoder().encode(restoration).write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
      } catch {
        UsageLog.log("the state of '\(name)' could not be saved for its next launch: \(error.localizedDescription)")
      }
    }
  }

  private static func file(_ name: String) -> URL {
    let environment = ProcessInfo.processInfo.environment
    let state =
      environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/state")
    let safe = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "manager"
    return state.appendingPathComponent("halo/core-bluetooth/\(safe).json")
  }
}
