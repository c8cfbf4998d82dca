import Foundation
import HaloHealth
import HaloModels
import HaloReports
import SwiftUI

/// The language and the habits of writing that a person chose: keys are looked up in the String Catalog.
struct LocaleWording: Wording {
  var locale = Locale.autoupdatingCurrent

  func format(_ key: String) -> String { Bundle.main.localizedString(forKey: key, value: key, table: nil) }

  func number(_ value: Double, digits: Int) -> String {
    value.formatted(.number.precision(.fractionLength(digits)).locale(locale))
  }

  func date(_ date: CalendarDate, _ style: Phrase.DateStyle) -> String {
    // A day without a zone: it is written as it is, in GMT.
    let day = Date(timeIntervalSince1970: Double(date.daysSince1970) * 86_400)
    let format = Date.FormatStyle(locale: locale, timeZone: .gmt)
    return switch style {
    case .weekday: day.formatted(format.weekday(.abbreviated))
    case .day: day.formatted(format.day().month(.abbreviated))
    case .full: day.formatted(format.weekday(.wide).day().month(.wide))
    }
  }

  func time(_ time: TimeOfDay) -> String {
    Date(timeIntervalSince1970: Double(time.minutes) * 60).formatted(
      Date.FormatStyle(locale: locale, timeZone: .gmt).hour().minute())
  }
}

extension Phrase {
  /// The text in the person's language.
  var localized: String { text(in: LocaleWording()) }
}

extension Text {
  /// A phrase of a model, in the person's language.
  init(phrase: Phrase) { self.init(verbatim: phrase.localized) }
}
