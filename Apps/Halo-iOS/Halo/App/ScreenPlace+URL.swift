import Foundation

extension ScreenPlace {
  /// The screen of an address that the widget opens, such as `halo-app:sleep`; `nil` for any other address. An address
  /// from another app only shows a screen, too.
  init?(_ url: URL) {
    guard url.scheme == WidgetLink.scheme else { return nil }
    self.init(rawValue: String(url.absoluteString.dropFirst(WidgetLink.scheme.count + 1)))
  }
}
