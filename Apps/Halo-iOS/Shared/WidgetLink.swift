import Foundation

/// The screens of the app that the widget opens, by the names of `ScreenPlace`.
enum WidgetLink: String {
  case today
  case sleep
  case heart
  case activity

  /// The scheme of the addresses, as declared in the app's `Info.plist`.
  static let scheme = "halo-app"

  /// The address, such as `halo-app:sleep`.
  var url: URL? { URL(string: "\(Self.scheme):\(rawValue)") }
}
