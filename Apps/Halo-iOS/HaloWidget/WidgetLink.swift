import Foundation

/// The addresses with which the widget opens screens of the app: `ScreenPlace.init(_:)` reads them.
enum WidgetLink {
  static let today = URL(string: "halo-app:today")
  static let sleep = URL(string: "halo-app:sleep")
  static let heart = URL(string: "halo-app:heart")
  static let activity = URL(string: "halo-app:activity")
}
