import Foundation
import HaloHealth
import HaloModels
import HaloReports
import SwiftUI

extension Wording {
  /// The language that iOS selected for the app, the hour cycle of the person's region, and the units of the profile.
  static var app: Wording {
    let hours = Locale.autoupdatingCurrent.hourCycle
    return Wording(
      Language(preferred: Bundle.main.preferredLocalizations),
      clock: hours == .oneToTwelve || hours == .zeroToEleven ? .twelve : .twentyFour, units: ProfileStore.units)
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
