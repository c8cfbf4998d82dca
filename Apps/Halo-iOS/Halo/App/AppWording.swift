import Foundation
import HaloHealth
import HaloReports
import SwiftUI

extension Wording {
  /// The language that iOS chose for the app, and the clock of the person's region.
  static var app: Wording {
    let hours = Locale.autoupdatingCurrent.hourCycle
    return Wording(
      Language(preferred: Bundle.main.preferredLocalizations),
      clock: hours == .oneToTwelve || hours == .zeroToEleven ? .twelve : .twentyFour)
  }
}

extension Phrase {
  /// The text in the person's language.
  var localized: String { text(in: .app) }
}

extension Text {
  /// A phrase of a model, in the person's language.
  init(phrase: Phrase) { self.init(verbatim: phrase.localized) }
}
