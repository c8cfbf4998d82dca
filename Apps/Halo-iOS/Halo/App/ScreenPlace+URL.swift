import Foundation

extension ScreenPlace {
  /// The screen of an address that the widget opens, such as `halo-app:sleep`; `nil` for any other address. An address
  /// only shows a screen, whoever opens it.
  init?(_ url: URL) {
    guard url.scheme == "halo-app" else { return nil }
    self.init(rawValue: String(url.absoluteString.dropFirst("halo-app:".count)))
  }
}
