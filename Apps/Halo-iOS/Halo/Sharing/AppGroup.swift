import Foundation
import HaloInterchange

/// The folder that the app and its widget share. Nothing but the glance is in it: an app that is suspended while it holds a database in
/// a shared folder is ended by the system.
enum AppGroup {
  /// The group's name, made from the bundle identifier in `Signing.xcconfig`; `nil` where `Info.plist` does not name it.
  static var name: String? { Bundle.main.object(forInfoDictionaryKey: "HaloAppGroup") as? String }

  /// The file of the glance, which the widget reads; `nil` where the app was signed without the group.
  static var glance: URL? {
    name.flatMap { FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0) }?
      .appending(path: "glance.json")
  }

  /// Leaves a glance for the widget.
  static func leave(_ glance: Glance) throws {
    guard let file = self.glance else { return }
    try JSONEncoder().encode(glance).write(to: file, options: .atomic)
  }
}
