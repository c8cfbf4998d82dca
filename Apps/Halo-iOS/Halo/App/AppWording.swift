import Foundation
import HaloHealth
import HaloReports
import SwiftUI

extension Wording {
  /// The language that iOS selected for the app, and the hour cycle of the person's region.
  static var app: Wording {
    let hours = Locale.autoupdatingCurrent.hourCycle
    return Wording(
      Language(preferred: Bundle.main.preferredLocalizations),
      clock: hours == .oneToTwelve || hours == .zeroToEleven ? .twelve : .twentyFour)
  }
}

extension Phrase {
  /// The text in the app's language.
  var localized: String { text(in: .app) }
}

extension Text {
  /// Creates a text from a model's phrase, in the app's language.
  init(phrase: Phrase) { self.init(verbatim: phrase.localized) }
}
