import Foundation
import HaloInterchange

/// The folder shared by the app and its widget. It contains only the snapshot: the system terminates a suspended app
/// that holds a database open in a shared folder.
enum AppGroup {
  /// The group's name, made from the bundle identifier in `Signing.xcconfig`; `nil` if `Info.plist` does not name it.
  static var name: String? { Bundle.main.object(forInfoDictionaryKey: "HaloAppGroup") as? String }

  /// The file of the snapshot, which the widget reads; `nil` if the app was signed without the group.
  static var widgetSnapshot: URL? {
    name.flatMap { FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0) }?
      .appending(path: "glance.json")
  }

  /// The widget's kind, with which the app reloads it.
  static let widgetKind = "HaloToday"

  /// Writes a snapshot for the widget.
  static func leave(_ widgetSnapshot: WidgetSnapshot) throws {
    guard let file = self.widgetSnapshot else { return }
    try JSONEncoder().encode(widgetSnapshot).write(to: file, options: .atomic)
  }
}
