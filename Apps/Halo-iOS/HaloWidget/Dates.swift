import Foundation
import HaloHealth

extension TimeOfDay {
  /// As the person writes times. A time without a zone: it is written as it is, in GMT.
  var localized: String {
    Date(timeIntervalSince1970: Double(minutes) * 60).formatted(
      Date.FormatStyle(locale: .autoupdatingCurrent, timeZone: .gmt).hour().minute())
  }
}

extension CalendarDate {
  /// The day on the wall, by the calendar that devices tell their days in.
  init?(_ date: Date) {
    let day = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
    guard let year = day.year, let month = day.month, let number = day.day else { return nil }
    self.init(year: year, month: month, day: number)
  }
}
